import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import { orders } from '../../server/db/schema/purchases.ts'
import { expireUnpaid } from '../../server/features/purchases/expire/expire-unpaid.ts'
import { orderNowColumns, referencesOf } from '../../server/features/purchases/purchase-now.ts'
import { reconcilePaid } from '../../server/features/purchases/rounds/reconcile-paid.ts'
import { sendDueRefunds } from '../../server/features/purchases/rounds/send-refund.ts'
import { settleOrder } from '../../server/features/purchases/pay/settle-order.ts'
import { Chance } from './chance.ts'
import { lives } from './life.ts'
import type { Shop } from './shop.ts'

/** Days after the last deed. The bank may decide a withheld payment on any of them. */
const days = 3

/** Plays days without faults after all deeds: payment pages are closed, callbacks lost, and the shop does its daily rounds. */
export async function daysGoBy(shop: Shop, orderIds: readonly string[], seed: number): Promise<void> {
  const chance = new Chance(seed, orderIds.length)
  const life = { queries: Number.POSITIVE_INFINITY, dead: false, chance, isCalm: true }
  await lives.run(life, () => endCheckouts(shop, orderIds))
  for (let day = 1; day <= days; day += 1) {
    for (const id of orderIds) {
      for (const payment of shop.banks.paymentsOfOrder(id)) {
        // Some payments are withheld for longer. A return never takes longer than the shop waits before ordering it again.
        if (day < days && chance.is(0.4)) shop.banks.decide(payment, chance, false)
        shop.banks.finishReturns(payment, false)
      }
    }
    await lives.run({ ...life, isLastDay: day === days }, () => aDay(shop, orderIds))
  }
}

async function endCheckouts({ services, banks }: Shop, orderIds: readonly string[]): Promise<void> {
  const all = await services.db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...orderIds]))
  for (const order of all) for (const reference of referencesOf(order)) banks.expire(reference)
  // Makes the orders older than a day, and younger than the week in which the shop asks about abandoned orders.
  await services.db
    .update(orders)
    .set({ checkoutExpiresAt: new Date(Date.now() - 3_600_000), createdAt: new Date(Date.now() - 2 * 86_400_000) })
    .where(inArray(orders.id, [...orderIds]))
}

async function aDay(shop: Shop, orderIds: readonly string[]): Promise<void> {
  const { services, pool, providers } = shop
  await pool.query(
    `update orders set ask_at = now() - interval '1 minute' where ask_at is not null and id = any($1::uuid[])`,
    [orderIds],
  )
  await pool.query(
    `update refunds set next_try_at = now() - interval '1 second', ordered_at = ordered_at - interval '3 days'
       where returned_at is null
       and id in (select id from ledger where order_id = any($1::uuid[]))`,
    [orderIds],
  )
  for (const provider of Object.values(providers)) {
    await shop.workOff(orderIds, provider)
    const unpaid = await services.db
      .select(orderNowColumns)
      .from(orders)
      .where(
        and(
          inArray(orders.id, [...orderIds]),
          inArray(orders.status, ['pending', 'failed', 'expired']),
          eq(orders.provider, provider.name),
          isNotNull(orders.checkout),
          ne(orders.price, 0),
        ),
      )
    // Repeats `settleForgotten` and `settleGivenUp`, which draw at random the orders that they ask about.
    for (const ordered of unpaid) {
      if (ordered.order.held === null) await settleOrder(services, provider, ordered, 0)
    }
    await reconcilePaid(services, provider, { most: orderIds.length + 1, pauseMs: 0 })
    // Repeats `retireUnanswered`, which runs three days after a page has ended. It would take the other bank's orders for those
    // of a provider that this shop has left.
    for (const { order } of unpaid) if (order.status === 'pending') await expireUnpaid(services, order, provider.name)
    for (let round = 0; round * 20 <= orderIds.length; round += 1) await sendDueRefunds(services, provider)
  }
}
