import { eq, inArray } from 'drizzle-orm'
import type { MyData } from '#contract/my-data.ts'
import type { Queries } from '../../db/connect.ts'
import { inPages } from '../../db/in-pages.ts'
import { ledger, purchases } from '../../db/schema/purchases.ts'
import { gather } from './gather.ts'

const ordersAtOnce = 100

/** A person's orders, each with the movements of its money, some at a time. */
export async function* myPurchases(db: Queries, userId: string): AsyncGenerator<MyData['purchases']> {
  const mine = { where: eq(purchases.userId, userId), at: purchases.createdAt, rows: ordersAtOnce }
  for await (const rows of inPages(db, purchases, mine)) yield withPayments(db, rows)
}

async function withPayments(db: Queries, rows: (typeof purchases.$inferSelect)[]): Promise<MyData['purchases']> {
  const ids = rows.map(({ id }) => id)
  const moved = await db.select().from(ledger).where(inArray(ledger.purchaseId, ids)).orderBy(ledger.recordedAt)
  const payments = gather(moved, ({ purchaseId, kind, amount, currency, recordedAt }) => [
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
