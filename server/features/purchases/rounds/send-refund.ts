import { and, eq, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Queries } from '../../../db/connect.ts'
import { ledger, orders, refunds } from '../../../db/schema/purchases.ts'
import {
  type PaymentEvent,
  PaymentForged,
  type PaymentProvider,
  PaymentUnanswered,
  PaymentUnavailable,
  RefundDeclined,
} from '../../../payments/payment-provider.ts'
import { askStatus } from '../ask-status.ts'
import { lockOrder } from '../locked-order.ts'
import { amountOf, appendMovement, referenceOfPayment, returnedOf, triesBeforeGivenUp } from '../books/ledger.ts'
import { asProviderKnows, type OrderRow } from '../purchase-now.ts'
import { recordPayment, type RecordingServices } from '../pay/record-payment.ts'

/**
 * Days after a request without an answer in which a provider that knows no keys is only asked: after them its status says whether
 * it took the request. An earlier second request could return a part of a payment twice.
 */
const unsureForDays = 3
const mostAtOnce = 20

type RefundRow = typeof refunds.$inferSelect
type DueRow = typeof ledger.$inferSelect
interface DueRefund {
  refund: RefundRow
  due: DueRow
  order: OrderRow
}

/** Takes up due refunds, a few in a round: sends them, sends them again, or asks about them. */
export async function sendDueRefunds(
  services: RecordingServices,
  provider: PaymentProvider,
  signal?: AbortSignal,
): Promise<void> {
  const rows = await services.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(isDue)
    .orderBy(refunds.nextTryAt)
    .limit(mostAtOnce)
  for (const { id } of rows) {
    if (signal?.aborted === true) return
    await sendRefund(services, provider, id)
  }
}

const isDue = and(isNull(refunds.returnedAt), lte(refunds.nextTryAt, sql`now()`))

/**
 * Advances the refund of a ledger row (`refund_due`); a no-op before its next try is due, or while another process works on it. A
 * refund does not end when the provider accepts the request: we ask until the provider says that the money went back, and request
 * it again if the provider says that it did not. The waits between two tries double, from two minutes to a day. Throws no error
 * of a provider: it is in the row, and in the log.
 */
export async function sendRefund(services: RecordingServices, provider: PaymentProvider, id: string): Promise<void> {
  const claimed = await claim(services, id)
  if (claimed === undefined) return
  try {
    await bringFurther(services, provider, claimed)
  } catch (error) {
    if (!isProvidersFailure(error)) throw error
    await services.db.update(refunds).set({ lastError: error.message }).where(eq(refunds.id, id))
    services.log.error({ err: error, refund: id, order: claimed.order.id }, 'money that we owe was not returned')
  }
  if (claimed.refund.tries >= triesBeforeGivenUp && !(await isReturned(services, id))) {
    services.log.error(
      { refund: id, order: claimed.order.id },
      'a refund is given up: somebody has to return it by hand',
    )
  }
}

/** Counts the try and schedules the next before anything is sent: if the process dies over it, the next round continues. */
async function claim({ db }: RecordingServices, id: string): Promise<DueRefund | undefined> {
  const [refund] = await db
    .update(refunds)
    .set({
      tries: sql`${refunds.tries} + 1`,
      nextTryAt: sql`now() + least(interval '1 day', interval '1 minute' * power(2, least(${refunds.tries}, 20) + 1))`,
    })
    .where(and(eq(refunds.id, id), isDue))
    .returning()
  if (refund === undefined) return undefined
  const [row] = await db
    .select({ due: ledger, order: orders })
    .from(ledger)
    .innerJoin(orders, eq(orders.id, ledger.orderId))
    .where(eq(ledger.id, id))
  return { refund, ...row! }
}

class AnotherProvidersMoney extends Error {
  override readonly name = 'AnotherProvidersMoney'
}

/** The payment has less than that left at its provider: it was returned there, or more was decided than was paid. */
class BeyondPayment extends Error {
  override readonly name = 'BeyondPayment'
}

