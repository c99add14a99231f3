import { CacheableResponsePlugin } from 'workbox-cacheable-response/CacheableResponsePlugin'
import { ExpirationPlugin } from 'workbox-expiration/ExpirationPlugin'
import { registerRoute } from 'workbox-routing/registerRoute'
import { CacheFirst } from 'workbox-strategies/CacheFirst'
import { cacheNames } from './caches.ts'

const apiOrigin = new URL(import.meta.env.VITE_API_URL || '/', location.origin).origin

/**
 * Pictures of published texts; they are public and their names change with their content. Where the API is another origin
 * they come opaque, with status 0, and are not kept: of such a reply nobody knows whether it is a picture or a failure, and
 * asking by CORS would lose it altogether wherever the host of /media/ does not allow this one. Offline they are missing then.
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
