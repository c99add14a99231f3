import { createChance, grade, honestPerson, normalWithin, type Papers, type World } from './people.ts'
import type { Promised } from './promised.ts'

/** Bands of true levels. `share`: of N(0, 1). */
export const bands = [
  { name: 'θ < −2', from: -6, to: -2, share: 0.0228 },
  { name: '−2 … −1', from: -2, to: -1, share: 0.1359 },
  { name: '−1 … 1', from: -1, to: 1, share: 0.6827 },
  { name: '1 … 2', from: 1, to: 2, share: 0.1359 },
  { name: 'θ > 2', from: 2, to: 6, share: 0.0228 },
]

const worlds: World[] = [
  { name: 'as the model says' },
  { name: 'all harder by ½', shift: 0.5 },
  { name: 'all easier by ½', shift: -0.5 },
  { name: 'each b ± ½, a ± .2', ownDifficulty: 0.5, ownDiscrimination: 0.2 },
  { name: 'that, harder by ½', ownDifficulty: 0.5, ownDiscrimination: 0.2, shift: 0.5 },
  { name: 'that, easier by ½', ownDifficulty: 0.5, ownDiscrimination: 0.2, shift: -0.5 },
  { name: 'a = .8', discrimination: 0.8 },
  { name: 'shift by N(0, 1)', shift: 'N(0, 1)' },
  { name: 'all harder by 1', shift: 1 },
  { name: 'all easier by 1', shift: -1 },
]

/**
 * Prints how many people with a score have their true ability in the shown interval, per cent, by band of ability and for all;
 * the mean half of the closed intervals; the bias and error of the estimate. `count` people a band. Open ends have no bound.
 */
export function tellCoverage(tests: readonly Papers[], count: number): Promised[] {
  let [least, leastOnAverage] = [100, 100]
  for (const { name, papers } of tests) {
    console.log(
      `\n${name}: covered, per cent`.padEnd(29),
      [...bands.map((band) => band.name), 'all'].map(cell).join(''),
      cell('half'),
      cell('bias'),
      cell('RMSE'),
    )
    for (const world of worlds) {
      const chance = createChance(`coverage/${name}/${world.name}`)
      const inBands = bands.map(({ from, to, share }) => {
        const people = Array.from({ length: count }, (_, i) => {
          const theta = normalWithin(chance, from, to)
          return measured(theta, grade(papers[i % papers.length]!, honestPerson(theta, world, chance)).score)
        }).filter((each) => each !== null)
        return { share: (share * people.length) / count, people }
      })
      const covered = inBands.map(({ people }) => 100 * meanOf(people, ({ isCovered }) => (isCovered ? 1 : 0)))
      const whole = (of: (person: Measured) => number) => {
        const weight = inBands.reduce((sum, { share }) => sum + share, 0)
        return inBands.reduce((sum, { share, people }) => sum + share * meanOf(people, of), 0) / weight
      }
      const all = 100 * whole(({ isCovered }) => (isCovered ? 1 : 0))
      if (typeof world.shift !== 'string' && Math.abs(world.shift ?? 0) <= 0.5 && world.discrimination === undefined)
        least = Math.min(least, ...covered)
      if (world.shift === 'N(0, 1)') leastOnAverage = Math.min(leastOnAverage, all)
      const figures = [
        whole(({ half }) => half),
        whole(({ error }) => error),
        Math.sqrt(whole(({ error }) => error ** 2)),
      ]
      console.log(
        `  ${world.name}`.padEnd(28),
        [...covered, all, ...figures].map((each) => cell(each.toFixed(1))).join(''),
      )
    }
  }
  return [
    { what: 'least coverage of a band under shifts of ½, %', value: least, atLeast: 93 },
    { what: 'average coverage under N(0, 1), %', value: leastOnAverage, atLeast: 93 },
  ]
}

interface Measured {
  isCovered: boolean
  half: number
  /** Error of the estimate, in IQ points. */
  error: number
}

type Score = NonNullable<ReturnType<typeof grade>['score']>

function measured(theta: number, score: Score | null): Measured | null {
  if (score === null) return null
  const truth = 100 + 15 * theta
  const low = score.low_open === true ? Number.NEGATIVE_INFINITY : score.low - 0.5
  const high = score.high_open === true ? Number.POSITIVE_INFINITY : score.high + 0.5
  return { isCovered: truth >= low && truth <= high, half: 1.96 * score.se, error: 15 * (score.theta - theta) }
}

function meanOf<T>(of: readonly T[], figure: (each: T) => number): number {
  return of.reduce((sum, each) => sum + figure(each), 0) / of.length
}

const cell = (text: string) => text.padStart(9)
