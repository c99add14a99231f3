import { letterText } from '../mail/letter-text.ts'
import type { NewNotification } from '../notifications/notify.ts'
import { asMoney } from '../purchases/books/receipt-letter.ts'
import { orderNumber } from '../purchases/order-number.ts'

interface Refund {
  orderId: string
  /** In kopiykas. */
  amount: number
  currency: string
  /** The lines, and whether all that was paid for a line goes back: then its access ends. */
  lines: readonly { title: string; isWhole: boolean }[]
}

/** The letter about what comes back, where to, and what becomes of the access. */
export function refundLetter(refund: Refund): { subject: string; text: string } {
  const { orderId, amount, currency, lines } = refund
  return {
    subject: `Повертаємо кошти: ${lines.map(({ title }) => title).join(', ')}`,
    text: letterText(
      `Ми повертаємо вам ${asMoney(amount, currency)} за ${namedTests(lines)} на ту саму картку. Зарахування триває стільки, скільки потрібно вашому банку, зазвичай до 10 робочих днів.`,
      ofAccess(refund),
      `Номер замовлення: ${orderNumber(orderId)}`,
    ),
  }
}

export function refundNotification(refund: Refund): NewNotification {
  const { amount, currency, lines } = refund
  return {
    kind: 'purchase-refunded',
    title: 'Повертаємо кошти',
    message: `За ${namedTests(lines)} ми повертаємо ${asMoney(amount, currency)} на ту саму картку. ${ofAccess(refund)}`,
  }
}

function ofAccess({ lines }: Refund): string {
  const closing = lines.filter(({ isWhole }) => isWhole)
  if (closing.length === 0) return 'Це частина оплати: доступ лишається за вами.'
  return `Щойно платіжний сервіс підтвердить повернення, доступ до ${closing.length > 1 ? 'тестів' : 'тесту'} ${quoted(closing)} закриється. Ваші результати збережено.`
}

const namedTests = (lines: Refund['lines']) => `${lines.length > 1 ? 'тести' : 'тест'} ${quoted(lines)}`
const quoted = (lines: Refund['lines']) => lines.map(({ title }) => `«${title}»`).join(', ')
