import { sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'

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
  /** How often its provider was told to return it. */
  tries: number
  /** When the provider took the order to return it; null while it has not. */
  sentAt: Date | null
  /** When it is tried or asked about again. */
  nextTryAt: Date | null
  /** What the last try ended in, in words for the log; null when it went well. */
  lastError: string | null
  /** So many tries were in vain that somebody has to look. The server goes on trying once a day. */
  isGivenUp: boolean
}

/** What we owe, the oldest first: at most `most` rows. Reads the ledger alone and asks no provider. */
export async function listOwed(queries: Queries, most = 200): Promise<Owed[]> {
  const { rows } = await queries.execute<OwedRow>(sql`
    select due.id, due.purchase_id as order_id, due.provider, due.amount, due.currency, due.details,
      due.recorded_at::text, sent.recorded_at::text as sent_at
    from ledger due
    left join ledger sent on sent.purchase_id = due.purchase_id and sent.kind = 'refund_sent'
      and sent.details->>'payment_id' = due.details->>'payment_id'
    where due.kind = 'refund_due' and not exists (
      select 1 from ledger back
      where back.purchase_id = due.purchase_id and back.kind = 'refund' and back.amount >= due.amount
        and back.details->>'payment_id' = due.details->>'payment_id')
    order by due.recorded_at limit ${most}`)
  return rows.map((row) => ({
    refundId: row.id,
    orderId: row.order_id,
    paymentId: row.details.payment_id,
    provider: row.provider,
    amount: row.amount,
    currency: row.currency,
    cause: row.details.cause ?? 'surplus',
    author: row.details.author ?? null,
    reason: row.details.reason ?? null,
    owedSince: new Date(row.recorded_at),
    tries: row.sent_at === null ? 0 : 1,
    sentAt: row.sent_at === null ? null : new Date(row.sent_at),
    nextTryAt: null,
    lastError: null,
    isGivenUp: false,
  }))
}

interface OwedRow extends Record<string, unknown> {
  id: string
  order_id: string
  provider: string
  amount: number
  currency: string
  details: { payment_id: string; cause?: Owed['cause']; author?: string; reason?: string }
  recorded_at: string
  sent_at: string | null
}
