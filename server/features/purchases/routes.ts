import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { createPurchase, ownedTests, readPurchase } from '#contract/purchase.ts'
import { purchases } from '../../db/schema/purchases.ts'
import { comeRound } from '../../jobs/come-round.ts'
import { openProvider } from '../../payments/open-provider.ts'
import { serve } from '../../serve.ts'
import type { Services } from '../../services.ts'
import { orderTest } from './order-test.ts'
import { listOwnedTests } from './owned-tests.ts'
import { registerPaymentCallback } from './payment-callback.ts'
import { presentPurchase } from './present-purchase.ts'
import { requireOwnPurchase } from './purchase-access.ts'
import { standingColumns } from './purchase-standing.ts'
import { refundPayment } from './refund-payment.ts'
import { renewRefunds } from './renew-refunds.ts'
import { retireEnded, retireUnheard, retireUnopened } from './retire-purchases.ts'
import { settleOrder } from './settle-order.ts'
import { settleForgotten, settleGivenUp, settleOrdersOf } from './settle-waiting.ts'
import { tellOfEnds } from './tell-of-end.ts'

/** Ordering, paying, and the shelf of what was bought. */
export function registerPurchases(app: FastifyInstance, services: Services): void {
  const { db, jobs, limit } = services
  const provider = openProvider(app, services)
  registerPaymentCallback(app, services, provider)
  app.addHook('onReady', async () =>
    jobs.work('refund-payment', ({ ledger_id }) => refundPayment(services, provider, ledger_id)),
  )
  comeRound(app, 'orders that wait for payment', 60, () => settleForgotten(services, provider))
  comeRound(app, 'orders that were given up', 600, () => settleGivenUp(services, provider))
  comeRound(app, 'refunds that were given up', 60, () => renewRefunds(services, provider))
  comeRound(app, 'ends of purchases', 60, async () => {
    await retireUnopened(db)
    await retireUnheard(db, provider.name)
    await retireEnded(db)
    await tellOfEnds(db)
  })

  serve(app, createPurchase, async ({ body, user }) => {
    await limit('purchase', user.id)
    const request = { userId: user.id, testId: body.test_id, idempotencyKey: body.idempotency_key }
    const { id } = await orderTest(services, provider, request)
    return presentPurchase(await standingOf(id))
  })

  serve(app, readPurchase, async ({ params, user }) => {
    const { id } = await requireOwnPurchase(db, params.id, user.id)
    const standing = await standingOf(id)
    if (standing.purchase.status !== 'pending') return presentPurchase(standing)
    await settleOrder(services, provider, standing)
    return presentPurchase(await standingOf(id))
  })

  serve(app, ownedTests, async ({ query, user }) => {
    await settleOrdersOf(services, provider, user.id)
    return listOwnedTests(db, user.id, query)
  })

  async function standingOf(id: string) {
    const [standing] = await db.select(standingColumns).from(purchases).where(eq(purchases.id, id))
    return standing!
  }
}
