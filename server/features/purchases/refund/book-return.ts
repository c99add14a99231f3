import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Queries } from '../../../db/connect.ts'
import { ledger, purchases, refunds } from '../../../db/schema/purchases.ts'
import type { PaymentEvent } from '../../../payments/payment-provider.ts'
import type { Services } from '../../../services.ts'
import { findRecipient } from '../../auth/own-account.ts'
import { letterText } from '../../mail/letter-text.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { notify } from '../../notifications/notify.ts'
import { amountOf, appendMovement, hasMovement, isCovered, returnedOf } from '../books/ledger.ts'
import type { PurchaseRow } from '../purchase-now.ts'
import { orderNumber } from '../order-number.ts'
import { asMoney } from '../books/receipt-letter.ts'
import type { LockedOrder } from '../locked-order.ts'
import { endOrder } from '../expire/end-order.ts'
import type { DueDetails } from './refund-lines.ts'

/**
 * Books that `returned` kopiykas of a payment have gone back so far, with the consequences: only the new part is booked, our debt
 * counts as returned, and the tests that the payment bought close. A partial return closes only lines that the refund names with
 * their price. The return of a surplus payment closes nothing. The caller has locked the order.
 */
export async function bookReturn(
  tx: Queries,
  services: Pick<Services, 'config' | 'jobs'>,
  locked: LockedOrder,
  { paymentId, currency, status, returns = [] }: PaymentEvent,
  returned: number,
): Promise<void> {
  const { order } = locked
  const before = await returnedOf(tx, order.id, paymentId)
  const isNews = returned > before
  if (isNews) {
    const movement = { orderId: order.id, currency, provider: order.provider, paymentId, status }
    const eventId = `${paymentId}:${returned}`
    await appendMovement(tx, { ...movement, kind: 'refund', amount: returned - before, eventId })
  }
  const named = await settleRefunds(tx, order.id, paymentId, { before, now: Math.max(before, returned), returns })
  if (!isNews && named.size === 0) return
  const opened = await hasMovement(tx, 'payment', order.id, paymentId)
  if (!opened && (await hasMovement(tx, 'mismatch', order.id, paymentId))) return

  const isWhole = returned >= order.price
  if (isWhole && !(await isCovered(tx, order.id))) {
    await endOrder(tx, order, 'refunded')
    // Notifies about paid lines only: the test of another line may be open by another order.
    for (const line of locked.lines.filter(isPaid)) await tell(tx, services, locked, line, 'closed', line.price)
    return
  }
  for (const line of locked.lines.filter(isPaid)) {
    const { newly, inAll } = named.get(line.id) ?? { newly: 0, inAll: 0 }
    if (newly === 0) continue
    if (inAll < line.price) {
      await tell(tx, services, locked, line, 'part', newly)
      continue
    }
    await tx.update(purchases).set({ status: 'refunded', live: false }).where(eq(purchases.id, line.id))
    await tell(tx, services, locked, line, 'closed', newly)
  }
}

const isPaid = ({ status }: PurchaseRow) => status === 'paid'

/** What each line got back by the refunds that name it, in kopiykas: newly, and in all. */
type Named = Map<string, { newly: number; inAll: number }>

interface Returns {
  /** How much of the payment had gone back before this report, and with it, in kopiykas. */
  before: number
  now: number
  /** The outcome of the returns that we ordered, if the provider knows them by their keys. */
  returns: NonNullable<PaymentEvent['returns']>
}

/**
 * Marks refunds of a payment as returned, as far as that is known: all of them if the whole payment has gone back; a refund whose
 * key the provider calls returned; else the oldest ones whose sum has gone back to the kopiyka, by this report or since they were
 * decided. Any other return was made in the provider's cabinet: our refunds are then still under way and stay owed, so that the
 * sum due and the sum not yet back agree.
 */
