import type { Seller } from '../../config.ts'
import type { PurchaseRow } from './purchase-standing.ts'

const kyivDay = new Intl.DateTimeFormat('uk-UA', { dateStyle: 'long', timeZone: 'Europe/Kyiv' })
const money = new Intl.NumberFormat('uk-UA', { style: 'currency', currency: 'UAH', currencyDisplay: 'narrowSymbol' })

/** The confirmation of payment that the buyer must get (Law 675-VIII, article 13, part 3). */
export function receiptLetter(purchase: PurchaseRow, seller: Seller): { subject: string; text: string } {
  return {
    subject: `Оплату отримано: ${purchase.cardTitle}`,
    text: [
      'Вітаємо!',
      '',
      'Ми отримали вашу оплату. Доступ до тесту вже відкрито.',
      '',
      `Тест: ${purchase.cardTitle}`,
      `Сума: ${money.format(purchase.price / 100)}`,
      `Дата оплати: ${kyivDay.format(purchase.paidAt!)}`,
      `Доступ діє до: ${kyivDay.format(purchase.expiresAt!)}`,
      `Спроб екзамену: ${purchase.examAttempts}`,
      `Номер замовлення: ${purchase.id}`,
      '',
      `Продавець: ${seller.name}, код ${seller.taxNumber}`,
      `Адреса: ${seller.address}`,
      `Телефон: ${seller.phone}, електронна пошта: ${seller.email}`,
      '',
      'Цей лист підтверджує отримання коштів. Тренуйтеся скільки завгодно, а коли будете готові, починайте екзамен.',
    ].join('\n'),
  }
}
