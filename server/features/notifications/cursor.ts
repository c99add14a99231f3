import { asc, desc, type SQL, sql } from 'drizzle-orm'
import { notifications } from '../../db/schema/site.ts'
import { isUuid } from '../../db/uuid.ts'

/**
 * A place in a person's notifications, and which way from it: `older` ones follow it in the list, `newer` ones stand
 * before. New notifications push nobody's page on, for a place is a row's own and not a count.
 */
export interface Cursor {
  way: 'older' | 'newer'
  /** The row's moment in whole microseconds, as exact as the database's own. */
  microseconds: string
  id: string
}

/** The part of a row that a cursor is made of. */
export const placeColumns = {
  microseconds: sql<string>`(extract(epoch from ${notifications.createdAt}) * 1000000)::bigint::text`,
  id: notifications.id,
}

/** Rows beyond this place. */
export function isBeyond({ way, microseconds, id }: Cursor): SQL {
  const place = sql`(to_timestamp(0) + ${microseconds}::bigint * interval '1 microsecond', ${id}::uuid)`
  const row = sql`(${notifications.createdAt}, ${notifications.id})`
  return way === 'older' ? sql`${row} < ${place}` : sql`${row} > ${place}`
}

/** The nearest to the place come first. */
export function orderFrom(way: Cursor['way']): SQL[] {
  return way === 'older'
    ? [desc(notifications.createdAt), desc(notifications.id)]
    : [asc(notifications.createdAt), asc(notifications.id)]
}

export const writeCursor = (way: Cursor['way'], place: { microseconds: string; id: string }) =>
  `${way}_${place.microseconds}_${place.id}`

/** Anything that is no cursor of ours means the first page. */
export function readCursor(text: string | undefined): Cursor | undefined {
  const [way, microseconds = '', id = ''] = (text ?? '').split('_')
  if (way !== 'older' && way !== 'newer') return undefined
  return /^\d{1,17}$/.test(microseconds) && isUuid(id) ? { way, microseconds, id } : undefined
}
