import { eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { ledger, orders } from '../../db/schema/purchases.ts'
import { isUuid } from '../../db/uuid.ts'
import { OperatorMistake } from '../../operator-mistake.ts'
import type { PaymentEvent, PaymentProvider } from '../../payments/payment-provider.ts'
import { asProviderKnows, type OrderRow } from './purchase-standing.ts'
import { recordPayment, type RecordingServices } from './record-payment.ts'

/** An order that this server cannot ask about; the message says why, for the operator. */
export class ReconciliationRefused extends OperatorMistake {
  override readonly name = 'ReconciliationRefused'
}

export interface Reconciled {
  /** The order's status before and after. */
  before: string
  after: string
  /** The movements that its provider's word added to the ledger. Amounts in kopiykas. */
  added: { kind: string; amount: number; currency: string }[]
}

/** An order as it was when its provider was asked, with what it said; null when it has not seen the order. */
export interface AskedOrder {
  order: OrderRow
  event: PaymentEvent | null
}

/**
 * Asks the provider how one order stands, whatever we believe of it, and writes down what is new. Changes nothing when
 * the provider has not seen it. Throws ReconciliationRefused for an unknown order, one that was never opened for payment
 * or was opened at another provider; PaymentUnavailable while the provider is away.
 */
export async function reconcileOrder(
  services: RecordingServices,
  provider: PaymentProvider,
  orderId: string,
): Promise<Reconciled> {
  return recordAnswer(services, await askOfOrder(services.db, provider, orderId))
}

/** The question alone, which takes as long as the provider does: before any transaction. Throws as `reconcileOrder`. */
export async function askOfOrder(db: Queries, provider: PaymentProvider, orderId: string): Promise<AskedOrder> {
  const order = await findOrder(db, orderId)
  if (order === undefined) throw new ReconciliationRefused(`There is no order ${orderId}.`)
  if (order.provider !== provider.name) {
    throw new ReconciliationRefused(`${order.provider} knows this order, and this server has ${provider.name}.`)
  }
  return { order, event: await provider.askStatus(asProviderKnows(order)) }
}

/** Writes down what is new of an answer. */
export async function recordAnswer(services: RecordingServices, { order, event }: AskedOrder): Promise<Reconciled> {
  const { db } = services
  const moved = () => db.select().from(ledger).where(eq(ledger.orderId, order.id))
  const known = new Set((await moved()).map(({ id }) => id))
  if (event !== null) await recordPayment(services, order.provider, event)
  const added = (await moved()).filter((row) => !known.has(row.id))
  return {
    before: order.status,
    after: (await findOrder(db, order.id))?.status ?? order.status,
    added: added.map(({ kind, amount, currency }) => ({ kind, amount, currency })),
  }
}

async function findOrder(db: Queries, id: string): Promise<OrderRow | undefined> {
  if (!isUuid(id)) return undefined
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  return order
}
