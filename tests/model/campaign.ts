import fc from 'fast-check'
import { type Counts, noCounts } from './ledger.ts'
import type { PageLoader } from './page/load-page.ts'
import { anySchedule, type Schedule } from './schedule.ts'
import { type Outcome, Story } from './story.ts'

/** Schedules are drawn in batches, each from its own seed, so that any batch can be drawn again alone. */
export const batchSize = 250

export interface Failure {
  readonly seed: number
  readonly index: number
  readonly complaints: readonly string[]
}

export interface Tally {
  readonly counts: Counts
  readonly failures: readonly Failure[]
  /** Errors of pages that no fault explains, with their number. */
  readonly reports: Readonly<Record<string, number>>
}

function batchSeed(seed: number, batch: number): number {
  return (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(batch + 1, 0xc2b2ae35)) | 0
}

export function drawBatch(seed: number, batch: number): Schedule[] {
  return fc.sample(anySchedule, { seed: batchSeed(seed, batch), numRuns: batchSize })
}

export function isBad(counts: Counts): boolean {
  const { lost, gradedTwice, wrongUser, notConverged, sessionsEnded, settledTooEarly } = counts
  return lost + gradedTwice + wrongUser + notConverged + sessionsEnded + settledTooEarly > 0
}

/** Plays the schedules of one batch, at most `most` of them. Ends at the first failure if `stopsAtFailure`. */
export async function playBatch(
  load: PageLoader,
  seed: number,
  batch: number,
  most: number,
  stopsAtFailure: boolean,
): Promise<Tally> {
  const counts = noCounts()
  const failures: Failure[] = []
  const reports: Record<string, number> = {}
  for (const [offset, schedule] of drawBatch(seed, batch).slice(0, most).entries()) {
    const outcome = await new Story(schedule, load).run()
    addCounts(counts, outcome.counts)
    for (const report of outcome.reports) reports[report] = (reports[report] ?? 0) + 1
    if (!isBad(outcome.counts)) continue
    failures.push({ seed, index: batch * batchSize + offset, complaints: outcome.complaints })
    if (stopsAtFailure) break
  }
  return { counts, failures, reports }
}

export function addCounts(sum: Counts, more: Counts): void {
  for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += more[name]
}

/** Plays one schedule alone and logs each event. */
export function replay(load: PageLoader, seed: number, index: number, log: (line: string) => void): Promise<Outcome> {
  const schedule = drawBatch(seed, Math.floor(index / batchSize))[index % batchSize]!
  return new Story(schedule, load, log).run()
}

/** Looks for a smaller schedule that fails as well, for `seconds`. */
export async function shrink(load: PageLoader, seed: number, index: number, seconds: number): Promise<Schedule | null> {
  const fails = fc.asyncProperty(
    anySchedule,
    async (schedule) => !isBad((await new Story(schedule, load).run()).counts),
  )
  const details = await fc.check(fails, {
    seed: batchSeed(seed, Math.floor(index / batchSize)),
    path: String(index % batchSize),
    numRuns: 1,
    interruptAfterTimeLimit: seconds * 1_000,
  })
  return details.counterexample?.[0] ?? null
}
