/** The first answer to a question as it came to the server: `at` in ms since the paper was given out. */
export type Arrival = { question_id: string; device_id: string; at: number }

/**
 * Seconds in which nobody reads a question and decides, by family. No times of people are known yet, so these are not a
 * tenth of the usual time (Wise & Ma, 2012) but less: what a fast reader needs to see the prompt and the options at all.
 */
const fastestReading: Readonly<Record<string, number>> = {
  'verbal-analogy': 2,
  'verbal-odd-one-out': 2,
  'math-series': 3,
  'math-table': 3,
  'logic-matrix': 3,
  'logic-overlay': 3,
  'logic-ordering': 4,
}
const fastestOfAll = 2

/**
 * How many questions at least were answered faster than they can be read, by when the answers reached the server.
 *
 * A network only delays. A device sends all that it has not sent, one call after another, and calls may wait. So what comes
 * with one call says nothing of the time between its answers, and an answer may have been given before the call ahead of its
 * own was received. But it was given after the call before that one: the answers of calls n + 2 … m of a device were given
 * between the arrivals of call n and call m, and those of the first calls after the paper was given out. Into such a span no
 * more unhurried answers fit than their reading times add up to (and one that was being read when it began); the others were
 * rapid, whatever the network did. Spans that do not overlap are added up. An offline stretch that ends in one batch never
 * counts.
 *
 * `familyOf` names the family of each question of the paper; arrivals of other questions are ignored.
 */
export function rapidAnswers(arrivals: readonly Arrival[], familyOf: ReadonlyMap<string, string>): number {
  const known = arrivals.filter(({ question_id }) => familyOf.has(question_id))
  const devices = new Set(known.map(({ device_id }) => device_id))
  return [...devices].reduce((sum, device) => {
    const own = known.filter(({ device_id }) => device_id === device)
    return sum + rapidOfDevice(callsOf(own, familyOf))
  }, 0)
}

/** One call: when it came, and the reading times (ms) of the questions that it answered first. */
type Call = { at: number; readings: number[] }

function callsOf(arrivals: readonly Arrival[], familyOf: ReadonlyMap<string, string>): Call[] {
  const calls = new Map<number, number[]>()
  for (const { at, question_id } of arrivals) {
    calls.set(at, [...(calls.get(at) ?? []), readingOf(familyOf.get(question_id)!)])
  }
  return [...calls].map(([at, readings]) => ({ at, readings })).toSorted((a, b) => a.at - b.at)
}

function readingOf(family: string): number {
  return 1000 * (Object.hasOwn(fastestReading, family) ? fastestReading[family]! : fastestOfAll)
}

/** The greatest sum over spans that do not overlap. `sums[m]` is that of the first m calls. */
function rapidOfDevice(calls: readonly Call[]): number {
  const sums = [0]
  for (let m = 1; m <= calls.length; m++) {
    let best = sums[m - 1]!
    for (let n = 0; n < m; n++) {
      best = Math.max(best, sums[n]! + rapidBetween(calls, n, m))
    }
    sums.push(best)
  }
  return sums.at(-1)!
}

/** Between call n and call m, counted from 1; call 0 is when the paper was given out. */
function rapidBetween(calls: readonly Call[], n: number, m: number): number {
  const end = calls[m - 1]!.at
  const readingsFrom = (first: number) => calls.slice(first - 1, m).flatMap((call) => call.readings)
  if (n === 0) return rapidWithin(end, readingsFrom(1))
  // One of them, given first, was being read already when call n came.
  return Math.max(0, rapidWithin(end - calls[n - 1]!.at, readingsFrom(n + 2)) - 1)
}

/** Of answers given within so many ms: how many must have been given faster than their reading times. */
function rapidWithin(ms: number, readings: readonly number[]): number {
  let left = ms
  return readings
    .toSorted((a, b) => a - b)
    .filter((reading) => {
      left -= reading
      return left < 0
    }).length
}
