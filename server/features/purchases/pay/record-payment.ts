import { eq } from 'drizzle-orm'
import type { Queries } from '../../../db/connect.ts'
import { orders, purchases } from '../../../db/schema/purchases.ts'
import type { PaymentEvent } from '../../../payments/payment-provider.ts'
import type { Services } from '../../../services.ts'
import { bookReturn } from '../refund/book-return.ts'
import { closeCheckoutSoon } from '../expire/close-checkout.ts'
import { asItIsNow, type LockedOrder, lockOrder } from '../locked-order.ts'
import { withheldMoneyOf, noteDecided, noteWithheld } from '../books/withheld-money.ts'
import { amountOf, appendMovement, hasMovement, returnedOf } from '../books/ledger.ts'
import { markPaid } from './mark-paid.ts'
import { owe } from '../refund/owe.ts'
import { findInUse, type OrderedPurchase, supersede } from '../expire/purchase-in-use.ts'
import { type OrderRow, referencesOf, storedCheckout } from '../purchase-now.ts'
import { endOrder } from '../expire/end-order.ts'

/** The outcome of an event: `recorded` (now or before), or why it was not believed. */
export type Recorded = 'recorded' | 'unknown_order' | 'mismatch'

/** The services that recording needs. An operator's command has no others, and no public address. */
export type RecordingServices = Pick<Services, 'config' | 'examUse' | 'jobs' | 'log'> &
  Partial<Pick<Services, 'publicOrigin'>> & { db: Queries }

/**
 * Records what a provider vouches for, and does what follows. Events may come any number of times and in any order: the
 * provider's payment id distinguishes movements of money, a return is counted by how much has gone back in all, a paid order
 * never becomes pending or failed again, and a reversal that overtakes its payment still holds. Money that buys nothing, or
 * does not fit its order, is owed back immediately.
 */
export async function recordPayment(
  services: RecordingServices,
  provider: string,
  event: PaymentEvent,
): Promise<Recorded> {
  return services.db.transaction(async (tx) => {
    const locked = await lockOrder(tx, event.orderId)
    if (locked === null || locked.order.provider !== provider) return 'unknown_order'
    if (event.outcome === 'pending') return 'recorded'
    if (!(await isOfItsCheckout(tx, locked.order, event))) return 'unknown_order'
    const isPresent = event.reference === referencesOf(locked.order)[0]
    // The amount of a return says how old the report is: it only grows.
    if (event.outcome !== 'refunded' && isPresent && isOutOfDate(locked.order, event)) return 'recorded'
    if (isPresent) await noteTime(tx, locked.order, event)
    if (event.outcome === 'held' || event.outcome === 'checking') return recordWithheld(tx, services, locked, event)
    await noteDecided(tx, locked.order, event.reference)
    switch (event.outcome) {
      case 'failed':
        // A failure of an earlier, declined checkout ends nothing any more. Money that comes by it counts like any other.
        if (isPresent && locked.order.status === 'pending') await endOrder(tx, locked.order, 'failed')
        return 'recorded'
      case 'paid':
        return recordPaid(tx, services, locked, event)
      case 'refunded':
        await bookReturn(tx, services, locked, event, event.returned ?? event.amount)
        return 'recorded'
    }
  })
}

/**
 * Whether the payment is by a checkout that we opened for this order. A signature alone does not say so: a provider may sign
 * for all of its shops with one key, and a payment of another shop may name our order.
 */
async function isOfItsCheckout(tx: Queries, order: OrderRow, event: PaymentEvent): Promise<boolean> {
  if (referencesOf(order).includes(event.reference)) return true
  // An order that an earlier release saw paid has forgotten its checkout, but the ledger knows the payment.
  return storedCheckout(order) === null && hasMovement(tx, 'payment', order.id, event.paymentId)
}

/** Whether something newer was reported: an overtaken failure ends nothing, and an overtaken success opens no failed order. */
function isOutOfDate({ toldAt, status }: OrderRow, { changedAt, outcome }: PaymentEvent): boolean {
  if (toldAt === null || changedAt === undefined || changedAt >= toldAt) return false
  // A payment whose return has overtaken it still belongs into the ledger.
  return outcome === 'failed' || status === 'failed'
}

async function noteTime(tx: Queries, { id, toldAt }: OrderRow, { changedAt }: PaymentEvent): Promise<void> {
  if (changedAt === undefined || (toldAt !== null && changedAt <= toldAt)) return
  await tx.update(orders).set({ toldAt: changedAt }).where(eq(orders.id, id))
}

/**
 * Keeps an order whose money a bank withholds from being retired, and revives one that was given up: its tests are not sold again
 * meanwhile. Notes a payment that a bank only checks once the order would be retired. A booked payment is decided: a no-op.
 */
