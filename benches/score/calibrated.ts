import { estimateAbility } from '#content/score/eap.ts'
import { generatorVersion } from '#content/generator-version.ts'
import type { Item } from '#content/item.ts'
import { ruleOf } from '#content/rule-of.ts'
import { guessingOf } from '#content/score/guessing.ts'
import { type Fit, fitUnits } from '../items/calibrate/fit-units.ts'
import type { Response } from '../items/calibrate/responses.ts'
import { bands } from './coverage.ts'
import { type Chance, createChance, normalWithin, type Papers } from './people.ts'
import type { Promised } from './promised.ts'

/** Deviations of the truth from the suppositions, in logits: of all items of a test, of a rule, and of each item. */
const truth = { shift: 0.75, rule: 0.4, own: 0.8, discrimination: 1.2 }

/** By how much these people may differ from everybody, in deviations: buyers may be abler, and no answer of theirs tells it. */
const representativeness = 0.5
const sizes = [300, 1000, 5000] as const
/** Calibrations for each line. One calibration errs alike for everybody whom it scores, so coverage is a mean over several. */
const calibrations = 6
/** By how much the examinees are abler than everybody, in deviations. */
const ability = [0, 0.5] as const

/**
 * Calibrates answers of simulated people, as `npm run items:calibrate` does, to real papers whose true difficulties differ from
 * the suppositions, and scores other people by the result. Prints the width of the interval, and how often, per cent, it has the
 * true level among these people and among everybody. `count` people a band, over all calibrations.
 */
export function tellCalibrated(tests: readonly Papers[], count: number): Promised[] {
  console.log(
    `\n${'Calibrated: covered, per cent (± points)'.padEnd(44)}${tests.map(({ name }) => name.padStart(30)).join('')}`,
  )
  const rows = sizes.flatMap((people) =>
    ability.map((abler) => {
      const measured = tests.map((test) => measure(test, people, abler, count))
      const name = `${people} people${abler > 0 ? `, abler by ${abler}` : ''}`
      const cells = measured.map(({ here, everybody }) => `${shown(here)}; everybody ${shown(everybody)}`.padStart(30))
      console.log(`  ${name}`.padEnd(44) + cells.join(''))
      return measured
    }),
  )
  const all = rows.flat()
  return [
    { what: 'covered among the people here, %', value: Math.min(...all.map(({ here }) => here.covered)), atLeast: 93 },
    {
      what: 'covered among everybody, %',
      value: Math.min(...all.map(({ everybody }) => everybody.covered)),
      atLeast: 93,
    },
  ]
}

interface Covered {
  covered: number
  half: number
}
const shown = ({ covered, half }: Covered) => `${covered.toFixed(1)} (±${half.toFixed(1)})`

function measure(test: Papers, people: number, abler: number, count: number) {
  const each = Math.ceil(count / calibrations)
  const all = Array.from({ length: calibrations }, (_, number) => calibrateOnce(test, people, abler, each, number))
  const meanOf = (of: (one: (typeof all)[number]) => Covered): Covered => ({
    covered: all.reduce((sum, one) => sum + of(one).covered, 0) / calibrations,
    half: all.reduce((sum, one) => sum + of(one).half, 0) / calibrations,
  })
  return { here: meanOf(({ here }) => here), everybody: meanOf(({ everybody }) => everybody) }
}

