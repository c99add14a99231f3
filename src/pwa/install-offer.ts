import { createEmitter } from '../concurrency/emitter.ts'
import { forgettable } from './forgettable.ts'
import { hasInstallDialog, onInstallDialog, openInstallDialog } from './install-dialog.ts'

/** by-hand: the browser can install and has no dialog that a page could open (iOS). */
export type InstallOffer = 'none' | 'dialog' | 'by-hand'

const finished = forgettable('finished-a-test')
const declined = forgettable('install-declined')

const changed = createEmitter()

/** A test of this person has reached the server: from now on the site may invite. */
export function noteFinishedTest(): void {
  if (finished.isSet()) return
  finished.set()
  changed.emit()
}

/** What to invite to at this moment: once, and only who has finished a test. */
export function installOffer(): InstallOffer {
  return finished.isSet() && !declined.isSet() ? installWay() : 'none'
}

/** How the site can be installed here by who looks for it, whatever was answered to the invitation. */
export function installWay(): InstallOffer {
  if (isInstalled()) return 'none'
  if (hasInstallDialog()) return 'dialog'
  return isIos() ? 'by-hand' : 'none'
}

export const subscribeInstallOffer = changed.subscribe

/** Opens the browser's dialog; whatever the person answers there is their answer. */
export async function install(): Promise<void> {
  declined.set()
  changed.emit()
  await openInstallDialog()
}

/** The person does not want it: they are not asked again. */
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
