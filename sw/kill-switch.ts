import { onMessage, takeOverUnlessExam } from './messenger.ts'

/**
 * Served in place of the worker when that one does harm (RETIRE_WORKER=1 on the server): it removes every cache and
 * itself, and from the next page on the site runs without a worker. IndexedDB, where answers live, is not touched. Like
 * any new version it waits while an exam is open. It must import nothing and stay as it is: it is needed on the day when
 * something else is broken.
 */
declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => event.waitUntil(takeOverUnlessExam()))
self.addEventListener('activate', (event) => event.waitUntil(retire()))
self.addEventListener('message', onMessage)

async function retire(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
  await self.registration.unregister()
}
