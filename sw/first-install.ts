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
  // No limit: as of all that an activation waits for, the browser's own.
  if (isFirst) await self.clients.claim()
}
