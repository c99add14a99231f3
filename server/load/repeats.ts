import type { FastifyBaseLogger } from 'fastify'

/** Milliseconds for which a repeated line is counted, not written. */
const minute = 60_000
/** Different lines of one minute. Beyond these only a count for each code is written. */
const mostKept = 500

/** The code of a line, and all else by which it differs from others. */
export type Subject = { code: string } & Record<string, string | number | undefined>

/**
 * Log lines that a stranger can repeat without end. The first of a minute is written. At the end of the minute one line says
 * how often it was repeated. So a process writes some 1,000 such lines a minute at most, whatever it receives.
 */
export class Repeats {
  readonly #log: Pick<FastifyBaseLogger, 'info'>
  #counts = new Map<string, { subject: Subject; times: number }>()
  readonly #timer: NodeJS.Timeout

  constructor(log: Pick<FastifyBaseLogger, 'info'>) {
    this.#log = log
    this.#timer = setInterval(() => this.tell(), minute).unref()
  }

  /** Whether this line is the first of its minute and must be written. */
  isFirst(subject: Subject): boolean {
    const isCrowded = this.#counts.size >= mostKept
    const key = JSON.stringify(subject)
    const known = this.#counts.get(key)
    if (known !== undefined || !isCrowded) {
      this.#counts.set(key, { subject, times: (known?.times ?? 0) + 1 })
      return known === undefined
    }
    const others = this.#counts.get(subject.code) ?? { subject: { code: subject.code }, times: 1 }
    this.#counts.set(subject.code, { ...others, times: others.times + 1 })
    return false
  }

  /** Writes how often each line was repeated, and starts a new minute. */
  tell(): void {
    const counts = [...this.#counts.values()]
    this.#counts = new Map()
    for (const { subject, times } of counts) {
      if (times > 1) this.#log.info({ ...subject, times: times - 1 }, 'refused again')
    }
  }

  end(): void {
    clearInterval(this.#timer)
    this.tell()
  }
}
