import { overallScore, type TestLevel } from '#content/score/overall-score.ts'
import { testTypes } from '#contract/catalog.ts'
import { rangeIn, rangeNamed } from '#contract/iq-named.ts'
import type { OverallScore } from '#contract/overall-score.ts'
import { bands } from './coverage.ts'
import { type Chance, createChance, grade, honestPerson, normalWithin, type Papers, type World } from './people.ts'
import type { Promised } from './promised.ts'

/** `correlation`: of true levels in two tests. `norm`: deviation of each test's shift, and the part common to all. */
interface BatteryWorld extends World {
  correlation?: number
  norm?: { deviation: number; shared: number }
  /** Number of tests that are taken; all if absent. */
  taken?: number
  /** Without a promise, because the scoring supposes otherwise. */
  isBeyond?: true
}

const supposed = 0.65
const halfShared = { deviation: 0.75, shared: 0.5 }
const worlds: BatteryWorld[] = [
  { name: 'as the model says' },
  { name: 'tests correlate by .5', correlation: 0.5 },
  { name: 'tests correlate by .8', correlation: 0.8 },
  { name: 'all harder by ½', shift: 0.5 },
  { name: 'all easier by ½', shift: -0.5 },
  { name: 'each b ± ½, a ± .2', ownDifficulty: 0.5, ownDiscrimination: 0.2 },
  { name: 'norms off by N(0, .75), half shared', norm: halfShared },
  { name: 'that, correlate by .5', norm: halfShared, correlation: 0.5 },
  { name: 'that, correlate by .8', norm: halfShared, correlation: 0.8 },
  { name: 'norms off, each by itself', norm: { deviation: 0.75, shared: 0 } },
  { name: 'two tests', taken: 2 },
  { name: 'two tests, norms off, half shared', taken: 2, norm: halfShared },
  { name: 'norms off, all alike', norm: { deviation: 0.75, shared: 1 }, isBeyond: true },
]

/**
 * Prints how often, per cent, the shown interval of an overall score has the true value, by band of the standardised sum of true
 * levels, for `count` people a band. Then prints how often people hear of a difference who are alike in all tests, or whose
 * levels differ in one test.
 */
export function tellOverall(tests: readonly Papers[], count: number): Promised[] {
  console.log(
    `\n${'Overall score: covered, per cent'.padEnd(38)}${[...bands.map(({ name }) => name), 'half', 'most'].map(cell).join('')}`,
  )
  let least = 100
  let widest = 0
  for (const world of worlds) {
    const chance = createChance(`overall/${world.name}`)
    const inBands = bands.map(({ from, to }) => {
      const people = Array.from({ length: count }, (_, i) => {
        const truth = normalWithin(chance, from, to)
        const scored = scoreOf(tests, levelsOf(truth, world, chance), world, chance, i)
        return scored === null ? [] : [{ isCovered: covers(scored, 100 + 15 * truth), half: 1.96 * scored.se }]
      }).flat()
      return { covered: (100 * people.filter(({ isCovered }) => isCovered).length) / people.length, people }
    })
    const halves = inBands.flatMap(({ people }) => people.map(({ half }) => half))
    const most = halves.reduce((greatest, each) => Math.max(greatest, each), 0)
    if (world.isBeyond !== true) least = Math.min(least, ...inBands.map(({ covered }) => covered))
    if (world.taken === undefined)
      widest = Math.max(widest, ...inBands.map(({ people }) => meanOf(people.map(({ half }) => half))))
    const figures = [...inBands.map(({ covered }) => covered), meanOf(halves), most]
    console.log(`  ${world.name}`.padEnd(38) + figures.map((each) => cell(each.toFixed(1))).join(''))
  }
  return [
    { what: 'least coverage of the overall score in a band, %', value: least, atLeast: 93 },
    { what: 'mean half of its interval in a band, three tests, IQ points', value: widest, atMost: 22.5 },
    ...tellDifferences(tests, count),
  ]
}

/** Prints how often people with and without a difference hear that one test is higher than another. */
function tellDifferences(tests: readonly Papers[], count: number): Promised[] {
  console.log('\nHear of a difference between tests, per cent')
  const rows = [0, 1, 2, 3].map((apart) => {
    const chance = createChance(`differences/${apart}`)
    const world = { name: '', norm: halfShared }
    const heard = Array.from({ length: count }, (_, i) => {
      const common = chance.normal()
      const levels = [common - apart / 2, common - apart / 2, common + apart / 2]
      return scoreOf(tests, levels, world, chance, i)?.differences ?? []
    })
    const wrong = heard.filter((each) => each.some(({ higher, lower }) => higher !== 'logic' || lower === 'logic'))
    const share = (each: readonly unknown[]) => (100 * each.length) / count
    const any = share(heard.filter((each) => each.length > 0))
    console.log(
      `  one test above the others by ${apart} deviations`.padEnd(50),
      cell(any.toFixed(1)),
      cell(share(wrong).toFixed(1)),
    )
    return any
  })
  return [{ what: 'hear of a difference where there is none, %', value: rows[0]!, atMost: 5 }]
}

/** True levels of a person whose standardised sum is `sum`. */
function levelsOf(sum: number, { correlation = supposed }: BatteryWorld, chance: Chance): number[] {
  const count = testTypes.length
  const middle = sum * Math.sqrt((1 + (count - 1) * correlation) / count)
  const own = testTypes.map(() => Math.sqrt(1 - correlation) * chance.normal())
  const mean = meanOf(own)
  return own.map((each) => middle + each - mean)
}

/** The product's overall score of one paper of each taken test. */
function scoreOf(
  tests: readonly Papers[],
  levels: readonly number[],
  world: BatteryWorld,
  chance: Chance,
  which: number,
) {
  const { deviation, shared } = world.norm ?? { deviation: 0, shared: 0 }
  const common = Math.sqrt(shared) * chance.normal()
  const known = tests.slice(0, world.taken).flatMap(({ name, papers }, i): TestLevel[] => {
    const off = deviation * (common + Math.sqrt(1 - shared) * chance.normal())
    const person = honestPerson(
      levels[i]!,
      { ...world, shift: ((world.shift as number | undefined) ?? 0) + off },
      chance,
    )
    const { score } = grade(papers[which % papers.length]!, person)
    const test = testTypes.find((each) => each === name)!
    return score === null ? [] : [{ test, theta: score.theta, reliability: score.reliability! }]
  })
  return overallScore(known)
}

/** By the shown words: an end that is not named has no bound. */
function covers(score: OverallScore, truth: number): boolean {
  const { low, high } = rangeIn(rangeNamed(score))!
  return truth > low - 0.5 && truth < high + 0.5
}

const meanOf = (figures: readonly number[]) => figures.reduce((sum, each) => sum + each, 0) / figures.length
const cell = (text: string) => text.padStart(9)
