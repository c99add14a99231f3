import { precacheAndRoute } from 'workbox-precaching/precacheAndRoute'
import type { PrecacheEntry } from 'workbox-precaching/_types'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

/**
 * Precaches the shell and every chunk of this build. A page with another digest comes from another build and fails the
 * installation. Assets of other builds are not cached: the server keeps earlier builds' files for tabs older than the worker.
 */
export function precacheShell(): void {
  precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false, directoryIndex: '' })
}
