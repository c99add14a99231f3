declare const self: ServiceWorkerGlobalScope

let isFirst = false

export function noteFirstInstall(): void {
  isFirst = self.registration.active === null
}

/**
 * The windows of a first visit are taken over at once, so that the pages which they have not opened yet come from the
 * precache too. Later workers claim nothing: a window stays with the worker of its own build.
 */
export async function claimFirstWindows(): Promise<void> {
  if (isFirst) await self.clients.claim()
}
