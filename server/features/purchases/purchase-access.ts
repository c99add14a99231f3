import type { Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { isUuid } from '../../db/uuid.ts'
import { Failure, foreignPurchase, notFound } from '../../failure.ts'
import { lockedAccount, isNotErased } from '../auth/accounts-in-sql.ts'
import { type PurchaseRow, purchaseColumns, type PurchaseNow } from './purchase-now.ts'

interface AccessOptions {
  /**
   * Locks the row until the caller's transaction ends, against other such locks, but not against rows that reference it.
   * PostgreSQL checks the purchase of an attempt that a transaction changes twice: FOR UPDATE would end in a deadlock.
   */
  lock?: boolean
}

/**
 * The purchase, if this person may use it now. Throws 404 `not_found` for an unknown or malformed id, 403 `foreign_purchase`,
 * 409 `purchase_not_paid` (also for a refunded one), 409 `purchase_expired` by the database's clock.
 */
export async function requireUsablePurchase(
  queries: Queries,
  purchaseId: string,
  userId: string,
  options: AccessOptions = {},
): Promise<PurchaseRow> {
  const { purchase, isOver } = await findOwn(queries, purchaseId, userId, options)
  if (purchase.status !== 'paid') {
    throw new Failure(409, 'purchase_not_paid', 'Цей тест ще не оплачено. Оплатіть його на сторінці «Мої тести».')
  }
  if (isOver) {
    throw new Failure(
      409,
      'purchase_expired',
      'Строк доступу до цього тесту минув. Щоб скласти його знову, купіть тест ще раз.',
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

/** SQL: the purchase of this id, if this person may use it now. The same as `requireUsablePurchase`; a test compares the two. */
export const usablePurchase = ({ id, userId }: { id: string; userId: string }) =>
  purchasesInUse(`and p.id = ${id} and p.user_id = ${userId}`)

const purchasesInUse = (such: string) => `(
  select p.id, p.user_id, p.order_id, p.test_id, p.price, p.exam_attempts, p.blueprint from purchases p
  where p.status = 'paid' and coalesce(p.expires_at > clock_timestamp(), true) ${such})`

/** SQL, in brackets: all purchases that their owners may use now, with the columns of `usablePurchase`. */
export const usablePurchases = purchasesInUse('')

/** SQL that keeps the purchase `p` from being erased: a join, and a lock clause after its account's and before attempts'. */
export const lockedPurchase = (id: string) => ({ join: `join purchases p on p.id = ${id}`, lock: 'for key share of p' })

export type ExamTime = Pick<PurchaseRow, 'durationMinutes' | 'extraTimeFactor'>

const owner = lockedAccount('p.user_id')
const holdToOpen = prepared<ExamTime>(
  'hold_purchase_to_open',
  `select p.duration_minutes as "durationMinutes", p.extra_time_factor as "extraTimeFactor"
   from purchases p ${owner.join}
   where p.id = $1 and u.id = $2 and ${isNotErased}
   ${owner.lockAlone} for no key update of p`,
)

/** Locks the account alone, then the purchase as `AccessOptions.lock` does. Undefined if this person has no such purchase. */
export async function lockPurchaseToOpen(
  tx: Queries,
  purchaseId: string,
  userId: string,
): Promise<ExamTime | undefined> {
  const [time] = await holdToOpen(tx, purchaseId, userId)
  return time
}

const ownPurchase = `
  select ${Object.entries(purchaseColumns)
    .map(([key, { name }]) => `p.${name} as "${key}"`)
    .join(', ')},
    coalesce(p.expires_at <= clock_timestamp(), false) as "isOver"
  from purchases p where p.id = $1`

type Row = PurchaseRow & { isOver: boolean }
const read = prepared<Row>('own_purchase', ownPurchase)
const lockOwn = prepared<Row>('hold_own_purchase', `${ownPurchase} for no key update`)

async function findOwn(
  queries: Queries,
  purchaseId: string,
  userId: string,
  { lock = false }: AccessOptions,
): Promise<PurchaseNow> {
  if (!isUuid(purchaseId)) throw notFound()
  const [row] = await (lock ? lockOwn : read)(queries, purchaseId)
  if (row === undefined) throw notFound()
  const { isOver, ...purchase } = row
  if (purchase.userId !== userId) throw foreignPurchase()
  return { purchase, isOver }
}
