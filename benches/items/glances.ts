import { logicTest, mathTest, verbalTest } from '#content/blueprints.ts'
import { generatorOf } from '#content/generators/item-generators.ts'
import type { Item } from '#content/item.ts'
import { alphabet } from '#content/generators/math/letter-rules.ts'
import { createRng } from '#content/rng.ts'
import type { Option } from '#contract/question.ts'

/** Options that one glance at a question leaves, at one level or of one rule. Per cent. */
export interface Glance {
  glance: string
  /** A level or a rule. */
  of: string
  items: number
  chance: number
  /** Share of right picks at random among the options that are left. */
  right: number
  /** Upper bound of `right` at which the glance tells little. */
  most: number
}

const families = [
  'verbal-conclusion',
  'math-series',
  'math-table',
  'math-letters',
  'logic-matrix',
  'logic-overlay',
  'logic-analogy',
  'logic-latin',
  'logic-ordering',
]

/**
 * Plays solvers that understand half of a question or none, over `count` items with options of each family, of difficulties as in
 * the papers on sale. They count divisors, keep pictures within the union of the first two, keep values of the matrix, count how
 * often a name is said, and count the premises that speak for a conclusion.
 */
export function measureGlances(count: number): Glance[] {
  return families.flatMap((family) => {
    const items = drawItems(family, count)
    return glancesOf[family]!.flatMap(({ glance, by, most, left }) =>
      [...groupsOf(items, by)].map(([of, own]) => {
        const chances = own.map((item) => 1 / item.question.options!.length)
        const hits = own.map((item) => hitOf(item, left(item)))
        const chance = 100 * mean(chances)
        return { glance, of, items: own.length, chance, right: 100 * mean(hits), most: most(chance) }
      }),
    )
  })
}

/** Options that a glance leaves. */
type Left = (item: Item) => readonly Option[]

const rankedBy =
  (mark: (option: Option, item: Item) => number): Left =>
  (item) => {
    const options = item.question.options!
    const marks = options.map((option) => mark(option, item))
    return options.filter((_, i) => marks[i] === Math.max(...marks))
  }

const keptBy =
  (isKept: (option: Option, item: Item) => boolean): Left =>
  (item) => {
    const kept = item.question.options!.filter((option) => isKept(option, item))
    return kept.length > 0 ? kept : item.question.options!
  }

interface Looking {
  glance: string
  by: (item: Item) => string
  most: (chance: number) => number
  left: Left
}

const overChance = (points: number) => (chance: number) => chance + points
const numberOf = ({ text }: Option) => Number(text!.replace('−', '-'))
const ruleName = ({ radicals }: Item) => String(radicals.rule).replace(/ .*/, '')
const levelOf = ({ difficulty }: Item) => String(difficulty)

const divisors = (n: number) => {
  let found = 0
  for (let d = 1; d <= Math.abs(n); d += 1) if (n % d === 0) found += 1
  return found
}

/** Counts the numbers of the question that divide the option. */
const dividedBy = (given: (item: Item) => readonly number[]) => (option: Option, item: Item) =>
  given(item).filter((n) => n !== 0 && numberOf(option) % n === 0).length

const lastTerm = ({ radicals }: Item) => [Number(String(radicals.terms).split(' ').at(-1))]

function operands({ radicals }: Item): number[] {
  const table = String(radicals.table).split(/[ ,]/).map(Number)
  return radicals.along === 'columns' ? [table[2]!, table[5]!] : [table[6]!, table[7]!]
}

