import { eq, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { ledger, purchases } from '../../db/schema/purchases.ts'
import { isUuid } from '../../db/uuid.ts'
import { OperatorMistake } from '../../operator-mistake.ts'
import { lockOrders } from './order-lock.ts'

/** The money cannot be returned so; the message says why, for the operator. */
export class RefundRefused extends OperatorMistake {
  override readonly name = 'RefundRefused'
}

export interface RefundRequest {
  /** Of an order with one line this is its purchase's id. */
  orderId: string
  /** What is returned of which line, in kopiykas; without `amount` all that was paid for it. */
  lines: readonly { purchaseId: string; amount?: number }[]
  author: string
  /** Kept in the ledger; its buyer does not read it. */
  reason: string
}

export interface RefundDecided {
  /** The ledger row that says what we owe (`Owed.refundId`). */
  refundId: string
  amount: number
  currency: string
}

/**
 * Decides that money of an order goes back: writes what we owe into the ledger, with author and reason, in the caller's
 * transaction. The servers tell the provider within a minute after it is committed, and again until the return is
 * confirmed; access closes when it is. Throws RefundRefused when the order is unknown or unpaid, a line is not its own,
 * or more than was paid for a line, what is owed already included, would go back.
 */
export async function refundLines(tx: Queries, request: RefundRequest): Promise<RefundDecided> {
  const { orderId, lines, author, reason } = request
  if (author.trim() === '' || reason.trim() === '') throw new RefundRefused('A refund needs a reason and an author.')
  const [found] = isUuid(orderId) ? await tx.select().from(purchases).where(eq(purchases.id, orderId)) : []
  if (found === undefined) throw new RefundRefused(`There is no order ${orderId}.`)
  await lockOrders(tx, found)
  if (lines.length !== 1 || lines[0]!.purchaseId !== orderId) throw new RefundRefused('These are not its lines.')
  const amount = lines[0]!.amount ?? found.price
  const { rows } = await tx.execute<{ payment_id: string; provider: string; rest: number }>(sql`
    select paid.details->>'payment_id' as payment_id, paid.provider, paid.amount - coalesce((
      select sum(back.amount) from ledger back where back.purchase_id = paid.purchase_id and back.kind = 'refund_due'
        and back.details->>'payment_id' = paid.details->>'payment_id'), 0)::integer as rest
    from ledger paid where paid.purchase_id = ${orderId} and paid.kind = 'payment' and paid.amount > 0
    order by paid.recorded_at limit 1`)
  const payment = rows[0]
  if (payment === undefined) throw new RefundRefused(`Nothing was paid for order ${orderId}.`)
  if (!(Number.isSafeInteger(amount) && amount > 0 && amount <= payment.rest)) {
    throw new RefundRefused(`At most ${payment.rest} kopiykas of it can be returned.`)
  }
  const [due] = await tx
    .insert(ledger)
    .values({
      purchaseId: orderId,
      kind: 'refund_due',
      amount,
      currency: found.currency,
      provider: payment.provider,
      providerEventId: `refund_due:${crypto.randomUUID()}`,
      details: {
        payment_id: payment.payment_id,
        cause: 'operator',
        author,
        reason,
        lines: [{ purchase_id: orderId, amount }],
      },
    })
    .returning({ id: ledger.id })
  return { refundId: due!.id, amount, currency: found.currency }
}

/** The same for one purchase, by its id: all that was paid for it, or `amount` kopiykas. */
export async function refundPurchase(
  tx: Queries,
  { purchaseId, amount, author, reason }: { purchaseId: string; amount?: number; author: string; reason: string },
): Promise<RefundDecided> {
  return refundLines(tx, {
    orderId: purchaseId,
    lines: [{ purchaseId, ...(amount !== undefined && { amount }) }],
    author,
    reason,
  })
}
