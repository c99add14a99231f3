import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Queries } from '../../../db/connect.ts'
import { ledger } from '../../../db/schema/purchases.ts'

/**
 * `payment`: money came. `mismatch`: money came that does not fit its order. `refund_due`: we owe it back. `refund_sent`: the
 * provider accepted the request to return it. `refund`: the provider says that so much more was returned.
 */
export type MovementKind = 'payment' | 'mismatch' | 'refund_due' | 'refund_sent' | 'refund'

export interface Movement {
  orderId: string
  kind: MovementKind
  /** In kopiykas. */
  amount: number
  currency: string
  provider: string
  paymentId: string
  /** The provider's own name of the status. */
  status?: string
  /** Distinguishes this movement from others of its kind at its provider; by default the payment and its amount do. */
  eventId?: string
  details?: object
}

/** After this many tries to send a refund, the better part of a week, each further try logs that a person has to look. */
export const triesBeforeGivenUp = 14

/** Appends a movement. Null if the same one, by provider, kind and event, is there already. */
export async function appendMovement(tx: Queries, movement: Movement): Promise<string | null> {
  const { orderId, kind, amount, currency, provider, paymentId, status, details } = movement
  const { eventId = `${paymentId}:${amount}` } = movement
  const [row] = await tx
    .insert(ledger)
    .values({
      orderId,
      kind,
      amount,
      currency,
      provider,
      providerEventId: `${kind}:${eventId}`,
      details: { payment_id: paymentId, ...(status !== undefined && { status }), ...details },
    })
    .onConflictDoNothing({ target: [ledger.provider, ledger.providerEventId] })
    .returning({ id: ledger.id })
  return row?.id ?? null
}

/** A payment of an order, and the part of it that went back. Amounts in kopiykas. */
export interface PaymentNow extends Record<string, unknown> {
  payment_id: string
  provider: string
  amount: number
  currency: string
  /** How much of it has gone back, as the provider says. */
  returned: number
  /** How much of it we still owe back. A debt that was returned counts in `returned` alone. */
  owed: number
  /** How much of it we owe or owed because it bought nothing: not by an operator's decision, but as a surplus payment. */
  surplus: number
}

/** The payments of an order that fitted it, the oldest first. */
export async function paymentsOf(tx: Queries, orderId: string): Promise<PaymentNow[]> {
  const { rows } = await tx.execute<PaymentNow>(sql`
    select paid.details->>'payment_id' as payment_id, paid.provider, paid.amount, paid.currency,
      coalesce(sum(other.amount) filter (where other.kind = 'refund'), 0)::integer as returned,
      coalesce(sum(other.amount) filter (where other.kind = 'refund_due' and due.returned_at is null), 0)::integer as owed,
      coalesce(sum(other.amount) filter (
        where other.kind = 'refund_due' and coalesce(other.details->>'cause', 'surplus') <> 'operator'), 0)::integer as surplus
    from ledger paid
    left join ledger other on other.order_id = paid.order_id
      and other.details->>'payment_id' = paid.details->>'payment_id'
    left join refunds due on due.id = other.id
    where paid.order_id = ${orderId} and paid.kind = 'payment'
    group by paid.id order by paid.recorded_at, paid.id`)
  return rows
}

/** Whether the order has a payment that was neither returned nor one too many. */
export async function isCovered(tx: Queries, orderId: string): Promise<boolean> {
  const payments = await paymentsOf(tx, orderId)
  return payments.some(({ amount, returned, surplus }) => amount > Math.max(returned, surplus))
}

/** The provider's name for the checkout of a payment; null for a payment that was booked before names were kept. */
export async function referenceOfPayment(tx: Queries, orderId: string, paymentId: string): Promise<string | null> {
  const [row] = await tx
    .select({ reference: sql<string | null>`${ledger.details}->>'reference'` })
    .from(ledger)
    .where(ofPayment(['payment', 'mismatch'], orderId, paymentId))
    .limit(1)
  return row?.reference ?? null
}

/** The amount of this payment, whether it fitted its order or not; null if it was not reported as paid. */
export async function amountOf(tx: Queries, orderId: string, paymentId: string): Promise<number | null> {
  const [row] = await tx
    .select({ amount: ledger.amount })
    .from(ledger)
    .where(ofPayment(['payment', 'mismatch'], orderId, paymentId))
    // If the payment was reported with two amounts, the one that fits counts.
    .orderBy(desc(ledger.kind))
    .limit(1)
  return row?.amount ?? null
}

/** How much the provider says it has returned of this payment. */
export async function returnedOf(tx: Queries, orderId: string, paymentId: string): Promise<number> {
  const [row] = await tx
    .select({ sum: sql<number>`coalesce(sum(${ledger.amount}), 0)::integer` })
    .from(ledger)
    .where(ofPayment(['refund'], orderId, paymentId))
  return row!.sum
}

export async function hasMovement(
  tx: Queries,
  kind: MovementKind,
  orderId: string,
  paymentId: string,
): Promise<boolean> {
  const rows = await tx
    .select({ id: ledger.id })
    .from(ledger)
    .where(ofPayment([kind], orderId, paymentId))
    .limit(1)
  return rows.length > 0
}

const ofPayment = (kinds: MovementKind[], orderId: string, paymentId: string) =>
  and(eq(ledger.orderId, orderId), inArray(ledger.kind, kinds), sql`${ledger.details}->>'payment_id' = ${paymentId}`)
