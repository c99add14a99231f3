import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { orders } from '../../db/schema/purchases.ts'
import type { Database } from '../../db/connect.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import type { Act, OperatorWord } from '../audit/act-as-operator.ts'
import { actAsOperator } from '../exams/operator-acts/act-on-record.ts'
import { askOfOrder, recordAnswers, type Reconciled } from '../purchases/rounds/reconcile-order.ts'
import type { RecordingServices } from '../purchases/pay/record-payment.ts'

/** `reconcileOrder` for an operator: a change is recorded as their act. Throws as `reconcileOrder` and `actAsOperator` do. */
export async function reconcileByHand(
  services: RecordingServices & { db: Database },
  provider: PaymentProvider,
  word: OperatorWord,
  orderId: string,
): Promise<Reconciled & { act: Act | null }> {
  // Outside the transaction: none of our transactions waits for anything but the database.
  const asked = await askOfOrder(services, provider, orderId)
  return actAsOperator(services.db, word, async (tx) => {
    const reconciled = await recordAnswers({ ...services, db: tx }, asked)
    const { before, after, added } = reconciled
    if (before === after && added.length === 0) return { ...reconciled, act: null }
    const booked = added.map(({ kind, amount }) => `${kind} ${amount}`).join(', ')
    const act = {
      command: 'reconcile',
      userId: asked.order.userId,
      orderId,
      before: { status: before },
      after: { status: after, booked },
    }
    return { ...reconciled, act }
  })
}

/** The orders of the last `days` for which this provider has a checkout, the oldest first. */
export async function ordersOfDays(db: Database, provider: PaymentProvider, days: number): Promise<string[]> {
  const isRecent = gt(orders.createdAt, sql`now() - make_interval(days => ${days})`)
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isRecent, eq(orders.provider, provider.name), isNotNull(orders.checkout)))
    .orderBy(orders.createdAt)
  return rows.map(({ id }) => id)
}
