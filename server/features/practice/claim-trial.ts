import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { claimGuestTrial as endpoint } from '#contract/guest-trial.ts'
import { databaseNow, type Queries } from '../../db/connect.ts'
import { attempts } from '../../db/schema/attempts.ts'
import { Failure } from '../../failure.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import type { Services } from '../../services.ts'
import { lockAccountShared } from '../auth/lock-account.ts'
import { appendEvents } from '../exams/answers/answer-events.ts'
import type { Attempt } from '../exams/attempt.ts'
import { startClock, testOf } from '../exams/attempt-repository.ts'
import { closeAttempt } from '../exams/close/close-attempt.ts'
import { newAttempt, secondsOf } from '../exams/open/open-attempt.ts'
import { requireTrainingLeft, trimTrainings } from '../exams/open/training-bounds.ts'
import { storePaper } from '../exams/paper/paper-store.ts'
import { orderTest } from '../purchases/order/order-test.ts'
import { requireUsablePurchase } from '../purchases/purchase-access.ts'
import type { PurchaseRow } from '../purchases/purchase-now.ts'
import { type DrawnTrial, drawAgain, idOf } from './draw-trial.ts'

type Claim = z.output<(typeof endpoint)['body']>
type Claimed = z.output<(typeof endpoint)['response']>

/** A guest has one device, and answers each question once. */
const deviceId = 'guest-trial'

/**
 * Makes a guest's trial a graded training of this account, under the trial's own name: once, however often it asks. Its free
 * test is ordered where the account has none in use. Throws 409 `trial_claimed` where another account has it, `trial_outdated` as
 * `drawAgain` says, `purchase_expired`, 429 `too_many_trainings`, 400 `unknown_question`, `invalid_answer`, 404.
 */
export async function claimTrial(
  services: Services,
  provider: PaymentProvider,
  userId: string,
  { trial, slug, ...answered }: Claim,
): Promise<Claimed> {
  // First: a release may have changed the questions since a reply that was lost.
  const before = await findClaimed(services.db, idOf(trial))
  if (before?.userId === userId) return claimedOf(services.db, before)
  const drawn = await drawAgain(services, trial, slug)
  if (before !== undefined) throw claimedByAnother()
  // For nothing, or not at all: whose account it becomes has pressed no button with a price.
  const order = { userId, testId: slug, idempotencyKey: `guest trial ${drawn.id}`, shown: { shown_price: 0 } }
  const purchaseId = await orderTest(services, provider, order)
  return services.db.transaction(async (tx) => {
    await lockAccountShared(tx, userId)
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`guest trial ${drawn.id}`}, 0))`)
    const meanwhile = await findClaimed(tx, drawn.id)
    if (meanwhile?.userId === userId) return claimedOf(tx, meanwhile)
    if (meanwhile !== undefined) throw claimedByAnother()
    const purchase = await requireUsablePurchase(tx, purchaseId, userId, { lock: true })
    await requireTrainingLeft(tx, userId, services.config.limitFactor)
    await trimTrainings(tx, purchase.id, 'training')
    await whileNoneIsOpen(tx, purchase.id, () => storeAnswered(services, tx, { purchase, drawn, ...answered }))
    return claimedOf(tx, { id: drawn.id, purchaseId: purchase.id })
  })
}

async function findClaimed(queries: Queries, id: string): Promise<Attempt | undefined> {
  const [attempt] = await queries.select().from(attempts).where(eq(attempts.id, id))
  return attempt
}

const claimedByAnother = () =>
  new Failure(409, 'trial_claimed', 'Цю пробу вже додано до іншого облікового запису: її розбір видно лише в ньому.')

async function claimedOf(queries: Queries, attempt: Pick<Attempt, 'id' | 'purchaseId'>): Promise<Claimed> {
  const { type } = await testOf(queries, attempt)
  return { purchase_id: attempt.purchaseId, attempt_id: attempt.id, test_type: type }
}

/**
 * Of a purchase one training is open at the most, also for the moment in which this one is. The owner's, which may be under way
 * on another device, is open again when the transaction ends, and nobody has seen it otherwise.
 */
async function whileNoneIsOpen(tx: Queries, purchaseId: string, work: () => Promise<void>): Promise<void> {
  const isOpenHere = and(eq(attempts.purchaseId, purchaseId), eq(attempts.mode, 'training'), attempts.isOpen)
  const [open] = await tx.update(attempts).set({ isOpen: false }).where(isOpenHere).returning({ id: attempts.id })
  await work()
  if (open !== undefined) await tx.update(attempts).set({ isOpen: true }).where(eq(attempts.id, open.id))
}

interface Answered extends Pick<Claim, 'answers' | 'spent_seconds'> {
  purchase: PurchaseRow
  drawn: DrawnTrial
}

/** As a training that was opened when its first question was shown, and is answered and submitted in this transaction. */
async function storeAnswered(services: Services, tx: Queries, answered: Answered): Promise<void> {
  const { purchase, drawn, answers, spent_seconds } = answered
  const { id, seed, items } = drawn
  const fresh = { ...newAttempt(services, { startKey: undefined, id }), seed, durationSeconds: secondsOf(purchase) }
  const [building] = await tx
    .insert(attempts)
    .values({ ...fresh, purchaseId: purchase.id, userId: purchase.userId, mode: 'training', state: 'building' })
    .returning()
  if (!(await storePaper(tx, building!, items))) throw new Error(`The paper of ${id} could not be stored`)
  const now = await databaseNow(tx)
  await tx.update(attempts).set({ deliveredAt: now }).where(eq(attempts.id, id))
  const open = await startClock(tx, { ...building!, deliveredAt: now }, new Date(now.getTime() - spent_seconds * 1000))
  const { epoch } = open
  const events = answers.map((answer, index) => ({ ...answer, epoch, seq: index + 1, device_id: deviceId }))
  const { attempt } = await appendEvents(tx, services.answerShapes, open, events, now)
  // By a window of its owner, which shows what becomes of it.
  await closeAttempt(services, tx, attempt, { by: 'person', at: now, now, isWatched: true })
}
