import type { ExamSession } from './exam-phase.ts'
import { remedyFor } from './failure.ts'

/** Whether nothing more can come of this attempt, so that the next start makes another one. */
export function isGivenUp(session: ExamSession): boolean {
  if (session.phase === 'no-open-attempt') return true
  if (session.phase !== 'failed') return false
  const remedy = remedyFor(session.failure)
  return remedy === 'start-again' || remedy === 'leave'
}
