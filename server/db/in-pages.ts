import { and, eq, type InferSelectModel, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queries } from './connect.ts'
import { type SortKey, valuesOf, walkFrom } from './keyset.ts'

interface Pages {
  /** The rows, and the moment that orders them, oldest first. */
  where: SQL
  at: PgColumn
  rows: number
}

/** Yields the matching rows in pages, since all may not fit into memory. A slow reader holds no connection between two pages. */
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
    // The cursor's row was deleted (an erased account): starting again would repeat rows.
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
