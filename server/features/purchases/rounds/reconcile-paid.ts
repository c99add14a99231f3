import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import { orders } from '../../../db/schema/purchases.ts'
import { type PaymentProvider, PaymentUnanswered, PaymentUnavailable } from '../../../payments/payment-provider.ts'
import type { Services } from '../../../services.ts'
import { reconcileOrder } from './reconcile-order.ts'

/** Days after the order within which the payer's bank may call the money back; later nobody asks. */
const askedForDays = 180
/** Orders that one process asks about in one round: with a round a minute, some 170,000 a day. */
const mostInRound = 120
/** Milliseconds between two questions, so that the provider does not take us for a flood. */
const usualPauseMs = 250

interface ReconcileTerms {
  most?: number
  signal?: AbortSignal
  pauseMs?: number
}

/**
 * Asks the provider about orders that are due: whether paid money has stayed (the callback of a return or a chargeback may
 * have been lost), and what became of withheld money. Each order's next time is in its row, a day ahead with jitter, so a
 * process that dies leaves nothing out, and the orders of one hour spread. Several processes share the work. An unclear answer
 * about one order does not end the round; an unavailable provider does, and so does `signal`, between two orders.
 */
export async function reconcilePaid(
  services: Services,
  provider: PaymentProvider,
  { most = mostInRound, signal, pauseMs = usualPauseMs }: ReconcileTerms = {},
): Promise<void> {
  for (let asked = 0; asked < most; asked += 1) {
    if (asked > 0) await pause(pauseMs)
    if (signal?.aborted === true) return
    const id = await claimNext(services, provider)
    if (id === null) return
    try {
      const { before, after, added } = await reconcileOrder(services, provider, id)
      if (added.length > 0)
        services.log.warn({ order: id, before, after, added }, 'reconciliation found what we had not heard')
    } catch (error) {
      services.log.warn({ err: error, order: id }, 'the payment provider did not tell how a paid order stands')
      // A fault of this order alone delays no other: `claimNext` has put it off until tomorrow.
      if (!(error instanceof PaymentUnavailable) || error instanceof PaymentUnanswered) continue
      // The provider is unavailable for the others too: the round ends, and this order waits for an hour. An order that was
      // decided meanwhile is asked about no more.
      await services.db
        .update(orders)
        .set({ askAt: sql`now() + interval '1 hour'` })
        .where(and(eq(orders.id, id), or(eq(orders.status, 'paid'), isNotNull(orders.held))))
      return
    }
  }
}

/** Claims the order that is due for longest, and puts it off until tomorrow, or for good after 180 days. */
async function claimNext({ db }: Services, provider: PaymentProvider): Promise<string | null> {
  const { rows } = await db.execute<{ id: string }>(sql`
    update orders set ask_at = case
      when created_at > now() - make_interval(days => ${askedForDays}) then now() + (0.9 + 0.2 * random()) * interval '1 day' end
    where id = (
      select id from orders where provider = ${provider.name} and ask_at <= now()
      order by ask_at limit 1 for update skip locked)
    returning id`)
  return rows[0]?.id ?? null
}
