import type { Test } from '#contract/catalog.ts'
import type { Queries } from '../../db/connect.ts'
import type { OwnedNow, Ownership } from './ownership.ts'
import { presentTest, type TestRow } from './present-test.ts'

/** Tests as one person gets them, each with the purchase that opens it now. A guest (null) has none. */
export async function presentOwned(
  queries: Queries,
  { findOwned }: Ownership,
  userId: string | null,
  rows: readonly TestRow[],
): Promise<Test[]> {
  const ids = rows.map(({ id }) => id)
  return presentOwnedBy(userId === null ? new Map() : await findOwned(queries, userId, ids), rows)
}

/** Like `presentOwned`, with purchases that the caller has read already. */
export function presentOwnedBy(owned: ReadonlyMap<string, OwnedNow>, rows: readonly TestRow[]): Test[] {
  return rows.map((row) => {
    const own = owned.get(row.id)
    return {
      ...presentTest(row, own?.purchaseId),
      exams_used_up: own?.isUsedUp === true,
      can_buy_again: own?.canBuyAgain === true,
      refund_decided: own?.goesBack === true,
    }
  })
}
