import type { Rng } from '../../../rng.ts'
import { is, isSame, type Literal, not } from './combinations.ts'
import {
  canHold,
  countermodelOf,
  each,
  follows,
  generously,
  type GroupStatement,
  some,
  turnedAround,
} from './group-statements.ts'
import { groupStories } from './group-stories.ts'
import { type Cast, inSentence, saidStatement, saidStep, saidWitness, saidWorld, type Saying } from './group-words.ts'
import { type Puzzle, untold } from './puzzle.ts'

/**
 * The options: «Усі X — Y» or «Деякі X — не Y» for every two of three terms in both directions, or «Деякі X — Y» and «Жоден X
 * не є Y» for every two. The grid tells nothing about the key: each option is the key equally often.
 */
export type GroupGrid = 'all' | 'some-or-none' | 'some-not'

/**
 * `needed`: premises that the key needs, each of them. `spare`: other premises. `turned`: whether one is said with «тільки»
 * or «не всі». `isIndirect`: whether the way may use those who are not in a group. `lures`: the least number of wrong options
 * that follow for a person who turns the premises around.
 */
export type GroupGrade = {
  form: 'groups'
  grid: GroupGrid
  needed: number
  spare: number
  turned: boolean
  isIndirect: boolean
  lures: number
}

type Premise = { statement: GroupStatement; saying: Saying }
type Drawn = {
  premises: Premise[]
  terms: number
  options: GroupStatement[]
  key: GroupStatement
  lure: GroupStatement
  lures: number
}

const asked = [0, 1, 2] as const
const pairs = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const

function optionsOf(grid: GroupGrid): GroupStatement[] {
  return pairs.flatMap(([a, b]) => {
    const [one, other] = [is(a), is(b)]
    if (grid === 'all') return [each(one, other), each(other, one)]
    if (grid === 'some-not') return [some(one, not(other)), some(other, not(one))]
    return [some(one, other), each(one, not(other))]
  })
}

/** Draws the key, then premises until it alone of the options follows. Tells the puzzle by a story that is not `used`. */
export function groupPuzzle(
  rng: Rng,
  grade: GroupGrade,
  used: ReadonlySet<string>,
  untilSound: <T>(draw: () => T | undefined) => T,
): Puzzle {
  const options = optionsOf(grade.grid)
  const key = rng.pick(options)
  const drawn = untilSound(() => soundPremises(rng, grade, options, key))
  const story = rng.pick(untold(groupStories, used))
  return puzzleOf(drawn, { story, terms: rng.sample(story.terms, drawn.terms) }, grade, rng.chance(0.5))
}

function soundPremises(
  rng: Rng,
  { grid, needed, spare, turned, isIndirect, lures: luresAtLeast }: GroupGrade,
  options: GroupStatement[],
  key: GroupStatement,
): Drawn | undefined {
  const way = wayTo(rng, key, needed, isIndirect)
  const { loose, terms } = spareStatements(rng, { grid, spare, isIndirect }, key, way.terms)
  const statements = [...way.statements, ...loose]
  if (isRepetitive(statements) || (grid === 'all' && !hidesInRoles(statements, options, terms))) return undefined
  const generous = generously(statements, terms)
  if (!canHold(generous)) return undefined
  const wrong = options.filter((option) => option !== key)
  if (!follows(statements, key) || wrong.some((option) => follows(generous, option))) return undefined
  const isNeeded = (statement: GroupStatement) =>
    !follows(
      statements.filter((other) => other !== statement),
      key,
    )
  if (!way.statements.every(isNeeded)) return undefined

  const misread = turnedAround(statements)
  const lured = canHold(misread) ? wrong.filter((option) => follows(misread, option)) : []
  if (lured.length < luresAtLeast) return undefined
  const alike = wrong.filter((option) => option.sort === key.sort && sharesTerms(option, key))
  const lure = rng.pick(lured.length > 0 ? lured : alike.length > 0 ? alike : wrong)
  const premises = rng.shuffle(statements).map((statement) => ({ statement, saying: 'plain' as Saying }))
  if (turned && !sayTurned(rng, premises)) return undefined
  return { premises, terms, options, key, lure, lures: lured.length }
}

/** The most groups in a puzzle (`combinations.ts`). */
const mostTerms = 6

/** The least number of options of «all» whose first group is first in some premise and whose second is second in one. */
const leastInRoles = 3

/**
 * Whether places of groups hide the key. A person who sees only the places, and no chain, found the key in 44 % of the items
 * of generator 12: no other option had its groups in such places. The premises must mention every group of the puzzle.
 */
