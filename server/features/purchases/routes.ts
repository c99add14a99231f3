import { desc, eq, or } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { orderBundle as orderBundleCall } from '#contract/bundle.ts'
import { checkPromo } from '#contract/promo.ts'
import {
  cancelOrder as cancelOrderCall,
  createPurchase,
  ownedTests,
  payAgain as payAgainCall,
  readOpenOrder,
  readPurchase,
} from '#contract/purchase.ts'
import { orders, purchases } from '../../db/schema/purchases.ts'
import { isUuid } from '../../db/uuid.ts'
import { foreignPurchase, notFound, validationFailed } from '../../failure.ts'
import { every } from '../../jobs/every.ts'
import { openProvider } from '../../payments/open-provider.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { requireBundle } from '../catalog/bundles.ts'
import { requireTest } from '../catalog/find-test.ts'
import { testNames } from '../catalog/test-names.ts'
import { cancelOrder } from './order/cancel-order.ts'
import { closeCheckout } from './expire/close-checkout.ts'
import { findOpenOrders } from './order/find-open-orders.ts'
import { orderBundle } from './order/order-bundle.ts'
import { orderTest } from './order/order-test.ts'
import { type FindShelfExams, listOwnedTests } from './shelf/owned-tests.ts'
import { payAgain } from './pay/pay-again.ts'
import { registerPaymentCallback } from './pay/payment-callback.ts'
import { presentPurchase } from './order/present-purchase.ts'
import { priceByPromo } from './order/promo-price.ts'
import { orderNowColumns, purchaseNowColumns } from './purchase-now.ts'
import { reconcilePaid } from './rounds/reconcile-paid.ts'
import { retireEnded, retireUnanswered, retireUnopened } from './rounds/retire-purchases.ts'
import { sendDueRefunds, sendRefund } from './rounds/send-refund.ts'
import { settleOrder } from './pay/settle-order.ts'
import { settleForgotten, settleGivenUp, settleOrdersOf } from './rounds/settle-waiting.ts'
import { notifyOfEnds } from './rounds/notify-of-ends.ts'

/** `findShelfExams` reads the exams of the shelf, which are a feature above. */
export function registerPurchases(app: FastifyInstance, services: Services, findShelfExams: FindShelfExams): void {
  const { db, jobs, limit } = services
  const provider = openProvider(app, services)
  registerPaymentCallback(app, services, provider)
  app.addHook('onReady', async () => {
    jobs.work('refund-payment', ({ ledger_id }) => sendRefund(services, provider, ledger_id))
    jobs.work('close-checkout', ({ order_id }) => closeCheckout(services, provider, order_id))
  })
  // A round that asks about many orders must not keep a server from stopping.
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  every(app, 'orders that wait for payment', 60, () => settleForgotten(services, provider, closing.signal))
  every(app, 'orders that were given up', 600, () => settleGivenUp(services, provider, closing.signal))
  every(app, 'refunds that are due', 30, () => sendDueRefunds(services, provider, closing.signal))
  every(app, 'paid orders', 60, () => reconcilePaid(services, provider, { signal: closing.signal }))
  every(app, 'ends of purchases', 60, async () => {
    await retireUnopened(services, provider.name)
    await retireUnanswered(services, provider.name)
    await retireEnded(db)
    await notifyOfEnds(services)
  })

  serve(
    app,
    createPurchase,
    async ({ body, user }) => {
      await limit('purchase', user.id)
      const { test_id: testId, idempotency_key: idempotencyKey, promo_code: promoCode } = body
      const request = { userId: user.id, testId, idempotencyKey, promoCode, shown: body }
      return present(await orderTest(services, provider, request))
    },
    { opens: 'order' },
  )

  serve(app, checkPromo, async ({ body, user, request }) => {
    await limit('promo-address', request.ip)
    const wanted = await wantedOf(body)
    const { price } = await priceByPromo(db, body.code, wanted, { userId: user?.id ?? null, isOrder: false })
    return { price, full_price: wanted.price, currency: wanted.currency }
  })

  serve(
    app,
    orderBundleCall,
    async ({ params, body, user }) => {
      await limit('purchase', user.id)
      const { idempotency_key: idempotencyKey, rest: onlyRest = false, promo_code: promoCode } = body
      const request = { userId: user.id, bundleId: params.id, idempotencyKey, onlyRest, promoCode, shown: body }
      return present(await orderBundle(services, provider, request))
    },
    { opens: 'order' },
  )

  serve(app, readOpenOrder, async ({ user }) => {
    const openOrders = await findOpenOrders(db, user.id, provider.name)
    const open = await Promise.all(openOrders.map((ordered) => presentPurchase(db, ordered, provider.name)))
    return { order: open[0] ?? null, orders: open }
  })

  serve(app, readPurchase, async ({ params, user, request }) => {
    const ordered = await findOwnOrdered(params.id, user.id)
    if (ordered.order.status === 'pending') await app.outside(request, () => settleOrder(services, provider, ordered))
    return present(params.id)
  })

  serve(
    app,
    payAgainCall,
    async ({ params, user }) => {
      await limit('purchase', user.id)
      // It may have been paid, if a callback was lost.
      await settleOrder(services, provider, await findOwnOrdered(params.id, user.id))
      return present(await payAgain(services, provider, await findOrdered(params.id)))
    },
    { opens: 'order' },
  )

  serve(app, cancelOrderCall, async ({ params, user, request }) => {
    // It may have been paid, if a callback was lost.
    const ordered = await findOwnOrdered(params.id, user.id)
    await app.outside(request, () => settleOrder(services, provider, ordered))
    await cancelOrder(services, params.id, user.id)
    return present(params.id)
  })

  serve(app, ownedTests, async ({ query, user, request }) => {
    await settleOrdersOf(services, provider, user.id, (work) => app.outside(request, work))
    return listOwnedTests(db, user.id, query, { examUse: services.examUse, findShelfExams })
  })

  /** What a promo code is tried on. Throws 404 `not_found`, 400 `validation_failed` unless exactly one thing is named. */
  async function wantedOf({ test_id, bundle_id }: { test_id?: string | undefined; bundle_id?: string | undefined }) {
    if ((test_id === undefined) === (bundle_id === undefined))
      throw validationFailed({ test_id: 'Вкажіть тест або комплект.' })
    if (test_id !== undefined) {
      const test = await requireTest(db, test_id)
      return { ...test, tests: [test], isBundle: false }
    }
    const { bundle, tests } = await requireBundle(db, bundle_id!)
    return { ...bundle, tests, isBundle: true }
  }

  async function present(id: string) {
    return presentPurchase(db, await findOrdered(id), provider.name)
  }

  async function findOwnOrdered(id: string, userId: string) {
    const ordered = await findOrdered(id)
    if (ordered.order.userId !== userId) throw foreignPurchase()
    return ordered
  }

  /** A purchase with its order: by its own id, or the first line of an order by the order's id. */
  async function findOrdered(id: string) {
    if (!isUuid(id)) throw notFound()
    const [ordered] = await db
      .select({ ...purchaseNowColumns, ...orderNowColumns, slug: testNames.slug })
      .from(purchases)
      .innerJoin(testNames, eq(testNames.id, purchases.testId))
      .innerJoin(orders, eq(orders.id, purchases.orderId))
      .where(or(eq(purchases.id, id), eq(purchases.orderId, id)))
      .orderBy(desc(eq(purchases.id, id)), purchases.position)
      .limit(1)
    if (ordered === undefined) throw notFound()
    return ordered
  }
}
