/**
 * Served in place of a worker that does harm (RETIRE_WORKER=1 on the server). It removes every cache and itself; from the next
 * page on the site runs without a worker. It never touches IndexedDB, where answers live. Like any new version it waits while
 * an exam is open. It imports nothing, not even from the worker: it is needed on the day when something there is broken.
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

/** Works like `exam-lock.ts`. If the browser does not answer, an exam may be open. */
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
