import { overloaded } from '../failure.ts'
import { Line, type LineLimits } from './line.ts'

/**
 * Turns by key: of the calls with one key at most `atOnce` run in this process, the others wait in order and hold nothing,
 * not even a connection. So one person's calls that want the same row leave the pool to everybody else.
 */
export interface Turns {
  /** Runs `work` when it is its turn. Throws 503 `overloaded` when too many wait already, or the wait has been too long. */
  take<T>(key: string, work: () => Promise<T>): Promise<T>
}

/** Below the 15 s after which clients give a call up. */
export const usualTurns: LineLimits = { atOnce: 3, waiting: 60, timeoutMs: 8_000 }

export function createTurns(limits: LineLimits): Turns {
  const lines = new Map<string, Line>()

  return {
    async take(key, work) {
      const line = lines.get(key) ?? new Line(limits, tooMany)
      lines.set(key, line)
      try {
        return await line.run(work)
      } finally {
        if (line.isEmpty) lines.delete(key)
      }
    },
  }
}

const tooMany = () => overloaded('Забагато ваших запитів водночас. Спробуйте за кілька секунд.')
