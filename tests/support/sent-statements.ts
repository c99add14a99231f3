import pg from 'pg'
import { vi } from 'vitest'

/** One statement as it was sent, with the values of one of its calls. */
export interface SentStatement {
  text: string
  values: unknown[]
  /** Sent under a name: PostgreSQL may plan it once, for all values. */
  isNamed: boolean
}

export interface SentStatements {
  /** Each text once, whatever its number of parameters, without those of the test's own connection. */
  allBut(own?: pg.Client): SentStatement[]
  stop(): void
}

/** Records every statement that this process sends over any connection of the driver, and sends it unchanged. */
export function noteStatements(): SentStatements {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  return {
    allBut(own) {
      const seen = new Map<string, SentStatement>()
      for (const [call, [query, given]] of (spy.mock.calls as unknown[][]).entries()) {
        const config: Partial<pg.QueryConfig> = typeof query === 'string' ? { text: query } : (query as object)
        if (typeof config.text !== 'string') continue
        if (own !== undefined && spy.mock.contexts[call] === own) continue
        const text = config.text
        const shape = text
          .replaceAll(/\$\d+/g, '$')
          .replaceAll(/(\$, )+/g, '')
          .replaceAll(/\s+/g, ' ')
        const values = Array.isArray(given) ? given : (config.values ?? [])
        if (!seen.has(shape)) seen.set(shape, { text, values, isNamed: config.name !== undefined })
      }
      return [...seen.values()]
    },
    stop: () => spy.mockRestore(),
  }
}
