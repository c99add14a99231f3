/** The browser's own dialog, which may be opened once, at a press. Chromium only, so TypeScript does not know it. */
interface InstallPromptEvent extends Event {
  readonly prompt: () => Promise<void>
}

let dialog: InstallPromptEvent | null = null
let listener: () => void = () => undefined

/** Holds the browser's own invitation back. It may come at any moment after the start; this does not wait for it. */
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

/** Opens the dialog if there is one; it works once. */
export async function openInstallDialog(): Promise<void> {
  const opened = dialog
  dialog = null
  // No limit: the person decides in the browser's own dialog.
  await opened?.prompt()
}

/** Calls `changed` whenever a dialog comes or goes; one listener at a time. */
export function onInstallDialog(changed: () => void): void {
  listener = changed
}
