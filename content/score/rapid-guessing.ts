import { greatestByChance, probabilityOfAtLeast } from './chance.ts'

/** The first answer to a question as it came to the server: `at` in ms since the paper was given out. */
export type Arrival = { question_id: string; device_id: string; at: number }

/**
 * Seconds in which nobody reads a question and decides, by family. No times of people are known yet, so these are not a
 * tenth of the usual time (Wise & Ma, 2012) but less: what a fast reader needs to see the prompt and the options at all.
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

/** What is known of an answered question: its family, and whether it was answered rightly and with which chance blindly. */
export type Judged = { family: string; right: boolean; chance: number }

/** A choice of spans: what in them was rapid, since the paper was given out and after that, and what the latter answered. */
type Spans = { early: number; later: number; answered: readonly Judged[] }
const noSpans: Spans = { early: 0, later: 0, answered: [] }

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
 * Somebody may read the paper first, work with a pencil, and enter the answers at the end. Nobody can have done so since the
 * paper was given out; later spans count only where what was answered in them is no better than chance.
 *
 * `judged` holds the answered questions of the paper by id; arrivals of other questions are ignored.
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

/** One call: when it came, and the questions that it answered first. */
type Call = { at: number; answered: Judged[] }

function callsOf(arrivals: readonly Arrival[], judged: ReadonlyMap<string, Judged>): Call[] {
  const calls = new Map<number, Judged[]>()
  for (const { at, question_id } of arrivals) calls.set(at, [...(calls.get(at) ?? []), judged.get(question_id)!])
  return [...calls].map(([at, answered]) => ({ at, answered })).toSorted((a, b) => a.at - b.at)
}

/** The greatest sum over spans that do not overlap. `best[m]` is that of the first m calls. */
function spansOfDevice(calls: readonly Call[]): Spans {
  const best = [noSpans]
  for (let m = 1; m <= calls.length; m++) {
    const endingHere = Array.from({ length: m }, (_, n) => withSpan(best[n]!, calls, n, m))
    best.push([best[m - 1]!, ...endingHere].reduce((most, spans) => (rapidIn(spans) > rapidIn(most) ? spans : most)))
  }
  return best.at(-1)!
}

const rapidIn = ({ early, later }: Spans) => early + later

/** Adds the span between call n and call m, counted from 1; call 0 is when the paper was given out. */
function withSpan(before: Spans, calls: readonly Call[], n: number, m: number): Spans {
  const end = calls[m - 1]!.at
  const answeredFrom = (first: number) => calls.slice(first - 1, m).flatMap(({ answered }) => answered)
  if (n === 0) return { ...before, early: rapidWithin(end, answeredFrom(1)) }
  const answered = answeredFrom(n + 2)
  // One of them, given first, was being read already when call n came.
  const later = Math.max(0, rapidWithin(end - calls[n - 1]!.at, answered) - 1)
  return { ...before, later: before.later + later, answered: [...before.answered, ...answered] }
}

/** Of answers given within so many ms: how many must have been given faster than their reading times. */
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

/** Milliseconds in which nobody reads a question of this family and decides. */
export function readingTime({ family }: Pick<Judged, 'family'>): number {
  return 1000 * (Object.hasOwn(fastestReading, family) ? fastestReading[family]! : fastestOfAll)
}
