import * as z from 'zod/mini'
import { Test, TestFilters } from './catalog.ts'
import { endpoint } from './endpoint.ts'
import { PromoCode } from './promo.ts'
import { Id, IdParams, Instant, Kopiykas, ours, specifiedListOf } from './scalars.ts'

export const purchaseStatuses = ['pending', 'paid', 'failed', 'expired', 'refunded'] as const

/** Where the person pays: a form of `fields`, sent by `method` to `url`. */
export const Checkout = z.object({
  provider: z.string(),
  method: z.enum(['GET', 'POST']),
  url: z.string(),
  fields: z.record(z.string(), z.string()),
})
export type Checkout = z.infer<typeof Checkout>

export const OrderLine = z.object({
  purchase_id: Id,
  status: z.enum(purchaseStatuses),
  test_id: Id,
  title: z.string(),
  price: Kopiykas,
})
export type OrderLine = z.output<typeof OrderLine>

/**
 * An order; its price and currency are frozen when it is made. An order of several tests has the bundle's title, and its
 * `purchase_id` opens no test: those of its `lines` do.
 */
export const Purchase = z.object({
  purchase_id: Id,
  status: z.enum(purchaseStatuses),
  test_id: Id,
  purchase_card_title: z.string(),
  price: Kopiykas,
  currency: z.string(),
  expiration_date: z.nullish(Instant),
  checkout: z.nullish(Checkout),
  /** The slug of the test; `bundle_slug` is that of a bundle. */
  test_slug: ours(z.string()),
  bundle_slug: ours(z.string()),
  /** The payment was declined, and the order can be opened for payment once more. */
  can_pay_again: ours(z.boolean()),
  /** The payer was debited, but the bank has not credited it. There is nothing to pay: the test will open by itself. */
  money_held: ours(z.boolean()),
  /** The bank has not decided about the payment yet. The test will open by itself, or can be ordered again. */
  payment_checking: ours(z.boolean()),
  /** For an order of several tests. */
  lines: ours(z.array(OrderLine)),
})
export type Purchase = z.output<typeof Purchase>

/** The outcome of an exam, as the shelf shows it. */
const ShelfResult = z.object({
  attempt_id: Id,
  iq: z.nullish(z.number()),
  /** The side on which the estimate is beyond `iq`. */
  iq_open: ours(z.enum(['above', 'below'])),
  /** Its interval, as `Score` has it. */
  low: ours(z.number()),
  high: ours(z.number()),
  low_open: ours(z.boolean()),
  high_open: ours(z.boolean()),
  model: ours(z.string()),
  correct: z.nullish(z.number()),
  total: z.nullish(z.number()),
  submitted_at: z.nullish(Instant),
})

/** A purchase on its owner's shelf. One payment opens one test in both modes. Another server may send only id and title. */
export const OwnedTest = z.object({
  id: Id,
  purchase_card_title: z.string(),
  test: ours(Test),
  status: ours(z.string()),
  /** The price when it was ordered; `test` has today's. */
  price: ours(Kopiykas),
  exam_attempts_left: ours(z.number()),
  /** Its exams are used up, and no later purchase replaces it: its test can be bought once more. */
  can_buy_again: ours(z.boolean()),
  expiration_date: ours(Instant),
  extra_time_factor: ours(z.number()),
  active_attempt: ours(z.object({ id: Id, state: z.string(), deadline_at: z.nullish(Instant) })),
  /** Everything paid for it goes back: it begins no more exams, and closes once the money has gone. */
  refund_decided: ours(z.boolean()),
  /** An exam of it ended by time alone: nobody submitted it, and a file of its answers may exist somewhere. */
  has_unsubmitted_exam: ours(z.boolean()),
  last_result: ours(ShelfResult),
  /** The newest of its exams with a score, unless that is `last_result`. */
  last_scored: ours(ShelfResult),
})
export type OwnedTest = z.output<typeof OwnedTest>

export const ownedTests = endpoint({
  name: 'ownedTests',
  method: 'GET',
  path: '/api/owned-tests/',
  auth: 'bearer',
  summary: 'What I bought',
  query: TestFilters,
  response: specifiedListOf(OwnedTest),
})

/**
 * The price that the pressed button showed. The server makes no order that costs more (409 `price_changed`). A client that
 * does not send it gets the current price.
 */
export const ShownPrice = z.object({
  shown_price: z.optional(Kopiykas),
  shown_currency: z.optional(z.string().check(z.maxLength(10))),
})
export type ShownPrice = z.output<typeof ShownPrice>

export const createPurchase = endpoint({
  name: 'createPurchase',
  method: 'POST',
  path: '/api/purchases/',
  auth: 'bearer',
  summary:
    'Order a test; one live order per person and test, a second call returns the open checkout, or a new one when its exams are used up',
  repeatable: true,
  body: z.object({
    test_id: z.string().check(z.minLength(1), z.maxLength(100)),
    idempotency_key: z.string().check(z.minLength(8), z.maxLength(100)),
    promo_code: z.optional(PromoCode),
    ...ShownPrice.shape,
  }),
  response: Purchase,
})

export const readOpenOrder = endpoint({
  name: 'readOpenOrder',
  method: 'GET',
  path: '/api/purchases/open/',
  auth: 'bearer',
  summary:
    'My orders that are not settled, the newest first: its payment page was left, its payment was declined, or a bank holds its money or is at work on its payment',
  response: z.object({
    /** The newest of them. */
    order: z.nullable(Purchase),
    orders: ours(z.array(Purchase)),
  }),
})

export const readPurchase = endpoint({
  name: 'readPurchase',
  method: 'GET',
  path: '/api/purchases/:id/',
  auth: 'bearer',
  summary: 'How an order stands; asks the provider when it is still open',
  params: IdParams,
  response: Purchase,
})

export const cancelOrder = endpoint({
  name: 'cancelOrder',
  method: 'POST',
  path: '/api/purchases/:id/cancellation/',
  auth: 'bearer',
  summary:
    'Let go of an order that was not paid; one that is paid or over is answered as it is, and one whose money a bank holds is refused',
  repeatable: true,
  params: IdParams,
  response: Purchase,
})

export const payAgain = endpoint({
  name: 'payAgain',
  method: 'POST',
  path: '/api/purchases/:id/payment/',
  auth: 'bearer',
  summary:
    'Open an order whose payment was declined for payment once more; one that is open or paid is answered as it is, and when its test was ordered anew, that order',
  repeatable: true,
  params: IdParams,
  response: Purchase,
})
