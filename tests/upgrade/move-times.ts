const day = 86_400_000
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/

/** Moves all times: ms since 1970 near `madeAt`, and ISO 8601 texts. Kept things then look as old as when they were kept. */
export function moveTimes<T>(value: T, madeAt: number, later: number): T {
  const isMoment = (number: number) => number > madeAt - 30 * day && number < madeAt + 400 * day
  const move = (part: unknown): unknown => {
    if (typeof part === 'number') return isMoment(part) ? part + later : part
    if (typeof part === 'string') return instant.test(part) ? new Date(Date.parse(part) + later).toISOString() : part
    if (Array.isArray(part)) return part.map(move)
    if (typeof part === 'object' && part !== null) {
      return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, move(inner)]))
    }
    return part
  }
  return move(value) as T
}
