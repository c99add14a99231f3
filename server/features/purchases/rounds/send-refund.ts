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
 * So long after an order whose answer we never got a provider that knows no keys is only asked: by then its status says
 * whether it took that order. Ordered again earlier, a part of a payment could go back twice. Days.
 */
const unsureForDays = 3
/** Refunds of one round. */
const mostAtOnce = 20

type RefundRow = typeof refunds.$inferSelect
type DueRow = typeof ledger.$inferSelect
interface DueRefund {
  refund: RefundRow
  due: DueRow
  order: OrderRow
}

/** Takes up the refunds whose time has come, a few in a round: to be sent, sent again, or asked about. */
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
 * Brings one refund further, by the ledger row that says what we owe; does nothing before its next try is due, or when
 * another process is at it. That a provider took the order to return money does not end it: it is asked until it says that
 * the money went back, and asked for it again when it says that it has not. The waits between two tries double, from two
 * minutes to a day. Throws nothing that a provider does: what went wrong is in the row, and in the log.
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

/** Counts the try and puts the next one off before anything is sent: after a process that died over it comes the next round. */
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

/** So much is not left of the payment at its provider: it was returned there, or more was decided than was paid. */
class BeyondPayment extends Error {
  override readonly name = 'BeyondPayment'
}

/** It was ordered, and nobody knows whether the provider heard it. */
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
  // Its status is asked for first: the money may have gone back, by an earlier try or by somebody's hand.
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
    // The provider may never list what it declined at once: nothing of this order, nor of one before it, is under way any more.
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
 * How much is ordered now; written down that it is, before it is. The order is held meanwhile: a return that is being booked
 * is either counted here, or is booked after the money was ordered. Throws BeyondPayment or PerhapsOrdered.
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
 * Whether so much of the payment has gone back since the refund was last ordered, by no other refund. It is not known by its
 * sum, for something went back beside it (in the cabinet, say). Ordered again, it could go back twice: a person has to look.
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
 * Writes down that the order is given now, before it is. Where each order is a return of its own, only one process gives
 * it, and none again while the last one may have been heard; throws PerhapsOrdered then.
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

/** How the payment stands. A provider that is not clear about it keeps no first order from being given. */
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
 * How much of a refund is sent: all of it, or, of money that bought nothing, what is left of the payment. Left is what was
 * paid less what has gone back and what may yet go back of it by others: those decided before this one, and those ordered.
 * Throws BeyondPayment where more was decided than is left.
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
        // By the database's clock and its precision, which a date of ours has not.
        or(
          isNotNull(refunds.orderedAt),
          // Sent by a release that did not write down when it ordered.
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

/** What the provider knows this return by. A refused one needs another name, or it would be the refused one again. */
const keyOf = (refundId: string, refusals: number) => (refusals === 0 ? refundId : `${refundId}-${refusals}`)

async function isReturned({ db }: RecordingServices, id: string): Promise<boolean> {
  const [row] = await db.select({ returnedAt: refunds.returnedAt }).from(refunds).where(eq(refunds.id, id))
  return row!.returnedAt !== null
}
