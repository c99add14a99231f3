import { eq, inArray } from 'drizzle-orm'
import { ledger, orders, purchases, refunds } from '../../server/db/schema/purchases.ts'
import { withheldMoneyOf } from '../../server/features/purchases/books/withheld-money.ts'
import { byShop, isFinal, isHeld, returnedOf } from './banks.ts'
import type { Shop } from './shop.ts'
import type { Story } from './story.ts'

/** Faults that must not occur, by the words with which their complaints begin. */
export const faults = [
  'paid without access',
  'access without cover',
  'money unseen',
  'overcharged',
  'returned too much',
  'not settled',
  'unforeseen',
] as const

/** Judges a story after its last daily round and adds to its complaints. Returns the number of its debited payments. */
export async function reckon(shop: Shop, { userId, complaints }: Story): Promise<{ payments: number }> {
  const { db } = shop.services
  const all = await db.select().from(orders).where(eq(orders.userId, userId))
  const ids = all.map(({ id }) => id)
  const movements = ids.length === 0 ? [] : await db.select().from(ledger).where(inArray(ledger.orderId, ids))
  const open = ids.length === 0 ? [] : await openRefunds(shop, ids)
  const lines = await db.select().from(purchases).where(eq(purchases.userId, userId))
  let payments = 0
  for (const order of all) {
    let covering = 0
    for (const payment of shop.banks.paymentsOfOrder(order.id)) {
      const { paymentId, reference, amount } = payment
      const named = `${payment.bank} ${reference} (${payment.status}, ${amount})`
      const booked = movements.filter(({ details }) => (details as { payment_id: string }).payment_id === paymentId)
      const isBooked = booked.some(({ kind }) => kind === 'payment' || kind === 'mismatch')
      const returned = returnedOf(payment)
      if (shop.banks.overdrafts.includes(payment)) complaints.push(`returned too much: ordered of ${named}`)
      const decided = booked.filter(({ kind }) => kind === 'refund_due').reduce((sum, one) => sum + one.amount, 0)
      if (byShop(payment) > decided) {
        complaints.push(`returned too much: ordered ${byShop(payment)} of ${decided} decided, ${named}`)
      }
      if (returned > amount) complaints.push(`returned too much: ${returned} of ${named}`)
      if (isHeld(payment)) {
        payments += 1
        const isListed = withheldMoneyOf(order).some((one) => one.reference === reference && one.is_taken)
        if (!isListed) complaints.push(`money unseen: held, ${named}`)
        continue
      }
      if (!isFinal(payment)) continue
      payments += 1
      // A payment that the shop first heard of after its whole return has bought nothing.
      if (!isBooked && returned < amount) complaints.push(`money unseen: paid, ${named}`)
      const back = booked.filter(({ kind }) => kind === 'refund').reduce((sum, one) => sum + one.amount, 0)
      if (back !== returned) complaints.push(`money unseen: ${returned} returned, ${back} booked, ${named}`)
      const isOwed = open.some((due) => due.details.payment_id === paymentId)
      if (returned === amount || isOwed) continue
      covering += 1
      if (order.status !== 'paid') complaints.push(`paid without access: order ${order.status}, ${named}`)
    }
    if (covering > 1) complaints.push(`money unseen: ${covering} payments of one order are kept`)
    const isUnpaid = order.status === 'pending'
    if (isUnpaid && order.checkout !== null && order.held === null) complaints.push('not settled: an order still waits')
    complaints.push(...uncovered(shop, order, lines))
  }
  const inUse = lines.filter(({ live, superseded }) => live && !superseded)
  if (inUse.length > 1) complaints.push('not settled: one test is in use twice')
  return { payments }
}

function uncovered(
  { banks }: Shop,
  { id, price }: typeof orders.$inferSelect,
  lines: (typeof purchases.$inferSelect)[],
): string[] {
  const isOpen = lines.some((line) => line.orderId === id && line.status === 'paid')
  if (!isOpen || price === 0) return []
  const isCovered = banks.paymentsOfOrder(id).some((one) => isFinal(one) && returnedOf(one) < one.amount)
  return isCovered ? [] : [`access without cover: order ${id}`]
}

async function openRefunds({ services: { db } }: Shop, orderIds: string[]) {
  const rows = await db
    .select({ details: ledger.details, amount: ledger.amount, returnedAt: refunds.returnedAt })
    .from(ledger)
    .innerJoin(refunds, eq(refunds.id, ledger.id))
    .where(inArray(ledger.orderId, orderIds))
  return rows
    .filter(({ returnedAt }) => returnedAt === null)
    .map(({ details, amount }) => ({ details: details as { payment_id: string }, amount }))
}
