import { generatorVersion } from '#content/generator-version.ts'
import { generatorOf } from '#content/generators/item-generators.ts'
import type { Item } from '#content/item.ts'
import { createRng } from '#content/rng.ts'
import { ruleOf } from '#content/rule-of.ts'
import { probabilityOfRight } from '#content/score/eap.ts'
import { guessingOf } from '#content/score/guessing.ts'
import { priorDiscrimination } from '#content/score/iq-score.ts'
import type { Promised } from '../score/promised.ts'
import { correlationOf } from './calibrate/statistics.ts'

/**
 * OMIB, 220 matrices that 2,572 people built and did not choose (Koch, Spinath, Greiff & Becker, 2022; doi
 * 10.3390/jintelligence10030041). Difficulties were fitted to the published answers: a cell is a mean of b, in deviations of
 * these people. Its rotation is our progression, its completeness our distribution; its intersection and xor are our overlays.
 */
const omib = {
  perRule: 0.51,
  byCount: [
    { rules: 1, b: -1.47, right: 0.82 },
    { rules: 2, b: -0.3, right: 0.63 },
    { rules: 3, b: -0.22, right: 0.61 },
  ],
  cells: [
    { rule: 'completeness', b: -3.73, ours: 'logic-matrix distribution' },
    { rule: 'rotation', b: -2.64, ours: 'logic-matrix progression' },
    { rule: 'add', b: -0.96, ours: 'logic-matrix sum' },
    { rule: 'subtract', b: -0.92, ours: 'logic-matrix difference' },
    { rule: 'intersection', b: -1.42, ours: 'logic-overlay and' },
    { rule: 'xor', b: -0.1, ours: 'logic-overlay xor' },
    { rule: 'rotation, completeness', b: -1.69, ours: 'logic-matrix distribution+progression' },
    { rule: 'subtract, completeness', b: -0.53, ours: 'logic-matrix difference+distribution' },
    { rule: 'add, rotation, completeness', b: -1.14, ours: 'logic-matrix distribution+progression+sum' },
  ],
} as const

/** Spread, in logits, of eleven models of number series (Loe, Sun, Simonfy & Doebler, 2018; doi 10.3390/jintelligence6020020). */
const seriesSpread = 4.01 - -3.8

/**
 * Figural analogies, 383 people × 27 items; logits of a Rasch model over their deviation of 1.20 (Blum, Holling, Galibert &
 * Forthmann, 2016, Intelligence 56, 72–81): the effect of one more rule, and of one rule alone.
 */
const analogies = { perRule: 0.62, turned: 1.1 / 1.2, mirrored: 1.06 / 1.2, dotMoved: 0.22 / 1.2 }

/** Middle shares right of 1,525 people (ICAR16; Condon & Revelle, 2014, Intelligence 43, 52–64); no alphabet is shown. */
const icar = { letters: 0.555, matrices: 0.52 }

/** Series with two operations at once in a step, the hardest of 92 items (Sun, Liu & Luo, 2019; doi 10.3389/fpsyg.2019.00884). */
const isTwoAtOnce = ({ radicals, parameters }: Item) =>
  radicals.rule === 'affine' ||
  radicals.rule === 'weighted-pair' ||
  (radicals.rule === 'sum-of-two' && !parameters.endsWith('sum-of-two 0'))

/** Series whose rule no step shows: differences that have their own rule, and cubes. Neither source has such items. */
const isBeyond = ({ radicals }: Item) => radicals.rule === 'rule-of-steps' || radicals.rule === 'cubic'

/** Matrices as in OMIB, which has neither two layers nor rules down columns. */
const isPlain = ({ radicals }: Item) => radicals.layout !== 'layers' && radicals.along !== 'columns'
const bs = (items: readonly Item[]) => items.map(({ difficulty }) => difficulty)

export interface Compared {
  what: string
  published: number
  ours: number
}

