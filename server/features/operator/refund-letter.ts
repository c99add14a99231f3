import { letterText } from '../mail/letter-text.ts'
import type { News } from '../news/notify.ts'
import type { PurchaseRow } from '../purchases/purchase-standing.ts'

/** What is told of a refund: of which order, how many kopiykas, and whether that is all that was paid. */
interface Telling {
  order: Pick<PurchaseRow, 'id' | 'cardTitle' | 'currency'>
  amount: number
  isWhole: boolean
}

/** The letter that says what comes back, where to, and what becomes of the access. */
export function refundLetter({ order, amount, isWhole }: Telling): { subject: string; text: string } {
  return {
    subject: `Повертаємо кошти: ${order.cardTitle}`,
    text: letterText(
      `Ми повертаємо вам ${sumOf(amount, order.currency)} за «${order.cardTitle}» на ту саму картку. Зарахування триває стільки, скільки потрібно вашому банку, зазвичай до 10 робочих днів.`,
      isWhole
        ? 'Щойно платіжний сервіс підтвердить повернення, доступ до тесту закриється. Ваші результати збережено.'
        : 'Повертаємо частину оплати. Доступ до тесту лишається за вами.',
      `Номер замовлення: ${order.id}`,
    ),
  }
}

/** The same in the person's notifications. */
export function refundNews({ order, amount, isWhole }: Telling): News {
  const after = isWhole ? ' Доступ до тесту закриється, щойно платіжний сервіс це підтвердить.' : ''
  return {
    kind: 'purchase-refunded',
    title: 'Повертаємо кошти',
    message: `За «${order.cardTitle}» ми повертаємо ${sumOf(amount, order.currency)} на ту саму картку.${after}`,
  }
}

function sumOf(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('uk-UA', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  return format.format(amount / 100)
}
