import { and, eq } from 'drizzle-orm'
import { tests } from '../../server/db/schema/catalog.ts'
import { ledger, orders, promoCodes, purchases, refunds } from '../../server/db/schema/purchases.ts'
import { Failure } from '../../server/failure.ts'
import { cancelOrder } from '../../server/features/purchases/order/cancel-order.ts'
import { orderTest } from '../../server/features/purchases/order/order-test.ts'
import { canBePaidAgain, payAgain } from '../../server/features/purchases/pay/pay-again.ts'
import { orderNowColumns, purchaseNowColumns, storedCheckout } from '../../server/features/purchases/purchase-now.ts'
import { reconcileOrder } from '../../server/features/purchases/rounds/reconcile-order.ts'
import { recordPayment } from '../../server/features/purchases/pay/record-payment.ts'
import { refundPurchase } from '../../server/features/purchases/refund/refund-lines.ts'
import { sendRefund } from '../../server/features/purchases/rounds/send-refund.ts'
import { settleOrder } from '../../server/features/purchases/pay/settle-order.ts'
import { OperatorMistake } from '../../server/features/audit/operator-mistake.ts'
import { PaymentForged, PaymentUnavailable } from '../../server/payments/payment-provider.ts'
import { type BankName, heldWords, inCabinet, type Payment, returnedOf } from './banks.ts'
import { Chance } from './chance.ts'
import { Crashed, type Life, lives } from './life.ts'
import type { Shop } from './shop.ts'

/** An open payment page: the amount that it asks for, and the price on the button that led to it. */
interface Page {
  reference: string
  orderId: string
  amount: number
  shown: number
}

/** Main subjects of schedules: the first, second and third weight of each deed. */
const themes = ['prices', 'payments', 'returns'] as const

const prices = [9900, 14_900, 19_900]
/** Outcomes of a payment in each bank's words. Usual outcomes come more often. */
const words: Record<BankName, readonly string[]> = {
  liqpay: [
    'success',
    'success',
    'success',
    'failure',
    'failure',
    'processing',
    'wait_compensation',
    ...heldWords.liqpay,
  ],
  monobank: ['success', 'success', 'success', 'failure', 'failure', 'processing', ...heldWords.monobank],
}

/**
 * One schedule. A person buys a test, changes their mind, is declined, and pays by old pages. The shop's prices change meanwhile,
 * and its processes die. The bank's messages are lost, doubled, late and in any order. An operator returns money in both ways.
 * All of it runs the shop's own code.
 */
export class Story {
  readonly complaints: string[] = []
  readonly bank: BankName
  readonly #shop: Shop
  readonly #chance: Chance
  readonly #theme: (typeof themes)[number]
  readonly #pages: Page[] = []
  readonly #seen = new Set<string>()
  userId = ''
  #testId = ''
  #shown = { price: 0, currency: 'UAH' }
  #key = ''
  /** A promo code that the person knows, of so many percent; null: none. */
  #promo: { code: string; percent: number } | null = null

  constructor(shop: Shop, seed: number, index: number) {
    this.#shop = shop
    this.#chance = new Chance(seed, index)
    this.bank = this.#chance.is(0.5) ? 'liqpay' : 'monobank'
    this.#theme = themes[index % themes.length]!
  }

