import { Workbox } from 'workbox-window'
import { isExamActive } from '../delivery/exam-lock.ts'

let worker: Workbox | null = null
let isWaiting = false
const listeners = new Set<() => void>()

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

/** Registers the service worker once the page has loaded, so that it never competes with the first paint. */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  worker = new Workbox(workerUrl())
  worker.addEventListener('waiting', () => {
    isWaiting = true
    for (const listener of listeners) listener()
  })
  try {
    await worker.register()
  } catch (error) {
    // The site works without a worker (private windows, forbidden storage); only opening it offline does not.
    console.warn('The service worker could not be registered', error)
  }
}

/** A new version is installed and waits for the person's consent. */
export function updateIsWaiting(): boolean {
  return isWaiting
}

export function subscribeUpdate(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The person agreed: the new version takes over and this tab loads anew. Does nothing while an exam is open. */
export async function acceptUpdate(): Promise<void> {
  if (worker === null || (await isExamActive())) return
  worker.addEventListener('controlling', () => window.location.reload())
  worker.messageSkipWaiting()
}