async function recordWithheld(
  tx: Queries,
  services: RecordingServices,
  locked: LockedOrder,
  event: PaymentEvent,
): Promise<Recorded> {
  const { order } = locked
  for (const kind of ['payment', 'mismatch', 'refund'] as const) {
    if (await hasMovement(tx, kind, order.id, event.paymentId)) return 'recorded'
  }
  const canStillBePaid =
    order.status === 'pending' && (order.checkoutExpiresAt === null || order.checkoutExpiresAt > new Date())
  if (event.outcome === 'checking' && canStillBePaid) return 'recorded'
  await noteWithheld(tx, order, event)
  services.log.warn({ order: order.id, status: event.status }, 'a bank holds money of an order')
  const isGivenUp = order.status === 'failed' || order.status === 'expired'
  if (event.outcome === 'held' && isGivenUp && !locked.isErased && (await canWaitAgain(tx, services, locked))) {
    await tx.update(orders).set({ status: 'pending' }).where(eq(orders.id, order.id))
    await tx.update(purchases).set({ status: 'pending', live: true }).where(eq(purchases.orderId, order.id))
  }
  return 'recorded'
}

/** Whether an order's places are free. Ends the orders in the way, if all are unpaid and no bank withholds their money. */
async function canWaitAgain(tx: Queries, services: RecordingServices, { order, lines }: LockedOrder): Promise<boolean> {
  const others = await findOthers(tx, order, lines)
  if (!others.every((other) => waits(other) && withheldMoneyOf(other.order).length === 0)) return false
  await expireOthers(tx, services, others)
  return true
}

async function recordPaid(
  tx: Queries,
  services: RecordingServices,
  locked: LockedOrder,
  event: PaymentEvent,
): Promise<Recorded> {
  const { order } = locked
  const { amount, currency, paymentId, reference, status } = event
  const details = { reference }
  const movement = { orderId: order.id, amount, currency, provider: order.provider, paymentId, status, details }
  const fits = amount === order.price && currency === order.currency
  const known = await amountOf(tx, order.id, paymentId)
  if (!fits && known !== null && known !== amount) {
    // One payment has one amount: the booked one stays, and nothing of the other is owed.
    services.log.error({ order: order.id, known, amount }, 'a payment is told with two amounts')
    await bookReturn(tx, services, locked, event, event.returned ?? 0)
    return 'mismatch'
  }
  const isNew = (await appendMovement(tx, { ...movement, kind: fits ? 'payment' : 'mismatch' })) !== null
  if (isNew && !fits) {
    services.log.error({ order: order.id }, 'a payment does not fit its order')
    await owe(tx, services, locked, movement, 'mismatch')
  }
  if (isNew && fits && (await returnedOf(tx, order.id, paymentId)) < amount) {
    if (await canOpen(tx, services, locked)) {
      await markPaid(tx, services, locked)
      await makePresent(tx, order, reference)
    } else await owe(tx, services, locked, movement, 'surplus')
  }
  await bookReturn(tx, services, await asItIsNow(tx, locked), event, event.returned ?? 0)
  return fits ? 'recorded' : 'mismatch'
}

/** Makes the checkout that was paid the present one: the provider is asked about it from now on. */
async function makePresent(tx: Queries, order: OrderRow, reference: string): Promise<void> {
  const checkout = storedCheckout(order)
  if (checkout === null || checkout.reference === reference) return
  const earlier = [...(checkout.earlier ?? []), checkout.reference].filter((other) => other !== reference)
  await tx
    .update(orders)
    .set({ checkout: { ...checkout, reference, earlier } })
    .where(eq(orders.id, order.id))
}

/**
 * Whether this order's money still buys something: not if it was paid or refunded before, if another paid order of one of its
 * tests still has exams, or if the payer's account was erased. An order that only waits for payment gives way to the paid one.
 */
async function canOpen(
  tx: Queries,
  services: RecordingServices,
  { order, lines, isErased }: LockedOrder,
): Promise<boolean> {
  if (order.status === 'paid' || order.status === 'refunded' || isErased) return false
  const others = await findOthers(tx, order, lines)
  for (const other of others) if (!waits(other) && !(await supersede(tx, services, other))) return false
  // Orders that wait for payment end only if this order opens.
  await expireOthers(tx, services, others.filter(waits))
  return true
}

const waits = (other: OrderedPurchase) => other.order.status === 'pending'

/** Purchases of the same tests by other orders. */
async function findOthers(tx: Queries, order: OrderRow, lines: LockedOrder['lines']): Promise<OrderedPurchase[]> {
  const others = []
  for (const { userId, testId } of lines) {
    const other = await findInUse(tx, userId, testId)
    if (other !== undefined && other.order.id !== order.id) others.push(other)
  }
  return others
}

async function expireOthers(tx: Queries, services: RecordingServices, others: OrderedPurchase[]): Promise<void> {
  for (const other of others) {
    await endOrder(tx, other.order, 'expired')
    await closeCheckoutSoon(tx, services, other.order)
  }
}
