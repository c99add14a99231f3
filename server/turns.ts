import { overloaded } from './failure.ts'

/**
 * Turns by key: of the calls with one key at most `atOnce` run in this process, the others wait in order and hold nothing
 * meanwhile, no connection either. So one person's calls that want the same row leave the pool to everybody else.
 */
export interface Turns {
  /** Runs `work` when it is its turn. Throws 503 `overloaded` when too many wait already, or the wait has been too long. */
  take<T>(key: string, work: () => Promise<T>): Promise<T>
}

interface Limits {
  /** Calls of one key that run at once. */
  atOnce: number
  /** Calls of one key that wait, beyond which the next one is turned away at once. */
  waiting: number
  /** Milliseconds that a call waits for its turn. */
  timeoutMs: number
}

interface Line {
  running: number
  waiting: (() => void)[]
}

/** Below the 15 s after which clients give a call up. */
const usual: Limits = { atOnce: 3, waiting: 60, timeoutMs: 8_000 }

export function createTurns({ atOnce, waiting, timeoutMs }: Limits = usual): Turns {
  const lines = new Map<string, Line>()

  async function enter(line: Line): Promise<void> {
    if (line.running < atOnce) {
      line.running += 1
      return
    }
    if (line.waiting.length >= waiting) throw tooMany()
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(go), 1)
        reject(tooMany())
      }, timeoutMs)
      line.waiting.push(go)
    })
  }

  return {
    async take(key, work) {
      const line = lines.get(key) ?? { running: 0, waiting: [] }
      lines.set(key, line)
      await enter(line)
      try {
        return await work()
      } finally {
        const next = line.waiting.shift()
        // Who is next takes the place over: `running` stays as it is.
        if (next !== undefined) next()
        else if ((line.running -= 1) === 0) lines.delete(key)
      }
    },
  }
}

const tooMany = () => overloaded('Забагато ваших запитів водночас. Спробуйте за кілька секунд.')
