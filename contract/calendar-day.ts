/**
 * A date as a server writes it: ISO 8601 with a time, or a day alone (2026-03-05). JavaScript reads a day as midnight of
 * UTC, which is the day before in New York; here it is the day of the calendar that hangs where the person is.
 */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text)
}

/** Milliseconds since 1970, of a day its first by the device's time zone; NaN for what is no date. */
export function instantOf(text: string): number {
  return isDay(text) ? startOf(text, 0) : Date.parse(text)
}

/** The same for something that lasts until this date: a day alone belongs to it as a whole, whatever the time zone. */
export function endOf(text: string): number {
  return isDay(text) ? startOf(text, 1) : Date.parse(text)
}

/** The midnight with which a day begins, or one some days later. */
function startOf(day: string, later: number): number {
  const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).getTime()
}
