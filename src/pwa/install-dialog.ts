/** The browser's own dialog, which may be opened once, at a press. Chromium only, so TypeScript does not know it. */
interface InstallPromptEvent extends Event {
  readonly prompt: () => Promise<void>
}

let dialog: InstallPromptEvent | null = null
let listener: () => void = () => undefined

/** Keeps the browser's own invitation back. It may come at any moment after the start, so this does not wait for one. */
export function holdInstallDialog(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    dialog = event as InstallPromptEvent
    listener()
  })
  window.addEventListener('appinstalled', () => {
    dialog = null
    listener()
  })
}

export function hasInstallDialog(): boolean {
  return dialog !== null
}

/** Opens it, if it is there: it can be used once. */
export async function openInstallDialog(): Promise<void> {
  const opened = dialog
  dialog = null
  // No limit: the person decides in the browser's own dialog.
  await opened?.prompt()
}

/** Calls `changed` whenever the dialog came or went; one listener at a time. */
export function onInstallDialog(changed: () => void): void {
  listener = changed
}
