/**
 * Whether a server's date is a day alone (2026-03-05) and not ISO 8601 with a time. JavaScript reads a day as midnight UTC,
 * which is the day before in New York. Here it is the day of the calendar where the person is.
 */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text)
}

/** Milliseconds since 1970. A day alone is its first moment in the device's time zone. NaN for anything that is no date. */
export function instantOf(text: string): number {
  return isDay(text) ? startOf(text, 0) : Date.parse(text)
}

/** The same for something that lasts until this date: the whole day belongs to it, whatever the time zone. */
export function endOf(text: string): number {
  return isDay(text) ? startOf(text, 1) : Date.parse(text)
}

/** The midnight at which a day begins, or a day that is `later` days after it. */
function startOf(day: string, later: number): number {
  const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).getTime()
}
