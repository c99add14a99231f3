import { soon } from '../concurrency/with-timeout.ts'
import { createEmitter } from '../concurrency/emitter.ts'
import { onWake } from '../concurrency/wake.ts'
import { Workbox } from 'workbox-window'
import { isExamActive } from '../attempt/sync/exam-lock.ts'

let worker: Workbox | null = null
let isWaiting = false
/** When the person agreed here, in milliseconds since 1970; null if nobody has, or the consent was used. */
let agreedAt: number | null = null
const offered = createEmitter()

/** How often a window that is never closed asks for a new version. */
const updateEveryMs = 3_600_000

/**
 * How long a consent lasts: the new worker may have to wait for calls that go through the old one. A later change of the worker
 * (after an exam that had begun, or by another window's consent) may find a form here.
 */
const consentLastsMs = 30_000

/** Trusted Types: the worker's address is the only script address that this policy lets through. */
function workerUrl(): string {
  const address = '/sw.js'
  if (window.trustedTypes === undefined) return address
  const policy = window.trustedTypes.createPolicy('app-sw', {
    createScriptURL: (url) => {
      if (url !== address) throw new TypeError(`Not the service worker: ${url}`)
      return url
    },
  })
  // Workbox passes it on untouched; its types know the string only from another copy of the Trusted Types.
  return policy.createScriptURL(address) as unknown as string
}

/** Registers the service worker. The worker loads all chunks of the site, so call this after the page has loaded. */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  worker = new Workbox(workerUrl())
  worker.addEventListener('waiting', ({ isUpdate }) => {
    // Without both this is the browser's first version, slow to activate: there is no older one to replace.
    if (isUpdate === true || navigator.serviceWorker.controller !== null) offerUpdate()
  })
  worker.addEventListener('controlling', () => void reloadIfAgreed())
  try {
    const registration = await worker.register({ immediate: true })
    lookForWaiting(registration)
    askForUpdates(worker)
  } catch (error) {
    // The site works without a worker (private windows, forbidden storage); only opening it offline does not.
    console.warn('The service worker could not be registered', error)
  }
}

function offerUpdate(): void {
  if (isWaiting) return
  isWaiting = true
  offered.emit()
}

/** Looks for a waiting worker: Workbox reports only one, and that one may have failed to install. */
function lookForWaiting(registration: ServiceWorkerRegistration | undefined): void {
  onWake(['visible'], () => {
    if (registration?.waiting != null && navigator.serviceWorker.controller !== null) offerUpdate()
  })
}

function askForUpdates(registered: Workbox): void {
  let askedAt = Date.now()
  onWake(['visible'], () => {
    if (Date.now() - askedAt < updateEveryMs) return
    askedAt = Date.now()
    // No network, no new version: the next try will tell.
    registered.update().catch(() => undefined)
  })
}

/** Whether a new version is installed and waits for the person's consent. */
export function updateIsWaiting(): boolean {
  return isWaiting
}

export const subscribeUpdate = offered.subscribe

/** Lets the new version take over and loads this tab again. Returns false while an exam is open in any tab. */
export async function acceptUpdate(): Promise<boolean> {
  if (worker === null || (await isExamActive())) return false
  // A browser that does not answer counts as one without a waiting worker: the person pressed and must see an effect.
  const registration = await soon(navigator.serviceWorker.getRegistration()).catch(() => undefined)
  // Another window has agreed before: the new version controls this one, too, and sends no further event.
  if (registration?.waiting == null) window.location.reload()
  else {
    agreedAt = Date.now()
    worker.messageSkipWaiting()
  }
  return true
}

/** Loads a window again if its person agreed. Other windows stay, and so does one where an exam has begun. */
async function reloadIfAgreed(): Promise<void> {
  const isAgreed = agreedAt !== null && Date.now() - agreedAt < consentLastsMs
  agreedAt = null
  if (isAgreed && !(await isExamActive())) window.location.reload()
}
