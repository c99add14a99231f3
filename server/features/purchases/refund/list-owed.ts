import { eq, isNotNull, isNull } from 'drizzle-orm'
import type { Queries } from '../../../db/connect.ts'
import { ledger, orders, refunds } from '../../../db/schema/purchases.ts'
import { type WithheldMoney, withheldMoneyOf } from '../books/withheld-money.ts'
import { triesBeforeGivenUp } from '../books/ledger.ts'

/** Money that we owe back, and whose return is not confirmed. */
export interface Owed {
  /** The ledger row that says so (`refund_due`). */
  refundId: string
  orderId: string
  paymentId: string
  provider: string
  /** In kopiykas, or hundredths of `currency`. */
  amount: number
  currency: string
  /** `operator`: an operator decided it. `surplus`: the money bought nothing. `mismatch`: it did not fit its order. */
  cause: 'operator' | 'surplus' | 'mismatch'
  /** Its author and reason; null if the server owes it by itself. */
  author: string | null
  reason: string | null
  owedSince: Date
  /** How often its provider was asked to return it. */
  tries: number
  /** When the return was last requested; null before, and after the provider refused it. */
  orderedAt: Date | null
  /** When the provider accepted the request; null while it has not. */
  sentAt: Date | null
  /** When it is tried or asked about again. */
  nextTryAt: Date
  /** The error of the last try, for the log; null when it went well. */
  lastError: string | null
  /** So many tries failed that a person has to look. The server continues trying once a day. */
  isGivenUp: boolean
}

/** Lists what we owe, oldest first, at most `most` rows. Reads our own books and asks no provider. */
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

interface DueDetails {
  payment_id: string
  cause?: Owed['cause']
  author?: string
  reason?: string
}

/** Withheld money of an order: neither ours nor the payer's. */
export interface WithheldOfOrder extends WithheldMoney {
  orderId: string
  provider: string
  /** The order's status in our books. */
  orderStatus: string
}

/** Lists withheld money of at most `most` orders, oldest first. Reads our own books and asks no provider. */
export async function listWithheld(queries: Queries, most = 200): Promise<WithheldOfOrder[]> {
  const rows = await queries.select().from(orders).where(isNotNull(orders.held)).orderBy(orders.createdAt).limit(most)
  return rows.flatMap((order) => {
    const { id: orderId, provider, status: orderStatus } = order
    return withheldMoneyOf(order).map((one) => ({ ...one, orderId, provider, orderStatus }))
  })
}
