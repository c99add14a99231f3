import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { orders } from '../../../db/schema/purchases.ts'
import { type PaymentProvider, PaymentUnanswered, PaymentUnavailable } from '../../../payments/payment-provider.ts'
import type { Services } from '../../../services.ts'
import { reconcileOrder } from './reconcile-order.ts'

/** So long after it was ordered money may be called back by the payer's bank; later nobody asks. Days. */
const askedForDays = 180
/** Orders that one process asks of in one round: with a round a minute, some 170,000 a day. */
const mostInRound = 120
/** Milliseconds between two questions, so that a provider does not take us for a flood. */
const usualPauseMs = 250

interface ReconcileTerms {
  most?: number
  signal?: AbortSignal
  pauseMs?: number
}

/**
 * Asks the provider of some paid orders whether their money has stayed: a webhook about its return, or of a
 * chargeback, may have been lost. Each order's next time is in its row, a day on and a little by chance, so a process
 * that dies leaves nothing out, and the orders of one hour do not come back in one hour. Several processes share the work.
 * An order on which its provider is not clear ends no round: only a provider that is away does. `signal` ends the round
 * between two orders.
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
      // What is wrong with this order alone keeps no other waiting: it is asked about tomorrow, as it was put off.
      if (!(error instanceof PaymentUnavailable) || error instanceof PaymentUnanswered) continue
      // The provider is away for the others too: the rest of the round waits, and this order for an hour.
      await services.db
        .update(orders)
        .set({ askAt: sql`now() + interval '1 hour'` })
        .where(and(eq(orders.id, id), eq(orders.status, 'paid')))
      return
    }
  }
}

/** The order that is due for longest, put off until tomorrow, or for good after 180 days. */
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
