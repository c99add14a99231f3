import { eq, sql } from 'drizzle-orm'
import type { Queries } from '../../../db/connect.ts'
import { orders, purchases } from '../../../db/schema/purchases.ts'
import type { Services } from '../../../services.ts'
import { findRecipient } from '../../auth/own-account.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { notify } from '../../notifications/notify.ts'
import { type PlacedOrder, purchaseColumns } from '../purchase-now.ts'
import { receiptLetter } from '../books/receipt-letter.ts'

/**
 * Opens the tests of an order to their buyer, each for its `validityDays` from now. Notifies the buyer, by letter too if money
 * was paid. From tomorrow we ask the provider daily whether the money stays. The caller has locked the order and booked the
 * money.
 */
export async function markPaid(
  tx: Queries,
  {
    config,
    examUse,
    jobs,
    publicOrigin,
  }: Pick<Services, 'config' | 'examUse' | 'jobs'> & Partial<Pick<Services, 'publicOrigin'>>,
  { order }: PlacedOrder,
): Promise<void> {
  const askAt = order.price > 0 ? sql`clock_timestamp() + (0.5 + random()) * interval '1 day'` : null
  await tx.update(orders).set({ status: 'paid', askAt }).where(eq(orders.id, order.id))
  const opened = await tx
    .update(purchases)
    .set({
      status: 'paid',
      live: true,
      paidAt: sql`clock_timestamp()`,
      expiresAt: sql`clock_timestamp() + make_interval(days => ${purchases.validityDays})`,
    })
    .where(eq(purchases.orderId, order.id))
    .returning(purchaseColumns)
  const lines = opened.toSorted((one, other) => one.position - other.position)
  await examUse.wantPapers(
    tx,
    lines.map(({ id }) => id),
  )
  for (const { id, userId, cardTitle } of lines) {
    await notify(tx, userId, {
      kind: 'purchase-paid',
      title: 'Тест відкрито',
      message: `«${cardTitle}» уже ваш. Почніть із тренування: воно йде без годинника й не витрачає спроб екзамену.`,
      pack: { id, title: cardTitle },
    })
  }
  if (order.price > 0) {
    const { email, firstName } = await findRecipient(tx, order.userId)
    const letter = receiptLetter(order, lines, config.seller, { firstName, origin: publicOrigin?.() || null })
    await queueMail(tx, jobs, { userId: order.userId, to: email, ...letter })
  }
}
