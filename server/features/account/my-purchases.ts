import { eq, getTableColumns, inArray } from 'drizzle-orm'
import type { MyData } from '#contract/my-data.ts'
import type { Queries } from '../../db/connect.ts'
import { ledger, orders, purchases } from '../../db/schema/purchases.ts'
import { gather } from './gather.ts'

const { blueprint: _blueprint, ...columns } = getTableColumns(purchases)

/** A person's orders, each with the movements of its money. */
export async function myPurchases(tx: Queries, userId: string): Promise<MyData['purchases']> {
  const mine = eq(purchases.userId, userId)
  const rows = await tx
    .select({ row: columns, order: orders })
    .from(purchases)
    .innerJoin(orders, eq(orders.id, purchases.orderId))
    .where(mine)
    .orderBy(purchases.createdAt, purchases.position)
  const moved = await tx
    .select({ movement: ledger })
    .from(ledger)
    .where(inArray(ledger.orderId, tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId))))
    .orderBy(ledger.recordedAt)
  const payments = gather(moved, ({ movement: { orderId, kind, amount, currency, recordedAt } }) => [
    orderId,
    { kind, amount, currency, recorded_at: recordedAt.toISOString() },
  ])
  return rows.map(({ row, order }) => ({
    id: row.id,
    title: row.cardTitle,
    status: row.status,
    price: row.price,
    currency: row.currency,
    provider: order.provider,
    offer_version: order.offerVersion,
    exam_attempts: row.examAttempts,
    extra_time_factor: row.extraTimeFactor,
    created_at: row.createdAt.toISOString(),
    paid_at: row.paidAt?.toISOString() ?? null,
    expires_at: row.expiresAt?.toISOString() ?? null,
    payments: payments.get(order.id) ?? [],
  }))
}
