import type { Item } from '../../item.ts'
import { makeItemLater } from '../../make-item.ts'
import type { Rng } from '../../rng.ts'
import { drawUntilSound, type ItemGenerator, kindsByLevel } from '../item-generator.ts'
import { attributeMakers, type Rows } from './attribute-makers.ts'
import { type AttributeRule, demandsOf, type Square } from './attribute-rules.ts'
import { type Attribute, type Cell, isReadable, type Layout, layouts } from './cell.ts'
import { saidCell } from './cell-words.ts'
import { drawCell } from './draw-cell.ts'
import { drawMatrix, drawOption, type Picture, saidOnce } from './draw-matrix.ts'
import { keepOrChange } from './keep-or-change.ts'
import { saidRule } from './rule-words.ts'

type RuleName = AttributeRule['name']

type RuleSet = { level: number; rules: readonly RuleName[]; layout?: Layout['name']; isOfExams?: boolean }

/**
 * The rules of each level, and the layout if it belongs to them; the rest of the three attributes is constant. Levels follow
 * published ones (decision 0138, `npm run items:world`). Each rule adds a half to three fifths of a logit. Progressions and
 * distributions are seen first, sums and differences later; two layers are a third rule of their own.
 */
const rulesByLevel: readonly RuleSet[] = [
  { level: -1.75, rules: ['progression'] },
  { level: -1.75, rules: ['distribution'] },
  { level: -1.25, rules: ['progression', 'progression'], isOfExams: true },
  { level: -1.25, rules: ['progression', 'distribution'] },
  { level: -1.25, rules: ['distribution', 'distribution'] },
  { level: -1, rules: ['sum'] },
  { level: -1, rules: ['difference'], isOfExams: true },
  { level: -0.75, rules: ['progression', 'progression', 'distribution'], isOfExams: true },
  { level: -0.75, rules: ['progression', 'distribution', 'distribution'] },
  { level: -0.5, rules: ['sum', 'progression'], isOfExams: true },
  { level: -0.5, rules: ['sum', 'distribution'] },
  { level: -0.5, rules: ['difference', 'distribution'], isOfExams: true },
  { level: -0.25, rules: ['progression', 'progression', 'distribution'], layout: 'layers', isOfExams: true },
  { level: -0.25, rules: ['progression', 'distribution', 'distribution'], layout: 'layers' },
  { level: 0, rules: ['sum', 'progression', 'distribution'] },
  { level: 0, rules: ['difference', 'progression', 'distribution'], isOfExams: true },
  { level: 0, rules: ['sum', 'distribution', 'distribution'] },
  { level: 0, rules: ['difference', 'distribution', 'distribution'], isOfExams: true },
]

const nameOf = ({ rules }: RuleSet) => rules.toSorted().join('+')

/** The material of a draft: its rules with the constant ones, and the layouts that suit it. */
type Stock = RuleSet & { allRules: readonly RuleName[]; layouts: readonly Layout[] }
const byLevel = kindsByLevel(rulesByLevel.map(stockOf), nameOf)

function stockOf(set: RuleSet): Stock {
  const allRules = [...set.rules, ...Array<RuleName>(3 - set.rules.length).fill('constant')]
  const suiting = layouts.filter((each) => suits(each, set.rules, set.layout))
  return { ...set, allRules, layouts: suiting }
}

/** The right cell is the last of `cells` and the first of `options`. */
type Drawn = { stock: Stock; layout: Layout; rules: RuleName[]; rows: Rows[]; cells: Cell[]; options: Cell[] }

/** A 3 × 3 matrix of figures. Each attribute obeys a rule in every row. There are eight options. */
export const logicMatrix: ItemGenerator = {
  family: 'logic-matrix',
  ...byLevel.facts,
  levelsOf: byLevel.levelsOf,
  generate(rng, difficulty, partition, _used, isWished) {
    const sets = byLevel.at(difficulty, partition, isWished)
    return matrixItem(drawUntilSound(() => soundMatrix(rng, rng.pick(sets)), `matrix near ${difficulty}`))
  },
}

function soundMatrix(rng: Rng, stock: Stock): Drawn | undefined {
  const layout = rng.pick(stock.layouts)
  const rules = rng.shuffle(stock.allRules)
  // Of two constant attributes the first is constant by row, the others by row or everywhere at random.
  const isPlain = rules.map((_, i) => rng.chance(0.5) && (stock.rules.length > 1 || i > rules.indexOf('constant')))
  const rows = layout.attributes.map((attribute, i) =>
    attributeMakers[rules[i] as RuleName](rng, attribute, isPlain[i] as boolean),
  )
  if (!rows.every((each) => each !== undefined)) return undefined
  if (stock.layout === 'layers' && rules[0] === rules[1] && goAlike(rows[0] as Rows, rows[1] as Rows)) return undefined
  const sound = rows.every((each, i) => isUnambiguous(each, layout.attributes[i] as Attribute))
  if (!sound || moveTogether(rows.filter((_, i) => rules[i] !== 'constant'))) return undefined
  const changed = rows.map((each, i) => otherValue(rng, each, layout.attributes[i] as Attribute)) as unknown as Cell
  const [cells, options] = [cellsOf(rows), optionsOf(rows, changed)]
  const areReadable = [cells, options].every((some) => some.every((cell) => isReadable(layout, cell)))
  return areReadable ? { stock, layout, rules, rows, cells, options } : undefined
}

