import type { InfiniteData } from '@tanstack/react-query'

/** The filters by which one page of a list is asked for. */
export type PageFilters = Readonly<Record<string, string>>

interface Page<Row> {
  readonly next?: string | null | undefined
  readonly results: readonly Row[]
}

/**
 * The filters of the page after this one, read from the address that the list names; undefined at the end. Whatever a
 * server calls its cursor is passed back as it came; the path is the call's own and is never taken from a reply.
 */
export function nextPage({ next }: Page<unknown>): PageFilters | undefined {
  if (next == null || next === '') return undefined
  const question = next.indexOf('?')
  const filters = Object.fromEntries(new URLSearchParams(question === -1 ? '' : next.slice(question + 1)))
  return Object.keys(filters).length === 0 ? undefined : filters
}

/** The rows of all pages that are here; one that moved from page to page while they were read appears once. */
export function rowsOf<Row extends { readonly id: string }>(data: InfiniteData<Page<Row>> | undefined): Row[] {
  const rows = new Map<string, Row>()
  for (const page of data?.pages ?? []) for (const row of page.results) rows.set(row.id, row)
  return [...rows.values()]
}
