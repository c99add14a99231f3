import * as calls from '#contract/staff/money.ts'
import { type FoundOrder, listOrders, requireOrder } from '../features/operator/list-orders.ts'
import { monthOfMoney } from '../features/operator/month-of-money.ts'
import { reconcileByHand } from '../features/operator/reconcile.ts'
import { refundOrder } from '../features/operator/refund-order.ts'
import { breachesOfOffer } from '../features/operator/refund-rule.ts'
import { listOwed, listWithheld } from '../features/purchases/refund/list-owed.ts'
import { createProvider } from '../payments/open-provider.ts'
import { Download, type Office, serveStaff, wordOf } from './serve-staff.ts'

export function registerMoney(office: Office): void {
  const { services } = office
  const { db } = services

  serveStaff(office, calls.listOrders, async ({ query }) => {
    const page = await listOrders(db, { status: query.status ?? null, after: query.after ?? null })
    return { results: page.orders.map(presentOrder), next: page.next }
  })

  serveStaff(office, calls.readOrder, async ({ params, look }) => {
    const { order, lines, movements } = await requireOrder(db, params.id)
    await look(order.userId)
    const breaches = await breachesOfOffer(
      db,
      lines.map(({ id }) => id),
    )
    return {
      order: presentOrder(order),
      lines,
      movements: movements.map(({ paymentId, recordedAt, ...movement }) => ({
        ...movement,
        payment_id: paymentId,
        recorded_at: recordedAt,
      })),
      breaches,
    }
  })

  serveStaff(office, calls.listOwedMoney, async () => {
    const owed = (await listOwed(db)).map((row) => ({
      order_id: row.orderId,
      amount: row.amount,
      currency: row.currency,
      cause: row.cause,
      owed_since: row.owedSince,
      tries: row.tries,
      last_error: row.lastError,
      is_given_up: row.isGivenUp,
    }))
    const withheld = (await listWithheld(db)).map((row) => ({
      order_id: row.orderId,
      amount: row.amount,
      currency: row.currency,
      status: row.status,
      since: row.since,
      is_taken: row.is_taken,
    }))
    return { owed, withheld }
  })

  serveStaff(office, calls.exportMonth, async ({ params: { month } }) => {
    return new Download(`money-${month}.csv`, 'text/csv; charset=utf-8', monthOfMoney(db, month))
  })

  serveStaff(office, calls.refundOrderOf, async ({ staff, params, body, look }) => {
    const lines =
      body.lines?.map(({ purchase_id: purchaseId, amount }) => ({
        purchaseId,
        ...(amount !== undefined && { amount }),
      })) ?? null
    const refund = { of: params.id, lines, againstTheRule: body.against_the_rule === true }
    const { act, amount, currency, titles, breaches } = await refundOrder(services, wordOf(staff, body), refund)
    await look(act.userId!)
    return { amount, currency, titles, breaches, act }
  })

  serveStaff(office, calls.reconcileOrderNow, async ({ staff, params, body, look }) => {
    const { order } = await requireOrder(db, params.id)
    await look(order.userId)
    const { before, after, added } = await reconcileByHand(
      services,
      createProvider(services),
      wordOf(staff, body),
      order.id,
    )
    return { before, after, added }
  })
}

function presentOrder({ userId, isHeld, createdAt, ...order }: FoundOrder) {
  return { ...order, user_id: userId, is_held: isHeld, created_at: createdAt }
}
