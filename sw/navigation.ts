import type { RouteHandlerCallbackOptions } from 'workbox-core/types'
import { createHandlerBoundToURL } from 'workbox-precaching/createHandlerBoundToURL'
import { getCacheKeyForURL } from 'workbox-precaching/getCacheKeyForURL'
import { NavigationRoute } from 'workbox-routing/NavigationRoute'
import { registerRoute } from 'workbox-routing/registerRoute'

/** What the worker never answers, although a person may open it as a page: the server's own. */
const serverOnly = [
  /^\/api\//,
  /^\/media\//,
  /^\/assets\//,
  /^\/sandbox\//,
  /^\/(healthz|readyz|metrics|pererakhunok)$/,
  /^[^?]*\.\w+($|\?)/,
]

/** Pages that the build may have drawn beforehand; the shell replaces one that it has not. */
const drawnPages: Readonly<Record<string, string>> = { '/': '/index.html', '/examples': '/examples.html' }

/** Every page of the site opens from the precache, so that a deep link and a reload work offline. */
export function routeNavigation(): void {
  registerRoute(new NavigationRoute(openPage, { denylist: serverOnly }))
}

function openPage(request: RouteHandlerCallbackOptions): Promise<Response> {
  const drawn = drawnPages[request.url.pathname]
  const file = drawn !== undefined && getCacheKeyForURL(drawn) !== undefined ? drawn : '/shell.html'
  return createHandlerBoundToURL(file)(request)
}
