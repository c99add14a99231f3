import { randomBytes } from 'node:crypto'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Queries } from '../../../db/connect.ts'
import { databaseNow } from '../../../db/connect.ts'
import { attempts } from '../../../db/schema/attempts.ts'
import { Failure } from '../../../failure.ts'
import type { Services } from '../../../services.ts'
import { lockAccountShared } from '../../auth/lock-account.ts'
import { findExamAllowance, findGoingBack } from '../../purchases/exam-allowance.ts'
import { type ExamTime, requireOwnPurchase, requireUsablePurchase } from '../../purchases/purchase-access.ts'
import type { PurchaseRow } from '../../purchases/purchase-now.ts'
import { applyDeadlines } from '../close/apply-deadlines.ts'
import { lockOpenAttempt, newestAttempt, resultUrl } from '../attempt-repository.ts'
import type { Attempt, AttemptMode } from '../attempt.ts'
import { examUse } from '../exam-use.ts'
import { newTicketSalt, ticketHash, ticketOf } from '../ticket.ts'
import { requireTrainingLeft, trimTrainings } from './training-bounds.ts'

interface Opening {
  purchaseId: string
  userId: string
  mode: AttemptMode
  startKey: string | undefined
  isLeftToJob?: boolean
}

/**
 * Finds the open attempt of a purchase, or opens one. Browsers repeat GETs (reload, Back, a re-sent request), so an exam opens
 * only with an unused start key, or if the purchase has never had an exam. A training costs nothing and opens freely within its
 * bounds. Throws 429 `too_many_trainings`, `too_many_starts`, 409 `no_open_attempt` (with the last result's address),
 * `no_attempts_left`, `refund_decided`, `purchase_not_paid`, `purchase_expired`; 403; 404.
 */
export async function findOrOpenAttempt(services: Services, opening: Opening): Promise<Attempt> {
  const outcome = await services.db.transaction(async (tx) => {
    await lockAccountShared(tx, opening.userId)
    const purchase = await requireOwnPurchase(tx, opening.purchaseId, opening.userId, { lock: true })
    const current = await lockOpenAttempt(tx, purchase.id, opening.mode)
    if (current !== undefined) {
      const settled = await applyDeadlines(services, tx, current, await databaseNow(tx))
      if (settled.isOpen) return settled
    }
    const refusal = await reasonNotToOpen(tx, purchase, opening, services.config.limitFactor)
    if (refusal === null && opening.mode === 'training') await trimTrainings(tx, purchase.id, 'training')
    // The refusal is returned, not thrown: the effects of time on the old attempt must be committed anyway.
    return refusal ?? insertAttempt(services, tx, purchase, opening)
  })
  if (outcome instanceof Failure) throw outcome
  return outcome
}

/** `mayOpen` of open-at-once.ts says the same in SQL; a test compares them. It needs no bound: it leaves no unfetched exam. */
async function reasonNotToOpen(
  tx: Queries,
  purchase: PurchaseRow,
  { userId, mode, startKey }: Opening,
  limitFactor: number,
): Promise<Failure | null> {
  await requireUsablePurchase(tx, purchase.id, userId)
  if (mode === 'training') {
    await requireTrainingLeft(tx, userId, limitFactor)
    return null
  }
  if ((await findGoingBack(tx, [purchase.id])).has(purchase.id)) {
    return new Failure(409, 'refund_decided', 'Кошти за цей тест повертаються, тому нового екзамену почати не можна.')
  }
  await requireUnfetchedLeft(tx, purchase.id, limitFactor)
  const last = await newestAttempt(tx, purchase.id, 'exam')
  // Practices have start keys too: a key that began a practice begins no exam, not even the first.
  const hasNoNewKey = startKey === undefined ? last !== undefined : await wasUsed(tx, purchase.id, startKey)
  if (hasNoNewKey) return noOpenAttempt(tx, purchase, last)
  if ((await findExamAllowance(tx, purchase, examUse)).left === 0) {
    return new Failure(409, 'no_attempts_left', 'Усі спроби екзамену за цією покупкою вже використано.', {
      result_url: await resultUrl(tx, purchase.id),
    })
  }
  return null
}

