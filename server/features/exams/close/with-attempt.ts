import type { Queries } from '../../../db/connect.ts'
import { Failure } from '../../../failure.ts'
import type { Services } from '../../../services.ts'
import { applyDeadlines } from './apply-deadlines.ts'
import type { LockedAttempt } from '../attempt-repository.ts'
import type { Attempt } from '../attempt.ts'

/**
 * Runs a call that touches one attempt in one transaction: `lock` locks it, its deadlines are applied, and `act` works on it
 * at `now`. `lock` may throw, because nothing is written yet. `act` returns a refusal instead of throwing it, so that what
 * time has done is committed anyway. Resolves with what `act` returns.
 */
export function withAttempt<T>(
  services: Services,
  lock: (tx: Queries) => Promise<LockedAttempt>,
  act: (tx: Queries, attempt: Attempt, now: Date) => T | Promise<T>,
): Promise<T> {
  return services.db.transaction(async (tx) => {
    const { attempt, now } = await lock(tx)
    return act(tx, await applyDeadlines(services, tx, attempt, now), now)
  })
}

/** Why an attempt takes no answers: it has not begun, or never will. Null: it takes them. */
export function reasonToTakeNoAnswers({ state }: Attempt): Failure | null {
  switch (state) {
    case 'failed':
      return new Failure(
        409,
        'exam_build_failed',
        'Ця спроба не відбулася з нашої вини. Спробу повернено, почніть ще раз.',
      )
    case 'building':
    case 'ready':
      return new Failure(409, 'attempt_not_started', 'Екзамен ще не почався.')
    default:
      return null
  }
}