function calibrateOnce({ name, papers }: Papers, people: number, abler: number, count: number, number: number) {
  const chance = createChance(`calibrated/${name}/${people}/${abler}/${number}`)
  const world = worldOf(chance)
  const known = papers.slice(0, Math.ceil(0.75 * papers.length))
  const fresh = papers.slice(known.length)
  const fit = fitUnits(
    Array.from({ length: people }, (_, person) => {
      const theta = abler + chance.normal()
      const paper = known[person % known.length]!
      return paper.map((item) => responseOf(item, String(person), isRight(item, theta, world, chance)))
    }).flat(),
    { model: 'rasch', fewestOfItem: Number.POSITIVE_INFINITY, onProgress: () => {} },
  )
  const inBands = bands.map(({ from, to, share }) => {
    const scored = Array.from({ length: count }, (_, i) => {
      // A level among the calibrated people.
      const level = normalWithin(chance, from, to)
      const paper = fresh[i % fresh.length]!
      return {
        level,
        ...estimated(
          paper,
          fit,
          people,
          paper.map((item) => isRight(item, level + abler, world, chance)),
        ),
      }
    })
    return { share, scored }
  })
  const whole = (of: (one: (typeof inBands)[number]['scored'][number]) => number) =>
    inBands.reduce(
      (sum, { share, scored }) => sum + (share * scored.reduce((all, each) => all + of(each), 0)) / scored.length,
      0,
    )
  const coveredBy = (error: (se: number) => number, off: number): Covered => ({
    covered: 100 * whole(({ level, theta, se }) => Number(Math.abs(theta - level - off) <= 1.96 * error(se))),
    half: 15 * whole(({ se }) => 1.96 * error(se)),
  })
  return {
    here: coveredBy((se) => se, 0),
    // Among everybody the level is higher by these people's advantage; the printed number stays.
    everybody: coveredBy((se) => Math.hypot(se, representativeness), abler),
  }
}

type World = ReturnType<typeof worldOf>

/** True difficulties. Each is drawn when its rule or its item first occurs. */
function worldOf(chance: Chance) {
  const shift = truth.shift * chance.normal()
  const drawn = new Map<string, number>()
  const offOf = (name: string, deviation: number) => {
    const known = drawn.get(name) ?? deviation * chance.normal()
    drawn.set(name, known)
    return known
  }
  return (item: Item) =>
    item.difficulty + shift + offOf(groupOf(item), truth.rule) + offOf(`item ${item.signature}`, truth.own)
}

const guessOf = ({ family, difficulty, question }: Item) =>
  guessingOf({ family, difficulty, question, generator: generatorVersion })
const groupOf = (item: Item) => `${item.family} ${ruleOf(item)} ${item.difficulty} ${item.question.kind}`

function isRight(item: Item, theta: number, difficultyOf: World, chance: Chance): boolean {
  const guessing = guessOf(item)
  const solved = 1 / (1 + Math.exp(-truth.discrimination * (theta - difficultyOf(item))))
  return chance.next() < guessing + (1 - guessing) * solved
}

function responseOf(item: Item, person: string, right: boolean): Response {
  return {
    exam: person,
    person,
    test: 'any',
    earlier: 0,
    item: item.signature,
    features: {},
    group: groupOf(item),
    right,
    guessing: guessOf(item),
    prior: item.difficulty,
    given: null,
    groups: { device: null, month: null, age: null, schooling: null },
  }
}

/** A level and its error, in deviations of the calibrated people. A rule that none of them met keeps its supposition. */
function estimated(paper: readonly Item[], fit: Fit, people: number, right: readonly boolean[]) {
  const units = new Map(fit.units.map((unit) => [unit.name.replace('all of ', ''), unit]))
  const moved = fit.units.reduce((sum, { difficulty, prior }) => sum + difficulty - (prior ?? 0), 0) / fit.units.length
  const placed = paper.map((item) => {
    const unit = units.get(groupOf(item))
    return {
      of: groupOf(item),
      difficulty: unit?.difficulty ?? item.difficulty + moved,
      error: unit?.error ?? truth.rule,
    }
  })
  const { theta, psd } = estimateAbility(
    paper.map((item, place) => ({
      difficulty: placed[place]!.difficulty,
      discrimination: fit.discrimination,
      guessing: guessOf(item),
      right: right[place]!,
    })),
  )
  // All items of a rule share the rule's error.
  const shares = new Map<string, number>()
  for (const { of, error } of placed) shares.set(of, (shares.get(of) ?? 0) + error / placed.length)
  const ofRules = [...shares.values()].reduce((sum, share) => sum + share ** 2, 0)
  return { theta, se: Math.sqrt(psd ** 2 + 1 / people + truth.own ** 2 / placed.length + ofRules) }
}
