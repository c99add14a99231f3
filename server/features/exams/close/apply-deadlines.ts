import type { Queries } from '../../../db/connect.ts'
import { isAway } from '../../../db/is-away.ts'
import type { Services } from '../../../services.ts'
import type { Attempt } from '../attempt.ts'
import { lapseOf } from '../attempt-clock.ts'
import { failAttempt, startClock } from '../attempt-repository.ts'
import { endCurrent } from '../pauses.ts'
import { closeAttempt } from './close-attempt.ts'
import { gradeLater } from '../result/grade-attempt.ts'
import { findSubmission } from '../answers/submission-store.ts'

/**
 * Records what time alone has done to an attempt: its clock started by itself, its pause reached its full length, it ran out
 * unattended, its build or grading expired. Every call that touches an attempt begins with this, and a sweep does it for the
 * rest, so the state never depends on anybody looking. The caller holds the row.
 */
export async function applyDeadlines(services: Services, tx: Queries, attempt: Attempt, now: Date): Promise<Attempt> {
  const lapse = lapseOf(attempt, now)
  switch (lapse.kind) {
    case 'nothing':
      return attempt
    case 'started':
      return applyDeadlines(services, tx, await startClock(tx, attempt, lapse.at), now)
    case 'resumed': {
      const resumed = await endCurrent(tx, attempt, { at: lapse.at, by: 'limit', now })
      return applyDeadlines(services, tx, resumed, now)
    }
    case 'unattended': {
      const closing = { by: 'unattended', at: attempt.lateUntil!, now } as const
      return (await closeAttempt(services, tx, attempt, closing)).attempt
    }
    case 'build-expired':
      return failAttempt(tx, attempt, 'build_expired')
    case 'results-expired':
      return gradeOnceMore(services, tx, attempt)
  }
}

/**
 * Ten minutes without a grade may only mean that every server was down, with the job still in its queue. The attempt is given
 * back only if it cannot be graded now either; a later job is a no-op. An unreachable database or a locked row says nothing of
 * the grading: its error is thrown, and the next call that touches the attempt tries again.
 */
async function gradeOnceMore(services: Services, tx: Queries, attempt: Attempt): Promise<Attempt> {
  const submission = await findSubmission(tx, attempt.id)
  try {
    return await tx.transaction((savepoint) => gradeLater(services, savepoint, attempt, submission!))
  } catch (error) {
    if (isAway(error)) throw error
    services.metrics.gradings.inc({ outcome: 'failed' })
    services.log.error({ err: error, attemptId: attempt.id }, 'grading failed')
    return failAttempt(tx, attempt, 'results_expired')
  }
}