const glancesOf: Record<string, readonly Looking[]> = {
  'verbal-conclusion': [
    {
      glance: 'said by most premises',
      by: ({ radicals }) => (radicals.form === 'sentences' ? String(radicals.rule) : 'of groups'),
      most: overChance(8),
      left: rankedBy(timesSaid),
    },
    {
      glance: 'groups in their places',
      by: ({ radicals }) => (radicals.form === 'groups' ? String(radicals.rule) : 'of sentences'),
      most: overChance(20),
      left: keptBy(keepsPlaces),
    },
  ],
  'math-series': [
    {
      glance: 'most divisors',
      by: ruleName,
      most: overChance(12),
      left: rankedBy((option) => divisors(numberOf(option))),
    },
    { glance: 'divided by the last term', by: ruleName, most: overChance(12), left: rankedBy(dividedBy(lastTerm)) },
  ],
  'math-table': [
    {
      glance: 'most divisors',
      by: ruleName,
      most: overChance(12),
      left: rankedBy((option) => divisors(numberOf(option))),
    },
    { glance: 'divided by the operands', by: ruleName, most: overChance(12), left: rankedBy(dividedBy(operands)) },
  ],
  'math-letters': [
    {
      glance: 'next to the last letter',
      by: levelOf,
      most: overChance(12),
      left: rankedBy((option, item) => -awayFromLast(option, item)),
    },
    {
      glance: 'next to any letter',
      by: levelOf,
      most: overChance(12),
      left: rankedBy((option, item) => -awayFromAny(option, item)),
    },
  ],
  'logic-matrix': [
    { glance: 'values seen', by: levelOf, most: () => 25, left: keptBy(isSeen) },
    { glance: 'a value not seen', by: levelOf, most: () => 25, left: keptBy((option, item) => !isSeen(option, item)) },
  ],
  'logic-overlay': [{ glance: 'within the first two', by: ruleName, most: () => 45, left: keptBy(isWithin) }],
  'logic-analogy': [
    { glance: 'most like the second', by: levelOf, most: () => 36, left: rankedBy(likeFigure(1)) },
    { glance: 'most like the third', by: levelOf, most: () => 36, left: rankedBy(likeFigure(2)) },
    {
      glance: 'least like the third',
      by: levelOf,
      most: () => 36,
      left: rankedBy((option, item) => -likeFigure(2)(option, item)),
    },
  ],
  'logic-latin': [
    { glance: 'shown most', by: levelOf, most: overChance(15), left: rankedBy(timesShown) },
    {
      glance: 'shown least',
      by: levelOf,
      most: overChance(15),
      left: rankedBy((option, item) => -timesShown(option, item)),
    },
  ],
  'logic-ordering': [
    { glance: 'named most', by: levelOf, most: overChance(5), left: rankedBy(timesNamed) },
    {
      glance: 'named least',
      by: levelOf,
      most: overChance(5),
      left: rankedBy((option, item) => -timesNamed(option, item)),
    },
    {
      glance: 'in the middle of a clue',
      by: ({ radicals }) => String(radicals.rule),
      most: overChance(8),
      left: keptBy(isMiddle),
    },
    {
      glance: 'not named for the top',
      by: ({ radicals }) => String(radicals.rule),
      most: overChance(8),
      left: keptBy(isOfOthers),
    },
  ],
}

const placeOf = (letter: string) => alphabet.indexOf(letter)
const lettersOf = ({ radicals }: Item) => String(radicals.terms).split(' ').map(placeOf)
const awayFromLast = ({ text }: Option, item: Item) => Math.abs(placeOf(text!) - lettersOf(item).at(-1)!)
const awayFromAny = ({ text }: Option, item: Item) =>
  Math.min(...lettersOf(item).map((place) => Math.abs(placeOf(text!) - place)))

/** Counts the values that a figure has in common with one of the three given figures. */
function likeFigure(place: number) {
  return ({ figure }: Option, { question }: Item): number => {
    const parts = question.figure!.alt.split(/: |; |\. /)
    const given = parts.filter((part) => !part.startsWith('У ') && !part.startsWith('Дві'))[place]!
    const known = new Set(valuesOf(given))
    return valuesOf(figure!.alt).filter((value) => known.has(value)).length
  }
}

function timesShown({ figure }: Option, { question }: Item): number {
  return question.figure!.alt.split(/[:,.] /).filter((each) => each === figure!.alt).length
}

/** Whether the matrix has every word of a picture's description. */
function isSeen({ figure }: Option, { question }: Item): boolean {
  const cells = question.figure!.alt.split(/[:;.]/).map((cell) => cell.trim())
  const seen = new Set(cells.flatMap(valuesOf))
  return valuesOf(figure!.alt).every((value) => seen.has(value))
}

/** Words of a cell cut to their stems, because they agree in gender and number. A direction or a place is one value. */
function valuesOf(cell: string): string[] {
  const [first, ...named] = cell.split(', ')
  return [...first!.split(' ').map((word) => word.slice(0, 4)), ...named]
}

