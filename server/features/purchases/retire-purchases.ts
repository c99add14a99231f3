import { and, eq, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { purchases } from '../../db/schema/purchases.ts'

/** Lets go of purchases whose time is over: from here on the same test can be bought again by the index's rule too. */
export async function retireEnded(db: Database): Promise<void> {
  await db
    .update(purchases)
    .set({ live: false })
    .where(and(purchases.live, eq(purchases.status, 'paid'), lte(purchases.expiresAt, sql`now()`)))
}

/** Lets go of those orders among `which` that still wait for payment: nobody is kept from ordering anew. */
export async function letGo(db: Database, which: SQL | undefined): Promise<void> {
  await db
    .update(purchases)
    .set({ status: 'expired', live: false })
    .where(and(eq(purchases.status, 'pending'), which))
}

/** Orders whose payment could not even be opened for a day: there is nothing that anybody could have paid. */
export async function retireUnopened(db: Database): Promise<void> {
  await letGo(db, and(isNull(purchases.checkout), lt(purchases.createdAt, sql`now() - interval '1 day'`)))
}

/**
 * Orders of which nothing is heard: opened at a provider that is not ours now, or three days after their checkout ended
 * without its provider's word. Money that is heard of later still opens them.
 */
export async function retireUnheard(db: Database, provider: string): Promise<void> {
  const isUnheard = or(
    ne(purchases.provider, provider),
    lt(purchases.checkoutExpiresAt, sql`now() - interval '3 days'`),
  )
  await letGo(db, and(isNotNull(purchases.checkout), isUnheard))
}
