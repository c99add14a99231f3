import { and, eq } from 'drizzle-orm'
import type { Queries } from '../../../db/connect.ts'
import { ledger, purchases, refunds } from '../../../db/schema/purchases.ts'
import { isUuid } from '../../../db/uuid.ts'
import { OperatorMistake } from '../../audit/operator-mistake.ts'
import { lockOrder } from '../locked-order.ts'
import { appendMovement, paymentsOf } from '../books/ledger.ts'
import type { PurchaseRow } from '../purchase-now.ts'

/** The money cannot be returned so; the message tells the operator why. */
export class RefundRefused extends OperatorMistake {
  override readonly name = 'RefundRefused'
}

export interface RefundRequest {
  /** For an order with one line, its purchase's id. */
  orderId: string
  /** The lines to return, with kopiykas; without `amount` all that is left of a line's price. */
  lines: readonly { purchaseId: string; amount?: number }[]
  author: string
  /** Kept in the ledger, which outlives the account: it must name nobody. The buyer does not read it. */
  reason: string
}

export interface RefundDecided {
  /** The ledger row that says what we owe (`Owed.refundId`). */
  refundId: string
  amount: number
  currency: string
  /** Purchases with nothing left after this refund and those before it: they close once it is confirmed. */
  wholly: ReadonlySet<string>
}

/**
 * Decides that money of an order goes back: writes what we owe into the ledger, with author and reason, in the caller's
 * transaction. The servers request the refund within a minute after the commit, and again until the return is confirmed; then
 * access closes. Throws RefundRefused if the order is unknown or unpaid, if a line is not its own, if more than a line's price
 * would go back (with what is owed), or more than is left of the payment: the provider's cabinet may have returned some.
 */
export async function refundLines(tx: Queries, request: RefundRequest): Promise<RefundDecided> {
  const { orderId, author, reason } = request
  if (author.trim() === '' || reason.trim() === '') throw new RefundRefused('A refund needs a reason and an author.')
  const locked = await lockOrder(tx, orderId)
  if (locked === null) throw new RefundRefused(`There is no order ${orderId}.`)
  const priced = await priceLines(tx, locked.lines, request.lines)
  const lines = priced.map(({ purchase_id, amount }) => ({ purchase_id, amount }))
  const wholly = new Set(priced.flatMap((line) => (line.amount === line.rest ? [line.purchase_id] : [])))
  const amount = lines.reduce((sum, line) => sum + line.amount, 0)
  const payment = (await paymentsOf(tx, orderId)).find((one) => one.amount > Math.max(one.returned, one.surplus))
  if (payment === undefined) throw new RefundRefused(`No payment stands behind order ${orderId}.`)
  const rest = Math.max(0, payment.amount - payment.returned - payment.owed)
  if (amount > rest) throw new RefundRefused(`At most ${rest} kopiykas of this order can still be returned.`)
  const { provider, currency, payment_id: paymentId } = payment
  const id = await appendMovement(tx, {
    orderId,
    kind: 'refund_due',
    amount,
    currency,
    provider,
    paymentId,
    // Two parts of the same size are two refunds.
    eventId: crypto.randomUUID(),
    details: { cause: 'operator', author, reason, lines, returned_before: payment.returned },
  })
  await tx.insert(refunds).values({ id: id! })
  return { refundId: id!, amount, currency, wholly }
}

interface RefundedLine {
  purchase_id: string
  /** In kopiykas. */
  amount: number
}

/** The details of a `refund_due` that an operator decided. Other rows have none of these fields. */
export interface DueDetails {
  lines?: RefundedLine[]
  /** How much of the payment had gone back when it was decided, in kopiykas. */
  returned_before?: number
}

/** How much goes back of each line: at most its price less what was decided for it before (`rest`). */
async function priceLines(
  tx: Queries,
  ofOrder: readonly PurchaseRow[],
  asked: RefundRequest['lines'],
): Promise<(RefundedLine & { rest: number })[]> {
  if (asked.length === 0 || new Set(asked.map(({ purchaseId }) => purchaseId)).size < asked.length) {
    throw new RefundRefused('A refund names its lines, each once.')
  }
  const decided = await decidedBefore(tx, ofOrder[0]!.orderId)
  return asked.map(({ purchaseId, amount: wanted }) => {
    const line = ofOrder.find(({ id }) => id === purchaseId)
    if (line === undefined) throw new RefundRefused(`${purchaseId} is no line of this order.`)
    const rest = line.price - (decided.get(purchaseId) ?? 0)
    if (rest <= 0) throw new RefundRefused(`Of «${line.cardTitle}» nothing more can be returned.`)
    const amount = wanted ?? rest
    if (!Number.isSafeInteger(amount) || amount < 1 || amount > rest) {
      throw new RefundRefused(`Of «${line.cardTitle}» 1 to ${rest} kopiykas can be returned, not ${amount}.`)
    }
    return { purchase_id: purchaseId, amount, rest }
  })
}

async function decidedBefore(tx: Queries, orderId: string): Promise<Map<string, number>> {
  const rows = await tx
    .select({ details: ledger.details })
    .from(ledger)
    .where(and(eq(ledger.orderId, orderId), eq(ledger.kind, 'refund_due')))
  const decided = new Map<string, number>()
  for (const { details } of rows) {
    const { lines = [] } = details as DueDetails
    for (const { purchase_id, amount } of lines) decided.set(purchase_id, (decided.get(purchase_id) ?? 0) + amount)
  }
  return decided
}

/** Refunds one purchase, by its id: all that is left of its price, or `amount` kopiykas. */
export async function refundPurchase(
  tx: Queries,
  { purchaseId, amount, author, reason }: { purchaseId: string; amount?: number; author: string; reason: string },
): Promise<RefundDecided> {
  const [line] = isUuid(purchaseId)
    ? await tx.select({ orderId: purchases.orderId }).from(purchases).where(eq(purchases.id, purchaseId))
    : []
  if (line === undefined) throw new RefundRefused(`There is no purchase ${purchaseId}.`)
  const lines = [{ purchaseId, ...(amount !== undefined && { amount }) }]
  return refundLines(tx, { orderId: line.orderId, lines, author, reason })
}
