import type { IncomingHttpHeaders } from 'node:http'
import type { Checkout } from '#contract/purchase.ts'

/** An order that is opened for payment, for the first time or after a declined one. */
export interface OrderToPay extends Omit<Order, 'reference'> {
  /** Which checkout of this order it is, from 1. Each has a reference of its own. */
  checkoutNumber: number
}

/** What a provider gets of an order. `amount` is in kopiykas. */
export interface Order {
  id: string
  amount: number
  currency: string
  description: string
  /** The provider's own name for the payment, as `OpenedCheckout` gave it. */
  reference: string
}

export interface OpenedCheckout {
  form: Checkout
  /** How the provider names this payment when it is asked later. */
  reference: string
  expiresAt: Date
}

/** What a provider says of a payment, in one language for all. `amount` is in kopiykas. */
export interface PaymentEvent {
  orderId: string
  /** The provider's own name for what was paid, as `OpenedCheckout` gave it for this order. */
  reference: string
  /** The provider's id of the payment: one order may, by accident, be paid by two. */
  paymentId: string
  /** What its status is to us: `status-words.ts` decides each of the banks' words. */
  outcome: 'pending' | 'checking' | 'held' | 'paid' | 'failed' | 'refunded'
  /** What was paid; of `refunded` without `returned` what went back. */
  amount: number
  /** How much of it has gone back until now, all returns together. */
  returned?: number
  currency: string
  /** When the provider last changed its record of this payment, by its own clock: callbacks come in any order. */
  changedAt?: Date
  /** What became of each return that this server ordered, by the key that it was ordered with. */
  returns?: { key: string; status: 'under way' | 'returned' | 'refused' }[]
  /** The provider's own name of the status, for the ledger. */
  status: string
}

/**
 * One way to take money. An implementation vouches that an event it returns was signed by the provider or read
 * from it over TLS; whether the event fits the order is checked by the caller, in one place for all providers.
 */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'liqpay' | 'monobank'
  /** Seconds between two status calls for one order. */
  readonly statusEverySeconds: number
  /** Opens the payment. Throws PaymentUnavailable. */
  openCheckout(order: OrderToPay): Promise<OpenedCheckout>
  /** The event in a callback's exact bytes. Throws PaymentForged when it is not the provider's. */
  readCallback(rawBody: Buffer, headers: IncomingHttpHeaders): Promise<PaymentEvent>
  /** The payment's status; null when the provider has not seen it. Throws PaymentUnavailable. */
  askStatus(order: Order): Promise<PaymentEvent | null>
  /** Whether the provider knows a return by the key that it was ordered with: ordered twice by one key, it is made once. */
  readonly knowsReturnsByKey: boolean
  /**
   * Orders the money of one payment to be returned, all or a part of it. `key` names this return, where
   * `knowsReturnsByKey`; elsewhere each call is a return of its own, also after one whose answer was lost. That it was
   * taken does not say that the money has gone: `askStatus` does. Throws RefundDeclined, PaymentUnavailable.
   */
  refund(order: Order, payment: { paymentId: string; amount: number; key: string }): Promise<void>
  /** Makes a checkout that nobody shall pay any more unpayable, where the provider can. Throws PaymentUnavailable. */
  closeCheckout?(order: Order): Promise<void>
}

/** A callback that the provider did not sign, or whose body has not the form that it documents. */
export class PaymentForged extends Error {
  override readonly name = 'PaymentForged'
}

/** The provider does not answer, or not as it documents. The same call may succeed later. */
export class PaymentUnavailable extends Error {
  override readonly name: string = 'PaymentUnavailable'
}

/** The provider is there, and refuses this one call: about other payments it may well answer. */
export class PaymentUnanswered extends PaymentUnavailable {
  override readonly name = 'PaymentUnanswered'
}

/** The provider has understood, and does not return the money. Nothing has moved; a later order needs a key of its own. */
export class RefundDeclined extends Error {
  override readonly name = 'RefundDeclined'
}
