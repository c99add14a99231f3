import type { ExamEffect, ExamSession } from './exam-phase.ts'
import { buildPollDelay, resultsPollDelay } from './poll-schedule.ts'

/** What the world must do next; null waits for the person, or there is nothing left to do. */
export function nextEffect(session: ExamSession): ExamEffect | null {
  switch (session.phase) {
    case 'opening':
      return { type: 'open', startKey: session.startKey }
    case 'building': {
      if (session.cacheKey !== null) return { type: 'fetch-paper', cacheKey: session.cacheKey }
      const attempt = session.asked + 1
      return { type: 'ask-build-status', attempt, wait: buildPollDelay(attempt) }
    }
    case 'ready':
      return session.stored ? { type: 'begin' } : { type: 'store-paper', paper: session.paper }
    case 'submitting':
      return session.enqueued ? { type: 'deliver' } : { type: 'enqueue-submission' }
    case 'scoring':
      return { type: 'ask-results-status', attempt: session.asked + 1, wait: resultsPollDelay() }
    case 'answering':
    case 'finished':
    case 'no-open-attempt':
    case 'failed':
      return null
  }
}
