import { cacheNames as workboxNames } from 'workbox-core/cacheNames'

/** Every cache that the worker owns. Nothing private is ever in one: /api/ is not cached at all. */
export const cacheNames = { media: 'media-1' } as const

/** Removes caches of earlier versions, whose names this version does not know. */
export async function deleteUnknownCaches(): Promise<void> {
  const known = new Set<string>([cacheNames.media, workboxNames.precache])
  // No limit: nothing waits for it but the end of the worker's activation, which a browser limits itself.
  const names = await caches.keys()
  // No limit: as above.
  await Promise.all(names.filter((name) => !known.has(name)).map((name) => caches.delete(name)))
}
