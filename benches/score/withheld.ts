import type { Item } from '#content/item.ts'
import { chanceOf } from '#content/score/guessing.ts'
import {
  type Chance,
  createChance,
  grade,
  honestPerson,
  normalWithin,
  type Papers,
  type Person,
  type World,
} from './people.ts'
import { greatestOf, leastOf, type Promised, type Row } from './promised.ts'

const honestWorlds: World[] = [
  { name: 'as the model says' },
  { name: 'all harder by ½', shift: 0.5 },
  { name: 'all easier by ½', shift: -0.5 },
  { name: 'each b ± ½, a ± .2', ownDifficulty: 0.5, ownDiscrimination: 0.2 },
  { name: '3 slips in 100', slips: 0.03 },
  { name: 'that, easier by 1', slips: 0.03, shift: -1 },
  { name: 'shift by N(0, 1)', shift: 'N(0, 1)' },
]

/** Supposed median seconds of readers by family: a pair of words is read at a glance, three to six premises are not. */
const medians: Readonly<Record<string, number>> = {
  'verbal-analogy': 14,
  'verbal-odd-one-out': 14,
  'verbal-conclusion': 45,
  'math-series': 35,
  'math-table': 35,
  'math-letters': 35,
  'logic-matrix': 40,
  'logic-overlay': 40,
  'logic-analogy': 35,
  'logic-latin': 40,
  'logic-ordering': 60,
}

/** Seconds for a question, log-normal around the median of its family. A `faster` person divides them by that factor. */
export const readerSeconds =
  (chance: Chance, faster = 1) =>
  (_place: number, { family }: Item) =>
    Math.max(1, (medians[family]! / faster) * Math.exp(0.6 * chance.normal()))

/** Worlds where the order of difficulties is only half as supposed, and people slip (decision 0099). */
const misordered: World[] = [0, -1, -1.5].map((shift) => ({
  name: `half of the order${shift === 0 ? '' : `, easier by ${-shift}`}`,
  orderKept: 0.5,
  ownDifficulty: 0.8,
  slips: 0.03,
  shift,
}))

/** Prints how many per cent of each kind of people get no score, by test, with the reasons. `count` people each. */
export function tellWithheld(tests: readonly Papers[], count: number): Promised[] {
  console.log(`\n${'Withheld, per cent (reasons)'.padEnd(52)}${tests.map(({ name }) => name.padStart(26)).join('')}`)
  const line = (who: string, make: (chance: Chance) => Person): Row[] => {
    const rows = tests.map((test) => {
      const chance = createChance(`withheld/${test.name}/${who}`)
      const reasons = new Map<string, number>()
      for (let i = 0; i < count; i++) {
        const code = grade(test.papers[i % test.papers.length]!, make(chance)).score_withheld?.code
        if (code !== undefined) reasons.set(code, (reasons.get(code) ?? 0) + 1)
      }
      return { who, test: test.name, share: (100 * sumOf(reasons.values())) / count, reasons }
    })
    const cells = rows.map(({ share, reasons }) => `${share.toFixed(1)} ${reasonsIn(reasons, count)}`.padStart(26))
    console.log(`  ${who}`.padEnd(52) + cells.join(''))
    return rows
  }

  const guess = (chance: Chance) => (item: Item) => chance.next() < chanceOf(item.question)
  const average = (chance: Chance) => honestPerson(0, { name: '' }, chance)
  const guessers = [
    ...line('guesses, times unknown', (chance) => ({ right: guess(chance) })),
    ...line('guesses and leaves two in five blank', (chance) => ({
      right: guess(chance),
      answers: () => chance.next() < 0.6,
    })),
    ...line('guesses, 2 s a question', (chance) => ({ right: guess(chance), seconds: () => 1 + 2 * chance.next() })),
  ]
  line('θ = 0, clicks through the second half (1 s)', (chance) => ({
    right: (item, place) => (place < 15 ? average(chance) : { right: guess(chance) }).right(item, place),
    seconds: (place, item) => (place < 15 ? readerSeconds(chance)(place, item) : 0.6 + 0.8 * chance.next()),
  }))
  line('θ = 0, clicks the last three of thirty', (chance) => ({
    right: (item, place) => (place < 27 ? average(chance) : { right: guess(chance) }).right(item, place),
    seconds: (place, item) => (place < 27 ? readerSeconds(chance)(place, item) : 1),
  }))
  const aberrant = line('easy half wrong, hard half right', () => ({ right: (_item, place) => place >= 15 }))
  line('only the ten easiest answered, all right', () => ({ right: () => true, answers: (place) => place < 10 }))
  const able = line('28 of 30, the two easiest wrong', () => ({ right: (_item, place) => place >= 2 }))
  for (const theta of [-2, -1.5, -1, -0.5, 0])
    line(`honest, θ = ${theta}`, (chance) => honestPerson(theta, { name: '' }, chance))
  const below = misordered
    .slice(0, 1)
    .flatMap((world) => line(`honest, θ = −1, ${world.name}`, (chance) => honestPerson(-1, world, chance)))
  const ofHonest = (world: World) =>
    line(`honest, θ ≥ −.5, ${world.name}`, (chance) => ({
      ...honestPerson(normalWithin(chance, -0.5, 6), world, chance),
      seconds: readerSeconds(chance),
    }))
  const honest = [...honestWorlds, ...misordered].map((world) => ({ world, rows: ofHonest(world) }))
  const pencil = line('honest, θ ≥ −.5, enters all at the end (1 s)', (chance) => ({
    ...honestPerson(normalWithin(chance, -0.5, 6), { name: '' }, chance),
    seconds: (place) => (place === 0 ? 1200 : 1),
  }))
  const asSupposed = honest.filter(({ world }) => typeof world.shift !== 'string').flatMap(({ rows }) => rows)
  return [
    leastOf('guessers withheld, %', guessers, 95),
    leastOf('a paper upside down withheld, %', aberrant, 90),
    greatestOf('honest at θ ≥ −.5 withheld, %', [...asSupposed, ...pencil], 3),
    greatestOf('honest at θ = −1 withheld, %', below, 10),
    greatestOf('who has 28 of 30 withheld, %', able, 0),
  ]
}

function reasonsIn(reasons: ReadonlyMap<string, number>, count: number): string {
  const parts = [...reasons].map(([code, times]) => `${code[0]}${((100 * times) / count).toFixed(0)}`)
  return parts.length === 0 ? '' : `(${parts.join(' ')})`
}

const sumOf = (figures: Iterable<number>) => [...figures].reduce((sum, each) => sum + each, 0)
