import { and, eq, ne } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { users } from '../../db/schema/accounts.ts'
import { purchases } from '../../db/schema/purchases.ts'
import { isUuid } from '../../db/uuid.ts'
import type { PaymentEvent } from '../../payments/payment-provider.ts'
import type { Services } from '../../services.ts'
import { notify } from '../news/notify.ts'
import { appendMovement, hasMovement, isCovered } from './ledger.ts'
import { markPaid } from './mark-paid.ts'
import { lockOrders } from './order-lock.ts'
import { type PurchaseRow, standingColumns, storedCheckout } from './purchase-standing.ts'

/** What became of an event: `recorded` (now or before), or why it was not believed. */
export type Recorded = 'recorded' | 'unknown_order' | 'mismatch'

/** What the recording needs of the services; an operator's command has no need of the rest. */
export type RecordingServices = Pick<Services, 'db' | 'config' | 'jobs' | 'log'>

/**
 * Writes down what a provider vouches for, and does what follows from it. Events may come any number of times and in any
 * order: money movements are told apart by the provider's payment id, a paid order never goes back to pending or failed,
 * and a reversal that overtakes its payment still holds. Money that buys nothing is owed back at once.
 */
export async function recordPayment(
  services: RecordingServices,
  provider: string,
  event: PaymentEvent,
): Promise<Recorded> {
  return services.db.transaction(async (tx) => {
    const purchase = await lockOrder(tx, event.orderId)
    if (purchase === null || purchase.provider !== provider) return 'unknown_order'
    if (event.outcome === 'pending') return 'recorded'
    if (!(await isOfItsCheckout(tx, purchase, event))) return 'unknown_order'
    switch (event.outcome) {
      case 'failed':
        await tx
          .update(purchases)
          .set({ status: 'failed', live: false })
          .where(and(eq(purchases.id, purchase.id), eq(purchases.status, 'pending')))
        return 'recorded'
      case 'paid':
        return recordPaid(tx, services, purchase, event)
      case 'refunded':
        return recordRefunded(tx, purchase, event)
    }
  })
}

/**
 * Whether what was paid is what we opened for this order. A signature alone does not say so: a provider may sign for all of
 * its shops with one key, and a payment of somebody else's shop may name our order.
 */
async function isOfItsCheckout(tx: Queries, purchase: PurchaseRow, event: PaymentEvent): Promise<boolean> {
  const checkout = storedCheckout(purchase)
  if (event.reference === (checkout?.reference ?? purchase.id)) return true
  // An order that an earlier release saw paid has forgotten its checkout, and knows the payment.
  return checkout === null && hasMovement(tx, 'payment', purchase.id, event.paymentId)
}

async function lockOrder(tx: Queries, id: string): Promise<PurchaseRow | null> {
  if (!isUuid(id)) return null
  const [order] = await tx
    .select({ userId: purchases.userId, testId: purchases.testId })
    .from(purchases)
    .where(eq(purchases.id, id))
  if (order === undefined) return null
  await lockOrders(tx, order)
  const [purchase] = await tx.select().from(purchases).where(eq(purchases.id, id)).for('update')
  return purchase ?? null
}

async function recordPaid(
  tx: Queries,
  services: RecordingServices,
  purchase: PurchaseRow,
  event: PaymentEvent,
): Promise<Recorded> {
  const { amount, currency, paymentId, status } = event
  const movement = { purchaseId: purchase.id, amount, currency, provider: purchase.provider, paymentId, status }
  if (amount !== purchase.price || currency !== purchase.currency) {
    const isNew = await appendMovement(tx, { ...movement, kind: 'mismatch' })
    if (isNew) services.log.error({ order: purchase.id }, 'a payment does not fit its order')
    return 'mismatch'
  }
  if ((await appendMovement(tx, { ...movement, kind: 'payment' })) === null) return 'recorded'
  if (await hasMovement(tx, 'refund', purchase.id, paymentId, amount)) return 'recorded'
  if (await canOpen(tx, purchase)) {
    await markPaid(tx, services, purchase)
  } else {
    const due = await appendMovement(tx, { ...movement, kind: 'refund_due' })
    await services.jobs.add(tx, 'refund-payment', { ledger_id: due! })
    await notify(tx, purchase.userId, {
      kind: 'purchase-refunded',
      title: 'Повертаємо зайвий платіж',
      message: `За «${purchase.cardTitle}» надійшло більше одного платежу. Зайвий ми повертаємо на ту саму картку.`,
    })
  }
  return 'recorded'
}

/**
 * Whether this order's money still buys something: not when it was paid or returned before, nor when another order of the
 * same test was paid meanwhile, nor when its payer's account was erased. One that only waits for payment gives way to the
 * one that was paid.
 */
async function canOpen(tx: Queries, purchase: PurchaseRow): Promise<boolean> {
  if (purchase.status === 'paid' || purchase.status === 'refunded') return false
  if (await isErased(tx, purchase.userId)) return false
  const [other] = await tx
    .select(standingColumns)
    .from(purchases)
    .where(
      and(
        eq(purchases.userId, purchase.userId),
        eq(purchases.testId, purchase.testId),
        eq(purchases.live, true),
        ne(purchases.id, purchase.id),
      ),
    )
    .for('update')
  if (other === undefined) return true
  const isInUse = other.purchase.status === 'paid' && !other.isOver
  if (isInUse) return false
  const status = other.purchase.status === 'pending' ? 'expired' : other.purchase.status
  await tx.update(purchases).set({ status, live: false }).where(eq(purchases.id, other.purchase.id))
  return true
}

async function isErased(tx: Queries, userId: string): Promise<boolean> {
  // Held until the end: an erasure comes before this payment or after it, never between.
  const [owner] = await tx.select({ erasedAt: users.erasedAt }).from(users).where(eq(users.id, userId)).for('key share')
  return owner === undefined || owner.erasedAt !== null
}

async function recordRefunded(tx: Queries, purchase: PurchaseRow, event: PaymentEvent): Promise<Recorded> {
  const { amount, currency, paymentId, status } = event
  const movement = { purchaseId: purchase.id, amount, currency, provider: purchase.provider, paymentId, status }
  if ((await appendMovement(tx, { ...movement, kind: 'refund' })) === null) return 'recorded'
  // A part that was returned takes nothing away; nor does the return of a second payment.
  if (amount < purchase.price || (await isCovered(tx, purchase))) return 'recorded'
  await tx.update(purchases).set({ status: 'refunded', live: false }).where(eq(purchases.id, purchase.id))
  // What it never opened is not closed now: the same test may be open by another order.
  if (purchase.status !== 'paid') return 'recorded'
  await notify(tx, purchase.userId, {
    kind: 'purchase-refunded',
    title: 'Кошти повернено',
    message: `Оплату за «${purchase.cardTitle}» повернено, доступ до тесту закрито. Ваші результати збережено.`,
  })
  return 'recorded'
}
