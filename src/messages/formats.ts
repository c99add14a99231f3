import { instantOf, isDay } from '#contract/calendar-day.ts'
import type { Test } from '#contract/catalog.ts'
import { testMessages } from './test-messages.ts'

// A page's first Intl format takes a browser 15 ms, on a slow phone 60. So each is made at its first use; the landing page,
// which shows prices, makes none.

/** kopiykas → «149 ₴», «1 149,50 ₴»; nothing to pay is «Безкоштовно». */
export function money(kopiykas: number, currency = 'UAH'): string {
  if (kopiykas === 0) return 'Безкоштовно'
  if (currency === 'UAH') return `${decimal(kopiykas)}\u00a0₴`
  return new Intl.NumberFormat('uk-UA', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: kopiykas % 100 === 0 ? 0 : 2,
  }).format(kopiykas / 100)
}

/** Hundredths → «1 149», «1 149,50», as Ukrainian writes numbers. */
function decimal(hundredths: number): string {
  const whole = String(Math.trunc(hundredths / 100)).replace(/\B(?=(\d{3})+$)/g, '\u00a0')
  const rest = hundredths % 100
  return rest === 0 ? whole : `${whole},${String(rest).padStart(2, '0')}`
}

const longDate = once(() => new Intl.DateTimeFormat('uk-UA', { day: 'numeric', month: 'long', year: 'numeric' }))

/** ISO 8601 → «5 березня 2026 р.», in the person's own time zone. */
export function date(instant: string): string {
  return written(longDate(), instant)
}

/** ISO 8601 → «5 марта 2025 г.»: the day on which a purchase expired, as the specification has it (S3.11). */
export function expiryDate(instant: string, locale: string = testMessages.expiryLocale): string {
  return written(new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' }), instant)
}

const dayAndTime = once(
  () => new Intl.DateTimeFormat('uk-UA', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' }),
)

/** Milliseconds since 1970 → «5 березня о 14:05», in the person's own time zone; '' for NaN. */
export function moment(instant: number): string {
  return Number.isNaN(instant) ? '' : dayAndTime().format(new Date(instant))
}

const time = once(() => new Intl.DateTimeFormat('uk-UA', { hour: '2-digit', minute: '2-digit' }))

/** Milliseconds since 1970 → «14:05», in the person's own time zone. */
export function timeOfDay(instant: number): string {
  return time().format(instant)
}

/** Milliseconds since 1970 → «сьогодні о 14:05», «вчора о 14:05», else like `moment`. `now` likewise. */
export function recentMoment(instant: number, now = Date.now()): string {
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const day = new Date(instant).setHours(0, 0, 0, 0)
  if (day === midnight) return `сьогодні о ${time().format(instant)}`
  // Not 24 hours before: a day may have 23 or 25 of them.
  if (day === new Date(midnight).setDate(new Date(midnight).getDate() - 1)) return `вчора о ${time().format(instant)}`
  return moment(instant)
}

const dayOfMonth = once(() => new Intl.DateTimeFormat('uk-UA', { day: 'numeric', month: 'long' }))

/** Milliseconds since 1970 → «14:05» of today, else the day alone, «5 березня», in the person's own time zone. `now` likewise. */
export function timeOrDay(instant: number, now = Date.now()): string {
  const isToday = new Date(instant).toDateString() === new Date(now).toDateString()
  return isToday ? time().format(instant) : dayOfMonth().format(instant)
}

const dateAndTime = once(
  () =>
    new Intl.DateTimeFormat('uk-UA', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    }),
)

/**
 * ISO 8601 → «5 березня 2026 р. о 14:05», in the person's own time zone, for an end that may be in another year. A day without
 * a time lasts until its end: «5 березня 2026 р. включно».
 */
export function lastMoment(instant: string): string {
  return isDay(instant) ? `${date(instant)} включно` : written(dateAndTime(), instant)
}

const weekMs = 7 * 24 * 60 * 60 * 1000

/** ISO 8601 → «5 березня 2026 р.» if that is more than a week away, else like `lastMoment`. `now`: milliseconds since 1970. */
export function endOfAccess(instant: string, now = Date.now()): string {
  return instantOf(instant) - now > weekMs ? date(instant) : lastMoment(instant)
}

/** Formats an instant; another server's date in another form is shown as it is. */
function written(format: Intl.DateTimeFormat, text: string): string {
  const instant = instantOf(text)
  return Number.isNaN(instant) ? text : format.format(instant)
}

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}

/** Remaining milliseconds → «1:05:09», «05:09», rounded up, so that 00:00 is never shown while time is left. */
export function clockFace(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const two = (n: number) => String(n).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** A test's price in words; null if the server names none: nothing is sold there. */
export function priceOf({ price, currency }: Pick<Test, 'price' | 'currency'>): string | null {
  return price == null || currency == null ? null : money(price, currency)
}
