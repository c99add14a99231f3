import type { Seller } from '../../config.ts'
import type { OrderRow, PurchaseRow } from './purchase-standing.ts'

const kyivDay = new Intl.DateTimeFormat('uk-UA', { dateStyle: 'long', timeZone: 'Europe/Kyiv' })
/** An amount in kopiykas as a letter writes it. A currency that its provider names by a number stays a number. */
export function asMoney(amount: number, currency = 'UAH'): string {
  if (!/^[A-Z]{3}$/.test(currency)) return `${(amount / 100).toFixed(2)} (код валюти ${currency})`
  const format = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  return new Intl.NumberFormat('uk-UA', format).format(amount / 100)
}

/** The confirmation of payment that the buyer must get (Law 675-VIII, article 13, part 3). */
export function receiptLetter(
  order: OrderRow,
  lines: readonly PurchaseRow[],
  seller: Seller,
): { subject: string; text: string } {
  return {
    subject: `Оплату отримано: ${lines.map(({ cardTitle }) => cardTitle).join(', ')}`,
    text: [
      'Вітаємо!',
      '',
      'Ми отримали вашу оплату. Доступ до тесту вже відкрито.',
      '',
      ...lines.flatMap((line) => [
        `Тест: ${line.cardTitle}`,
        ...(lines.length > 1 ? [`Ціна: ${asMoney(line.price, line.currency)}`] : []),
        `Доступ діє до: ${kyivDay.format(line.expiresAt!)}`,
        `Спроб екзамену: ${line.examAttempts}`,
      ]),
      `Сума: ${asMoney(order.price, order.currency)}`,
      `Дата оплати: ${kyivDay.format(lines[0]!.paidAt!)}`,
      `Номер замовлення: ${order.id}`,
      '',
      `Продавець: ${seller.name}, код ${seller.taxNumber}`,
      `Адреса: ${seller.address}`,
      `Телефон: ${seller.phone}, електронна пошта: ${seller.email}`,
      '',
      'Цей лист підтверджує отримання коштів. Тренуйтеся скільки завгодно, а коли будете готові, починайте екзамен.',
    ].join('\n'),
  }
}