/** The return was requested, and nobody knows whether the provider received the request. */
class PerhapsOrdered extends Error {
  override readonly name = 'PerhapsOrdered'
}

class NotYetReturned extends Error {
  override readonly name = 'NotYetReturned'
}

function isProvidersFailure(error: unknown): error is Error {
  const kinds = [
    PaymentUnavailable,
    PaymentForged,
    RefundDeclined,
    AnotherProvidersMoney,
    BeyondPayment,
    PerhapsOrdered,
    NotYetReturned,
  ]
  return kinds.some((kind) => error instanceof kind)
}

async function bringFurther(
  services: RecordingServices,
  provider: PaymentProvider,
  { refund, due, order }: DueRefund,
): Promise<void> {
  const { db } = services
  if (due.provider !== provider.name) {
    throw new AnotherProvidersMoney(`${due.provider} has to return what it took, and this server has ${provider.name}`)
  }
  const { payment_id: paymentId } = due.details as { payment_id: string }
  const reference = (await referenceOfPayment(db, order.id, paymentId)) ?? undefined
  // The status is asked for first: the money may have gone back, by an earlier try or by hand.
  const event = await askFirst(services, () => askStatus(provider, order, reference), refund)
  if (event !== null) await recordPayment(services, provider.name, event)
  if (await isReturned(services, refund.id)) return

  const { refusals } = refund
  const wasRefused = event?.returns?.some(
    ({ key, status }) => key === keyOf(refund.id, refusals) && status === 'refused',
  )
  if (refund.sentAt !== null && !wasRefused) throw new NotYetReturned(`${provider.name} has not returned it yet`)

  const attempt = refusals + (wasRefused ? 1 : 0)
  const { currency } = due
  const amount = await decideToOrder(services, provider, due, paymentId)
  try {
    await provider.refund(asProviderKnows(order, reference), { paymentId, amount, key: keyOf(refund.id, attempt) })
  } catch (error) {
    // The provider may never list what it declined immediately: nothing of this request or an earlier one is under way any more.
    const declined = { refusals: attempt + 1, orderedAt: null, sentAt: null }
    if (error instanceof RefundDeclined) await db.update(refunds).set(declined).where(eq(refunds.id, refund.id))
    throw error
  }
  await db.transaction(async (tx) => {
    const eventId = keyOf(refund.id, attempt)
    const movement = { orderId: order.id, amount, currency, provider: due.provider, paymentId, eventId }
    await appendMovement(tx, { ...movement, kind: 'refund_sent' })
    await tx
      .update(refunds)
      .set({ sentAt: sql`now()`, refusals: attempt, lastError: null })
      .where(eq(refunds.id, refund.id))
  })
}

/**
 * Decides how much is requested now, and records it before the request. Locks the order meanwhile: a return that is being booked
 * is either counted here, or booked after the request. Throws BeyondPayment or PerhapsOrdered.
 */
async function decideToOrder(
  { db }: RecordingServices,
  provider: PaymentProvider,
  due: DueRow,
  paymentId: string,
): Promise<number> {
  return db.transaction(async (tx) => {
    await lockOrder(tx, due.orderId)
    const amount = await amountToSend(tx, due, paymentId)
    if (!provider.knowsReturnsByKey && (await isPerhapsBack(tx, due, paymentId))) {
      throw new PerhapsOrdered(`money went back that may be of the last order: look into ${provider.name}’s cabinet`)
    }
    await noteOrder(tx, provider, due.id)
    return amount
  })
}

/**
 * Whether this amount of the payment has gone back since the last request, by no other refund. The sum does not identify it:
 * more went back (say, in the cabinet). Requested again, it could go back twice: a person has to look.
 */