function hidesInRoles(statements: readonly GroupStatement[], options: readonly GroupStatement[], terms: number) {
  const first = new Set(statements.map(({ one }) => one.of))
  const second = new Set(statements.map(({ other }) => other.of))
  const inRoles = options.filter(({ one, other }) => first.has(one.of) && second.has(other.of))
  return inRoles.length >= leastInRoles && new Set([...first, ...second]).size === terms
}

const sharesTerms = (one: GroupStatement, other: GroupStatement) =>
  [one.one.of, one.other.of].every((term) => term === other.one.of || term === other.other.of)

/**
 * A chain of premises from one literal of the key to the other, over terms that no option has. For a key of «some», the chain
 * begins at an individual that exists.
 */
function wayTo(
  rng: Rng,
  key: GroupStatement,
  needed: number,
  isIndirect: boolean,
): { statements: GroupStatement[]; terms: number } {
  let terms = asked.length
  const middle = (): Literal => {
    const term = terms++
    return isIndirect && rng.chance(0.4) ? not(is(term)) : is(term)
  }
  const chain = (from: Literal, to: Literal, length: number): GroupStatement[] => {
    const stops = [from, ...Array.from({ length: length - 1 }, middle), to]
    return stops.slice(1).map((stop, i) => asLaw(stops[i] as Literal, stop, rng))
  }
  if (key.sort === 'each') {
    const statements = chain(key.one, key.other, needed)
    return { statements, terms }
  }
  const first = rng.int(0, needed - 1)
  const [one, other] = [first, needed - 1 - first].map((length, end) => {
    const literal = end === 0 ? key.one : key.other
    if (length === 0) return { literal, statements: [] }
    const from = middle()
    return { literal: from, statements: chain(from, literal, length) }
  }) as [Arm, Arm]
  const statements = [some(one.literal, other.literal), ...one.statements, ...other.statements].map(positiveFirst)
  return { statements, terms }
}
type Arm = { literal: Literal; statements: GroupStatement[] }

/** A law in a form that can be said: never «who is not A is not B»; «no A is B» in either direction. */
function asLaw(one: Literal, other: Literal, rng: Rng): GroupStatement {
  if (!one.is && !other.is) return each(not(other), not(one))
  return one.is !== other.is && rng.chance(0.5) ? each(not(other), not(one)) : each(one, other)
}

/** Says «some who are A are not B» instead of «some who are not B are A». */
function positiveFirst(statement: GroupStatement): GroupStatement {
  const { sort, one, other } = statement
  return sort === 'some' && !one.is && other.is ? some(other, one) : statement
}

type SpareSort = 'all' | 'none' | 'some' | 'some-not' | 'rest'

/** If no option says «some», no premise does. Then «some» needs no explanation, and a phone has one more line. */
function spareSorts(grid: GroupGrid, isIndirect: boolean): readonly SpareSort[] {
  if (grid === 'all') return ['all', 'all', 'none']
  return isIndirect ? ['all', 'none', 'some', 'some-not', 'rest'] : ['all', 'all', 'none', 'some', 'some-not']
}

/** Premises that lead nowhere, and the number of groups including theirs. For «all», each may be about any asked group. */
function spareStatements(
  rng: Rng,
  { grid, spare, isIndirect }: Pick<GroupGrade, 'grid' | 'spare' | 'isIndirect'>,
  key: GroupStatement,
  known: number,
) {
  const third = asked.find((term) => term !== key.one.of && term !== key.other.of) as number
  const sorts = spareSorts(grid, isIndirect)
  const isOfAll = grid === 'all'
  const terms = isOfAll ? Math.min(mostTerms, known + rng.int(0, spare)) : known
  const aboutWhom = isOfAll ? [third, key.one.of, key.other.of] : [third]
  const loose = Array.from({ length: spare }, () => spareStatement(rng, rng.pick(aboutWhom), terms, rng.pick(sorts)))
  return { loose, terms }
}

function spareStatement(rng: Rng, about: number, terms: number, sort: SpareSort): GroupStatement {
  const other = rng.pick(Array.from({ length: terms }, (_, term) => term).filter((term) => term !== about))
  const [one, two] = rng.shuffle([is(about), is(other)]) as [Literal, Literal]
  if (sort === 'rest') return each(not(one), two)
  if (sort === 'some') return some(one, two)
  if (sort === 'some-not') return some(one, not(two))
  return each(one, sort === 'all' ? two : not(two))
}

/** Whether two premises have the same two terms, or one cannot be said because both of its literals are denied. */
function isRepetitive(statements: readonly GroupStatement[]): boolean {
  const about = statements.map(({ one, other }) => [one.of, other.of].toSorted().join(' '))
  return new Set(about).size < about.length || statements.some(({ one, other }) => !one.is && !other.is)
}

