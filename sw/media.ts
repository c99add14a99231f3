import { CacheableResponsePlugin } from 'workbox-cacheable-response/CacheableResponsePlugin'
import { ExpirationPlugin } from 'workbox-expiration/ExpirationPlugin'
import { registerRoute } from 'workbox-routing/registerRoute'
import { CacheFirst } from 'workbox-strategies/CacheFirst'
import { cacheNames } from './caches.ts'

const apiOrigin = new URL(import.meta.env.VITE_API_URL || '/', location.origin).origin

/**
 * Caches pictures of published texts: they are public, and their names change with their content. From an API of another origin
 * they come opaque, with status 0, and are not cached: such a reply may be a failure. A CORS request would lose the picture if
 * the host of /media/ does not allow this origin. Offline those pictures are missing.
 */
export function routeMedia(): void {
  registerRoute(
    ({ url, request }) =>
      url.origin === apiOrigin && url.pathname.startsWith('/media/') && request.destination === 'image',
    new CacheFirst({
      cacheName: cacheNames.media,
      plugins: [
        new CacheableResponsePlugin({ statuses: [200] }),
        new ExpirationPlugin({ maxEntries: 200, purgeOnQuotaError: true }),
      ],
    }),
  )
}
