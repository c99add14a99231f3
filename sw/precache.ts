import { precacheAndRoute } from 'workbox-precaching/precacheAndRoute'
import type { PrecacheEntry } from 'workbox-precaching/_types'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

/**
 * Keeps the shell and every page chunk of this build. A page of another build, which the list of this one does not name
 * so, fails the installation. An asset that is not of this build is not taken: the server still has those of earlier
 * builds for tabs that are older than the worker.
 */
export function precacheShell(): void {
  precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false, directoryIndex: '' })
}
