import type { RouteHandlerCallbackOptions } from 'workbox-core/types'
import { createHandlerBoundToURL } from 'workbox-precaching/createHandlerBoundToURL'
import { getCacheKeyForURL } from 'workbox-precaching/getCacheKeyForURL'
import { NavigationRoute } from 'workbox-routing/NavigationRoute'
import { registerRoute } from 'workbox-routing/registerRoute'

/** Addresses of the server's own, which a person may open as pages. The worker never answers them. */
const serverOnly = [
  /^\/api\//,
  /^\/media\//,
  /^\/assets\//,
  /^\/sandbox\//,
  /^\/(healthz|readyz|metrics|pererakhunok)$/,
  /^[^?]*\.\w+($|\?)/,
]

/** Pages that the build may have prerendered; without its file a page opens with the shell. */
const drawnPages: Readonly<Record<string, string>> = { '/': '/index.html', '/examples': '/examples.html' }

/** Opens every page of the site from the precache, so that deep links and reloads work offline. */
export function routeNavigation(): void {
  registerRoute(new NavigationRoute(openPage, { denylist: serverOnly }))
}

function openPage(request: RouteHandlerCallbackOptions): Promise<Response> {
  const drawn = drawnPages[request.url.pathname]
  const file = drawn !== undefined && getCacheKeyForURL(drawn) !== undefined ? drawn : '/shell.html'
  return createHandlerBoundToURL(file)(request)
}
