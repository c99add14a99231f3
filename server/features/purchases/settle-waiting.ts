import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { purchases } from '../../db/schema/purchases.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import type { Services } from '../../services.ts'
import { standingColumns } from './purchase-standing.ts'
import { settleOrder } from './settle-order.ts'

/** Seconds between two questions about one order that nobody looks at. */
const askEverySeconds = 300
const mostOrders = 50

/**
 * Asks the provider of some orders that nobody has asked of lately, drawn by lot so that none waits for ever: a callback
 * may have been lost, and its payer gone. Several servers may ask of one order; what they hear is written down once.
 */
export async function settleForgotten(services: Services, provider: PaymentProvider): Promise<void> {
  const waiting = await services.db
    .select(standingColumns)
    .from(purchases)
    .where(
      and(
        eq(purchases.status, 'pending'),
        eq(purchases.provider, provider.name),
        isNotNull(purchases.checkout),
        lt(purchases.createdAt, sql`now() - interval '2 minutes'`),
      ),
    )
    .orderBy(sql`random()`)
    .limit(mostOrders)
  for (const standing of waiting) await settleOrder(services, provider, standing, askEverySeconds)
}

/** A shelf is not kept waiting longer than this for a provider. */
const mostMilliseconds = 2000

/**
 * Asks the provider of what this person has ordered and not seen opened: somebody who has paid and looks for the test
 * gets it now. Returns after two seconds at the latest; a slower answer opens the test all the same.
 */
export async function settleOrdersOf(services: Services, provider: PaymentProvider, userId: string): Promise<void> {
  const waiting = await services.db
    .select(standingColumns)
    .from(purchases)
    .where(and(eq(purchases.userId, userId), eq(purchases.status, 'pending'), isNotNull(purchases.checkout)))
    .limit(10)
  if (waiting.length === 0) return
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, mostMilliseconds)
  })
  const all = Promise.all(waiting.map((standing) => settleOrder(services, provider, standing)))
  await Promise.race([all, enough])
  clearTimeout(timer)
}
