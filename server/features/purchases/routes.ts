import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { createPurchase, ownedTests, payAgain as payAgainCall, readPurchase } from '#contract/purchase.ts'
import { tests } from '../../db/schema/catalog.ts'
import { orders, purchases } from '../../db/schema/purchases.ts'
import { notFound } from '../../failure.ts'
import { comeRound } from '../../jobs/come-round.ts'
import { openProvider } from '../../payments/open-provider.ts'
import { serve } from '../../serve.ts'
import type { Services } from '../../services.ts'
import { closeCheckout } from './close-checkout.ts'
import { orderTest } from './order-test.ts'
import { listOwnedTests } from './owned-tests.ts'
import { payAgain } from './pay-again.ts'
import { registerPaymentCallback } from './payment-callback.ts'
import { presentPurchase } from './present-purchase.ts'
import { requireOwnPurchase } from './purchase-access.ts'
import { orderColumns, standingColumns } from './purchase-standing.ts'
import { reconcilePaid } from './reconcile-paid.ts'
import { retireEnded, retireUnheard, retireUnopened } from './retire-purchases.ts'
import { sendDueRefunds, sendRefund } from './send-refund.ts'
import { settleOrder } from './settle-order.ts'
import { settleForgotten, settleGivenUp, settleOrdersOf } from './settle-waiting.ts'
import { tellOfEnds } from './tell-of-end.ts'

/** Ordering, paying, and the shelf of what was bought. */
export function registerPurchases(app: FastifyInstance, services: Services): void {
  const { db, jobs, limit } = services
  const provider = openProvider(app, services)
  registerPaymentCallback(app, services, provider)
  app.addHook('onReady', async () => {
    jobs.work('refund-payment', ({ ledger_id }) => sendRefund(services, provider, ledger_id))
    jobs.work('close-checkout', ({ order_id }) => closeCheckout(services, provider, order_id))
  })
  // A round that asks of many orders must not keep a server from stopping.
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  comeRound(app, 'orders that wait for payment', 60, () => settleForgotten(services, provider))
  comeRound(app, 'orders that were given up', 600, () => settleGivenUp(services, provider))
  comeRound(app, 'refunds that are due', 30, () => sendDueRefunds(services, provider, closing.signal))
  comeRound(app, 'paid orders', 60, () => reconcilePaid(services, provider, { signal: closing.signal }))
  comeRound(app, 'ends of purchases', 60, async () => {
    await retireUnopened(services)
    await retireUnheard(services, provider.name)
    await retireEnded(db)
    await tellOfEnds(services)
  })

  serve(
    app,
    createPurchase,
    async ({ body, user }) => {
      await limit('purchase', user.id)
      const request = { userId: user.id, testId: body.test_id, idempotencyKey: body.idempotency_key }
      return present(await orderTest(services, provider, request))
    },
    { begins: 'other' },
  )

  serve(app, readPurchase, async ({ params, user }) => {
    const { id } = await requireOwnPurchase(db, params.id, user.id)
    const standing = await standingOf(id)
    if (standing.order.status === 'pending') await settleOrder(services, provider, standing)
    return present(id)
  })

  serve(
    app,
    payAgainCall,
    async ({ params, user }) => {
      await limit('purchase', user.id)
      const { id } = await requireOwnPurchase(db, params.id, user.id)
      // It may have been paid all the same, by a callback that was lost.
      await settleOrder(services, provider, await standingOf(id))
      return present(await payAgain(services, provider, await standingOf(id)))
    },
    { begins: 'other' },
  )

  serve(app, ownedTests, async ({ query, user }) => {
    await settleOrdersOf(services, provider, user.id)
    return listOwnedTests(db, user.id, query)
  })

  async function present(id: string) {
    return presentPurchase(await standingOf(id), provider.name)
  }

  async function standingOf(id: string) {
    const [standing] = await db
      .select({ ...standingColumns, ...orderColumns, slug: tests.slug })
      .from(purchases)
      .innerJoin(tests, eq(tests.id, purchases.testId))
      .innerJoin(orders, eq(orders.id, purchases.orderId))
      .where(eq(purchases.id, id))
    if (standing === undefined) throw notFound()
    return standing
  }
}
