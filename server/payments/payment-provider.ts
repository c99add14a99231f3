import type { IncomingHttpHeaders } from 'node:http'
import type { Checkout } from '#contract/purchase.ts'

/** An order to be paid, for the first time or after a declined payment. */
export interface OrderToPay extends Omit<Order, 'reference'> {
  /** The number of this checkout of the order, from 1. Each has a reference of its own. */
  checkoutNumber: number
}

/** The data of an order that a provider gets. `amount` is in kopiykas. */
export interface Order {
  id: string
  amount: number
  currency: string
  description: string
  /** The provider's name for the payment, from `OpenedCheckout`. */
  reference: string
}

export interface OpenedCheckout {
  form: Checkout
  /** The provider's name for this payment in later calls. */
  reference: string
  expiresAt: Date
}

/** A provider's report of a payment, in one form for all providers. Amounts are in kopiykas. */
export interface PaymentEvent {
  orderId: string
  /** The provider's name for the payment, from this order's `OpenedCheckout`. */
  reference: string
  /** The provider's id of the payment. By accident one order may be paid twice. */
  paymentId: string
  /** The meaning of its status (`status-words.ts`). */
  outcome: 'pending' | 'checking' | 'held' | 'paid' | 'failed' | 'refunded'
  /** The paid sum; for `refunded` without `returned`, the returned one. */
  amount: number
  /** The sum of all returns so far. */
  returned?: number
  currency: string
  /** When the provider last changed this payment, by its own clock: callbacks come in any order. */
  changedAt?: Date
  /** The state of each return that this server requested, by its key. */
  returns?: { key: string; status: 'under way' | 'returned' | 'refused' }[]
  /** The provider's word for the status, for the ledger. */
  status: string
}

/** A way to take money. It guarantees that an event was signed or came over TLS; the caller checks that it fits the order. */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'liqpay' | 'monobank'
  /** Seconds between two status calls for one order. */
  readonly statusEverySeconds: number
  /** Throws PaymentUnavailable. */
  openCheckout(order: OrderToPay): Promise<OpenedCheckout>
  /** The event in a callback's exact bytes. Throws PaymentForged if the provider did not send it. */
  readCallback(rawBody: Buffer, headers: IncomingHttpHeaders): Promise<PaymentEvent>
  /** The payment's status; null if the provider does not know it. Throws PaymentUnavailable. */
  askStatus(order: Order): Promise<PaymentEvent | null>
  /** Whether `key` is an idempotency key of returns: requested twice, a return is made once. */
  readonly knowsReturnsByKey: boolean
  /**
   * Requests the return of a payment, whole or in part. `key` names this return if `knowsReturnsByKey`; otherwise each call is a
   * return of its own, also after one whose reply was lost. Success only means that the provider accepted it: `askStatus` says
   * whether the money has gone. Throws RefundDeclined, PaymentUnavailable.
   */
  refund(order: Order, payment: { paymentId: string; amount: number; key: string }): Promise<void>
  /** Makes an obsolete checkout unpayable, if the provider can. Throws PaymentUnavailable. */
  closeCheckout?(order: Order): Promise<void>
}

/** A callback without the provider's signature, or not of its documented form. */
export class PaymentForged extends Error {
  override readonly name = 'PaymentForged'
}

/** The provider does not answer as documented. The same call may succeed later. */
export class PaymentUnavailable extends Error {
  override readonly name: string = 'PaymentUnavailable'
}

/** The provider works but refuses this one call. It may answer about other payments. */
export class PaymentUnanswered extends PaymentUnavailable {
  override readonly name = 'PaymentUnanswered'
}

/** The provider declines to return the money. Nothing has moved; a later request needs a new key. */
export class RefundDeclined extends Error {
  override readonly name = 'RefundDeclined'
}
