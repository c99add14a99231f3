import { eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { users } from '../../db/schema/accounts.ts'
import { purchases } from '../../db/schema/purchases.ts'
import { isUuid } from '../../db/uuid.ts'
import { OperatorMistake } from '../../operator-mistake.ts'
import type { Services } from '../../services.ts'
import { type Act, actAsOperator, type OperatorWord } from '../audit/act-as-operator.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { notify } from '../news/notify.ts'
import type { PurchaseRow } from '../purchases/purchase-standing.ts'
import { refundLines } from '../purchases/refund-lines.ts'
import { refundLetter, refundNews } from './refund-letter.ts'
import { breachesOfOffer } from './refund-rule.ts'

export interface Refund {
  orderId: string
  /** What of which line, in kopiykas; without an amount all that was paid for it. Null: every line whole. */
  lines: readonly { purchaseId: string; amount?: number }[] | null
  /** Also where the offer gives no right to it. */
  againstTheRule: boolean
}

export interface Refunded {
  /** The ledger row that says what we owe. */
  refundId: string
  amount: number
  currency: string
  title: string
  /** What the offer says against it; empty where the buyer had a right to it. */
  breaches: string[]
  act: Act
}

/**
 * Decides that money of an order goes back, and tells its buyer by notification and letter. The servers tell the provider
 * by the path that all refunds take, and go on until it has confirmed; access closes then. Throws OperatorMistake where
 * the offer gives no right to it and nobody said to do it all the same, and RefundRefused as `refundLines` does.
 */
export async function refundOrder(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  word: OperatorWord,
  { orderId, lines, againstTheRule }: Refund,
): Promise<Refunded> {
  return actAsOperator(db, word, async (tx) => {
    const order = await requireOrder(tx, orderId)
    const chosen = lines ?? [{ purchaseId: orderId }]
    const breaches = await breachesOfOffer(
      tx,
      chosen.map(({ purchaseId }) => purchaseId),
    )
    if (breaches.length > 0 && !againstTheRule) throw againstTheOffer(breaches)
    const owed = await refundLines(tx, { orderId, lines: chosen, author: word.author, reason: word.reason ?? '' })
    const telling = { order, amount: owed.amount, isWhole: owed.amount === order.price }
    const [buyer] = await tx.select({ email: users.email }).from(users).where(eq(users.id, order.userId))
    await notify(tx, order.userId, refundNews(telling))
    await queueMail(tx, jobs, { userId: order.userId, to: buyer!.email, ...refundLetter(telling) })
    const act = {
      command: 'refund',
      userId: order.userId,
      purchaseId: orderId,
      before: { status: order.status, price: order.price },
      after: { owed: owed.amount, refund_id: owed.refundId, against_the_rule: breaches.length > 0 },
    }
    return { ...owed, title: order.cardTitle, breaches, act }
  })
}

async function requireOrder(tx: Queries, orderId: string): Promise<PurchaseRow> {
  const [order] = isUuid(orderId) ? await tx.select().from(purchases).where(eq(purchases.id, orderId)) : []
  if (order === undefined) throw new OperatorMistake(`There is no order ${orderId}.`)
  return order
}

const againstTheOffer = (breaches: readonly string[]) =>
  new OperatorMistake(
    `The offer gives the money back within 14 days of payment and before an exam is begun, and here ${breaches.join(' and ')}. --against-the-rule returns it all the same.`,
  )
