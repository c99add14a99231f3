import { seenName } from '#contract/pasted-text.ts'
import type { Seller } from '../../../config/config.ts'
import type { OrderRow, PurchaseRow } from '../purchase-standing.ts'

const kyivDay = new Intl.DateTimeFormat('uk-UA', { dateStyle: 'long', timeZone: 'Europe/Kyiv' })
/** An amount in kopiykas as a letter writes it. A currency that its provider names by a number stays a number. */
export function asMoney(amount: number, currency = 'UAH', minimumFractionDigits = 2): string {
  if (!/^[A-Z]{3}$/.test(currency)) return `${(amount / 100).toFixed(2)} (код валюти ${currency})`
  const format = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', minimumFractionDigits } as const
  return new Intl.NumberFormat('uk-UA', format).format(amount / 100)
}

interface Buyer {
  firstName: string
  /** The whole address of the site; null where it is not known: then the letter has no link. */
  origin: string | null
}

/**
 * The confirmation of payment that the buyer must get (Law 675-VIII, article 13, part 3), and the way to what was bought. No
 * other letter has a name in it: who registers writes the name and the address, and need not own either.
 */
export function receiptLetter(
  order: OrderRow,
  lines: readonly PurchaseRow[],
  seller: Seller,
  { firstName, origin }: Buyer,
): { subject: string; text: string; action: string } {
  const name = seenName(firstName)
  const [first, ...others] = lines
  const isOne = others.length === 0
  return {
    action: isOne ? 'Скласти екзамен' : 'Мої тести',
    subject: `Оплату отримано: ${order.title ?? lines.map(({ cardTitle }) => cardTitle).join(', ')}`,
    text: [
      name === '' ? 'Вітаємо!' : `${name}, вітаємо!`,
      '',
      `Ми отримали вашу оплату. Доступ до ${lines.length > 1 ? 'тестів' : 'тесту'} вже відкрито.`,
      '',
      ...lines.flatMap((line) => [
        `Тест: ${line.cardTitle}`,
        ...(lines.length > 1 ? [`Ціна: ${asMoney(line.price, line.currency)}`] : []),
        `Доступ діє до: ${kyivDay.format(line.expiresAt!)}`,
        `Спроб екзамену: ${line.examAttempts}`,
        ...(lines.length > 1 ? [''] : []),
      ]),
      ...(order.title === null ? [] : [`Разом: ${order.title}`]),
      `Сума: ${asMoney(order.price, order.currency)}`,
      `Дата оплати: ${kyivDay.format(lines[0]!.paidAt!)}`,
      `Номер замовлення: ${order.id}`,
      '',
      `Продавець: ${seller.name}, код ${seller.taxNumber}`,
      `Адреса: ${seller.address}`,
      `Телефон: ${seller.phone}, електронна пошта: ${seller.email}`,
      '',
      'Цей лист підтверджує отримання коштів. Тренування йде без годинника; коли будете готові, починайте екзамен.',
      ...(origin === null ? [] : ['', isOne ? `${origin}/exam/${first!.testId}/${first!.id}` : `${origin}/purchases`]),
    ].join('\n'),
  }
}
