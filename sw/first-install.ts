declare const self: ServiceWorkerGlobalScope

let isFirst = false

export function noteFirstInstall(): void {
  isFirst = self.registration.active === null
}

/** Claims a first visit's windows, so that their next pages come from the precache. Later a window keeps its build's worker. */
export async function claimFirstWindows(): Promise<void> {
  // No limit: the browser limits an activation itself.
  if (isFirst) await self.clients.claim()
}
