import { greatestByChance, probabilityOfAtLeast } from './chance.ts'

/** The first answer to a question as it came to the server: `at` in ms since the paper was given out. */
export type Arrival = { question_id: string; device_id: string; at: number }

/**
 * Seconds in which nobody can read a question and decide, by family. The usual bound is a tenth of people's time (Wise & Ma,
 * 2012). No times of people are known yet, so these are lower: what a fast reader needs to see prompt and options.
 */
const fastestReading: Readonly<Record<string, number>> = {
  'verbal-analogy': 3,
  'verbal-odd-one-out': 3,
  'verbal-conclusion': 4,
  'math-series': 3,
  'math-table': 3,
  'math-letters': 3,
  'logic-matrix': 3,
  'logic-overlay': 3,
  'logic-analogy': 3,
  'logic-latin': 3,
  'logic-ordering': 4,
}
const fastestOfAll = 2

/** An answered question: its family, whether the answer was right, and the chance that a blind answer is. */
export type Judged = { family: string; right: boolean; chance: number }

/** Chosen spans: rapid answers in the first (`early`) and the others (`later`), and all answers of the others. */
type Spans = { early: number; later: number; answered: readonly Judged[] }
const noSpans: Spans = { early: 0, later: 0, answered: [] }

/**
 * A lower bound on the number of questions that were answered faster than they can be read, from the times of arrival.
 *
 * A network only delays. A device sends all its unsent answers in one call, one call after another, and calls may wait. So
 * one call says nothing about the time between its answers. An answer may also have been given before the previous call
 * arrived, but not before the one before that. So a device gave the answers of calls n + 2 … m between the arrivals of call n
 * and call m, and those of its first calls after the paper was given out. Such a span has room for as many unhurried answers
 * as fit by their reading times, and one more that was being read when it began. All others were rapid, whatever the network
 * did. Disjoint spans add up. An offline stretch that ends in one batch never counts.
 *
 * A person may read the paper first, work with a pencil and enter the answers at the end. That takes time after the paper was
 * given out, so the first span always counts. Later spans count only if their answers are no better than chance.
 *
 * `judged` holds the paper's answered questions by id; arrivals of other questions are ignored.
 */
export function rapidAnswers(arrivals: readonly Arrival[], judged: ReadonlyMap<string, Judged>): number {
  const known = arrivals.filter(({ question_id }) => judged.has(question_id))
  const devices = new Set(known.map(({ device_id }) => device_id))
  const chosen = [...devices].map((device) => {
    const own = known.filter(({ device_id }) => device_id === device)
    return spansOfDevice(callsOf(own, judged))
  })
  const answered = chosen.flatMap((spans) => spans.answered)
  const right = answered.filter((answer) => answer.right).length
  const isChance =
    probabilityOfAtLeast(
      right,
      answered.map(({ chance }) => chance),
    ) > greatestByChance
  return chosen.reduce((sum, { early, later }) => sum + early + (isChance ? later : 0), 0)
}

/** One call: its arrival, and the questions that it was the first to answer. */
type Call = { at: number; answered: Judged[] }

function callsOf(arrivals: readonly Arrival[], judged: ReadonlyMap<string, Judged>): Call[] {
  const calls = new Map<number, Judged[]>()
  for (const { at, question_id } of arrivals) calls.set(at, [...(calls.get(at) ?? []), judged.get(question_id)!])
  return [...calls].map(([at, answered]) => ({ at, answered })).toSorted((a, b) => a.at - b.at)
}

/** The greatest sum over disjoint spans. `best[m]` is that of the first m calls. */
function spansOfDevice(calls: readonly Call[]): Spans {
  const best = [noSpans]
  for (let m = 1; m <= calls.length; m++) {
    const endingHere = Array.from({ length: m }, (_, n) => withSpan(best[n]!, calls, n, m))
    best.push([best[m - 1]!, ...endingHere].reduce((most, spans) => (rapidIn(spans) > rapidIn(most) ? spans : most)))
  }
  return best.at(-1)!
}

const rapidIn = ({ early, later }: Spans) => early + later

/** Adds the span between calls n and m, counted from 1; call 0 is the giving out of the paper. */
function withSpan(before: Spans, calls: readonly Call[], n: number, m: number): Spans {
  const end = calls[m - 1]!.at
  const answeredFrom = (first: number) => calls.slice(first - 1, m).flatMap(({ answered }) => answered)
  if (n === 0) return { ...before, early: rapidWithin(end, answeredFrom(1)) }
  const answered = answeredFrom(n + 2)
  // The person may have been reading one of these questions when call n came.
  const later = Math.max(0, rapidWithin(end - calls[n - 1]!.at, answered) - 1)
  return { ...before, later: before.later + later, answered: [...before.answered, ...answered] }
}

/** Of answers that were given within `ms`, how many must have been faster than their reading times. */
function rapidWithin(ms: number, answered: readonly Judged[]): number {
  let left = ms
  return answered
    .map(readingTime)
    .toSorted((a, b) => a - b)
    .filter((reading) => {
      left -= reading
      return left < 0
    }).length
}

/** Milliseconds in which nobody can read a question of this family and decide. */
export function readingTime({ family }: Pick<Judged, 'family'>): number {
  return 1000 * (Object.hasOwn(fastestReading, family) ? fastestReading[family]! : fastestOfAll)
}
