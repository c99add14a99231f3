import { isExamActive } from '../src/attempt/sync/exam-lock.ts'

declare const self: ServiceWorkerGlobalScope

/** Handles messages, also from older pages: ignores unknown ones. The form of known ones must never change. */
export function onMessage(event: ExtendableMessageEvent): void {
  if (event.data?.type === 'SKIP_WAITING') event.waitUntil(takeOverUnlessExam())
}

/** Activates this version, unless any tab holds an exam: a new version never replaces a running one. */
export async function takeOverUnlessExam(): Promise<void> {
  // No limit: the browser sets one for the event.
  if (!(await isExamActive())) await self.skipWaiting()
}