function isWithin({ figure }: Option, { question, radicals }: Item): boolean {
  const cells = question
    .figure!.alt.split(/рядок: /)
    .slice(1)
    .map((row) => row.split(/\. |; |\.$/))
  const line = radicals.along === 'columns' ? [cells[0]![2], cells[1]![2]] : cells[2]!.slice(0, 2)
  const given = new Set(line.flatMap((cell) => cell!.split(', ')))
  return figure!.alt.split(', ').every((stroke) => given.has(stroke))
}

const namesOf = new Map<string, RegExp>()
function timesNamed({ text }: Option, { question }: Item): number {
  const known = namesOf.get(text!) ?? new RegExp(`${text!.slice(0, text!.length === 4 ? 3 : -1)}[а-яіїєґ]*`, 'g')
  namesOf.set(text!, known)
  const clues = question.prompt.split('\n').slice(1, -2).join(' ')
  return clues.match(known)?.length ?? 0
}

function isMiddle({ text }: Option, { question }: Item): boolean {
  return new RegExp(`${text}( прибіг(ла)?)? десь між `).test(question.prompt)
}

function isOfOthers({ text }: Option, { question }: Item): boolean {
  const clue = question.prompt.split('\n').find((line) => line.includes(' або ')) ?? ''
  return !clue.includes(text!)
}

/** Counts premises with this conclusion after «то», or its contrary in their condition. 0 for groups. */
function timesSaid({ text }: Option, { question, radicals }: Item): number {
  if (radicals.form !== 'sentences') return 0
  const [name] = text!.split(' ') as [string]
  const named = new RegExp(`(?<![а-яіїєґ])${name}(?![а-яіїєґ])`, 'i')
  const isSo = !text!.includes(' не ')
  const premises = question.prompt.split('\n').filter((line) => /^\d\. /.test(line))
  return premises.filter((premise) => {
    const [, one = '', other = ''] = /^\d\. (?:Якщо )?(.+?)(?:, то | тільки тоді, коли |: )(.+)\.$/.exec(premise) ?? []
    const isDenied = (part: string) => /(?<![а-яіїєґ])(?:не|ні) /i.test(part)
    if (one.startsWith('З двох')) return named.test(other) && isSo !== isDenied(one)
    return (named.test(other) && isSo !== isDenied(other)) || (named.test(one) && isSo === isDenied(one))
  }).length
}

/** Whether both groups of «Усі … — …» are in the same places in premises. True for options of another form. */
function keepsPlaces({ text }: Option, { question }: Item): boolean {
  const places = /^Усі (.+) — (.+)$/.exec(text!)
  if (!places) return true
  const stems = places.slice(1).map((group) => group.split(' ').map((word) => word.slice(0, 4)))
  const halves = question.prompt
    .split('\n')
    .filter((line) => /^\d\. /.test(line))
    .map((line) => line.split(/ — | не є | є /))
  return stems.every((own, at) => halves.some((half) => own.every((stem) => half[at]?.includes(stem))))
}

function drawItems(family: string, count: number): Item[] {
  const { difficulties } = [...verbalTest.parts, ...mathTest.parts, ...logicTest.parts].find(
    (part) => part.family === family,
  )!
  const rng = createRng(`glances/${family}`)
  const items: Item[] = []
  while (items.length < count) {
    const item = generatorOf(family).generate(rng, rng.pick(difficulties))
    if (item.question.options) items.push(item)
  }
  return items
}

function groupsOf(items: readonly Item[], by: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(by(item), [...(groups.get(by(item)) ?? []), item])
  return new Map([...groups].sort(([a], [b]) => Number(a) - Number(b) || (a < b ? -1 : 1)))
}

function hitOf({ key }: Item, left: readonly Option[]): number {
  return left.some(({ id }) => id === key.right) ? 1 / left.length : 0
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Prints how often glances are right. Returns those that tell more than chance allows in a sample of this size. */
export function tellGlances(count: number): Glance[] {
  const glances = measureGlances(count)
  console.log('\nAt a glance, per cent of questions with options, by level or rule: right (chance; at most)')
  for (const glance of new Set(glances.map((each) => each.glance))) {
    const own = glances.filter((each) => each.glance === glance)
    const shares = own.map(
      ({ of, chance, right, most }) => `${of}: ${right.toFixed(1)} (${chance.toFixed(1)}; ${most.toFixed(1)})`,
    )
    console.log(`  ${glance}`.padEnd(28), shares.join('  '))
  }
  return glances.filter(({ right, most, items }) => right > most + 196 * Math.sqrt(0.25 / items))
}
