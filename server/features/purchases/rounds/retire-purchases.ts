import { and, eq, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/connect.ts'
import { orders, purchases } from '../../../db/schema/purchases.ts'
import type { Services } from '../../../services.ts'
import { mostCheckingDays } from '../books/withheld-money.ts'
import { expireUnpaid } from '../expire/expire-unpaid.ts'

/** Retires expired purchases: then the unique index, too, lets a person buy the same test again. */
export async function retireEnded(db: Database): Promise<void> {
  await db
    .update(purchases)
    .set({ live: false })
    .where(and(purchases.live, eq(purchases.status, 'paid'), lte(purchases.expiresAt, sql`now()`)))
}

/** Retires orders whose payment could not even be opened for a day: nobody could have paid them. */
export async function retireUnopened(services: Pick<Services, 'db' | 'jobs'>, provider: string): Promise<void> {
  await letGoOf(
    services,
    provider,
    and(isNull(orders.checkout), isNull(orders.held), lt(orders.createdAt, sql`now() - interval '1 day'`)),
  )
}

/**
 * Retires orders without an answer: of another provider than ours, whatever it holds of them; three days after their checkout
 * ended unanswered; or seven days after a bank last began to check a payment. Money that comes later still opens them.
 */
export async function retireUnanswered(services: Pick<Services, 'db' | 'jobs'>, provider: string): Promise<void> {
  const isUnheard = and(isNull(orders.held), lt(orders.checkoutExpiresAt, sql`now() - interval '3 days'`))
  const isOver = or(ne(orders.provider, provider), isUnheard, isUndecided)
  await letGoOf(services, provider, and(isNotNull(orders.checkout), isOver))
}

/** As `isKeptByBank` reads it: nothing was taken, and the newest check of a bank is too old. */
const isUndecided = sql`(select not bool_or((one->>'is_taken')::boolean)
    and max((one->>'since')::timestamptz) < now() - make_interval(days => ${mostCheckingDays})
  from jsonb_array_elements(${orders.held}) one)`

const mostInRound = 500

async function letGoOf(
  services: Pick<Services, 'db' | 'jobs'>,
  provider: string,
  which: SQL | undefined,
): Promise<void> {
  const rows = await services.db
    .select()
    .from(orders)
    .where(and(eq(orders.status, 'pending'), which))
    .limit(mostInRound)
  for (const order of rows) await expireUnpaid(services, order, provider)
}
