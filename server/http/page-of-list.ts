const defaultLimit = 50
const mostRows = 100

/** Rows of a page: 1 to 100. Any other text means 50. */
export function readLimit(text: string | undefined): number {
  const limit = Number(text)
  return Number.isInteger(limit) && limit >= 1 ? Math.min(limit, mostRows) : defaultLimit
}

interface Page {
  path: string
  /** The caller's query. Its filters are kept in the addresses of the neighbouring pages. */
  query: Record<string, string | undefined>
  count: number
  /** The cursors of the neighbouring pages, or null. */
  next: string | null
  previous: string | null
}

/** The reply of every list call: `next` and `previous` are addresses that keep the filters, or null. */
export function pageOfList<Row>(results: Row[], { path, query, count, next, previous }: Page) {
  const addressAt = (cursor: string | null) => {
    if (cursor === null) return null
    const filters = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const limit = String(readLimit(query.limit))
    return `${path}?${new URLSearchParams({ ...Object.fromEntries(filters), limit, cursor })}`
  }
  return { count, next: addressAt(next), previous: addressAt(previous), results }
}
