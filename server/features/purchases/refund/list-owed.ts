import { eq, isNotNull, isNull } from 'drizzle-orm'
import type { Queries } from '../../../db/connect.ts'
import { ledger, orders, refunds } from '../../../db/schema/purchases.ts'
import { type WithheldMoney, withheldMoneyOf } from '../books/withheld-money.ts'
import { triesBeforeGivenUp } from '../books/ledger.ts'

/** Money that we owe back and whose return its provider has not confirmed. */
export interface Owed {
  /** The ledger row that says so (`refund_due`). */
  refundId: string
  orderId: string
  /** The provider's id of the payment. */
  paymentId: string
  provider: string
  /** In kopiykas, or the hundredth part of what `currency` names. */
  amount: number
  currency: string
  /** `operator`: somebody decided it. `surplus`: the money bought nothing. `mismatch`: it did not fit its order. */
  cause: 'operator' | 'surplus' | 'mismatch'
  /** Who decided it and why; null of what the server owes by itself. */
  author: string | null
  reason: string | null
  owedSince: Date
  /** How often its provider was asked to return it. */
  tries: number
  /** When the order to return it was last given; null before, and after the provider refused it. */
  orderedAt: Date | null
  /** When the provider took the order to return it; null while it has not. */
  sentAt: Date | null
  /** When it is tried or asked about again. */
  nextTryAt: Date
  /** What the last try ended in, in words for the log; null when it went well. */
  lastError: string | null
  /** So many tries were in vain that somebody has to look. The server continues trying once a day. */
  isGivenUp: boolean
}

/** What we owe, the oldest first: at most `most` rows. Reads our own books and asks no provider. */
export async function listOwed(queries: Queries, most = 200): Promise<Owed[]> {
  const rows = await queries
    .select({ refund: refunds, due: ledger })
    .from(refunds)
    .innerJoin(ledger, eq(ledger.id, refunds.id))
    .where(isNull(refunds.returnedAt))
    .orderBy(ledger.recordedAt, ledger.id)
    .limit(most)
  return rows.map(({ refund, due }) => {
    const details = due.details as DueDetails
    return {
      refundId: refund.id,
      orderId: due.orderId,
      paymentId: details.payment_id,
      provider: due.provider,
      amount: due.amount,
      currency: due.currency,
      cause: details.cause ?? 'surplus',
      author: details.author ?? null,
      reason: details.reason ?? null,
      owedSince: due.recordedAt,
      tries: refund.tries,
      orderedAt: refund.orderedAt,
      sentAt: refund.sentAt,
      nextTryAt: refund.nextTryAt,
      lastError: refund.lastError,
      isGivenUp: refund.tries >= triesBeforeGivenUp,
    }
  })
}

/** What a `refund_due` of the ledger says beside its columns. */
interface DueDetails {
  payment_id: string
  cause?: Owed['cause']
  author?: string
  reason?: string
}

/** Money that a bank holds of an order: neither ours nor the payer's. */
export interface WithheldOfOrder extends WithheldMoney {
  orderId: string
  provider: string
  /** What the order is to us. */
  orderStatus: string
}

/** What banks hold, the oldest orders first: of at most `most` orders. Reads our own books and asks no provider. */
export async function listWithheld(queries: Queries, most = 200): Promise<WithheldOfOrder[]> {
  const rows = await queries.select().from(orders).where(isNotNull(orders.held)).orderBy(orders.createdAt).limit(most)
  return rows.flatMap((order) => {
    const { id: orderId, provider, status: orderStatus } = order
    return withheldMoneyOf(order).map((one) => ({ ...one, orderId, provider, orderStatus }))
  })
}
