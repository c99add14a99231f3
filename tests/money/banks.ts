import { createHash, createSign, generateKeyPairSync } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Chance } from './chance.ts'
import { lives } from './life.ts'

export type BankName = 'liqpay' | 'monobank'

/** A debit, or a request for one, as the bank knows it. Amounts in kopiykas. */
export interface Payment {
  readonly bank: BankName
  /** The shop's order, and the name of its checkout: LiqPay's order_id, monobank's invoice. */
  readonly orderId: string
  readonly reference: string
  paymentId: string
  readonly amount: number
  /** Status in the bank's own word. */
  status: string
  returns: Return[]
  /** Sum of the cabinet's returns when the bank last answered the shop about this payment. */
  cabinetTold: number
  /** Time of monobank's last change to this record. */
  changedAt: number
}

interface Return {
  amount: number
  /** The shop's key at monobank. LiqPay has no such key, and a return in the cabinet has none either. */
  key: string | null
  by: 'shop' | 'cabinet'
  state: 'under way' | 'done' | 'refused'
}

/** A callback on its way to the shop. */
export interface Message {
  bank: BankName
  body: Buffer
  headers: IncomingHttpHeaders
}

/** Statuses by which the payer was debited and the shop has not received the money yet. */
export const heldWords = {
  liqpay: ['wait_accept', 'wait_card', 'wait_lc', 'hold_wait'],
  monobank: ['hold'],
} as const

export const isHeld = ({ bank, status }: Payment) => (heldWords[bank] as readonly string[]).includes(status)
/** Whether the payer was debited for good. */
export const isFinal = ({ status }: Payment) => ['success', 'wait_compensation', 'reversed'].includes(status)
export const returnedOf = ({ returns }: Payment) =>
  returns.filter(({ state }) => state === 'done').reduce((sum, { amount }) => sum + amount, 0)
const orderedOf = ({ returns }: Payment) =>
  returns.filter(({ state }) => state !== 'refused').reduce((sum, { amount }) => sum + amount, 0)
export const byShop = ({ returns }: Payment) =>
  returns.filter(({ by, state }) => by === 'shop' && state !== 'refused').reduce((sum, { amount }) => sum + amount, 0)
export const inCabinet = ({ returns }: Payment) =>
  returns.filter(({ by }) => by === 'cabinet').reduce((sum, { amount }) => sum + amount, 0)

export const liqpayKeys = { publicKey: 'i00000000', privateKey: 'a private key of the model' }
export const bankUrls = { liqpay: 'http://liqpay.model', monobank: 'http://monobank.model' }

/** Repeats LiqPay's rule for signatures. */
const signLiqpay = (data: string) =>
  createHash('sha1')
    .update(liqpayKeys.privateKey + data + liqpayKeys.privateKey)
    .digest('base64')
const encode = (message: object) => Buffer.from(JSON.stringify(message)).toString('base64')

/**
 * Both banks with their protocols: form fields, JSON and signatures as the providers' real code sends and reads them. Only the
 * sockets are missing: `answer` replaces `fetch`. A bank never returns more than it took.
 */
export class Banks {
  /** By reference, the newest payment last. LiqPay allows another try under the same name after a decline. */
  readonly payments = new Map<string, Payment[]>()
  /** Payments of which the shop ordered a larger return than was left, although it knew of all returns in the cabinet. */
  readonly overdrafts: Payment[] = []
  readonly closed = new Set<string>()
  readonly #messages = new Map<string, Message[]>()
  readonly #key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #made = 0
  #time = Date.UTC(2026, 0, 1)

  /** Callbacks that were sent and are not delivered yet. */
  messagesOf(orderId: string): Message[] {
    const known = this.#messages.get(orderId) ?? []
    this.#messages.set(orderId, known)
    return known
  }

  paymentsOfOrder(orderId: string): Payment[] {
    return [...this.payments.values()].flat().filter((payment) => payment.orderId === orderId)
  }

  forget(orderId: string): void {
    for (const { reference } of this.paymentsOfOrder(orderId)) this.payments.delete(reference)
    this.#messages.delete(orderId)
  }

