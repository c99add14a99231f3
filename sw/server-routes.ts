/** An install event of a browser that knows the Service Worker Static Routing API (Chromium since 123). */
interface RoutingInstallEvent extends ExtendableEvent {
  addRoutes?(rule: { condition: { urlPattern: { pathname: string } }; source: 'network' }): Promise<void>
}

/**
 * Lets API calls bypass the worker, so that no call of an exam waits for a worker to start. Second reason: while a new version is
 * accepted, Chromium keeps the old one for minutes if calls go through it (seen in 3 of 10 updates under load). A browser without
 * this API, or that refuses, passes the calls through the worker. https://developer.chrome.com/blog/service-worker-static-routing
 */
export function routePastWorker(event: ExtendableEvent): void {
  const install = event as RoutingInstallEvent
  if (install.addRoutes === undefined) return
  const past = install.addRoutes({ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' })
  event.waitUntil(past.catch(reportError))
}
