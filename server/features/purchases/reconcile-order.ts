import { eq } from 'drizzle-orm'
import { ledger, orders } from '../../db/schema/purchases.ts'
import { isUuid } from '../../db/uuid.ts'
import { OperatorMistake } from '../../operator-mistake.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import { asProviderKnows } from './purchase-standing.ts'
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
  const { db } = services
  const find = async () => {
    const [order] = isUuid(orderId) ? await db.select().from(orders).where(eq(orders.id, orderId)) : []
    if (order === undefined) throw new ReconciliationRefused(`There is no order ${orderId}.`)
    return order
  }
  const moved = () => db.select().from(ledger).where(eq(ledger.orderId, orderId))
  const order = await find()
  if (order.provider !== provider.name) {
    throw new ReconciliationRefused(`${order.provider} knows this order, and this server has ${provider.name}.`)
  }
  const known = new Set((await moved()).map(({ id }) => id))
  const event = await provider.askStatus(asProviderKnows(order))
  if (event !== null) await recordPayment(services, provider.name, event)
  const added = (await moved()).filter((row) => !known.has(row.id))
  return {
    before: order.status,
    after: (await find()).status,
    added: added.map(({ kind, amount, currency }) => ({ kind, amount, currency })),
  }
}
