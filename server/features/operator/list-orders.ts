import { and, desc, eq, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { ledger, orders, purchases } from '../../db/schema/purchases.ts'
import { isUuid } from '../../db/uuid.ts'
import { OperatorMistake } from '../audit/operator-mistake.ts'
import { orderNumber } from '../purchases/order-number.ts'

const pageRows = 50

export interface FoundOrder {
  id: string
  number: string
  userId: string
  title: string
  status: string
  /** In kopiykas. */
  price: number
  currency: string
  provider: string
  /** A bank withholds money of it. */
  isHeld: boolean
  createdAt: Date
}

const columns = {
  id: orders.id,
  userId: orders.userId,
  // In plain SQL: drizzle writes a column of a select from one table without its table.
  title: sql<string>`coalesce(orders.title,
    (select string_agg(p.card_title, ', ' order by p.position) from purchases p where p.order_id = orders.id))`,
  status: orders.status,
  price: orders.price,
  currency: orders.currency,
  provider: orders.provider,
  isHeld: sql<boolean>`${orders.held} is not null`,
  createdAt: orders.createdAt,
}

/** Orders, the newest first, 50 a page: of one status, or all. `after` is the last order of the page before, or null. */
export async function listOrders(
  queries: Queries,
  { status, after }: { status: string | null; after: string | null },
): Promise<{ orders: FoundOrder[]; next: string | null }> {
  const isBeyond =
    after === null
      ? undefined
      : sql`(${orders.createdAt}, ${orders.id}) <
    (select created_at, id from orders where id = ${after}::uuid)`
  const rows = await queries
    .select(columns)
    .from(orders)
    .where(and(status === null ? undefined : eq(orders.status, status), isBeyond))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(pageRows + 1)
  const page = rows.slice(0, pageRows).map((row) => ({ ...row, number: orderNumber(row.id) }))
  return { orders: page, next: rows.length > pageRows ? page.at(-1)!.id : null }
}

/** One order with its lines and movements of money, the oldest first. Throws OperatorMistake. */
export async function requireOrder(queries: Queries, id: string) {
  const [order] = isUuid(id) ? await queries.select(columns).from(orders).where(eq(orders.id, id)) : []
  if (order === undefined) throw new OperatorMistake(`There is no order ${id}.`)
  const lines = await queries
    .select({ id: purchases.id, title: purchases.cardTitle, status: purchases.status, price: purchases.price })
    .from(purchases)
    .where(eq(purchases.orderId, id))
    .orderBy(purchases.position)
  const rows = await queries.select().from(ledger).where(eq(ledger.orderId, id)).orderBy(ledger.recordedAt, ledger.id)
  const movements = rows.map(({ kind, amount, currency, details, recordedAt }) => ({
    kind,
    amount,
    currency,
    paymentId: (details as { payment_id?: string } | null)?.payment_id ?? null,
    recordedAt,
  }))
  return { order: { ...order, number: orderNumber(order.id) }, lines, movements }
}
