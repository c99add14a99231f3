import { eq, sql } from 'drizzle-orm'
import type { Queries } from '../../../db/connect.ts'
import { orders } from '../../../db/schema/purchases.ts'
import { Failure } from '../../../failure.ts'
import type { PaymentEvent } from '../../../payments/payment-provider.ts'
import type { OrderRow } from '../purchase-now.ts'

/** Money of one checkout that a bank has taken from the payer, or may have, and has not credited. */
export interface WithheldMoney {
  /** The checkout, as its provider names it. */
  reference: string
  payment_id: string
  /** In kopiykas. */
  amount: number
  currency: string
  /** The provider's own name of the status. */
  status: string
  /** When we first heard of it (ISO 8601). */
  since: string
  /** The bank says that the payer was debited; false while it only checks the payment. */
  is_taken: boolean
}

/** The money that banks withhold of this order: it is not retired, dropped or sold again meanwhile. */
export function withheldMoneyOf({ held }: Pick<OrderRow, 'held'>): WithheldMoney[] {
  return (held as WithheldMoney[] | null) ?? []
}

/** Whether the payer was debited for this order and the money is not ours yet. */
export function isMoneyTaken(order: Pick<OrderRow, 'held'>): boolean {
  return withheldMoneyOf(order).some((one) => one.is_taken)
}

/** Days that a bank may check a payment without saying whether the payer was debited: then its order is dropped. */
export const mostCheckingDays = 7

/** Whether a bank checks the payment, and none says that the payer was debited. */
export function isBeingChecked(order: Pick<OrderRow, 'held'>): boolean {
  return withheldMoneyOf(order).length > 0 && !isMoneyTaken(order)
}

/** Whether withheld money, or a payment that a bank checks, still keeps this order from being retired. */
export function isKeptByBank(order: Pick<OrderRow, 'held'>): boolean {
  const oldest = Date.now() - mostCheckingDays * 86_400_000
  return withheldMoneyOf(order).some((one) => one.is_taken || Date.parse(one.since) > oldest)
}

/** Records that a bank withholds money of this checkout; the provider is asked daily. The caller has locked the order. */
export async function noteWithheld(tx: Queries, order: OrderRow, event: PaymentEvent): Promise<void> {
  const { reference, paymentId, amount, currency, status, outcome } = event
  const others = withheldMoneyOf(order).filter((one) => one.reference !== reference)
  const before = withheldMoneyOf(order).find((one) => one.reference === reference)
  const one: WithheldMoney = {
    reference,
    payment_id: paymentId,
    amount,
    currency,
    status,
    since: before?.since ?? new Date().toISOString(),
    is_taken: outcome === 'held' || before?.is_taken === true,
  }
  await tx
    .update(orders)
    .set({
      held: [...others, one],
      askAt: sql`coalesce(${orders.askAt}, now() + (0.5 + random()) * interval '1 day')`,
    })
    .where(eq(orders.id, order.id))
}

/** Records that the bank has decided about this checkout and withholds nothing any more. The caller has locked the order. */
export async function noteDecided(tx: Queries, order: OrderRow, reference: string): Promise<void> {
  const before = withheldMoneyOf(order)
  const rest = before.filter((one) => one.reference !== reference)
  if (rest.length === before.length) return
  const isAskedStill = rest.length > 0 || order.status === 'paid'
  await tx
    .update(orders)
    .set({ held: rest.length > 0 ? rest : null, ...(!isAskedStill && { askAt: null }) })
    .where(eq(orders.id, order.id))
}

/** The refusal while a bank withholds the money of this order of `title`, or checks its payment. */
export const moneyWithheld = (order: Pick<OrderRow, 'held'>, title: string) =>
  new Failure(
    409,
    'money_held',
    isMoneyTaken(order)
      ? `Банк уже списав оплату за «${title}», але гроші ще не зараховано. Тест відкриється сам, платити ще раз не потрібно.`
      : `Банк ще перевіряє платіж за «${title}». Якщо підтвердить, тест відкриється сам; якщо відхилить, його можна буде замовити знову.`,
  )
