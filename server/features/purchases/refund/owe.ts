import type { Queries } from '../../../db/connect.ts'
import { refunds } from '../../../db/schema/purchases.ts'
import type { Services } from '../../../services.ts'
import { findRecipient } from '../../auth/own-account.ts'
import { letterText } from '../../mail/letter-text.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { notify } from '../../notifications/notify.ts'
import { appendMovement, type Movement } from '../books/ledger.ts'
import type { LockedOrder } from '../locked-order.ts'
import { orderNumber } from '../order-number.ts'
import { asMoney } from '../books/receipt-letter.ts'

/** Why the server returns money by itself. `surplus`: its tests are paid already, or its buyer's account is erased. */
type Cause = 'surplus' | 'mismatch'

/** Books that we owe a payment back, has it returned and notifies its payer, by letter too. The caller has locked the order. */
export async function owe(
  tx: Queries,
  { config, jobs }: Pick<Services, 'config' | 'jobs'>,
  { order, lines, isErased }: LockedOrder,
  payment: Omit<Movement, 'kind'>,
  cause: Cause,
): Promise<void> {
  if (payment.amount === 0) return
  const id = await appendMovement(tx, { ...payment, kind: 'refund_due', details: { cause } })
  if (id === null) return
  await tx.insert(refunds).values({ id })
  await jobs.add(tx, 'refund-payment', { ledger_id: id })
  if (isErased) return
  const { email } = await findRecipient(tx, order.userId)
  const titles = lines.map(({ cardTitle }) => `«${cardTitle}»`).join(', ')
  const { title, message } = sentences[cause](titles, asMoney(payment.amount, payment.currency))
  await notify(tx, order.userId, { kind: 'purchase-refunded', title, message })
  const text = letterText(
    `${message}\nВам нічого робити не потрібно. Зарахування триває стільки, скільки потрібно вашому банку, зазвичай до 10 робочих днів.`,
    `Номер замовлення: ${orderNumber(order.id)}\nЯкщо кошти не надійдуть, напишіть нам: ${config.seller.email}.`,
  )
  await queueMail(tx, jobs, { userId: order.userId, to: email, subject: title, text })
}

const sentences: Record<Cause, (titles: string, money: string) => { title: string; message: string }> = {
  surplus: (titles, money) => ({
    title: 'Повертаємо зайвий платіж',
    message: `За замовлення (${titles}) надійшло більше ніж один платіж. Зайвий (${money}) ми повертаємо на ту саму картку.`,
  }),
  mismatch: (titles, money) => ({
    title: 'Повертаємо ваш платіж',
    message: `Платіж за замовлення (${titles}) на ${money} не збігається із сумою замовлення, тому доступу не відкрито. Ми повертаємо його на ту саму картку.`,
  }),
}
