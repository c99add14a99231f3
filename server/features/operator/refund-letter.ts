import { letterText } from '../mail/letter-text.ts'
import type { News } from '../news/notify.ts'
import { asMoney } from '../purchases/receipt-letter.ts'

/** What is told of a refund that was decided. */
interface Telling {
  orderId: string
  /** In kopiykas. */
  amount: number
  currency: string
  /** Of what it is, and whether all that was paid for it goes back: then its access ends. */
  lines: readonly { title: string; isWhole: boolean }[]
}

/** The letter that says what comes back, where to, and what becomes of the access. */
export function refundLetter(telling: Telling): { subject: string; text: string } {
  const { orderId, amount, currency, lines } = telling
  return {
    subject: `Повертаємо кошти: ${lines.map(({ title }) => title).join(', ')}`,
    text: letterText(
      `Ми повертаємо вам ${asMoney(amount, currency)} за ${quoted(lines)} на ту саму картку. Зарахування триває стільки, скільки потрібно вашому банку, зазвичай до 10 робочих днів.`,
      ofAccess(telling),
      `Номер замовлення: ${orderId}`,
    ),
  }
}

/** The same in the person's notifications. */
export function refundNews(telling: Telling): News {
  const { amount, currency, lines } = telling
  return {
    kind: 'purchase-refunded',
    title: 'Повертаємо кошти',
    message: `За ${quoted(lines)} ми повертаємо ${asMoney(amount, currency)} на ту саму картку. ${ofAccess(telling)}`,
  }
}

function ofAccess({ lines }: Telling): string {
  const closing = lines.filter(({ isWhole }) => isWhole)
  if (closing.length === 0) return 'Це частина оплати: доступ лишається за вами.'
  return `Щойно платіжний сервіс підтвердить повернення, доступ до ${quoted(closing)} закриється. Ваші результати збережено.`
}

const quoted = (lines: Telling['lines']) => lines.map(({ title }) => `«${title}»`).join(', ')
