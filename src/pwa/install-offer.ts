import { forgettable } from './forgettable.ts'

/** The browser's own dialog, which may be opened once, at a press. Chromium only, so TypeScript does not know it. */
interface InstallPromptEvent extends Event {
  readonly prompt: () => Promise<void>
}

/** by-hand: the browser can install and has no dialog that a page could open (iOS). */
export type InstallOffer = 'none' | 'dialog' | 'by-hand'

const finished = forgettable('finished-a-test')
const declined = forgettable('install-declined')

let dialog: InstallPromptEvent | null = null
const listeners = new Set<() => void>()

/** Keeps the browser's own invitation back until the person has finished a test: before, they do not know the site. */
export function followInstallability(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    dialog = event as InstallPromptEvent
    tell()
  })
  window.addEventListener('appinstalled', () => {
    dialog = null
    tell()
  })
}

/** A test of this person has reached the server: from now on the site may invite. */
export function noteFinishedTest(): void {
  if (finished.isSet()) return
  finished.set()
  tell()
}

/** What to offer at this moment. */
export function installOffer(): InstallOffer {
  if (!finished.isSet() || declined.isSet() || isInstalled()) return 'none'
  if (dialog !== null) return 'dialog'
  return isIos() ? 'by-hand' : 'none'
}

export function subscribeInstallOffer(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the browser's dialog; whatever the person answers there is their answer. */
export async function install(): Promise<void> {
  const opened = dialog
  dialog = null
  declined.set()
  tell()
  await opened?.prompt()
}

/** The person does not want it: they are not asked again. */
export function declineInstall(): void {
  declined.set()
  tell()
}

function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true
}

/** An iPad calls itself a Mac; no Mac has a touch screen. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

function tell(): void {
  for (const listener of listeners) listener()
}
