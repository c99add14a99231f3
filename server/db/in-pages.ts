import { and, eq, type InferSelectModel, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queries } from './connect.ts'
import { type SortKey, valuesOf, walkFrom } from './keyset.ts'

interface Pages {
  /** Which rows, and the moment by which they come, the oldest first. */
  where: SQL
  at: PgColumn
  rows: number
}

/**
 * All rows of a table that fit, so many at a time: a person may have made more of them than fits into memory. Each page is
 * asked for when the one before has been used, so anyone who reads slowly keeps no connection.
 */
export async function* inPages<Table extends PgTable & { id: PgColumn }>(
  queries: Queries,
  table: Table,
  { where, at, rows }: Pages,
): AsyncGenerator<InferSelectModel<Table>[]> {
  const terms: SortKey[] = [
    { value: at, type: 'timestamptz' },
    { value: table.id, type: 'uuid' },
  ]
  let cursor: string | undefined
  for (;;) {
    const walk = await walkFrom(cursor, terms, (id) =>
      queries
        .select(valuesOf(terms))
        .from(table as PgTable)
        .where(and(where, eq(table.id, id))),
    )
    // The last row went away meanwhile, as an erased account's do: from the beginning is not where the reader stands.
    if (cursor !== undefined && walk.way === null) return
    const page = (await queries
      .select()
      .from(table as PgTable)
      .where(and(where, walk.where))
      .orderBy(...walk.order)
      .limit(rows)) as (InferSelectModel<Table> & { id: string })[]
    if (page.length > 0) yield page
    if (page.length < rows) return
    cursor = `after_${page.at(-1)!.id}`
  }
}
