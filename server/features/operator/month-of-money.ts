import { and, asc, gte, lt, type SQL, sql } from 'drizzle-orm'
import { stringify } from 'csv-stringify/sync'
import type { Queries } from '../../db/connect.ts'
import { ledger } from '../../db/schema/purchases.ts'
import { orderNumber } from '../purchases/order-number.ts'

const columns = ['recorded_at', 'kind', 'amount', 'currency', 'provider', 'payment_id', 'order', 'order_id'] as const

/** The byte order mark by which spreadsheets know UTF-8. */
const mark = '\ufeff'

/** Kinds that move money; a debt (`refund_due`) is no movement. Money that goes back is negative, as in a bank's statement. */
const signs: Readonly<Record<string, number>> = { payment: 1, refund: -1 }

/**
 * The movements of one month (by the clock of Kyiv, «2026-11») as CSV by RFC 4180, the oldest first, in pieces. Amounts are
 * hryvnias with two digits, so their sum meets the bank's statement to the kopiyka. A cell that a spreadsheet would take for a
 * formula gets an apostrophe: providers' ids are other people's text.
 */
export async function* monthOfMoney(queries: Queries, month: string, rowsAtOnce = 5_000): AsyncGenerator<string> {
  yield mark + line(columns)
  const begins = sql`(${`${month}-01`}::timestamp at time zone 'Europe/Kyiv')`
  const ends = sql`((${`${month}-01`}::timestamp + interval '1 month') at time zone 'Europe/Kyiv')`
  const isOfMonth = and(gte(ledger.recordedAt, begins), lt(ledger.recordedAt, ends))
  let last: string | null = null
  for (;;) {
    // The database compares its own moment of the last row: a Date has lost the microseconds, and would find that row again.
    const isBeyond: SQL | undefined =
      last === null
        ? undefined
        : sql`(${ledger.recordedAt}, ${ledger.id}) > (select recorded_at, id from ledger where id = ${last}::uuid)`
    const rows: (typeof ledger.$inferSelect)[] = await queries
      .select()
      .from(ledger)
      .where(and(isOfMonth, isBeyond))
      .orderBy(asc(ledger.recordedAt), asc(ledger.id))
      .limit(rowsAtOnce)
    const moved = rows.filter(({ kind }) => kind in signs)
    if (moved.length > 0) yield moved.map((row) => line(cellsOf(row))).join('')
    if (rows.length < rowsAtOnce) return
    last = rows.at(-1)!.id
  }
}

function cellsOf({ recordedAt, kind, amount, currency, provider, details, orderId }: typeof ledger.$inferSelect) {
  const paymentId = (details as { payment_id?: string } | null)?.payment_id ?? ''
  const hryvnias = ((signs[kind]! * amount) / 100).toFixed(2)
  return [kyivMoment.format(recordedAt), kind, hryvnias, currency, provider, paymentId, orderNumber(orderId), orderId]
}

/** 2026-11-30 18:40:05, sortable as text. */
const kyivMoment = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'Europe/Kyiv',
})

const line = (cells: readonly string[]): string => stringify([cells.map(harmless)], { record_delimiter: 'windows' })

/** An amount may begin with a minus; any other text that begins as a formula gets an apostrophe (OWASP, CSV injection). */
const harmless = (cell: string): string => (/^[=+\-@\t\r]/.test(cell) && !/^-\d+\.\d\d$/.test(cell) ? `'${cell}` : cell)
