import type { InfiniteData } from '@tanstack/react-query'

export type PageFilters = Readonly<Record<string, string>>

interface Page<Row> {
  readonly next?: string | null | undefined
  readonly results: readonly Row[]
}

/**
 * The filters of the next page, from the address that the list names; undefined at the end. A server's cursor is passed back
 * under its own name. The path is the call's own, never the reply's.
 */
export function nextPage({ next }: Page<unknown>): PageFilters | undefined {
  if (next == null || next === '') return undefined
  const question = next.indexOf('?')
  const filters = Object.fromEntries(new URLSearchParams(question === -1 ? '' : next.slice(question + 1)))
  return Object.keys(filters).length === 0 ? undefined : filters
}

/** The rows of all loaded pages; a row that moved between pages while they were read appears once. */
export function rowsOf<Row extends { readonly id: string }>(data: InfiniteData<Page<Row>> | undefined): Row[] {
  const rows = new Map<string, Row>()
  for (const page of data?.pages ?? []) for (const row of page.results) rows.set(row.id, row)
  return [...rows.values()]
}
