import { isExamActive } from '../src/attempt/sync/exam-lock.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * The page may be of an older version than this worker: a message that is not understood is ignored, and the form of
 * those that are must never change.
 */
export function onMessage(event: ExtendableMessageEvent): void {
  if (event.data?.type === 'SKIP_WAITING') event.waitUntil(takeOverUnlessExam())
}

/** Asked for in one tab, refused while any tab holds an exam: a new version never replaces a running one. */
export async function takeOverUnlessExam(): Promise<void> {
  // No limit: the browser sets one for the event.
  if (!(await isExamActive())) await self.skipWaiting()
}
