const defaultLimit = 50
const mostRows = 100

/** Rows a page; nonsense means the default. */
export function readLimit(text: string | undefined): number {
  const limit = Number(text)
  return Number.isInteger(limit) && limit >= 1 ? Math.min(limit, mostRows) : defaultLimit
}

interface Page {
  path: string
  /** What the caller asked for; its filters go on into the addresses of the neighbouring pages. */
  query: Record<string, string | undefined>
  count: number
}

/** Where a page stands: `offset` rows are before it. Nonsense means the first page. */
export function readPage(query: { cursor?: string | undefined; limit?: string | undefined }): {
  offset: number
  limit: number
} {
  const offset = Number(query.cursor)
  return {
    offset: Number.isInteger(offset) && offset > 0 ? Math.min(offset, 1_000_000) : 0,
    limit: readLimit(query.limit),
  }
}

/** The list as every list call answers it: `next` and `previous` are addresses that keep the filters, or null. */
export function pageOfList<Row>(results: Row[], { path, query, count }: Page) {
  const { offset, limit } = readPage(query)
  const addressAt = (cursor: number) => {
    const filters = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return `${path}?${new URLSearchParams({ ...Object.fromEntries(filters), limit: String(limit), cursor: String(cursor) })}`
  }
  return {
    count,
    next: offset + limit < count ? addressAt(offset + limit) : null,
    previous: offset > 0 ? addressAt(Math.max(0, offset - limit)) : null,
    results,
  }
}
