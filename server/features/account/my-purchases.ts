import { eq } from 'drizzle-orm'
import type { MyData } from '#contract/my-data.ts'
import type { Queries } from '../../db/connect.ts'
import { ledger, purchases } from '../../db/schema/purchases.ts'
import { gather } from './gather.ts'

/** A person's orders, each with the movements of its money. */
export async function myPurchases(tx: Queries, userId: string): Promise<MyData['purchases']> {
  const mine = eq(purchases.userId, userId)
  const rows = await tx.select().from(purchases).where(mine).orderBy(purchases.createdAt)
  const moved = await tx
    .select({ movement: ledger })
    .from(ledger)
    .innerJoin(purchases, eq(purchases.id, ledger.purchaseId))
    .where(mine)
    .orderBy(ledger.recordedAt)
  const payments = gather(moved, ({ movement: { purchaseId, kind, amount, currency, recordedAt } }) => [
    purchaseId,
    { kind, amount, currency, recorded_at: recordedAt.toISOString() },
  ])
  return rows.map((row) => ({
    id: row.id,
    title: row.cardTitle,
    status: row.status,
    price: row.price,
    currency: row.currency,
    provider: row.provider,
    offer_version: row.offerVersion,
    exam_attempts: row.examAttempts,
    extra_time_factor: row.extraTimeFactor,
    created_at: row.createdAt.toISOString(),
    paid_at: row.paidAt?.toISOString() ?? null,
    expires_at: row.expiresAt?.toISOString() ?? null,
    payments: payments.get(row.id) ?? [],
  }))
}
