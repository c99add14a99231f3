import { sql } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { claimGuestTrial as endpoint } from '#contract/guest-trial.ts'
import type { Queries } from '../../db/connect.ts'
import { Failure } from '../../failure.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import type { Services } from '../../services.ts'
import { lockAccountShared } from '../auth/lock-account.ts'
import type { Attempt } from '../exams/attempt.ts'
import { findAttempt } from '../exams/attempt-repository.ts'
import { takeAnswered } from '../exams/open/take-answered.ts'
import { requireTrainingLeft, trimTrainings } from '../exams/open/training-bounds.ts'
import { findBoughtTest } from '../purchases/bought-test.ts'
import { orderTest } from '../purchases/order/order-test.ts'
import { requireUsablePurchase } from '../purchases/purchase-access.ts'
import { drawAgain, idOf } from './draw-trial.ts'

type Claim = z.output<(typeof endpoint)['body']>
type Claimed = z.output<(typeof endpoint)['response']>

/**
 * Makes a guest's trial a graded training of this account, under the trial's id: once, however often it is called. Orders the
 * free test if the account has none in use. Throws 409 `trial_claimed` if another account has the trial, `trial_outdated` as
 * `drawAgain` does, `purchase_expired`, 429 `too_many_trainings`, 400 `unknown_question`, `invalid_answer`, 404.
 */
export async function claimTrial(
  services: Services,
  provider: PaymentProvider,
  userId: string,
  { trial, slug, ...answered }: Claim,
): Promise<Claimed> {
  // The training is looked up first: a release may have changed the questions since a reply that was lost.
  const before = await findAttempt(services.db, idOf(trial))
  if (before?.userId === userId) return claimedOf(services.db, before)
  const drawn = await drawAgain(services, trial, slug)
  if (before !== undefined) throw claimedByAnother()
  // The bound is checked before the order too, so that a refused claim leaves no order.
  await requireTrainingLeft(services.db, userId, services.config.limitFactor)
  // Only for free: this person has pressed no button with a price.
  const order = { userId, testId: slug, idempotencyKey: `guest trial ${drawn.id}`, shown: { shown_price: 0 } }
  const purchaseId = await orderTest(services, provider, order)
  return services.db.transaction(async (tx) => {
    await lockAccountShared(tx, userId)
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`guest trial ${drawn.id}`}, 0))`)
    const meanwhile = await findAttempt(tx, drawn.id)
    if (meanwhile?.userId === userId) return claimedOf(tx, meanwhile)
    if (meanwhile !== undefined) throw claimedByAnother()
    const purchase = await requireUsablePurchase(tx, purchaseId, userId, { lock: true })
    await requireTrainingLeft(tx, userId, services.config.limitFactor)
    await trimTrainings(tx, purchase.id, 'training')
    const { answers, spent_seconds: spentSeconds } = answered
    await takeAnswered(services, tx, { purchase, drawn, answers, spentSeconds })
    return claimedOf(tx, { id: drawn.id, purchaseId: purchase.id })
  })
}

const claimedByAnother = () =>
  new Failure(409, 'trial_claimed', 'Цю пробу вже додано до іншого облікового запису: її розбір видно лише в ньому.')

async function claimedOf(queries: Queries, attempt: Pick<Attempt, 'id' | 'purchaseId'>): Promise<Claimed> {
  const { type } = await findBoughtTest(queries, attempt.purchaseId)
  return { purchase_id: attempt.purchaseId, attempt_id: attempt.id, test_type: type }
}
