import type { PlantedBug } from '../../model/planted/bugs.ts'
import type { Plant } from '../../model/planted/plant.ts'

const at = (file: string, find: string, replace: string): Plant => ({
  file: file.startsWith('payments/') ? `server/${file}` : `server/features/purchases/${file}`,
  find,
  replace,
})

export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'a paid order is asked about by the checkout that paid, and by no other',
    from: 'ours: a second payment by the declined checkout was never found where checkouts cannot be closed',
    plants: [
      at(
        'rounds/reconcile-order.ts',
        'for (const reference of referencesOf(order)) {',
        "for (const reference of order.status === 'paid' ? referencesOf(order).slice(0, 1) : referencesOf(order)) {",
      ),
    ],
  },
  {
    name: 'an order whose money went back is asked about no more, whatever checkouts it had',
    from: 'ours, the brother of that',
    foundBy: 592,
    plants: [at('expire/end-order.ts', 'askAt: whereSeveralCheckouts', 'askAt: null')],
  },
  {
    name: 'money of tomorrow (wait_compensation) counts as unpaid',
    from: 'ours; LiqPay integrations that know success alone',
    plants: [at('payments/status-words.ts', "wait_compensation: 'paid'", "wait_compensation: 'pending'")],
  },
  {
    name: 'money that the bank holds (wait_accept, hold) counts as unpaid',
    from: 'ours',
    plants: [
      at('payments/status-words.ts', "wait_accept: 'held'", "wait_accept: 'pending'"),
      at('payments/status-words.ts', "hold: 'held'", "hold: 'pending'"),
    ],
  },
  {
    name: 'an order that waits keeps its price when the shop’s was cut',
    from: 'ours: 149 charged where the page said 99',
    plants: [at('order/offered-price.ts', 'present.price <= offer.price', 'true')],
  },
  {
    name: 'what the button said is not looked at',
    from: 'ours; WooCommerce and others charge what the cart holds by now',
    plants: [
      at('order/offered-price.ts', 'if (!isMore && !isOther) return', 'if (!isMore || !isOther || true) return'),
    ],
  },
  {
    name: 'any money that went back counts for what was owed, the oldest first',
    from: 'ours: 298.99 ordered back of 199',
    foundBy: 785,
    plants: [
      at(
        'refund/book-return.ts',
        'const news = now - before - sumOf(byKey)',
        'if (others[0] && now >= others[0].amount) return [...byKey, others[0]]\n  const news = now - before - sumOf(byKey)',
      ),
    ],
  },
  {
    name: 'a refund is decided and sent whatever else is due',
    from: 'ours',
    plants: [
      at(
        'refund/refund-lines.ts',
        'payment.amount - payment.returned - payment.owed',
        'payment.amount - payment.returned',
      ),
      at(
        'rounds/send-refund.ts',
        'if (amount > 0 && amount <= left) return amount',
        'if (amount > 0 || left === 0) return due.amount',
      ),
    ],
  },
  {
    name: 'an order to return money is given again at once when its answer was lost, also where keys are unknown',
    from: 'ours: a part of a payment could go back twice at LiqPay',
    foundBy: 1994,
    plants: [
      at(
        'rounds/send-refund.ts',
        'const mayOrder = knowsReturnsByKey ? undefined :',
        'const mayOrder = true ? undefined :',
      ),
    ],
  },
  {
    name: 'each order to return money has a key of its own, also the second for one refund',
    from: 'shops that make a key for each request',
    plants: [at('rounds/send-refund.ts', '(refusals === 0 ? refundId', '(refusals >= 0 ? crypto.randomUUID()')],
  },
  {
    name: 'money by a checkout that was declined is not believed',
    from: 'shops that keep the last payment intent only',
    plants: [
      at(
        'pay/record-payment.ts',
        'if (referencesOf(order).includes(event.reference))',
        'if (referencesOf(order)[0] === event.reference)',
      ),
    ],
  },
  {
    name: 'a second payment of a paid order is kept without a word',
    from: 'magento/magento2: double capture',
    plants: [at('pay/record-payment.ts', "} else await owe(tx, services, locked, movement, 'surplus')", '}')],
  },
  {
    name: 'a return that is told twice is booked twice',
    from: 'shops whose webhooks are not idempotent',
    plants: [
      at('refund/book-return.ts', 'const before = await returnedOf(tx, order.id, paymentId)', 'const before = 0'),
      at('refund/book-return.ts', 'const eventId = `${paymentId}:${returned}`', 'const eventId = crypto.randomUUID()'),
    ],
  },
  {
    name: 'a late report of a decline takes a paid order back',
    from: 'woocommerce-gateway plugins: order status follows the last webhook',
    plants: [at('pay/record-payment.ts', "if (isPresent && locked.order.status === 'pending') await", 'await')],
  },
  {
    name: 'who cancels an order has its checkout forgotten',
    from: 'shops that delete abandoned carts with their payment',
    plants: [
      at(
        'order/cancel-order.ts',
        "await endOrder(tx, locked.order, 'expired')",
        "await endOrder(tx, locked.order, 'expired')\n    await tx.execute(`update orders set checkout = null where id = '${locked.order.id}'`)",
      ),
    ],
  },
  {
    name: 'paying again forgets the earlier checkouts',
    from: 'ours, before decision 0060',
    plants: [
      at(
        'pay/pay-again.ts',
        'checkout: { ...checkout, earlier }',
        'checkout: { ...checkout, earlier: earlier.slice(0, 0) }',
      ),
    ],
  },
  {
    name: 'money that went back whole leaves the test open',
    from: 'ours: a payment told with two amounts stayed paid after its reversal',
    plants: [
      at(
        'refund/book-return.ts',
        'if (isWhole && !(await isCovered(tx, order.id))) {',
        'if (isWhole && order.price < 0) {',
      ),
    ],
  },
]
