import { createEmitter } from '../concurrency/emitter.ts'
import { forgettable } from './forgettable.ts'
import { hasInstallDialog, onInstallDialog, openInstallDialog } from './install-dialog.ts'

/** by-hand: the browser can install, but has no dialog that a page could open (iOS). */
export type InstallOffer = 'none' | 'dialog' | 'by-hand'

const finished = forgettable('finished-a-test')
const declined = forgettable('install-declined')

const changed = createEmitter()

/** Notes that a test of this person has reached the server: from now on the site may invite. */
export function noteFinishedTest(): void {
  if (finished.isSet()) return
  finished.set()
  changed.emit()
}

/** The invitation to show now: once, and only after a finished test. */
export function installOffer(): InstallOffer {
  return finished.isSet() && !declined.isSet() ? installWay() : 'none'
}

/** How the site can be installed here, also after the invitation was declined. */
export function installWay(): InstallOffer {
  if (isInstalled()) return 'none'
  if (hasInstallDialog()) return 'dialog'
  return isIos() ? 'by-hand' : 'none'
}

export const subscribeInstallOffer = changed.subscribe

/** Opens the browser's dialog. Any answer there ends the invitation. */
export async function install(): Promise<void> {
  declined.set()
  changed.emit()
  await openInstallDialog()
}

/** Ends the invitation: the person is not asked again. */
export function declineInstall(): void {
  declined.set()
  changed.emit()
}

function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true
}

/** An iPad calls itself a Mac; no Mac has a touch screen. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

onInstallDialog(changed.emit)
