import type { z } from 'zod/mini'
import type { beginPractice as endpoint, Practice } from '#contract/practice.ts'
import { databaseNow, type Queries } from '../../db/connect.ts'
import { Failure } from '../../failure.ts'
import type { Services } from '../../services.ts'
import { lockAccountAlone } from '../auth/lock-account.ts'
import { isUnanswered } from '../exams/answers/answer-events.ts'
import { type Attempt, practiceMode } from '../exams/attempt.ts'
import { findBegunBy, leaveUnanswered, lockOpenAttempt } from '../exams/attempt-repository.ts'
import { closeAttempt } from '../exams/close/close-attempt.ts'
import { newAttempt } from '../exams/open/open-attempt.ts'
import { openDrawn } from '../exams/open/open-drawn.ts'
import { requireTrainingLeft, trimTrainings } from '../exams/open/training-bounds.ts'
import { mostDrawings, readSeen, wasShownMore } from '../exams/paper/paper-store.ts'
import { requireOwnPurchase, requireUsablePurchase } from '../purchases/purchase-access.ts'
import { practiceOrder } from './practice-order.ts'
import { readPractice } from './read-practice.ts'

interface Beginning {
  purchaseId: string
  userId: string
  body: z.output<(typeof endpoint)['body']>
}

/**
 * Finds the practice of this start key, or begins it and ends an open practice. Trainings of the specification and practices
 * share a bound. The paper is drawn before the transaction, so no row and no connection waits for it. It is drawn again if its
 * owner was shown more meanwhile (`mostDrawings`). Throws 429 `too_many_trainings`, 409 `purchase_not_paid`, `purchase_expired`,
 * `no_mistakes`, `idempotency_mismatch` (the key began an exam), 400 `unknown_kind`, 403, 404, 503 `overloaded` (`PaperDrawer`).
 */
export async function beginPractice(services: Services, { body, ...owner }: Beginning): Promise<Practice> {
  const { db, papers } = services
  const startKey = body.start_key
  for (let drawing = 1; ; drawing += 1) {
    const begun = await findBegun(services, db, { ...owner, startKey, lock: false })
    if (begun !== undefined) return readPractice(db, begun)
    const order = await practiceOrder(db, owner, body)
    const seen = await readSeen(db, owner.userId, 'training')
    const fresh = newAttempt(services, { startKey })
    const drawn = await papers.draw({ seed: fresh.seed, seen, practice: order })

    const practice = await db.transaction(async (tx) => {
      await lockAccountAlone(tx, owner.userId)
      const meanwhile = await findBegun(services, tx, { ...owner, startKey, lock: true })
      if (meanwhile !== undefined) return readPractice(tx, meanwhile)
      const memory = { userId: owner.userId, mode: 'training', seen } as const
      if (drawing < mostDrawings && (await wasShownMore(tx, memory))) return null
      await endOpen(services, tx, owner.purchaseId)
      await trimTrainings(tx, owner.purchaseId, practiceMode)
      return readPractice(tx, await openDrawn(tx, { ...fresh, ...owner }, drawn))
    })
    if (practice !== null) return practice
  }
}

/** This start key's practice; undefined if it may begin one. `lock` locks the purchase. Throws as `beginPractice` does. */
async function findBegun(
  { config }: Services,
  queries: Queries,
  { purchaseId, userId, startKey, lock }: { purchaseId: string; userId: string; startKey: string; lock: boolean },
): Promise<Attempt | undefined> {
  await requireOwnPurchase(queries, purchaseId, userId, { lock })
  const attempt = await findBegunBy(queries, purchaseId, startKey)
  if (attempt?.mode === practiceMode) return attempt
  if (attempt !== undefined) {
    const detail = 'Не вдалося почати тренування. Оновіть сторінку й почніть його ще раз.'
    throw new Failure(409, 'idempotency_mismatch', detail)
  }
  await requireUsablePurchase(queries, purchaseId, userId)
  await requireTrainingLeft(queries, userId, config.limitFactor)
  return undefined
}

/** Ends the open practice: grades it, or leaves it if nothing was answered. */
async function endOpen(services: Services, tx: Queries, purchaseId: string): Promise<void> {
  const open = await lockOpenAttempt(tx, purchaseId, practiceMode)
  if (open === undefined) return
  if (isUnanswered(open)) return leaveUnanswered(tx, open)
  const now = await databaseNow(tx)
  await closeAttempt(services, tx, open, { by: 'person', at: now, now, isWatched: true })
}