function cellsOf(rows: readonly Rows[]): Cell[] {
  const [first, second, third] = rows.map((each) => each.flat()) as [number[], number[], number[]]
  return first.map((value, place): Cell => [value, second[place] as number, third[place] as number])
}

function optionsOf(rows: readonly Rows[], changed: Cell): Cell[] {
  return keepOrChange((changes) => rows.map((each, i) => (changes[i] ? changed[i] : each[2][2])) as unknown as Cell)
}

/** Whether a layout suits a rule set: two layers have sets of their own, and sums need a counted attribute. */
function suits({ name, attributes }: Layout, set: readonly RuleName[], wanted: RuleSet['layout']): boolean {
  if (wanted !== undefined || name === 'layers') return name === wanted
  const counts = set.some((rule) => rule === 'sum' || rule === 'difference')
  return !counts || attributes.some(({ counted }) => counted)
}

/** Whether an arrow and a dot move by the same step, which looks like one motion. */
function goAlike([[a1, a2]]: Rows, [[b1, b2]]: Rows): boolean {
  return (a2 - a1 - b2 + b1) % 8 === 0
}

/** The proof: all rules of the grammar that the eight shown cells obey demand the same value in the ninth. */
function isUnambiguous([first, second, third]: Rows, attribute: Attribute): boolean {
  const shown: Square = [first, second, [third[0], third[1]]]
  const demands = demandsOf(shown, attribute)
  return demands.length === 1 && demands[0] === third[2]
}

/** Two distributions that change together look like one rule, and are easier than the level says. */
function moveTogether(rows: readonly Rows[]): boolean {
  const spread = rows.map((each) => each.flat()).filter((values) => new Set(values).size === 3)
  return spread.some((one, i) =>
    spread
      .slice(i + 1)
      .some((other) => new Set(one.map((value, place) => 16 * value + (other[place] as number))).size === 3),
  )
}

/** Draws a wrong value that is in the shown cells exactly if the right one is. */
function otherValue(rng: Rng, rows: Rows, { size }: Attribute): number {
  const shown = rows.flat()
  const value = shown.pop() as number
  const isSeen = shown.includes(value)
  const others: number[] = []
  const alike: number[] = []
  for (let other = 0; other < size; other++) {
    if (other === value) continue
    others.push(other)
    if (shown.includes(other) === isSeen) alike.push(other)
  }
  return rng.pick(alike.length > 0 ? alike : others)
}

function matrixItem({ stock, layout, rules, rows, cells, options }: Drawn): Item {
  const shown = cells.map((cell) => cell.join('')).join(' ')
  const named = layout.attributes.map(({ name }, i) => `${name}:${rules[i]}`)
  const head = {
    family: logicMatrix.family,
    difficulty: stock.level,
    isOfExams: stock.isOfExams,
    subject: `${layout.name}/${named.filter((each) => !each.endsWith('constant')).join('+')}`,
    radicals: { layout: layout.name, rules: named.join(' '), cells: shown },
    stem: `${layout.name}: ${shown}`,
    shows: [`${logicMatrix.family} like ${layout.name}/${rules.filter((rule) => rule !== 'constant').toSorted()}`],
  }
  return makeItemLater(head, () => {
    const right = cells[8] as Cell
    const pictures = cells.map((cell) => cellPicture(layout, cell))
    return {
      prompt: 'Яка фігура має стояти замість знака питання?',
      figure: drawMatrix(pictures.with(8, null as never)),
      answer: { options: options.map((cell) => ({ figure: drawOption(cellPicture(layout, cell)) })), right: 0 },
      explanation: `${layout.attributes.map(({ name }, i) => saidRule(name, rules[i] as RuleName, new Set(rows[i]?.flat()).size > 1)).join(' ')} Отже, правильна відповідь: ${saidCell(layout, right)}.`,
      explanationFigure: drawMatrix(pictures),
    }
  })
}

/** The picture of a cell. There are some hundred, and each is made and put into words once. */
export function cellPicture(layout: Layout, cell: Cell): Picture {
  const known = pictures.get(layout) ?? []
  pictures.set(layout, known)
  const [first, second, third] = cell
  const number = 100 * first + 10 * second + third
  known[number] ??= saidOnce({
    name: `${layout.name} ${cell.join(' ')}`,
    say: () => saidCell(layout, cell),
    draw: (centre) => drawCell(layout, cell, centre),
  })
  return known[number]
}

const pictures = new Map<Layout, Picture[]>()