async function isPerhapsBack(db: Queries, due: DueRow, paymentId: string): Promise<boolean> {
  const { rows } = await db.execute<{ sum: number }>(sql`
    select coalesce(sum(case other.kind when 'refund' then other.amount else -other.amount end), 0)::integer as sum
    from refunds
    join ledger other on other.order_id = ${due.orderId} and other.details->>'payment_id' = ${paymentId}
    left join refunds returned on returned.id = other.id
    where refunds.id = ${due.id} and other.id <> refunds.id and (
      other.kind = 'refund' and other.recorded_at > refunds.ordered_at
      or other.kind = 'refund_due' and returned.returned_at > refunds.ordered_at)`)
  return rows[0]!.sum >= due.amount
}

/**
 * Records the request before it is sent. If each request is a return of its own, only one process makes it, and none makes it
 * again while the last one may have been heard: throws PerhapsOrdered then.
 */
async function noteOrder(tx: Queries, { name, knowsReturnsByKey }: PaymentProvider, id: string): Promise<void> {
  const isLongAgo = lte(refunds.orderedAt, sql`now() - make_interval(days => ${unsureForDays})`)
  const mayOrder = knowsReturnsByKey ? undefined : or(isNull(refunds.orderedAt), isLongAgo)
  const noted = await tx
    .update(refunds)
    .set({ orderedAt: sql`now()` })
    .where(and(eq(refunds.id, id), isNull(refunds.returnedAt), mayOrder))
    .returning({ id: refunds.id })
  if (noted.length === 0) throw new PerhapsOrdered(`it is not known whether ${name} took the last order; it is asked`)
}

/** The status of the payment. An unclear answer does not prevent the first request. */
async function askFirst(
  { log }: RecordingServices,
  ask: () => Promise<PaymentEvent | null>,
  { id, tries }: RefundRow,
): Promise<PaymentEvent | null> {
  try {
    return await ask()
  } catch (error) {
    const isUnclear = error instanceof PaymentForged || error instanceof PaymentUnanswered
    if (tries > 1 || !isUnclear) throw error
    log.warn(
      { err: error, refund: id },
      'the payment provider did not tell how a payment stands that is to be returned',
    )
    return null
  }
}

/**
 * How much of a refund is sent: all of it or, of money that bought nothing, what is left of the payment. That is the payment
 * less what has gone back and what other refunds may yet return: those decided before this one, and those requested. Throws
 * BeyondPayment if more was decided than is left.
 */
async function amountToSend(db: Queries, due: DueRow, paymentId: string): Promise<number> {
  const paid = (await amountOf(db, due.orderId, paymentId)) ?? due.amount
  const [others] = await db
    .select({ sum: sql<number>`coalesce(sum(${ledger.amount}), 0)::integer` })
    .from(ledger)
    .innerJoin(refunds, eq(refunds.id, ledger.id))
    .where(
      and(
        eq(ledger.orderId, due.orderId),
        eq(ledger.kind, 'refund_due'),
        sql`${ledger.details}->>'payment_id' = ${paymentId}`,
        ne(ledger.id, due.id),
        isNull(refunds.returnedAt),
        // By the database's clock: a JavaScript date is less precise.
        or(
          isNotNull(refunds.orderedAt),
          // An earlier release sent this refund without recording its request.
          isNotNull(refunds.sentAt),
          sql`(${ledger.recordedAt}, ${ledger.id}) < (select recorded_at, id from ledger where id = ${due.id})`,
        ),
      ),
    )
  const left = Math.max(0, paid - (await returnedOf(db, due.orderId, paymentId)) - others!.sum)
  const isOperators = (due.details as { cause?: string }).cause === 'operator'
  const amount = isOperators ? due.amount : Math.min(due.amount, left)
  if (amount > 0 && amount <= left) return amount
  throw new BeyondPayment(`only ${left} kopiykas of this payment are left at ${due.provider}`)
}

/** The provider's key of this return. A request after a refusal needs a new key, or the provider refuses it as the old one. */
const keyOf = (refundId: string, refusals: number) => (refusals === 0 ? refundId : `${refundId}-${refusals}`)

async function isReturned({ db }: RecordingServices, id: string): Promise<boolean> {
  const [row] = await db.select({ returnedAt: refunds.returnedAt }).from(refunds).where(eq(refunds.id, id))
  return row!.returnedAt !== null
}
