import type { Queries } from '../../../db/connect.ts'
import { Failure } from '../../../failure.ts'
import type { Services } from '../../../services.ts'
import { applyDeadlines } from './apply-deadlines.ts'
import type { LockedAttempt } from '../attempt-repository.ts'
import type { Attempt } from '../attempt.ts'

/**
 * What every call does that touches one attempt, in one transaction: `lock` holds it, its deadlines are applied, and `act`
 * works on it as it is then, at `now`. `lock` may throw, for nothing is written yet. `act` returns a refusal in place of
 * throwing it: what time has done to the attempt is committed anyway. Resolves with what `act` returns.
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

/** Why an attempt takes no answers: it has none yet, or never will. Null: it may. */
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
