import { soon } from '../concurrency/with-timeout.ts'
import { createEmitter } from '../concurrency/emitter.ts'
import { onWake } from '../concurrency/wake.ts'
import { Workbox } from 'workbox-window'
import { isExamActive } from '../attempt/sync/exam-lock.ts'

let worker: Workbox | null = null
let isWaiting = false
/** When the person agreed here, in milliseconds since 1970; null when nobody has, or it was made use of. */
let agreedAt: number | null = null
const offered = createEmitter()

/** A window that is never closed asks for a new version this often. */
const updateEveryMs = 3_600_000

/**
 * For so long a consent is for what happens: a worker may have to wait for calls that go through the old one. What comes
 * later, after an exam that had begun or by another window's consent, may find a form here.
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

/** Registers the service worker. It loads all chunks of the site, so this is called when the page has come. */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  worker = new Workbox(workerUrl())
  worker.addEventListener('waiting', ({ isUpdate }) => {
    // The very first version of this browser, slow to begin its work: nobody has an older one.
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

/** Workbox reports one waiting worker only. We look ourselves, in case that one failed to install. */
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
    // Without a network there is no new version either; the next time will tell.
    registered.update().catch(() => undefined)
  })
}

/** A new version is installed and waits for the person's consent. */
export function updateIsWaiting(): boolean {
  return isWaiting
}

export const subscribeUpdate = offered.subscribe

/** The person agreed: the new version takes over and this tab loads again. False while an exam is open in any tab. */
export async function acceptUpdate(): Promise<boolean> {
  if (worker === null || (await isExamActive())) return false
  // A browser that does not say is as one where nothing waits: the person has pressed, and sees that something happens.
  const registration = await soon(navigator.serviceWorker.getRegistration()).catch(() => undefined)
  // In another window it was agreed to before: the new version controls this one too, and will not say so again.
  if (registration?.waiting == null) window.location.reload()
  else {
    agreedAt = Date.now()
    worker.messageSkipWaiting()
  }
  return true
}

/** The new version took over. A window that did not ask for it stays as it is, and so does one where an exam has begun. */
async function reloadIfAgreed(): Promise<void> {
  const isAgreed = agreedAt !== null && Date.now() - agreedAt < consentLastsMs
  agreedAt = null
  if (isAgreed && !(await isExamActive())) window.location.reload()
}
