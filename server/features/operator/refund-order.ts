import { eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { purchases } from '../../db/schema/purchases.ts'
import { isUuid } from '../../db/uuid.ts'
import { OperatorMistake } from '../audit/operator-mistake.ts'
import type { Services } from '../../services.ts'
import type { Act, OperatorWord } from '../audit/act-as-operator.ts'
import { actAsOperator } from '../exams/operator-acts/act-on-record.ts'
import { findRecipient } from '../auth/own-account.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { notify } from '../notifications/notify.ts'
import { type LockedOrder, lockOrder } from '../purchases/locked-order.ts'
import { type RefundDecided, refundLines, type RefundRequest } from '../purchases/refund/refund-lines.ts'
import { refundLetter, refundNotification } from './refund-letter.ts'
import { breachesOfOffer } from './refund-rule.ts'

export interface Refund {
  /** An order, or one purchase: a line of an order. */
  of: string
  /** Amounts by line, in kopiykas; a line without an amount is refunded wholly. Null: all lines. */
  lines: RefundRequest['lines'] | null
  /** Refunds also if the offer gives no right to it. */
  againstTheRule: boolean
}

export interface Refunded extends RefundDecided {
  orderId: string
  titles: string[]
  /** What the offer says against the refund, in words; empty if the buyer has a right to it. */
  breaches: string[]
  act: Act
}

/**
 * Decides that money of an order goes back, and notifies its buyer, also by letter. The servers ask the provider within a minute,
 * as for all refunds (`sendRefund`), and again until it confirms; then access closes. Throws OperatorMistake if the offer gives
 * no right to it and `againstTheRule` is not set, and RefundRefused as `refundLines` does.
 */
export async function refundOrder(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  word: OperatorWord,
  refund: Refund,
): Promise<Refunded> {
  return actAsOperator(db, word, async (tx) => {
    const locked = await lockOrder(tx, await orderIdOf(tx, refund.of))
    if (locked === null) throw new OperatorMistake(`There is no order or purchase ${refund.of}.`)
    const lines = refund.lines ?? linesIn(locked, refund.of)
    const chosen = locked.lines.filter(({ id }) => lines.some(({ purchaseId }) => purchaseId === id))
    const breaches = await breachesOfOffer(
      tx,
      chosen.map(({ id }) => id),
    )
    if (breaches.length > 0 && !refund.againstTheRule) throw againstTheOffer(breaches)
    const { order } = locked
    const request = { orderId: order.id, lines, author: word.author, reason: word.reason ?? '' }
    const decided = await refundLines(tx, request)
    const titles = chosen.map(({ cardTitle }) => cardTitle)
    if (!locked.isErased) await tell(tx, jobs, locked, lines, decided)
    const act: Act = {
      command: 'refund',
      userId: order.userId,
      orderId: order.id,
      ...(chosen.length === 1 && { purchaseId: chosen[0]!.id }),
      before: { status: order.status, price: order.price },
      after: { owed: decided.amount, refund_id: decided.refundId, against_the_rule: breaches.length > 0 },
    }
    return { ...decided, orderId: order.id, titles, breaches, act }
  })
}

async function orderIdOf(tx: Queries, id: string): Promise<string> {
  if (!isUuid(id)) throw new OperatorMistake(`${id} is no id of an order or purchase.`)
  const [line] = await tx.select({ orderId: purchases.orderId }).from(purchases).where(eq(purchases.id, id))
  return line?.orderId ?? id
}

/** One purchase by its own id. For an order, every line that was paid for and not refunded yet. */
function linesIn({ order, lines }: LockedOrder, id: string): { purchaseId: string }[] {
  if (id !== order.id) return [{ purchaseId: id }]
  const open = lines.filter(({ status, price }) => status !== 'refunded' && price > 0)
  return (open.length > 0 ? open : lines).map((line) => ({ purchaseId: line.id }))
}

async function tell(
  tx: Queries,
  jobs: Services['jobs'],
  { order, lines: ofOrder }: LockedOrder,
  lines: RefundRequest['lines'],
  { amount, currency, wholly }: RefundDecided,
): Promise<void> {
  const titled = lines.map(({ purchaseId }) => {
    const { cardTitle } = ofOrder.find(({ id }) => id === purchaseId)!
    return { title: cardTitle, isWhole: wholly.has(purchaseId) }
  })
  const refund = { orderId: order.id, amount, currency, lines: titled }
  const { email } = await findRecipient(tx, order.userId)
  await notify(tx, order.userId, refundNotification(refund))
  await queueMail(tx, jobs, { userId: order.userId, to: email, ...refundLetter(refund) })
}

const againstTheOffer = (breaches: readonly string[]) =>
  new OperatorMistake(
    `The offer gives the money back within 14 days of payment and before an exam is begun, and here ${breaches.join(' and ')}. --against-the-rule returns it all the same.`,
  )