  get #provider() {
    return this.#shop.providers[this.bank]
  }

  async begin(): Promise<void> {
    const { pool } = this.#shop
    const user = await pool.query<{ id: string }>(
      `insert into users (email, password_hash) values (gen_random_uuid() || '@model.example', '') returning id`,
    )
    this.userId = user.rows[0]!.id
    this.#shown = { price: this.#chance.pick(prices)!, currency: 'UAH' }
    const test = await pool.query<{ id: string }>(
      `insert into tests (slug, type, title, summary, info_html, question_count, duration_minutes, price, exam_attempts,
         validity_days, blueprint, search_text)
       values (gen_random_uuid(), 'logic', 'Тест', '', '', 30, 30, $1, 3, 365, '{}', '') returning id`,
      [this.#shown.price],
    )
    this.#testId = test.rows[0]!.id
    if (!this.#chance.is(0.4)) return
    this.#promo = { code: crypto.randomUUID(), percent: this.#chance.pick([10, 33, 50, 100])! }
    await this.#db.insert(promoCodes).values({ ...this.#promo, usesMost: this.#chance.pick([1, 2, null])! })
  }

  /** Plays all deeds, one after another, and now and then two at the same time. */
  async play(): Promise<void> {
    await this.#act(this.#press)
    if (this.#theme !== 'prices') await this.#act(this.#beginTheme)
    const acts = 5 + this.#chance.below(10)
    for (let act = 0; act < acts; act += 1) {
      const both = [this.#draw(), ...(this.#chance.is(0.2) ? [this.#draw()] : [])]
      await Promise.all(both.map((deed) => this.#act(deed)))
    }
  }

  #draw(): () => Promise<void> {
    const deeds: [readonly [number, number, number], () => Promise<void>][] = [
      [[8, 3, 1], this.#press],
      [[3, 9, 3], this.#pay],
      [[3, 6, 6], this.#deliver],
      [[1, 4, 1], this.#payAgain],
      [[2, 1, 0], this.#cancel],
      [[6, 1, 0], this.#changePrice],
      [[4, 0, 0], this.#look],
      [[1, 2, 1], this.#visit],
      [[1, 2, 3], this.#bankDecides],
      [[0, 2, 4], this.#returnInCabinet],
      [[0, 1, 5], this.#decideRefund],
      [[0, 1, 6], this.#sendRefunds],
      [[1, 1, 1], this.#workOff],
      [[0, 1, 2], this.#reconcile],
      [[1, 1, 0], this.#letCheckoutEnd],
    ]
    const weighed = deeds.map(([weights, deed]) => ({ weight: weights[themes.indexOf(this.#theme)]!, deed }))
    let left = this.#chance.below(weighed.reduce((sum, { weight }) => sum + weight, 0))
    return weighed.find(({ weight }) => (left -= weight) < 0)!.deed
  }

  /** Plays one deed in a process that may die during it. A refusal in the shop's own words is no fault. */
  async #act(deed: () => Promise<void>): Promise<void> {
    const queries = this.#chance.is(0.15) ? this.#chance.below(25) : Number.POSITIVE_INFINITY
    const life: Life = { queries, dead: false, chance: this.#chance, isCalm: false }
    try {
      await lives.run(life, () => deed.call(this))
    } catch (error) {
      const isExpected =
        life.dead ||
        [Failure, OperatorMistake, PaymentUnavailable, PaymentForged, Crashed].some((kind) => error instanceof kind)
      if (!isExpected) this.complaints.push(`unforeseen: ${error instanceof Error ? error.stack : String(error)}`)
    }
  }

  /** Begins a theme: for returns the test is paid; for payments the first one is declined and made again. */
  async #beginTheme(): Promise<void> {
    const page = this.#pages.at(-1)
    if (page === undefined) return
    this.#shop.banks.pay(this.bank, page, this.#theme === 'returns' ? 'success' : 'failure')
    for (const { body, headers } of this.#shop.banks.messagesOf(page.orderId)) {
      await recordPayment(this.#shop.services, this.bank, await this.#provider.readCallback(body, headers))
    }
    if (this.#theme === 'payments') await this.#payAgain()
  }

  async orderIds(): Promise<string[]> {
    const rows = await this.#db.select({ id: orders.id }).from(orders).where(eq(orders.userId, this.userId))
    return rows.map(({ id }) => id)
  }

  get #db() {
    return this.#shop.services.db
  }

  async #standings() {
    return this.#db
      .select({ ...purchaseNowColumns, ...orderNowColumns })
      .from(orders)
      .innerJoin(purchases, eq(purchases.orderId, orders.id))
      .where(eq(orders.userId, this.userId))
      .orderBy(orders.createdAt)
  }

  #payments(): Payment[] {
    return [...this.#seen].flatMap((id) => this.#shop.banks.paymentsOfOrder(id))
  }

  async #test() {
    const [test] = await this.#db.select().from(tests).where(eq(tests.id, this.#testId))
    return test!
  }

  async #look(): Promise<void> {
    const { price, currency } = await this.#test()
    this.#shown = { price, currency }
  }

  /** Presses the button. Most clients send the price that the button showed. */
  async #press(): Promise<void> {
    const { currency } = this.#shown
    const promo = this.#chance.is(0.4) ? this.#promo : null
    const price = promo === null ? this.#shown.price : lessPercent(this.#shown.price, promo.percent)
    const says = this.#chance.is(0.8)
    const before = (await this.#test()).price
    if (this.#key === '' || this.#chance.is(0.6)) this.#key = crypto.randomUUID()
    const id = await orderTest(this.#shop.services, this.#provider, {
      userId: this.userId,
      testId: this.#testId,
      idempotencyKey: this.#key,
      ...(promo && { promoCode: promo.code }),
      ...(says && { shown: { shown_price: price, shown_currency: currency } }),
    })
    const after = (await this.#test()).price
    await this.#open(id, says ? price : Math.max(before, after))
  }

  async #payAgain(): Promise<void> {
    const declined = this.#chance.pick((await this.#standings()).filter((one) => canBePaidAgain(one, this.bank)))
    if (declined === undefined) return
    const id = await payAgain(this.#shop.services, this.#provider, declined)
    // The page leads to no order that is dearer than the one it showed.
    const [order] = await this.#db.select().from(orders).where(eq(orders.id, id))
    if (order!.price <= declined.order.price) await this.#open(id, declined.order.price)
  }

  /** Opens the payment page of an order, for a person whose button showed `shown` kopiykas. */
  async #open(orderId: string, shown: number): Promise<void> {
    this.#seen.add(orderId)
    const [order] = await this.#db.select().from(orders).where(eq(orders.id, orderId))
    const checkout = storedCheckout(order!)
    if (order!.status !== 'pending' || checkout === null || order!.held !== null) return
    const { reference } = checkout
    this.#pages.push({ reference, orderId, amount: order!.price, shown })
    if (order!.price > shown) this.complaints.push(`overcharged: ${order!.price} where ${shown} was shown`)
  }

  async #cancel(): Promise<void> {
    const id = this.#chance.pick([...this.#seen])
    if (id !== undefined) await cancelOrder(this.#shop.services, id, this.userId)
  }

  async #pay(): Promise<void> {
    // Usually the newest page, now and then an older one.
    const page = this.#chance.is(0.5) ? this.#pages.at(-1) : this.#chance.pick(this.#pages)
    if (page !== undefined) this.#shop.banks.pay(this.bank, page, this.#chance.pick(words[this.bank])!)
  }

  /** Delivers any callback that is on its way. It may arrive again later. */
  async #deliver(): Promise<void> {
    const id = this.#chance.pick([...this.#seen].filter((one) => this.#shop.banks.messagesOf(one).length > 0))
    if (id === undefined) return
    const messages = this.#shop.banks.messagesOf(id)
    const at = this.#chance.below(messages.length)
    const { body, headers } = messages[at]!
    if (this.#chance.is(0.75)) messages.splice(at, 1)
    if (this.#chance.is(0.25)) return
    await recordPayment(this.#shop.services, this.bank, await this.#provider.readCallback(body, headers))
  }

  async #changePrice(): Promise<void> {
    const price = this.#chance.is(0.1) ? 0 : this.#chance.pick(prices)!
    await this.#db
      .update(tests)
      .set({ price, isPublished: !this.#chance.is(0.05) })
      .where(eq(tests.id, this.#testId))
  }

  async #visit(): Promise<void> {
    const ordered = this.#chance.pick(await this.#standings())
    if (ordered?.order.status === 'pending') await settleOrder(this.#shop.services, this.#provider, ordered, 0)
  }

  async #bankDecides(): Promise<void> {
    for (const payment of this.#payments()) this.#shop.banks.decide(payment, this.#chance, this.#chance.is(0.6))
  }

  async #returnInCabinet(): Promise<void> {
    const payment = this.#chance.pick(this.#payments())
    if (payment === undefined) return
    const part = this.#chance.pick([payment.amount, payment.amount - returnedOf(payment), 3301, 7103])!
    this.#shop.banks.returnInCabinet(payment, part)
  }

  async #decideRefund(): Promise<void> {
    const paid = this.#chance.pick(
      (await this.#standings()).filter(({ order }) => order.status === 'paid' && order.price > 0),
    )
    if (paid === undefined) return
    const amount = this.#chance.pick([undefined, undefined, 5000, 4900, 3333])
    const word = { author: 'О. Оператор', reason: 'лист до підтримки' }
    const request = { purchaseId: paid.purchase.id, ...(amount !== undefined && { amount }), ...word }
    const { refundId } = await this.#db.transaction((tx) => refundPurchase(tx, request))
    await this.#judgeDecision(refundId)
  }

  /** Complains if a shop that knows all returned money decides to return more than is left after the cabinet's returns. */
  async #judgeDecision(refundId: string): Promise<void> {
    const [due] = await this.#db.select().from(ledger).where(eq(ledger.id, refundId))
    const { payment_id: paymentId } = due!.details as { payment_id: string }
    const payment = this.#shop.banks.paymentsOfOrder(due!.orderId).find((one) => one.paymentId === paymentId)
    if (payment === undefined) return
    const movements = (await this.#db.select().from(ledger).where(eq(ledger.orderId, due!.orderId))).filter(
      ({ details }) => (details as { payment_id: string }).payment_id === paymentId,
    )
    const sumOf = (kind: string) =>
      movements.filter((one) => one.kind === kind).reduce((sum, { amount }) => sum + amount, 0)
    if (sumOf('refund') !== returnedOf(payment)) return
    const inAll = sumOf('refund_due') + inCabinet(payment)
    if (inAll > payment.amount) {
      this.complaints.push(`returned too much: ${inAll} of ${payment.amount} with what was decided last`)
    }
  }

  async #refundIds(): Promise<string[]> {
    const rows = await this.#db
      .select({ id: refunds.id })
      .from(refunds)
      .innerJoin(ledger, eq(ledger.id, refunds.id))
      .innerJoin(orders, eq(orders.id, ledger.orderId))
      .where(and(eq(orders.userId, this.userId)))
    return rows.map(({ id }) => id)
  }

  async #sendRefunds(): Promise<void> {
    const ids = await this.#refundIds()
    await this.#shop.pool.query(
      `update refunds set next_try_at = now() - interval '1 s' where returned_at is null and id = any($1::uuid[])`,
      [ids],
    )
    for (const id of ids) await sendRefund(this.#shop.services, this.#provider, id)
  }

  async #workOff(): Promise<void> {
    await this.#shop.workOff([...this.#seen], this.#provider)
  }

  async #reconcile(): Promise<void> {
    const id = this.#chance.pick([...this.#seen])
    if (id !== undefined) await reconcileOrder(this.#shop.services, this.#provider, id)
  }

  /** Lets a checkout expire, as after a day. */
  async #letCheckoutEnd(): Promise<void> {
    const ordered = this.#chance.pick(await this.#standings())
    const checkout = ordered && storedCheckout(ordered.order)
    if (ordered === undefined || checkout == null) return
    this.#shop.banks.expire(checkout.reference)
    await this.#db
      .update(orders)
      .set({ checkoutExpiresAt: new Date(Date.now() - 3_600_000) })
      .where(eq(orders.id, ordered.order.id))
  }
}

/** The price in kopiykas that the page of a test shows with a code: rounded down, nothing, or what a provider takes at least. */
function lessPercent(price: number, percent: number): number {
  const less = Math.floor((price * (100 - percent)) / 100)
  return less === 0 ? 0 : Math.max(less, 100)
}
