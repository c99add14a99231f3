import { and, eq, gte, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { ledger } from '../../db/schema/purchases.ts'

/**
 * `payment`: money came. `mismatch`: money came that does not fit its order. `refund_due`: we owe it back.
 * `refund_sent`: we told the provider to return it. `refund`: the provider says that it was returned.
 */
export type MovementKind = 'payment' | 'mismatch' | 'refund_due' | 'refund_sent' | 'refund'

interface Movement {
  purchaseId: string
  kind: MovementKind
  /** In kopiykas. */
  amount: number
  currency: string
  provider: string
  paymentId: string
  /** The provider's own status word. */
  status?: string
}

/** Appends a movement. Null when the same one, by provider, kind, payment and amount, is there already. */
export async function appendMovement(tx: Queries, movement: Movement): Promise<string | null> {
  const { purchaseId, kind, amount, currency, provider, paymentId, status } = movement
  const [row] = await tx
    .insert(ledger)
    .values({
      purchaseId,
      kind,
      amount,
      currency,
      provider,
      providerEventId: `${kind}:${paymentId}:${amount}`,
      details: { payment_id: paymentId, ...(status !== undefined && { status }) },
    })
    .onConflictDoNothing({ target: [ledger.provider, ledger.providerEventId] })
    .returning({ id: ledger.id })
  return row?.id ?? null
}

/** Whether a payment stands behind the order that was neither returned nor is owed back. */
export async function isCovered(tx: Queries, purchase: { id: string; price: number }): Promise<boolean> {
  const { rows } = await tx.execute<{ covered: boolean }>(sql`
    select exists (
      select 1 from ledger paid
      where paid.purchase_id = ${purchase.id} and paid.kind = 'payment' and ${purchase.price} > (
        select coalesce(sum(back.amount), 0) from ledger back
        where back.purchase_id = paid.purchase_id and back.kind in ('refund', 'refund_due')
          and back.details->>'payment_id' = paid.details->>'payment_id')
    ) as covered`)
  return rows[0]!.covered
}

/** Whether a movement of this kind was written down for this payment, of so many kopiykas at least. */
export async function hasMovement(
  tx: Queries,
  kind: MovementKind,
  purchaseId: string,
  paymentId: string,
  amount = 0,
): Promise<boolean> {
  const rows = await tx
    .select({ id: ledger.id })
    .from(ledger)
    .where(
      and(
        eq(ledger.purchaseId, purchaseId),
        eq(ledger.kind, kind),
        gte(ledger.amount, amount),
        sql`${ledger.details}->>'payment_id' = ${paymentId}`,
      ),
    )
  return rows.length > 0
}
