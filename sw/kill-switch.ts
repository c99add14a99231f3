/**
 * Served in place of the worker when that one does harm (RETIRE_WORKER=1 on the server): it removes every cache and
 * itself, and from the next page on the site runs without a worker. IndexedDB, where answers live, is not touched. Like
 * any new version it waits while an exam is open. It imports nothing, what the worker has included: it is needed on the day when
 * something there is broken.
 */
declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => event.waitUntil(takeOverUnlessExam()))
self.addEventListener('activate', (event) => event.waitUntil(retire()))
self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') event.waitUntil(takeOverUnlessExam())
})

async function takeOverUnlessExam(): Promise<void> {
  if (!(await isExamActive())) await self.skipWaiting()
}

/** As `exam-lock.ts` does it. Where the browser does not say, an exam may be open. */
async function isExamActive(): Promise<boolean> {
  if (!('locks' in navigator)) return false
  const silence = new Promise<null>((resolve) => setTimeout(() => resolve(null), 5_000))
  const locks = await Promise.race([navigator.locks.query(), silence]).catch(() => null)
  return locks === null || (locks.held ?? []).some(({ name }) => name === 'exam-active')
}

async function retire(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
  await self.registration.unregister()
}

export {}
