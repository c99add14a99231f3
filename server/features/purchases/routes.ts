import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { createPurchase, ownedTests, readPurchase } from '#contract/purchase.ts'
import { purchases } from '../../db/schema/purchases.ts'
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
import { settleOrder } from './settle-order.ts'

/** Ordering, paying, and the shelf of what was bought. */
export function registerPurchases(app: FastifyInstance, services: Services): void {
  const { db, jobs, limit } = services
  const provider = openProvider(app, services)
  registerPaymentCallback(app, services, provider)
  app.addHook('onReady', () =>
    jobs.work('refund-payment', ({ ledger_id }) => refundPayment(services, provider, ledger_id)),
  )

  serve(app, createPurchase, async ({ body, user }) => {
    await limit('purchase', user.id)
    const request = { userId: user.id, testId: body.test_id, idempotencyKey: body.idempotency_key.replaceAll('\0', '') }
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

  serve(app, ownedTests, ({ query, user }) => listOwnedTests(db, user.id, query))

  async function standingOf(id: string) {
    const [standing] = await db.select(standingColumns).from(purchases).where(eq(purchases.id, id))
    return standing!
  }
}
