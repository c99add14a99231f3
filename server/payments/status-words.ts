import type { PaymentEvent } from './payment-provider.ts'

type Outcome = PaymentEvent['outcome']

/**
 * Every status of the two banks and its meaning, for both providers. The payer's money decides: while the bank may have it, the
 * order is never retired.
 *
 * - `pending`: the payer still has to act; no money has moved.
 * - `checking`: the bank is working and does not say whether the payer was debited.
 * - `held`: the payer was debited or the sum is blocked. The bank has not credited it and may still release it.
 *
 * An undocumented word counts as `checking`: it opens nothing and gives nothing up.
 */
const words = {
  /** https://www.liqpay.ua/doc/api/callback, «Статус платежу»: three groups. LiqPay's own sentences explain unclear words. */
  liqpay: {
    // Final.
    success: 'paid',
    failure: 'failed',
    error: 'failed',
    reversed: 'refunded',
    // Subscriptions, which we never open.
    subscribed: 'checking',
    unsubscribed: 'checking',
    // The payer has to confirm.
    '3ds_verify': 'pending',
    captcha_verify: 'pending',
    cvv_verify: 'pending',
    ivr_verify: 'pending',
    otp_verify: 'pending',
    password_verify: 'pending',
    phone_verify: 'pending',
    pin_verify: 'pending',
    receiver_verify: 'pending',
    sender_verify: 'pending',
    senderapp_verify: 'pending',
    p24_verify: 'pending',
    mp_verify: 'pending',
    wait_qr: 'pending',
    wait_sender: 'pending',
    // Others.
    cash_wait: 'pending',
    invoice_wait: 'pending',
    prepared: 'pending',
    // «Оплата неуспішна. Клієнт може повторити спробу ще раз»: the same checkout is still open.
    try_again: 'pending',
    processing: 'checking',
    // «Платіж на перевірці».
    wait_secure: 'checking',
    // «Платіж успішний, буде зарахований в щодобовій проводці».
    wait_compensation: 'paid',
    // «Кошти з клієнта списані, але магазин ще не пройшов перевірку»: cancelled by itself after 60 days.
    wait_accept: 'held',
    // «Не встановлений спосіб відшкодування у одержувача».
    wait_card: 'held',
    // «Кошти з клієнта списані, очікується підтвердження доставки товару».
    wait_lc: 'held',
    // «Сума успішно заблокована на рахунку відправника».
    hold_wait: 'held',
    // «Кошти зарезервовані для проведення повернення за раніше поданою заявкою»: debited, and on its way back.
    wait_reserve: 'held',
  },
  /** https://api.monobank.ua/docs/acquiring.html, «Статус рахунку» (GET /api/merchant/invoice/status). */
  monobank: {
    created: 'pending',
    processing: 'checking',
    // Blocked on the card for nine days at most. We only debit, so somebody has changed a setting in the bank's cabinet.
    hold: 'held',
    success: 'paid',
    failure: 'failed',
    expired: 'failed',
    reversed: 'refunded',
  },
} as const satisfies Record<string, Record<string, Outcome>>

/** The meaning of a bank's word. The LiqPay provider itself decides on `sandbox`, which moves no money. */
export function outcomeOfWord(bank: keyof typeof words, word: string): Outcome {
  const ofBank: Record<string, Outcome> = words[bank]
  return Object.hasOwn(ofBank, word) ? ofBank[word]! : 'checking'
}
