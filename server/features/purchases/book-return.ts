import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { users } from '../../db/schema/accounts.ts'
import { ledger, purchases, refunds } from '../../db/schema/purchases.ts'
import type { PaymentEvent } from '../../payments/payment-provider.ts'
import type { Services } from '../../services.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { notify } from '../notifications/notify.ts'
import { appendMovement, hasMovement, isCovered, returnedOf } from './ledger.ts'
import type { PurchaseRow } from './purchase-standing.ts'
import { asMoney } from './receipt-letter.ts'
import type { HeldOrder } from './held-order.ts'
import { setStatus } from './set-status.ts'
import type { DueDetails } from './refund-lines.ts'

/**
 * Writes down that `returned` kopiykas of a payment have gone back until now, and what follows: only what is new of it is
 * booked, what we owed counts as returned, and what was paid for by it is closed. A part that was returned takes nothing
 * away unless it is the price of lines that the refund names; nor does the return of a payment too many. The caller holds
 * the order.
 */
export async function bookReturn(
  tx: Queries,
  services: Pick<Services, 'config' | 'jobs'>,
  held: HeldOrder,
  { paymentId, currency, status }: PaymentEvent,
  returned: number,
): Promise<void> {
  const { order } = held
  const before = await returnedOf(tx, order.id, paymentId)
  if (returned <= before) return
  const movement = { orderId: order.id, currency, provider: order.provider, paymentId, status }
  const eventId = `${paymentId}:${returned}`
  await appendMovement(tx, { ...movement, kind: 'refund', amount: returned - before, eventId })
  const named = await settleRefunds(tx, order.id, paymentId, returned)
  if (await hasMovement(tx, 'mismatch', order.id, paymentId)) return

  const isWhole = returned >= order.price
  if (isWhole && !(await isCovered(tx, order.id))) {
    await setStatus(tx, order, 'refunded')
    // What it never opened is not closed now: the same test may be open by another order.
    for (const line of held.lines.filter(isPaid)) await tell(tx, services, held, line, 'closed', line.price)
    return
  }
  for (const line of held.lines.filter(isPaid)) {
    const { newly, inAll } = named.get(line.id) ?? { newly: 0, inAll: 0 }
    if (newly === 0) continue
    if (inAll < line.price) {
      await tell(tx, services, held, line, 'part', newly)
      continue
    }
    await tx.update(purchases).set({ status: 'refunded', live: false }).where(eq(purchases.id, line.id))
    await tell(tx, services, held, line, 'closed', newly)
  }
}

const isPaid = ({ status }: PurchaseRow) => status === 'paid'

/** What a line got back by the refunds that name it: now for the first time, and in all. In kopiykas. */
type Named = Map<string, { newly: number; inAll: number }>

/**
 * Counts what we owed of a payment, the oldest first, as returned as far as `returned` reaches; of each beyond what had gone back
 * when it was decided.
 */
async function settleRefunds(tx: Queries, orderId: string, paymentId: string, returned: number): Promise<Named> {
  const dues = await tx
    .select({ id: ledger.id, amount: ledger.amount, details: ledger.details, returnedAt: refunds.returnedAt })
    .from(ledger)
    .innerJoin(refunds, eq(refunds.id, ledger.id))
    .where(
      and(
        eq(ledger.orderId, orderId),
        eq(ledger.kind, 'refund_due'),
        sql`${ledger.details}->>'payment_id' = ${paymentId}`,
      ),
    )
    .orderBy(ledger.recordedAt, ledger.id)
  const named: Named = new Map()
  const settled: string[] = []
  let reached = 0
  for (const { id, amount, details, returnedAt } of dues) {
    const { lines = [], returned_before = 0 } = details as DueDetails
    reached = Math.max(reached, returned_before) + amount
    if (reached > returned) break
    if (returnedAt === null) settled.push(id)
    for (const line of lines) {
      const { newly, inAll } = named.get(line.purchase_id) ?? { newly: 0, inAll: 0 }
      const isNew = returnedAt === null
      named.set(line.purchase_id, { newly: newly + (isNew ? line.amount : 0), inAll: inAll + line.amount })
    }
  }
  if (settled.length > 0) {
    await tx
      .update(refunds)
      .set({ returnedAt: sql`now()`, lastError: null })
      .where(and(inArray(refunds.id, settled), isNull(refunds.returnedAt)))
  }
  return named
}

async function tell(
  tx: Queries,
  { config, jobs }: Pick<Services, 'config' | 'jobs'>,
  { order, isErased }: HeldOrder,
  { userId, cardTitle, currency }: PurchaseRow,
  what: 'closed' | 'part',
  amount: number,
): Promise<void> {
  if (isErased) return
  const message =
    what === 'closed'
      ? `Оплату за тест «${cardTitle}» повернено, доступ до тесту закрито. Ваші результати збережено.`
      : `Частину оплати за тест «${cardTitle}» (${asMoney(amount, currency)}) повернено. Тест лишається вашим.`
  const title = what === 'closed' ? 'Кошти повернено' : 'Частину коштів повернено'
  await notify(tx, userId, { kind: 'purchase-refunded', title, message })
  const [payer] = await tx.select({ email: users.email }).from(users).where(eq(users.id, order.userId))
  const text = [
    'Вітаємо!',
    '',
    message,
    `Сума: ${asMoney(amount, currency)}. Зарахування на картку триває стільки, скільки потрібно вашому банку, зазвичай до 10 робочих днів.`,
    '',
    `Номер замовлення: ${order.id}`,
    `Питання? Напишіть нам: ${config.seller.email}.`,
  ].join('\n')
  await queueMail(tx, jobs, { userId: order.userId, to: payer!.email, subject: `${title}: ${cardTitle}`, text })
}