/** Most exams of one purchase in 24 hours that nobody fetched. Each is given back, and leaves a row and a notification. */
const mostUnfetchedADay = 20

/** Throws 429 `too_many_starts` if too many exams were prepared and not fetched; says when the next may be prepared. */
async function requireUnfetchedLeft(tx: Queries, purchaseId: string, factor: number): Promise<void> {
  const ofPurchase = and(eq(attempts.purchaseId, purchaseId), eq(attempts.mode, 'exam'))
  const isUnfetched = and(eq(attempts.state, 'failed'), isNull(attempts.deliveredAt))
  const [nth] = await tx
    .select({ wait: sql<number>`ceil(86400 - extract(epoch from now() - ${attempts.createdAt}))::int` })
    .from(attempts)
    .where(and(ofPurchase, isUnfetched))
    .orderBy(desc(attempts.createdAt))
    .offset(Math.ceil(mostUnfetchedADay * factor) - 1)
    .limit(1)
  const retryAfterSeconds = nth?.wait ?? 0
  if (retryAfterSeconds <= 0) return
  const hours = Math.ceil(retryAfterSeconds / 3600)
  const detail = `За добу ми готували цей екзамен забагато разів, а його так і не відкрили. Спроби лишилися за вами; почати можна через ${hours}\u00a0год.`
  throw new Failure(429, 'too_many_starts', detail, { retryAfterSeconds })
}

async function wasUsed(tx: Queries, purchaseId: string, startKey: string): Promise<boolean> {
  const ofKey = and(eq(attempts.purchaseId, purchaseId), eq(attempts.startKey, startKey))
  return (await tx.select({ id: attempts.id }).from(attempts).where(ofKey)).length > 0
}

async function noOpenAttempt(tx: Queries, purchase: PurchaseRow, last: Attempt | undefined): Promise<Failure> {
  const hasResult = last?.state === 'graded' || last?.state === 'submitted'
  return new Failure(
    409,
    'no_open_attempt',
    'Відкритої спроби немає. Щоб скласти екзамен, натисніть «Почати екзамен».',
    hasResult ? { result_url: await resultUrl(tx, purchase.id) } : {},
  )
}

async function insertAttempt(
  services: Services,
  tx: Queries,
  purchase: PurchaseRow,
  opening: Opening,
): Promise<Attempt> {
  const { mode, userId, isLeftToJob = false } = opening
  const fresh = { ...newAttempt(services, opening), durationSeconds: secondsOf(purchase) }
  const [attempt] = await tx
    .insert(attempts)
    .values({ ...fresh, purchaseId: purchase.id, userId, mode, state: 'building' })
    .returning()
  // In the attempt's own transaction: if this process dies before it has built the paper, the job builds it.
  const startsNow = isLeftToJob || (services.config.workMode === 'job' && mode === 'exam')
  await services.jobs.add(tx, 'build-paper', { attempt_id: fresh.id }, startsNow ? 0 : 3)
  return attempt!
}

/** Ordered by time: rows of one hour are neighbours in every index that begins with this id (decision 0084). */
export const newAttemptId = (): string => uuidv7()

/** Makes the values of a new attempt, whatever was bought: an id unless one is given, secrets, and the late allowance. */
export function newAttempt(
  { config, secrets }: Services,
  { startKey, id = newAttemptId() }: Pick<Opening, 'startKey'> & { id?: string },
) {
  const identity = { id, ticketSalt: newTicketSalt() }
  return {
    ...identity,
    startKey: startKey ?? null,
    examCacheKey: randomBytes(16).toString('base64url'),
    seed: newSeed(),
    submissionKey: crypto.randomUUID(),
    ticketHash: ticketHash(ticketOf(secrets, identity)),
    lateSeconds: config.lateHours * 3600,
  }
}

/** What a paper is drawn from: secret, and of one attempt. */
export const newSeed = (): string => randomBytes(16).toString('base64url')

/** Seconds that an exam of a purchase lasts. */
export const secondsOf = (terms: ExamTime): number => Math.round(terms.durationMinutes * 60 * terms.extraTimeFactor)
