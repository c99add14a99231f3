import { eq } from 'drizzle-orm'
import type { Queries } from '../../../db/connect.ts'
import { ledger, orders } from '../../../db/schema/purchases.ts'
import { isUuid } from '../../../db/uuid.ts'
import { OperatorMistake } from '../../audit/operator-mistake.ts'
import {
  type PaymentEvent,
  PaymentForged,
  type PaymentProvider,
  PaymentUnanswered,
} from '../../../payments/payment-provider.ts'
import { askStatus } from '../ask-status.ts'
import { type OrderRow, referencesOf } from '../purchase-now.ts'
import { recordPayment, type RecordingServices } from '../pay/record-payment.ts'

/** An order that this server cannot ask about; the message tells the operator why. */
export class ReconciliationRefused extends OperatorMistake {
  override readonly name = 'ReconciliationRefused'
}

export interface Reconciled {
  before: string
  after: string
  /** The movements that its provider's answer added to the ledger. Amounts in kopiykas. */
  added: { kind: string; amount: number; currency: string }[]
}

/** An order as it was when its provider was asked, with the provider's answer about each checkout that it has seen. */
export interface AskedOrder {
  order: OrderRow
  events: PaymentEvent[]
}

/**
 * Asks the provider about every checkout of one order, whatever our status is, and records what is new: another checkout may
 * have been paid since one was. Changes nothing if the provider has not seen the order. Throws ReconciliationRefused for an
 * unknown order or one of another provider; PaymentUnavailable while the provider is unavailable; PaymentUnanswered or
 * PaymentForged if it is clear about none.
 */
export async function reconcileOrder(
  services: RecordingServices,
  provider: PaymentProvider,
  orderId: string,
): Promise<Reconciled> {
  return recordAnswers(services, await askOfOrder(services, provider, orderId))
}

/** Asks only, which takes as long as the provider does: before any transaction. Throws as `reconcileOrder`. */
export async function askOfOrder(
  { db, log }: Pick<RecordingServices, 'db' | 'log'>,
  provider: PaymentProvider,
  orderId: string,
): Promise<AskedOrder> {
  const order = await findOrder(db, orderId)
  if (order === undefined) throw new ReconciliationRefused(`There is no order ${orderId}.`)
  if (order.provider !== provider.name) {
    throw new ReconciliationRefused(`${order.provider} knows this order, and this server has ${provider.name}.`)
  }
  const answers: (PaymentEvent | null)[] = []
  const refusals: (PaymentUnanswered | PaymentForged)[] = []
  for (const reference of referencesOf(order)) {
    try {
      answers.push(await askStatus(provider, order, reference))
    } catch (error) {
      // An unclear answer about one checkout keeps nobody from hearing of the others.
      if (!(error instanceof PaymentUnanswered || error instanceof PaymentForged)) throw error
      refusals.push(error)
    }
  }
  const [refusal] = refusals
  if (refusal !== undefined && answers.length === 0) throw refusal
  for (const err of refusals) log.warn({ err, order: order.id }, 'the payment provider did not tell of one checkout')
  return { order, events: answers.filter((event) => event !== null) }
}

export async function recordAnswers(services: RecordingServices, { order, events }: AskedOrder): Promise<Reconciled> {
  const { db } = services
  const moved = () => db.select().from(ledger).where(eq(ledger.orderId, order.id))
  const known = new Set((await moved()).map(({ id }) => id))
  for (const event of events) await recordPayment(services, order.provider, event)
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
