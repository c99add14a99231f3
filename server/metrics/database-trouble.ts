import type { Counter } from 'prom-client'
import { isAway } from '../db/is-away.ts'
import { sqlStateOf } from '../db/sql-state.ts'

/** What PostgreSQL lacks, by SQLSTATE (PostgreSQL, appendix A): each is a matter for an operator, and not of one statement. */
export const troubles: Record<string, string> = {
  '53100': 'disk_full',
  '53200': 'out_of_memory',
  '53300': 'too_many_connections',
  '25006': 'read_only',
  // A broken page or index: stop, and copy what there is before anything else.
  XX001: 'corrupted',
  XX002: 'corrupted',
}

/** Milliseconds for which a trouble is taken to last: nothing tells that it is over but a write, and perhaps nobody writes. */
const lastsMs = 5_000

/** Counts what PostgreSQL lacks, and remembers it for a while: a disk that is full is told by the writes that fail alone. */
export class TroubleWatch {
  readonly #counter: Counter<'trouble'>
  #lastAt = -Infinity

  constructor(counter: Counter<'trouble'>) {
    this.#counter = counter
  }

  /** Whether one that keeps everybody from writing was met within the last five seconds. */
  get isRecent(): boolean {
    return performance.now() - this.#lastAt < lastsMs
  }

  note(error: unknown): void {
    const trouble = troubles[sqlStateOf(error)]
    if (trouble === undefined) return
    this.#counter.inc({ trouble })
    // A broken page is one row's, and lasts.
    if (isAway(error)) this.#lastAt = performance.now()
  }
}