/** Says one premise that allows it the other way; false if no premise does. */
function sayTurned(rng: Rng, premises: Premise[]): boolean {
  const able = premises.filter(({ statement: { sort, one, other } }) => one.is && (sort === 'each') === other.is)
  if (able.length === 0) return false
  rng.pick(able).saying = 'turned'
  return true
}

function puzzleOf(drawn: Drawn, cast: Cast, grade: GroupGrade, isReversed: boolean): Puzzle {
  const { premises, options, key, lure, lures, terms } = drawn
  const said = premises.map(({ statement, saying }) => saidStatement(statement, cast, saying))
  // «Деякі X — Y» says the same of Y and X. Their order is random, and alike for all options of an item.
  const ordered = (option: GroupStatement) =>
    isReversed && option.sort === 'some' && option.other.is ? some(option.other, option.one) : option
  const texts = options.map((option) => saidStatement(ordered(option), cast))
  const saysSome = [...said, ...texts].some((text) => text.startsWith('Деякі'))
  const { setting, gender } = cast.story
  const meaning = `«Деякі» — це хоча б ${gender === 'm' ? 'один' : 'одна'}.`
  const [keyText, lureText] = [key, lure].map((option) => texts[options.indexOf(option)]) as [string, string]
  const statements = premises.map(({ statement }) => statement)
  const world = () => saidWorld(countermodelOf(statements, lure, terms) ?? [], cast)
  return {
    setting: saysSome ? `${setting} ${meaning}` : setting,
    story: cast.story.name,
    premises: said,
    options: texts,
    right: options.indexOf(key),
    rule: `${grade.grid} ${grade.needed}`,
    radicals: {
      needed: grade.needed,
      negations: said.filter((text) => /(^| )(не|Не|Жоден|Жодна) /.test(text)).length,
      lures,
    },
    about: cast.terms.slice(0, asked.length).map(({ one }) => one),
    explain: () => [
      explainedWay(statements, key, keyText, cast),
      `Чому не «${lureText}»? Уявімо, що ${world()}. Тоді всі умови виконано, а цей висновок хибний.`,
    ],
  }
}

function explainedWay(statements: readonly GroupStatement[], key: GroupStatement, keyText: string, cast: Cast): string {
  const numberOf = (law: GroupStatement) => `(умова ${statements.indexOf(law) + 1})`
  let isFirst = true
  const stepsFrom = (from: Literal, to: Literal) =>
    pathOf(statements, from, to).map(({ law, one, other }) => {
      const step = `${saidStep(one, other, cast, isFirst)} ${numberOf(law)}`
      isFirst = false
      return step
    })
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
  const hence = `Отже, ${inSentence(keyText)}.`
  if (key.sort === 'each') return `${capital(stepsFrom(key.one, key.other).join('; '))}. ${hence}`
  for (const there of statements.filter(({ sort }) => sort === 'some')) {
    for (const [one, other] of [
      [there.one, there.other],
      [there.other, there.one],
    ] as const) {
      const isWay = hasPath(statements, one, key.one) && hasPath(statements, other, key.other)
      if (!isWay) continue
      const steps = [...stepsFrom(one, key.one), ...stepsFrom(other, key.other)]
      return `${saidWitness(there, cast)} ${numberOf(there)}. ${capital(steps.join('; '))}. ${hence}`
    }
  }
  throw new Error('A conclusion of some that comes of no premise of some')
}

type Step = { law: GroupStatement; one: Literal; other: Literal }

function hasPath(statements: readonly GroupStatement[], from: Literal, to: Literal): boolean {
  return isSame(from, to) || pathOf(statements, from, to).length > 0
}

/** The shortest chain of laws from one literal to another; a law may be read from its end. [] if there is none. */
function pathOf(statements: readonly GroupStatement[], from: Literal, to: Literal): Step[] {
  const laws = statements.filter(({ sort }) => sort === 'each')
  const steps = laws.flatMap((law): Step[] => [
    { law, one: law.one, other: law.other },
    { law, one: not(law.other), other: not(law.one) },
  ])
  let paths: Step[][] = [[]]
  for (let length = 0; length <= laws.length; length++) {
    const found = paths.find((path) => isSame(path.at(-1)?.other ?? from, to))
    if (found) return found
    paths = paths.flatMap((path) => {
      const end = path.at(-1)?.other ?? from
      const isNew = ({ law }: Step) => path.every((before) => before.law !== law)
      return steps.filter((step) => isSame(step.one, end) && isNew(step)).map((step) => [...path, step])
    })
  }
  return []
}
