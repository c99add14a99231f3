import { and, eq, gt, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { orders } from '../../../db/schema/purchases.ts'
import type { PaymentProvider } from '../../../payments/payment-provider.ts'
import type { Services } from '../../../services.ts'
import { orderNowColumns, type OrderNow } from '../purchase-now.ts'
import { settleOrder } from '../pay/settle-order.ts'

/** Seconds between two questions about one order that nobody looks at. */
const askEverySeconds = 300
/** The same for an order that was declined or ended: it is seldom paid after all. */
const askOfGivenUpEverySeconds = 6 * 3600
const mostOrders = 50

/**
 * Asks the provider about some orders that nobody has asked about lately: a callback may be lost, and the payer gone. Several
 * servers may ask about one order; the answer is recorded once. The daily round asks about withheld money. An unavailable
 * provider ends the round, and so does `signal`, between two orders.
 */
export async function settleForgotten(
  services: Services,
  provider: PaymentProvider,
  signal?: AbortSignal,
): Promise<void> {
  const isWaiting = and(
    eq(orders.status, 'pending'),
    isNull(orders.held),
    lt(orders.createdAt, sql`now() - interval '2 minutes'`),
  )
  await settleEach(services, provider, { of: isWaiting, everySeconds: askEverySeconds, signal })
}

/**
 * Asks the provider about some orders of the last week that were declined or ended: a person who paid anyway, by another card
 * or an old page, and whose callback was lost, has the test or the money back a few hours later. Ends as `settleForgotten`.
 */
export async function settleGivenUp(
  services: Services,
  provider: PaymentProvider,
  signal?: AbortSignal,
): Promise<void> {
  const isGivenUp = and(
    inArray(orders.status, ['failed', 'expired']),
    gt(orders.createdAt, sql`now() - interval '7 days'`),
  )
  await settleEach(services, provider, { of: isGivenUp, everySeconds: askOfGivenUpEverySeconds, signal })
}

interface Round {
  of: SQL | undefined
  everySeconds: number
  signal: AbortSignal | undefined
}

async function settleEach(services: Services, provider: PaymentProvider, { of, everySeconds, signal }: Round) {
  let failures = 0
  for (const ordered of await drawOrders(services, provider, of)) {
    if (signal?.aborted === true) return
    const outcome = await settleOrder(services, provider, ordered, everySeconds)
    if (outcome !== null) failures = outcome === 'away' ? failures + 1 : 0
    // A single failure may be the fault of one order, about which the provider would fail in every round.
    if (failures === 2) return
  }
}

/** Orders at this provider, at random so that none waits for ever: one of each person, so that many of one delay no others. */
function drawOrders({ db }: Services, provider: PaymentProvider, which: SQL | undefined): Promise<OrderNow[]> {
  const lots = db
    .selectDistinctOn([orders.userId], { id: orders.id })
    .from(orders)
    .where(and(which, eq(orders.provider, provider.name), isNotNull(orders.checkout)))
    .orderBy(orders.userId, sql`random()`)
    .as('lots')
  return db
    .select(orderNowColumns)
    .from(lots)
    .innerJoin(orders, eq(orders.id, lots.id))
    .orderBy(sql`random()`)
    .limit(mostOrders)
}

/** Milliseconds that a shelf waits for a provider at most. */
const mostMilliseconds = 2000

/**
 * Asks the provider about a person's waiting orders: a person who has paid and looks for the test gets it now. Returns after
 * two seconds at the latest; a slower answer opens the test anyway. `outside` runs the wait for the provider.
 */
export async function settleOrdersOf(
  services: Services,
  provider: PaymentProvider,
  userId: string,
  outside: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const waiting = await services.db
    .select(orderNowColumns)
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.status, 'pending'), isNotNull(orders.checkout)))
    .limit(10)
  if (waiting.length === 0) return
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, mostMilliseconds)
  })
  // Two at a time: each may have several checkouts, and a provider with too many concurrent questions answers nobody.
  const turns = waiting.values()
  const askInTurn = async () => {
    for (const ordered of turns) await settleOrder(services, provider, ordered)
  }
  await outside(async () => {
    await Promise.race([Promise.all([askInTurn(), askInTurn()]), enough])
    clearTimeout(timer)
  })
}
