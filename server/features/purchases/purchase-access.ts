import { eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { purchases } from '../../db/schema/purchases.ts'
import { isUuid } from '../../db/uuid.ts'
import { Failure, foreignPurchase, notFound } from '../../failure.ts'
import { type PurchaseRow, type Standing, standingColumns } from './purchase-standing.ts'

interface AccessOptions {
  /**
   * Holds the row until the caller's transaction ends, against others who hold it so. Rows that refer to it may go on:
   * whoever holds an attempt and changes it twice has its purchase looked at, and FOR UPDATE would end in a deadlock.
   */
  lock?: boolean
}

/**
 * The purchase, when this person may use it now. Throws 404 `not_found` for an unknown or malformed id, 403
 * `foreign_purchase`, 409 `purchase_not_paid` (also for a refunded one), 409 `purchase_expired` by the database's clock.
 */
export async function requireUsablePurchase(
  queries: Queries,
  purchaseId: string,
  userId: string,
  options: AccessOptions = {},
): Promise<PurchaseRow> {
  const { purchase, isOver } = await findOwn(queries, purchaseId, userId, options)
  if (purchase.status !== 'paid') {
    throw new Failure(409, 'purchase_not_paid', 'Цей тест ще не оплачено.')
  }
  if (isOver) {
    throw new Failure(
      409,
      'purchase_expired',
      'Термін доступу до цього тесту минув. Щоб скласти його знову, придбайте тест ще раз.',
    )
  }
  return purchase
}

/** The purchase, in whatever state, when it belongs to this person. Throws 404 `not_found` or 403 `foreign_purchase`. */
export async function requireOwnPurchase(
  queries: Queries,
  purchaseId: string,
  userId: string,
  options: AccessOptions = {},
): Promise<PurchaseRow> {
  const { purchase } = await findOwn(queries, purchaseId, userId, options)
  return purchase
}

async function findOwn(
  queries: Queries,
  purchaseId: string,
  userId: string,
  { lock = false }: AccessOptions,
): Promise<Standing> {
  if (!isUuid(purchaseId)) throw notFound()
  const query = queries.select(standingColumns).from(purchases).where(eq(purchases.id, purchaseId))
  const [row] = await (lock ? query.for('no key update') : query)
  if (row === undefined) throw notFound()
  if (row.purchase.userId !== userId) throw foreignPurchase()
  return row
}
