import type { FastifyBaseLogger } from 'fastify'

/** Milliseconds for which the same line is counted in place of being written again. */
const minute = 60_000
/** Different lines of a minute; of what else comes only the number is told, by its code. */
const mostKept = 500

/** What a line is about: its code, and whatever else tells it apart from others. */
export type Subject = { code: string } & Record<string, string | number | undefined>

/**
 * Lines that a stranger can repeat without an end: the first of a minute is written as it is, and of the same ones that follow how
 * many there were, at its end. So a process writes at most some 1,000 such lines a minute, whatever is sent to it.
 */
export class Repeats {
  readonly #log: Pick<FastifyBaseLogger, 'info'>
  #counts = new Map<string, { subject: Subject; times: number }>()
  readonly #timer: NodeJS.Timeout

  constructor(log: Pick<FastifyBaseLogger, 'info'>) {
    this.#log = log
    this.#timer = setInterval(() => this.tell(), minute).unref()
  }

  /** Whether it is the first of its minute: then its line is to be written. */
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

  /** Writes how often each was repeated, and begins again. */
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