/** Our difficulties beside published ones, and what is promised of them (decision 0138). Deterministic. */
export function compareWithWorld(): { compared: Compared[]; promises: Promised[] } {
  const [matrices, overlays, series] = [itemsOf('logic-matrix'), itemsOf('logic-overlay'), itemsOf('math-series')]
  const [letters, pairs] = [itemsOf('math-letters'), itemsOf('logic-analogy')]
  const ofChanges = groupsOf(pairs, ruleOf)
  const ofChange = (change: string) => mean(bs(ofChanges.get(change)!))
  const ofChangesIn = (count: number) =>
    mean([...ofChanges].filter(([name]) => name.split('+').length === count).map(([, items]) => mean(bs(items))))
  const perChange = (ofChangesIn(3) - ofChangesIn(1)) / 2
  const ofRules = groupsOf([...matrices, ...overlays], (item) => `${item.family} ${ruleOf(item)}`)
  const ours = (rule: string) => mean(bs(ofRules.get(rule)!.filter(isPlain)))
  const counted = omib.byCount.map(({ rules, b, right }) => {
    const alike = matrices.filter((item) => ruleOf(item).split('+').length === rules)
    const sets = [...groupsOf(alike, (item) => `${ruleOf(item)} ${item.difficulty}`).values()].map((items) => items[0]!)
    return { rules, b, right, ours: mean(sets.map(({ difficulty }) => difficulty)), share: mean(sets.map(shareRight)) }
  })
  const cells = omib.cells.map(({ rule, b, ours: name }) => ({ what: rule, published: b, ours: ours(name) }))
  const [one, , three] = counted
  const perRule = (three!.ours - one!.ours) / 2
  const ofCount = (rules: number) => bs(matrices.filter((item) => ruleOf(item).split('+').length === rules))
  const easiest = Math.max(cells[0]!.ours, cells[1]!.ours)
  const [atOnce, others] = [series.filter(isTwoAtOnce), series.filter((item) => !isTwoAtOnce(item) && !isBeyond(item))]
  return {
    compared: [
      ...counted.map(({ rules, b, ours }) => ({ what: `matrices of ${rules}, b`, published: b, ours })),
      ...counted.map(({ rules, right, share }) => ({
        what: `matrices of ${rules}, right`,
        published: right,
        ours: share,
      })),
      { what: 'matrices, b a rule', published: omib.perRule, ours: perRule },
      ...cells,
      { what: 'analogies of figures, b a rule', published: analogies.perRule, ours: perChange },
      {
        what: 'a turn above a moved dot',
        published: analogies.turned - analogies.dotMoved,
        ours: ofChange('turn') - ofChange('place'),
      },
      {
        what: 'a mirror above a moved dot',
        published: analogies.mirrored - analogies.dotMoved,
        ours: ofChange('side') - ofChange('place'),
      },
      { what: 'letters, right', published: icar.letters, ours: mean(letters.map(shareRight)) },
      { what: 'matrices of ICAR, right', published: icar.matrices, ours: mean(matrices.map(shareRight)) },
      { what: 'series, span of b', published: seriesSpread, ours: Math.max(...bs(series)) - Math.min(...bs(series)) },
    ],
    promises: [
      { what: 'a rule more in matrices, logits', value: perRule, atLeast: 0.4, atMost: 0.75 },
      {
        what: 'from the easiest rule to three, logits',
        value: Math.max(...ofCount(3)) - Math.min(...ofCount(1)),
        atMost: 1.8,
      },
      {
        what: 'other single rules above rotation and completeness',
        value: Math.min(cells[2]!.ours, cells[3]!.ours) - easiest,
        atLeast: 0.25,
      },
      { what: '«and» above «or»', value: ours('logic-overlay and') - ours('logic-overlay or'), atLeast: 0.25 },
      { what: '«and» from xor', value: Math.abs(cells[4]!.ours - cells[5]!.ours), atMost: 0.25 },
      {
        what: 'r with cells of OMIB',
        value: correlationOf(
          cells.map(({ published }) => published),
          cells.map(({ ours }) => ours),
        ),
        atLeast: 0.7,
      },
      { what: 'a rule more in analogies, deviations', value: perChange, atLeast: 0.4, atMost: 0.75 },
      {
        what: 'a turn and a mirror above a moved dot',
        value: Math.min(ofChange('turn'), ofChange('side')) - ofChange('place'),
        atLeast: 0.25,
      },
      {
        what: 'letters from matrices, logits',
        value: Math.abs(mean(bs(letters)) - mean(bs(matrices))),
        atMost: 0.5,
      },
      {
        what: 'two operations at once above all others of series',
        value: Math.min(...bs(atOnce)) - Math.max(...bs(others)),
        atLeast: 0.25,
      },
    ],
  }
}

/** So many items of every level that each rule of the level occurs. */
function itemsOf(family: string): Item[] {
  const { levels, generate } = generatorOf(family)
  return levels.flatMap((level) => {
    const rng = createRng(`the world's ${family} at ${level}`)
    return Array.from({ length: 120 }, () => generate(rng, level))
  })
}

function groupsOf(items: readonly Item[], nameOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(nameOf(item), [...(groups.get(nameOf(item)) ?? []), item])
  return groups
}

/** Share of people from N(0, 1) who solve the item, by the model. */
function shareRight(item: Item): number {
  const { family, difficulty, question } = item
  const guessing = guessingOf({ family, difficulty, question, generator: generatorVersion })
  const thetas = Array.from({ length: 121 }, (_, i) => i / 20 - 3)
  const weights = thetas.map((theta) => Math.exp(-(theta ** 2) / 2))
  const right = thetas.map((theta) =>
    probabilityOfRight(theta, { difficulty, guessing, discrimination: priorDiscrimination }),
  )
  return right.reduce((sum, each, i) => sum + each * weights[i]!, 0) / weights.reduce((sum, each) => sum + each, 0)
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
