import { seenName } from '#contract/pasted-text.ts'
import type { Seller } from '../../../config/config.ts'
import { letterTextTo } from '../../mail/letter-text.ts'
import { orderNumber } from '../order-number.ts'
import type { OrderRow, PurchaseRow } from '../purchase-now.ts'

const kyivDay = new Intl.DateTimeFormat('uk-UA', { dateStyle: 'long', timeZone: 'Europe/Kyiv' })
/** An amount in kopiykas as a letter writes it. A currency that the provider names by a number stays a number. */
export function asMoney(amount: number, currency = 'UAH', minimumFractionDigits = 2): string {
  if (!/^[A-Z]{3}$/.test(currency)) return `${(amount / 100).toFixed(2)} (код валюти ${currency})`
  const format = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', minimumFractionDigits } as const
  return new Intl.NumberFormat('uk-UA', format).format(amount / 100)
}

interface Buyer {
  firstName: string
  /** The whole address of the site; null if unknown: then the letter has no link. */
  origin: string | null
}

/**
 * The confirmation of payment that the buyer must get (Law 675-VIII, article 13, part 3), with a link to the purchase. No
 * other letter has a name in it: a person who registers writes the name and the address, and need not own either.
 */
export function receiptLetter(
  order: OrderRow,
  lines: readonly PurchaseRow[],
  seller: Seller,
  { firstName, origin }: Buyer,
): { subject: string; text: string; action: string } {
  const [first, ...others] = lines
  const isOne = others.length === 0
  return {
    action: isOne ? 'Потренуватися' : 'Мої тести',
    subject: `Оплату отримано: ${order.title ?? lines.map(({ cardTitle }) => cardTitle).join(', ')}`,
    text: letterTextTo(
      seenName(firstName),
      `Ми отримали вашу оплату. Доступ до ${isOne ? 'тесту' : 'тестів'} вже відкрито.`,
      ...(isOne ? [] : lines.map((line) => [`Тест: ${line.cardTitle}`, priceOf(line), ...termsOf(line)].join('\n'))),
      [
        ...(isOne ? [`Тест: ${first!.cardTitle}`, ...termsOf(first!)] : []),
        ...(order.title === null ? [] : [`Разом: ${order.title}`]),
        `Сума: ${asMoney(order.price, order.currency)}`,
        `Дата оплати: ${kyivDay.format(first!.paidAt!)}`,
        `Номер замовлення: ${orderNumber(order.id)}`,
      ].join('\n'),
      [
        `Продавець: ${seller.name}, код ${seller.taxNumber}`,
        `Адреса: ${seller.address}`,
        `Телефон: ${seller.phone}, електронна пошта: ${seller.email}`,
      ].join('\n'),
      'Цей лист підтверджує отримання коштів. Тренування йде без годинника; коли будете готові, почніть екзамен у «Моїх тестах».',
      ...(origin === null ? [] : [isOne ? `${origin}/learning/${first!.testId}/${first!.id}` : `${origin}/purchases`]),
    ),
  }
}

const priceOf = ({ price, currency }: PurchaseRow) => `Ціна: ${asMoney(price, currency)}`
const termsOf = ({ expiresAt, examAttempts }: PurchaseRow) => [
  `Доступ діє до: ${kyivDay.format(expiresAt!)}`,
  `Спроб екзамену: ${examAttempts}`,
]
