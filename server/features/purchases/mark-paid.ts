import { eq, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { users } from '../../db/schema/accounts.ts'
import { purchases } from '../../db/schema/purchases.ts'
import type { Services } from '../../services.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { notify } from '../news/notify.ts'
import type { PurchaseRow } from './purchase-standing.ts'
import { receiptLetter } from './receipt-letter.ts'

/**
 * Opens the test to its buyer for `validityDays` from now, and tells them: a notification always, a letter when money was
 * paid. The caller holds the order and has written the payment into the ledger.
 */
export async function markPaid(
  tx: Queries,
  { config, jobs }: Pick<Services, 'config' | 'jobs'>,
  purchase: PurchaseRow,
): Promise<PurchaseRow> {
  const [paid] = await tx
    .update(purchases)
    .set({
      status: 'paid',
      live: true,
      paidAt: sql`clock_timestamp()`,
      expiresAt: sql`clock_timestamp() + make_interval(days => ${purchases.validityDays})`,
    })
    .where(eq(purchases.id, purchase.id))
    .returning()
  await notify(tx, purchase.userId, {
    kind: 'purchase-paid',
    title: 'Тест відкрито',
    message: `«${purchase.cardTitle}» уже ваш. Почніть із тренування: воно не обмежене й не витрачає спроб екзамену.`,
    pack: { id: purchase.id, title: purchase.cardTitle },
  })
  if (purchase.price > 0) {
    const [buyer] = await tx.select({ email: users.email }).from(users).where(eq(users.id, purchase.userId))
    await queueMail(tx, jobs, { userId: purchase.userId, to: buyer!.email, ...receiptLetter(paid!, config.seller) })
  }
  return paid!
}
