import type { SQL, SQLWrapper } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'

/** Days after a payment in which it counts towards a bundle (decision 0143). */
export const daysToAddRest = 14

/** A purchase that opens a test now. */
export interface OwnedNow {
  purchaseId: string
  /** No exam is left on it or under way. */
  isUsedUp: boolean
  /** Its test can be bought once more, although this purchase is not over. */
  canBuyAgain: boolean
  /** Operators have decided that all that was paid for it goes back. */
  goesBack: boolean
  /** What was paid for it by itself, in kopiykas of `currency`, and until when that counts towards a bundle (decision 0143). */
  paidApart: { price: number; currency: string; until: Date } | null
}

/** What a person owns of the shop. Purchases are a feature above, so app.ts hands it in. */
export interface Ownership {
  /** SQL: whether this person owns the test of this id now. */
  owns: (userId: string, testId: SQLWrapper) => SQL
  /** The tests of these that a person owns now, by the test's id. */
  findOwned: (queries: Queries, userId: string, testIds: readonly string[]) => Promise<ReadonlyMap<string, OwnedNow>>
}
