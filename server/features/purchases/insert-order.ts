import type { Queries } from '../../db/connect.ts'
import { purchases } from '../../db/schema/purchases.ts'
import type { TestRow } from '../catalog/present-test.ts'
import { newestLegalText } from '../legal/newest-legal-text.ts'
import type { PurchaseRow } from './purchase-standing.ts'

export interface NewOrder {
  test: TestRow
  userId: string
  idempotencyKey: string
}

/**
 * Writes an order that waits for payment; price, title, terms and the edition of the offer of this moment are
 * frozen in it. Undefined when this person's key has made an order before.
 */
export async function insertOrder(
  tx: Queries,
  provider: string,
  { test, userId, idempotencyKey }: NewOrder,
): Promise<PurchaseRow | undefined> {
  const offer = await newestLegalText(tx, 'offer')
  const [order] = await tx
    .insert(purchases)
    .values({
      userId,
      testId: test.id,
      status: 'pending',
      live: true,
      cardTitle: test.title,
      price: test.price,
      currency: test.currency,
      idempotencyKey,
      provider,
      offerVersion: offer?.version ?? null,
      examAttempts: test.examAttempts,
      validityDays: test.validityDays,
    })
    .onConflictDoNothing({ target: [purchases.userId, purchases.idempotencyKey] })
    .returning()
  return order
}