  /** Tries to pay by this checkout; `word` is the outcome. Does nothing if the checkout was closed or is paid. */
  pay(bank: BankName, checkout: { reference: string; orderId: string; amount: number }, word: string): void {
    if (this.closed.has(checkout.reference)) return
    const tries = this.payments.get(checkout.reference) ?? []
    const last = tries.at(-1)
    if (bank === 'monobank') {
      // The invoice is the payment, and a decline ends it.
      if (last !== undefined && last.status === 'created') this.#become(last, word)
      return
    }
    if (last !== undefined && last.status !== 'failure') return
    this.#made += 1
    const payment = this.#payment(bank, { ...checkout, paymentId: String(100_000 + this.#made) })
    this.payments.set(checkout.reference, [...tries, payment])
    this.#become(payment, word)
  }

  /** Decides payments that were in progress at the bank. `tells`: the bank sends callbacks. */
  decide(payment: Payment, chance: Chance, tells: boolean): void {
    const isOpen = isHeld(payment) || ['processing', 'wait_compensation'].includes(payment.status)
    if (isOpen) {
      const isGood = payment.status === 'wait_compensation' || chance.is(0.7)
      this.#become(payment, isGood ? 'success' : 'failure', tells)
    }
    this.finishReturns(payment, tells)
  }

  finishReturns(payment: Payment, tells: boolean): void {
    for (const one of payment.returns.filter(({ state }) => state === 'under way')) {
      one.state = 'done'
      this.#changed(payment, tells)
    }
  }

  /** Closes a checkout for payments. A payment that is already in progress continues. */
  expire(reference: string): void {
    this.closed.add(reference)
    const last = this.payments.get(reference)?.at(-1)
    if (last?.bank === 'monobank' && last.status === 'created') this.#become(last, 'expired', false)
  }

  returnInCabinet(payment: Payment, amount: number): void {
    if (!isFinal(payment) || amount < 1 || amount > payment.amount - orderedOf(payment)) return
    payment.returns.push({ amount, key: null, by: 'cabinet', state: 'done' })
    this.#changed(payment, true)
  }

  /** Replaces `fetch`. Some calls fail on their way there, some on their way back. */
  async answer(url: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
    const life = lives.getStore()
    if (life?.dead === true) throw new TypeError('the process died')
    const fails = life !== undefined && !life.isCalm && life.chance.is(0.06)
    const isLostOnTheWay = fails && life.chance.is(0.5)
    if (isLostOnTheWay) throw new TypeError('fetch failed')
    const text = typeof body === 'string' || body instanceof URLSearchParams ? body.toString() : ''
    const reply = this.#reply(new URL(url), method, text)
    if (fails) throw new TypeError('terminated')
    return typeof reply === 'number' ? new Response('<html></html>', { status: reply }) : Response.json(reply)
  }

