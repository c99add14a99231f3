/** An install event of a browser that knows the Service Worker Static Routing API (Chromium since 123). */
interface RoutingInstallEvent extends ExtendableEvent {
  addRoutes?(rule: { condition: { urlPattern: { pathname: string } }; source: 'network' }): Promise<void>
}

/**
 * Lets the server's own calls pass the worker by, unseen: no call of an exam waits until a worker has started. It has a
 * second reason. Chromium keeps the old version in its place for minutes when calls go through it, if only to be let
 * through, just while a new version is accepted (seen in 3 of 10 updates under load). Where a browser cannot be told, or
 * refuses, such calls are seen and let through. https://developer.chrome.com/blog/service-worker-static-routing
 */
export function routePastWorker(event: ExtendableEvent): void {
  const install = event as RoutingInstallEvent
  if (install.addRoutes === undefined) return
  const past = install.addRoutes({ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' })
  event.waitUntil(past.catch(reportError))
}
