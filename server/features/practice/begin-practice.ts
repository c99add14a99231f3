import type { z } from 'zod/mini'
import type { beginPractice as endpoint, Practice } from '#contract/practice.ts'
import { databaseNow, type Queries } from '../../db/connect.ts'
import { Failure } from '../../failure.ts'
import type { Services } from '../../services.ts'
import { lockAccountShared } from '../auth/lock-account.ts'
import { isUnanswered } from '../exams/answers/answer-events.ts'
import { type Attempt, practiceMode } from '../exams/attempt.ts'
import { findBegunBy, leaveUnanswered, lockOpenAttempt } from '../exams/attempt-repository.ts'
import { closeAttempt } from '../exams/close/close-attempt.ts'
import { requireTrainingLeft, trimTrainings } from '../exams/open/training-bounds.ts'
import { requireOwnPurchase, requireUsablePurchase } from '../purchases/purchase-access.ts'
import { practiceOrder } from './practice-order.ts'
import { readPractice } from './read-practice.ts'
import { storePractice } from './store-practice.ts'

interface Beginning {
  purchaseId: string
  userId: string
  body: z.output<(typeof endpoint)['body']>
}

/**
 * The practice that this start key names, begun if nobody has; beginning another one ends the one that is open. Bounded
 * like the specification's trainings, and together with them. Throws 429 `too_many_trainings`, 409 `purchase_not_paid`,
 * `purchase_expired`, `no_mistakes`, `idempotency_mismatch` (the key has begun an exam), 400 `unknown_kind`, 403, 404.
 */
export function beginPractice(services: Services, { purchaseId, userId, body }: Beginning): Promise<Practice> {
  return services.db.transaction(async (tx) => {
    await lockAccountShared(tx, userId)
    const purchase = await requireOwnPurchase(tx, purchaseId, userId, { lock: true })
    const begun = await findBegun(tx, purchase.id, body.start_key)
    if (begun !== undefined) return readPractice(tx, begun)

    await requireUsablePurchase(tx, purchase.id, userId)
    await requireTrainingLeft(tx, userId, services.config.limitFactor)
    const order = await practiceOrder(tx, { purchaseId: purchase.id, userId }, body)
    await endOpen(services, tx, purchase.id)
    await trimTrainings(tx, purchase.id, practiceMode)
    const owner = { purchaseId: purchase.id, userId, startKey: body.start_key }
    return readPractice(tx, await storePractice(services, tx, owner, order))
  })
}

async function findBegun(tx: Queries, purchaseId: string, startKey: string): Promise<Attempt | undefined> {
  const attempt = await findBegunBy(tx, purchaseId, startKey)
  if (attempt === undefined || attempt.mode === practiceMode) return attempt
  throw new Failure(
    409,
    'idempotency_mismatch',
    'Не вдалося почати тренування. Оновіть сторінку й почніть його ще раз.',
  )
}

/** Graded with what was answered; where nothing was, it is left. */
async function endOpen(services: Services, tx: Queries, purchaseId: string): Promise<void> {
  const open = await lockOpenAttempt(tx, purchaseId, practiceMode)
  if (open === undefined) return
  if (isUnanswered(open)) return leaveUnanswered(tx, open)
  const now = await databaseNow(tx)
  await closeAttempt(services, tx, open, { by: 'person', at: now, now, isWatched: true })
}
