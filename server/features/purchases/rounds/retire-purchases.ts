import { and, eq, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/connect.ts'
import { orders, purchases } from '../../../db/schema/purchases.ts'
import type { Services } from '../../../services.ts'
import { expireUnpaid } from '../expire/expire-unpaid.ts'

/** Retires purchases whose time is over: from here on the same test can be bought again by the index's rule too. */
export async function retireEnded(db: Database): Promise<void> {
  await db
    .update(purchases)
    .set({ live: false })
    .where(and(purchases.live, eq(purchases.status, 'paid'), lte(purchases.expiresAt, sql`now()`)))
}

/** Orders whose payment could not even be opened for a day: there is nothing that anybody could have paid. */
export async function retireUnopened(services: Pick<Services, 'db' | 'jobs'>): Promise<void> {
  await letGoOf(services, and(isNull(orders.checkout), lt(orders.createdAt, sql`now() - interval '1 day'`)))
}

/**
 * Orders on which there is no answer: opened at a provider that is not ours now, or three days after their checkout ended
 * without an answer of its provider. Money that comes later still opens them.
 */
export async function retireUnanswered(services: Pick<Services, 'db' | 'jobs'>, provider: string): Promise<void> {
  const isUnheard = or(ne(orders.provider, provider), lt(orders.checkoutExpiresAt, sql`now() - interval '3 days'`))
  await letGoOf(services, and(isNotNull(orders.checkout), isUnheard))
}

const mostInRound = 500

async function letGoOf(services: Pick<Services, 'db' | 'jobs'>, which: SQL | undefined): Promise<void> {
  const rows = await services.db
    .select()
    .from(orders)
    .where(and(eq(orders.status, 'pending'), isNull(orders.held), which))
    .limit(mostInRound)
  for (const order of rows) await expireUnpaid(services, order)
}