  #reply(url: URL, method: string, body: string): object | number {
    if (url.origin === bankUrls.liqpay) return this.#liqpay(new URLSearchParams(body))
    if (url.pathname === '/api/merchant/pubkey') {
      return { key: Buffer.from(this.#key.publicKey.export({ type: 'spki', format: 'pem' })).toString('base64') }
    }
    const asked = method === 'POST' ? JSON.parse(body) : Object.fromEntries(url.searchParams)
    if (url.pathname.endsWith('/create')) return this.#createInvoice(asked)
    const payment = this.payments.get(asked.invoiceId)?.at(-1)
    if (payment === undefined) return 404
    if (url.pathname.endsWith('/status')) {
      payment.cabinetTold = inCabinet(payment)
      return describeInvoice(payment)
    }
    if (url.pathname.endsWith('/remove')) {
      if (payment.status !== 'created') return 400
      this.closed.add(payment.reference)
      return {}
    }
    const known = payment.returns.find(({ key }) => key === asked.extRef)
    if (known !== undefined) return { status: known.state === 'refused' ? 'failure' : 'processing' }
    return { status: this.#return(payment, asked.amount, asked.extRef) ? 'processing' : 'failure' }
  }

  #createInvoice(asked: { amount: number; merchantPaymInfo: { reference: string } }): object {
    this.#made += 1
    const invoiceId = `inv-${this.#made}`
    const checkout = { reference: invoiceId, orderId: asked.merchantPaymInfo.reference, amount: asked.amount }
    this.payments.set(invoiceId, [this.#payment('monobank', { ...checkout, paymentId: invoiceId })])
    return { invoiceId, pageUrl: `https://pay.mbnk.biz/${invoiceId}` }
  }

  #liqpay(form: URLSearchParams): object {
    const data = form.get('data') ?? ''
    if (form.get('signature') !== signLiqpay(data)) return { result: 'error', err_code: 'err_signature' }
    const asked = JSON.parse(Buffer.from(data, 'base64').toString('utf8'))
    const payment = this.payments.get(asked.order_id)?.at(-1)
    if (payment === undefined) return { result: 'error', err_code: 'payment_not_found' }
    if (asked.action === 'status') {
      payment.cabinetTold = inCabinet(payment)
      return { result: 'ok', ...describePayment(payment) }
    }
    if (!this.#return(payment, Math.round(asked.amount * 100), null)) {
      return { result: 'error', status: 'failure', err_code: 'err_refund' }
    }
    return { result: 'ok', status: payment.status === 'reversed' ? 'reversed' : 'processing' }
  }

  /** Orders a return for the shop. Returns whether the bank accepts it. */
  #return(payment: Payment, amount: number, key: string | null): boolean {
    const life = lives.getStore()
    const isBeyond = !isFinal(payment) || amount > payment.amount - orderedOf(payment)
    if (isBeyond && payment.cabinetTold === inCabinet(payment)) this.overdrafts.push(payment)
    const isRefused = isBeyond || life?.chance.is(0.1) === true
    // On the last day the shop asks no more questions, so nobody could hear of a return that is done immediately.
    const isAtOnce = life?.isLastDay !== true && life?.chance.is(0.5) === true
    const state = isRefused ? 'refused' : isAtOnce ? 'done' : 'under way'
    payment.returns.push({ amount, key, by: 'shop', state })
    this.#changed(payment, true)
    return !isRefused
  }

  #payment(bank: BankName, known: Pick<Payment, 'orderId' | 'reference' | 'paymentId' | 'amount'>): Payment {
    const { orderId, reference, paymentId, amount } = known
    const fresh = { status: 'created', returns: [], cabinetTold: 0, changedAt: this.#time }
    return { bank, orderId, reference, paymentId, amount, ...fresh }
  }

  #become(payment: Payment, status: string, tells = true): void {
    payment.status = status
    this.#changed(payment, tells)
  }

  #changed(payment: Payment, tells: boolean): void {
    this.#time += 1000
    payment.changedAt = this.#time
    if (isFinal(payment) && returnedOf(payment) === payment.amount) payment.status = 'reversed'
    if (tells) this.messagesOf(payment.orderId).push(this.#message(payment))
  }

  #message(payment: Payment): Message {
    if (payment.bank === 'liqpay') {
      const data = encode(describePayment(payment))
      const body = Buffer.from(new URLSearchParams({ data, signature: signLiqpay(data) }).toString())
      return { bank: 'liqpay', body, headers: {} }
    }
    const body = Buffer.from(JSON.stringify(describeInvoice(payment)))
    const signature = createSign('SHA256').update(body).sign(this.#key.privateKey, 'base64')
    return { bank: 'monobank', body, headers: { 'x-sign': signature } }
  }
}

function describePayment(payment: Payment): object {
  const returned = returnedOf(payment)
  return {
    order_id: payment.reference,
    payment_id: Number(payment.paymentId),
    status: payment.status,
    amount: payment.amount / 100,
    currency: 'UAH',
    ...(returned > 0 && { refund_amount: returned / 100 }),
  }
}

function describeInvoice(payment: Payment): object {
  const states = { 'under way': 'processing', done: 'success', refused: 'failure' }
  return {
    invoiceId: payment.reference,
    status: payment.status,
    amount: payment.amount,
    finalAmount: payment.amount - returnedOf(payment),
    ccy: 980,
    reference: payment.orderId,
    modifiedDate: new Date(payment.changedAt).toISOString(),
    cancelList: payment.returns.map(({ amount, key, state }) => ({
      status: states[state],
      amount,
      ...(key !== null && { extRef: key }),
    })),
  }
}