async function settleRefunds(
  tx: Queries,
  orderId: string,
  paymentId: string,
  { before, now, returns }: Returns,
): Promise<Named> {
  const dues = await tx
    .select({ ...dueColumns, returnedAt: refunds.returnedAt })
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
  const open = dues.filter(({ returnedAt }) => returnedAt === null)
  if (open.length === 0) return new Map()
  const isWhole = now >= ((await amountOf(tx, orderId, paymentId)) ?? Number.POSITIVE_INFINITY)
  const settled = new Set(isWhole ? open : returnedOnes(open, dues, { before, now, returns }))
  if (settled.size === 0) return new Map()
  await tx
    .update(refunds)
    .set({ returnedAt: sql`now()`, lastError: null })
    .where(
      and(
        inArray(
          refunds.id,
          [...settled].map(({ id }) => id),
        ),
        isNull(refunds.returnedAt),
      ),
    )
  const named: Named = new Map()
  for (const due of dues.filter((one) => one.returnedAt !== null || settled.has(one))) {
    for (const line of (due.details as DueDetails).lines ?? []) {
      const { newly, inAll } = named.get(line.purchase_id) ?? { newly: 0, inAll: 0 }
      const isNew = settled.has(due)
      named.set(line.purchase_id, { newly: newly + (isNew ? line.amount : 0), inAll: inAll + line.amount })
    }
  }
  return named
}

const dueColumns = {
  id: ledger.id,
  amount: ledger.amount,
  details: ledger.details,
  recordedAt: ledger.recordedAt,
}
interface Due {
  id: string
  amount: number
  details: unknown
  recordedAt: Date
  returnedAt: Date | null
}

/** The open refunds that have gone back, while a part of the payment has not. */
function returnedOnes(open: Due[], all: Due[], { before, now, returns }: Returns): Due[] {
  const byKey = open.filter(({ id }) => wordOf(id, returns) === 'returned')
  const others = open.filter(({ id }) => wordOf(id, returns) === null)
  if (now === before) return byKey
  const news = now - before - sumOf(byKey)
  const bySum =
    others.find(({ amount }) => amount === news) ??
    firstOnesOf(others, news) ??
    others.find((due) => due.amount === sinceDecided(due, all, now) - sumOf(byKey)) ??
    (others[0] && firstOnesOf(others, sinceDecided(others[0], all, now) - sumOf(byKey))) ??
    []
  return [...byKey, ...(Array.isArray(bySum) ? bySum : [bySum])]
}

/** The provider's status of this refund: returned, or that of the last return ordered; null if it reports no such key. */
function wordOf(refundId: string, returns: Returns['returns']): Returns['returns'][number]['status'] | null {
  const ofIt = returns.filter(({ key }) => key === refundId || key.startsWith(`${refundId}-`))
  const good = ofIt.find(({ status }) => status === 'returned')
  return good?.status ?? ofIt.at(-1)?.status ?? null
}

/** The first ones of these that make up this sum. */
function firstOnesOf(dues: readonly Due[], sum: number): Due[] | undefined {
  for (let count = 1; count <= dues.length; count += 1) {
    const first = dues.slice(0, count)
    if (sumOf(first) === sum) return first
  }
  return undefined
}

/** The money that has gone back since a refund was decided, less other refunds. A surplus counts all: none was back before. */
function sinceDecided({ details, recordedAt }: Due, all: readonly Due[], now: number): number {
  const { returned_before = 0 } = details as DueDetails
  const others = all.filter(({ returnedAt }) => returnedAt !== null && returnedAt > recordedAt)
  return now - returned_before - sumOf(others)
}

const sumOf = (dues: readonly Pick<Due, 'amount'>[]) => dues.reduce((sum, { amount }) => sum + amount, 0)

async function tell(
  tx: Queries,
  { config, jobs }: Pick<Services, 'config' | 'jobs'>,
  { order, isErased }: LockedOrder,
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
  const { email } = await findRecipient(tx, order.userId)
  const text = letterText(
    `${message}\nСума: ${asMoney(amount, currency)}. Зарахування на картку триває стільки, скільки потрібно вашому банку, зазвичай до 10 робочих днів.`,
    `Номер замовлення: ${orderNumber(order.id)}\nПитання? Напишіть нам: ${config.seller.email}.`,
  )
  await queueMail(tx, jobs, { userId: order.userId, to: email, subject: `${title}: ${cardTitle}`, text })
}
