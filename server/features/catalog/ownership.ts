import type { SQL, SQLWrapper } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'

/** For so many days after a payment it counts towards a bundle (decision 0143). */
export const daysToAddRest = 14

/** A purchase that opens a test now. */
export interface OwnedNow {
  purchaseId: string
  /** No exam is left on it, nor under way. */
  isUsedUp: boolean
  /** Its test can be bought once more, although its time is not over. */
  canBuyAgain: boolean
  /** All that was paid for it goes back, as operators have decided. */
  goesBack: boolean
  /** What was paid for it by itself, while that counts towards a bundle (decision 0143): in kopiykas of `currency`, until that moment. */
  paidApart: { price: number; currency: string; until: Date } | null
}

/** What is a person's of what the shop sells. Purchases, which are above it, know that: app.ts gives it. */
export interface Ownership {
  /** SQL: that this person owns the test of this id now. */
  owns: (userId: string, testId: SQLWrapper) => SQL
  /** Which of these tests a person owns now, by the test's id. */
  findOwned: (queries: Queries, userId: string, testIds: readonly string[]) => Promise<ReadonlyMap<string, OwnedNow>>
}
