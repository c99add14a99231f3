import { eq, inArray } from 'drizzle-orm'
import type { MyData } from '#contract/my-data.ts'
import type { Queries } from '../../db/connect.ts'
import { inPages } from '../../db/in-pages.ts'
import { ledger, orders, purchases } from '../../db/schema/purchases.ts'
import { gather } from './gather.ts'

const purchasesAtOnce = 100

/** A person's purchases, each with the ledger of its order, a page at a time. */
export async function* myPurchases(db: Queries, userId: string): AsyncGenerator<MyData['purchases']> {
  const mine = { where: eq(purchases.userId, userId), at: purchases.createdAt, rows: purchasesAtOnce }
  for await (const rows of inPages(db, purchases, mine)) yield withPayments(db, rows)
}

async function withPayments(db: Queries, rows: (typeof purchases.$inferSelect)[]): Promise<MyData['purchases']> {
  const ids = [...new Set(rows.map(({ orderId }) => orderId))]
  const found = await db.select().from(orders).where(inArray(orders.id, ids))
  const byId = new Map(found.map((order) => [order.id, order]))
  const moved = await db.select().from(ledger).where(inArray(ledger.orderId, ids)).orderBy(ledger.recordedAt)
  const payments = gather(moved, ({ orderId, kind, amount, currency, recordedAt }) => [
    orderId,
    { kind, amount, currency, recorded_at: recordedAt.toISOString() },
  ])
  return rows.map((row) => ({
    id: row.id,
    title: row.cardTitle,
    status: row.status,
    price: row.price,
    currency: row.currency,
    provider: byId.get(row.orderId)!.provider,
    offer_version: byId.get(row.orderId)!.offerVersion,
    exam_attempts: row.examAttempts,
    extra_time_factor: row.extraTimeFactor,
    created_at: row.createdAt.toISOString(),
    paid_at: row.paidAt?.toISOString() ?? null,
    expires_at: row.expiresAt?.toISOString() ?? null,
    payments: payments.get(row.orderId) ?? [],
  }))
}
