import {
  Counter,
  type CounterConfiguration,
  collectDefaultMetrics,
  Histogram,
  type OpenMetricsContentType,
  Registry,
} from 'prom-client'
import { errorCodes } from '#contract/error.ts'
import { isAway } from '../db/is-away.ts'
import { sqlStateOf } from '../db/sql-state.ts'
import type { JobOutcome } from '../jobs/consume-jobs.ts'
import { jobNames } from '../jobs/job-queue.ts'

const jobOutcomes: readonly JobOutcome[] = ['done', 'failed', 'given_up']
/** Outcomes of a try to send a letter. `refused`: for good. `too_late`: it had become useless. */
const letterOutcomes = ['sent', 'failed', 'refused', 'too_late', 'unneeded'] as const
const pushOutcomes = ['delivered', 'unreached', 'failed', 'refused', 'gone'] as const
const callbackOutcomes = ['recorded', 'fits_no_order', 'forged', 'not_verified'] as const
const gradingOutcomes = ['graded', 'failed'] as const

/** Seconds, up to the 15 after which clients give a call up. */
const durationBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

export type Metrics = ReturnType<typeof createMetrics>

/**
 * Counters of this process, in memory. No label has a stranger's value: routes are patterns, codes and outcomes are closed lists
 * that begin at 0, so that the first event shows as a rise. An event of a transaction that is rolled back or run again stays
 * counted: counters show that something happens, `gauges.ts` how much there is.
 */
export function createMetrics() {
  const openMetrics = new Registry<OpenMetricsContentType>()
  openMetrics.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  // The library's types know its other format only.
  const registry = openMetrics as unknown as Registry
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  function counter<Label extends string>(
    name: string,
    help: string,
    label: Label,
    values: readonly string[],
  ): Counter<Label> {
    const made = new Counter({ name, help, labelNames: [label], registers } as CounterConfiguration<Label>)
    for (const value of values) made.inc({ [label]: value } as Record<Label, string>, 0)
    return made
  }

  const jobs = new Counter({
    name: 'iq_jobs_total',
    help: 'Tries of jobs in this process, by how they ended.',
    labelNames: ['queue', 'outcome'] as const,
    registers,
  })
  for (const queue of jobNames) for (const outcome of jobOutcomes) jobs.inc({ queue, outcome }, 0)

  return {
    registry,
    requests: new Histogram({
      name: 'iq_http_request_duration_seconds',
      help: 'Answered requests, by the pattern of their route and the class of their status.',
      labelNames: ['route', 'method', 'status'] as const,
      buckets: durationBuckets,
      registers,
    }),
    failures: counter('iq_failures_total', 'Refused and failed calls, by their code.', 'code', errorCodes),
    databaseTrouble: new TroubleWatch(
      counter(
        'iq_database_trouble_total',
        'Statements that PostgreSQL could not carry out for want of something.',
        'trouble',
        [...new Set(Object.values(troubles))],
      ),
    ),
    jobs,
    letters: counter('iq_letters_total', 'Tries to send a letter.', 'outcome', letterOutcomes),
    pushes: counter('iq_pushes_total', 'Tries to tell a closed browser something.', 'outcome', pushOutcomes),
    callbacks: counter('iq_payment_callbacks_total', 'What payment providers reported.', 'outcome', callbackOutcomes),
    paperWaits: new Histogram({
      name: 'iq_paper_wait_seconds',
      help: 'How long papers waited for the drawing thread.',
      buckets: durationBuckets,
      registers,
    }),
    closings: counter('iq_attempts_closed_total', 'Attempts closed, by who closed them.', 'by', [
      'person',
      'unattended',
    ]),
    gradings: counter('iq_gradings_total', 'Gradings, by how they ended.', 'outcome', gradingOutcomes),
    checkedClosings: new Counter({
      name: 'iq_closings_checked_total',
      help: 'Closed attempts whose grade this process has compared with what was acknowledged.',
      registers,
    }),
  }
}

/** Lacks of PostgreSQL, by SQLSTATE (PostgreSQL, appendix A), each a matter for an operator. */
const troubles: Record<string, string> = {
  '53100': 'disk_full',
  '53200': 'out_of_memory',
  '53300': 'too_many_connections',
  '25006': 'read_only',
  // A broken page or index: stop, and copy the data before anything else.
  XX001: 'corrupted',
  XX002: 'corrupted',
}

/** Milliseconds for which a trouble counts as present. Only a write shows the end of a trouble, and there may be no write. */
const lastsMs = 5_000

/** Counts troubles and remembers them for a while: only failing writes show a full disk. */
class TroubleWatch {
  readonly #counter: Counter<'trouble'>
  #lastAt = -Infinity

  constructor(counter: Counter<'trouble'>) {
    this.#counter = counter
  }

  /** Whether a trouble that blocks all writes was met within the last five seconds. */
  get isRecent(): boolean {
    return performance.now() - this.#lastAt < lastsMs
  }

  note(error: unknown): void {
    const trouble = troubles[sqlStateOf(error)]
    if (trouble === undefined) return
    this.#counter.inc({ trouble })
    // A broken page concerns one row, and lasts.
    if (isAway(error)) this.#lastAt = performance.now()
  }
}
