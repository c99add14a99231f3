import { createHandlerBoundToURL } from 'workbox-precaching/createHandlerBoundToURL'
import { NavigationRoute } from 'workbox-routing/NavigationRoute'
import { registerRoute } from 'workbox-routing/registerRoute'

/** What the worker never answers, although a person may open it as a page: the server's own. */
const serverOnly = [
  /^\/api\//,
  /^\/media\//,
  /^\/assets\//,
  /^\/sandbox\//,
  /^\/(healthz|readyz|metrics)$/,
  /^[^?]*\.\w+($|\?)/,
]

/** Every page of the site opens with the shell, so that a deep link and a reload work offline. */
export function routeNavigation(): void {
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/shell.html'), { denylist: serverOnly }))
}
