import { asc, desc, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { isUuid } from './uuid.ts'

/** One part of a list's order. The last part must be unique; none may be null. */
export interface SortKey {
  value: SQLWrapper
  type: 'boolean' | 'integer' | 'text' | 'timestamptz' | 'uuid'
  isDescending?: boolean
}

/** A page continues `after` a row, or ends right `before` it. */
type Way = 'after' | 'before'
/** The row's values in the order's parts, as text that the database reads back exactly. */
type Values = Record<string, string>

/** How to read a page: the rows of `where` in this order, one more than the page holds; then `cutPage`. */
export interface Walk {
  /** Null: from the beginning. */
  way: Way | null
  where: SQL | undefined
  order: SQL[]
}

/** The columns that `walkFrom` needs of the cursor's row. */
export function valuesOf(terms: readonly SortKey[]): Record<string, SQL<string>> {
  return Object.fromEntries(terms.map(({ value }, n) => [`term${n}`, sql<string>`(${value})::text`]))
}

/** The walk from a cursor's row, whichever rows come and go. A foreign cursor, or a deleted row, means the beginning. */
export async function walkFrom(
  cursor: string | undefined,
  terms: readonly SortKey[],
  find: (id: string) => Promise<Values[]>,
): Promise<Walk> {
  const [way, id = ''] = (cursor ?? '').split('_')
  const isOurs = (way === 'after' || way === 'before') && isUuid(id)
  const [values] = isOurs ? await find(id) : []
  if (!isOurs || values === undefined) return { way: null, where: undefined, order: orderOn('after', terms) }
  return { way, where: isBeyond(way, terms, values), order: orderOn(way, terms) }
}

/** The rows nearest to the cursor come first. */
function orderOn(way: Way, terms: readonly SortKey[]): SQL[] {
  return terms.map(({ value, isDescending = false }) => (isDescending === (way === 'after') ? desc(value) : asc(value)))
}

/**
 * Rows beyond these values: their first difference lies in the walk's direction. The outer condition of each part is redundant,
 * but it lets an index start at the row, so a later page does not read all earlier ones.
 */
function isBeyond(way: Way, terms: readonly SortKey[], values: Values): SQL {
  return terms.reduceRight<SQL>((further, { value, type, isDescending = false }, n) => {
    const there = sql`${values[`term${n}`]}::${sql.raw(type)}`
    const sign = sql.raw(isDescending !== (way === 'after') ? '>' : '<')
    return sql`(${value} ${sign}= ${there} and (${value} ${sign} ${there} or ${further}))`
  }, sql`false`)
}

/** The page, from the `limit` + 1 rows that were read, with its neighbours' cursors. */
export function cutPage<Row>(read: Row[], limit: number, { way }: Walk, idOf: (row: Row) => string) {
  const goesOn = read.length > limit
  const page = read.slice(0, limit)
  if (way === 'before') page.reverse()
  const [first, last] = [page.at(0), page.at(-1)]
  // The cursor's own row lies in the direction from which the page was reached.
  const hasNext = way === 'before' || goesOn
  const hasPrevious = way === 'before' ? goesOn : way === 'after'
  return {
    page,
    next: last && hasNext ? `after_${idOf(last)}` : null,
    previous: first && hasPrevious ? `before_${idOf(first)}` : null,
  }
}
