import { testMessages } from './test-messages.ts'

const longDate = new Intl.DateTimeFormat('uk-UA', { day: 'numeric', month: 'long', year: 'numeric' })

/** kopiykas → «149 ₴», «149,50 ₴»; nothing to pay is «Безкоштовно». */
export function money(kopiykas: number, currency = 'UAH'): string {
  if (kopiykas === 0) return 'Безкоштовно'
  return new Intl.NumberFormat('uk-UA', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: kopiykas % 100 === 0 ? 0 : 2,
  }).format(kopiykas / 100)
}

/** ISO 8601 → «5 березня 2026 р.», in the person's own time zone. */
export function date(instant: string): string {
  return longDate.format(new Date(instant))
}

/** ISO 8601 → «5 марта 2025 г.»: the day on which a purchase expired, as the specification has it (S3.11). */
export function expiryDate(instant: string, locale: string = testMessages.expiryLocale): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(instant))
}

const dayAndTime = new Intl.DateTimeFormat('uk-UA', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
})

/** Milliseconds since 1970 → «5 березня о 14:05», in the person's own time zone. */
export function moment(instant: number): string {
  return dayAndTime.format(new Date(instant))
}
