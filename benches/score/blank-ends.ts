import { type Chance, createChance, grade, honestPerson, type Papers, type Person } from './people.ts'
import { greatestOf, leastOf, type Promised, type Row } from './promised.ts'

/** A person who answers up to a question and leaves the rest of the paper blank. */
interface Stop {
  who: string
  /** Place of the first question without an answer. `right`: the questions that the person would have right. */
  at: (right: readonly boolean[]) => number
  hasTimeLeft?: boolean
}

const outOfTime: Stop[] = [8, 15].map((blank) => ({ who: `last ${blank} blank`, at: () => 30 - blank }))
/** People who stop on purpose. The last one has seen everything and leaves the wrong answers at the end blank. */
const onPurpose: Stop[] = [
  ...[10, 20, 22, 25].map((at) => ({ who: `stops after ${at}`, at: () => at, hasTimeLeft: true })),
  {
    who: 'stops after the last right one',
    at: (right) => Math.max(20, right.lastIndexOf(true) + 1),
    hasTimeLeft: true,
  },
]
/** In IQ points. Some people would stop early for such a gain. */
const tempting = 5

/** Prints by test the IQ points that a blank end gains, and how often, per cent, the interval has the true ability. */
export function tellBlankEnds(tests: readonly Papers[], count: number): Promised[] {
  console.log(
    `\n${'Blank ends: points gained, covered, per cent; gain over 5, per cent'.padEnd(52)}${tests.map(({ name }) => name.padStart(18)).join('')}`,
  )
  const line = (theta: number, stop: Stop) => {
    const name = `θ = ${theta}, ${stop.who}`
    const rows = tests.map((test) => ({ test: test.name, ...measured(test, theta, stop, createChance(name), count) }))
    const cells = rows.map(({ gain, covered, tempted }) =>
      `${gain.toFixed(1)} ${covered.toFixed(0)}${stop.hasTimeLeft === true ? ` ${tempted.toFixed(1)}` : ''}`.padStart(
        18,
      ),
    )
    console.log(`  ${name}`.padEnd(52) + cells.join(''))
    const of = (share: (row: (typeof rows)[number]) => number): Row[] =>
      rows.map((row) => ({ who: name, test: row.test, share: share(row) }))
    return {
      gains: of(({ gain }) => gain),
      covered: of(({ covered }) => covered),
      tempted: of(({ tempted }) => tempted),
    }
  }
  const late = [0, 1].flatMap((theta) => outOfTime.map((stop) => ({ stop, ...line(theta, stop) })))
  const early = [-1, -0.5, 0, 1].flatMap((theta) => onPurpose.map((stop) => line(theta, stop)))
  const lastEight = late.filter(({ stop }) => stop === outOfTime[0])
  return [
    leastOf(
      'the clock costs by eight questions, points',
      lastEight.flatMap(({ gains }) => gains),
      -3,
    ),
    leastOf(
      'covered with eight blank, %',
      lastEight.flatMap(({ covered }) => covered),
      93,
    ),
    greatestOf(
      'stopping early gains, points',
      early.flatMap(({ gains }) => gains),
      1,
    ),
    greatestOf(
      `gain more than ${tempting} points by stopping early, %`,
      early.flatMap(({ tempted }) => tempted),
      2,
    ),
  ]
}

function measured({ papers }: Papers, theta: number, { at, hasTimeLeft = false }: Stop, chance: Chance, count: number) {
  const scored = Array.from({ length: count }, (_, i) => {
    const paper = papers[i % papers.length]!
    const person = honestPerson(theta, { name: '' }, chance)
    const right = paper.map((item, place) => person.right(item, place))
    const stop = at(right)
    const by = (answers: NonNullable<Person['answers']>) =>
      grade(paper, { right: (_item, place) => right[place]!, answers, hasTimeLeft }).score
    const [whole, stopped] = [by(() => true), by((place) => place < stop)]
    if (whole === null || stopped === null) return null
    const truth = 100 + 15 * theta
    const isCovered =
      (stopped.low_open === true || truth > stopped.low - 0.5) &&
      (stopped.high_open === true || truth < stopped.high + 0.5)
    return { gain: 15 * (stopped.theta - whole.theta), isCovered }
  }).filter((each) => each !== null)
  return {
    gain: scored.reduce((sum, { gain }) => sum + gain, 0) / scored.length,
    covered: (100 * scored.filter(({ isCovered }) => isCovered).length) / scored.length,
    tempted: (100 * scored.filter(({ gain }) => gain > tempting).length) / scored.length,
  }
}
