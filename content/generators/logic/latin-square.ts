import type { Item } from '../../item.ts'
import { makeItemLater } from '../../make-item.ts'
import type { Rng } from '../../rng.ts'
import { drawUntilSound, type ItemGenerator, kindsByLevel } from '../item-generator.ts'
import { shapeNouns } from './cell-words.ts'
import { drawLatin, type LatinCell, latinPicture, orderWords } from './draw-latin.ts'
import { drawOption } from './draw-matrix.ts'
import { type Filled, figuresAt, type Grid, shortestWay } from './latin-rules.ts'

type Rule = 'line' | 'cross' | 'cross-after-one' | 'cross-after-two' | 'place' | 'place-after-one'
type Kind = { level: number; side: 4 | 5; rule: Rule; isOfExams?: boolean }

/**
 * The way to the asked figure: one line; a row and a column together; the same after one or two cells between; or a figure
 * that has no other place. Such squares are hard by what a person must hold in mind together, and by the cells between
 * (Birney, Halford & Andrews, 2006, Educational and Psychological Measurement 66, 146–171; Zeuch, Holling & Kuhn, 2011,
 * Learning and Individual Differences 21, 629–632). The scale is a supposition (decision 0144).
 */
const kinds: readonly Kind[] = [
  { level: -2, side: 5, rule: 'line' },
  { level: -1.5, side: 4, rule: 'cross' },
  { level: -1, side: 5, rule: 'cross' },
  { level: -0.5, side: 4, rule: 'cross-after-one' },
  { level: -0.5, side: 4, rule: 'place', isOfExams: true },
  { level: 0, side: 5, rule: 'cross-after-one' },
  { level: 0, side: 5, rule: 'place', isOfExams: true },
  { level: 0.75, side: 5, rule: 'cross-after-two' },
  { level: 0.75, side: 5, rule: 'place-after-one', isOfExams: true },
]
const byLevel = kindsByLevel(kinds, ({ rule }) => rule)
const subjectOf = ({ rule, side }: Kind) => `latin/${rule}/${side}`

/** `shapes`: the shape of each figure of the grid. The last of `way` is the asked cell. */
type Drawn = { kind: Kind; grid: Grid; asked: number; way: readonly Filled[]; shapes: readonly number[] }

/** A square with every figure once in each row and column. Some cells are empty, and one of them is asked. */
export const logicLatin: ItemGenerator = {
  family: 'logic-latin',
  ...byLevel.facts,
  subjects: (difficulty, partition) => new Set(byLevel.at(difficulty, partition).map(subjectOf)),
  levelsOf: byLevel.levelsOf,
  generate(rng, difficulty, partition, _used, isWished) {
    const kind = rng.pick(byLevel.at(difficulty, partition, isWished))
    return latinItem(drawUntilSound(() => soundLatin(rng, kind), subjectOf(kind)))
  },
}

/** Empties cells of a full square as long as the way to the asked cell is no harder than the kind's rule. */
function soundLatin(rng: Rng, kind: Kind): Drawn | undefined {
  const { side, rule } = kind
  const full = fullSquare(rng, side)
  const asked = rng.int(0, side * side - 1)
  let grid: Grid = full.with(asked, null)
  const left = rng.int(...givens[side])
  for (const cell of rng.shuffle([...grid.keys()].filter((each) => each !== asked))) {
    if (givenIn(grid) <= left) break
    const without = grid.with(cell, null)
    const way = shortestWay(without, asked, stepsOf(rule))
    if (way && rank(ruleOfWay(way)) <= rank(rule)) grid = without
  }
  const way = shortestWay(grid, asked, stepsOf(rule))
  if (!way || ruleOfWay(way) !== rule || figuresAt(grid, asked).length !== 1) return undefined
  // Otherwise the asked figure would be the rarest in every second square.
  if (isRarest(grid, (way.at(-1) as Filled).figure) !== rng.chance(1 / side)) return undefined
  return { kind, grid, asked, way, shapes: rng.sample(shapesOfSquares, side) }
}

function isRarest(grid: Grid, figure: number): boolean {
  const countOf = (of: number) => grid.filter((each) => each === of).length
  const own = countOf(figure)
  return Array.from({ length: Math.sqrt(grid.length) }, (_, of) => of).every((of) => of === figure || countOf(of) > own)
}

/** The range of given cells. With fewer a square takes longer to read, but is no harder to solve. */
const givens: Readonly<Record<Kind['side'], readonly [number, number]>> = { 4: [6, 8], 5: [10, 14] }
const givenIn = (grid: Grid) => grid.filter((cell) => cell !== null).length

const rules: readonly Rule[] = ['line', 'cross', 'place', 'cross-after-one', 'place-after-one', 'cross-after-two']
const rank = (rule: Rule) => rules.indexOf(rule)
/** Number of cells that are filled before the asked one. */
const stepsOf = (rule: Rule) => (rule.endsWith('two') ? 2 : rule.endsWith('one') ? 1 : 0)

/** Two cells and then the only place of a figure count as the hardest rule: no kind has this way as its own. */
function ruleOfWay(way: readonly Filled[]): Rule {
  const [steps, last] = [way.length - 1, way.at(-1) as Filled]
  const isPlace = last.way.startsWith('place')
  if (steps === 0) return isPlace ? 'place' : last.way === 'both' ? 'cross' : 'line'
  if (steps === 1) return isPlace ? 'place-after-one' : 'cross-after-one'
  return 'cross-after-two'
}

/** Rows that each shift by one, with rows, columns and figures in random order. */
function fullSquare(rng: Rng, side: number): Grid {
  const along = Array.from({ length: side }, (_, i) => i)
  const [rows, columns, figures] = [rng.shuffle(along), rng.shuffle(along), rng.shuffle(along)]
  return rows.flatMap((row) => columns.map((column) => figures[(row + column) % side] as number))
}

/** Without the pentagon, which looks like a circle at a glance. */
const shapesOfSquares = [0, 1, 3, 4, 5]

function latinItem({ kind, grid, asked, way, shapes }: Drawn): Item {
  const shapeOf = (figure: number) => shapes[figure] as number
  const right = shapeOf((way.at(-1) as Filled).figure)
  const cells = grid.map(
    (figure, cell): LatinCell => (figure === null ? (cell === asked ? '?' : '') : { shape: shapeOf(figure) }),
  )
  const written = cells.map((cell) => (typeof cell === 'string' ? cell || '.' : cell.shape)).join('')
  const head = {
    family: logicLatin.family,
    difficulty: kind.level,
    subject: subjectOf(kind),
    isOfExams: kind.isOfExams,
    radicals: { rule: kind.rule, side: kind.side, shapes: shapes.join(''), cells: written },
    stem: written,
    shows: [`${logicLatin.family} like ${subjectOf(kind)}`],
  }
  return makeItemLater(head, () => {
    const options = [right, ...shapes.filter((shape) => shape !== right)]
    const steps = way.map(({ cell, figure, way: how }) => saidStep(kind.side, { cell, shape: shapeOf(figure), how }))
    return {
      prompt:
        'У кожному рядку й у кожному стовпці кожна фігура трапляється рівно один раз. Яка фігура має бути на місці знака питання?',
      figure: drawLatin(cells),
      answer: { options: options.map((shape) => ({ figure: drawOption(latinPicture(shape)) })), right: 0 },
      explanation: [...steps, `Отже, правильна відповідь: ${latinPicture(right).say()}.`].join('\n'),
    }
  })
}

/** Says why a cell has its figure, with the names of its lines. */
export function saidStep(
  side: number,
  { cell, shape, how }: { cell: number; shape: number; how: Filled['way'] },
): string {
  const [row, column] = [orderWords[Math.floor(cell / side)], orderWords[cell % side]]
  const where = `${capital(row!)} рядок, ${column} стовпець`
  const noun = shapeNouns[shape]!.one
  switch (how) {
    case 'row':
      return `${where}: у цьому рядку вже є всі фігури, крім однієї — ${noun}.`
    case 'column':
      return `${where}: у цьому стовпці вже є всі фігури, крім однієї — ${noun}.`
    case 'both':
      return `${where}: у них разом уже є всі фігури, крім однієї — ${noun}.`
    case 'place-in-row':
      return `${where}: у цьому рядку ${noun} більше ніде не може стояти, бо в стовпцях решти порожніх клітинок така фігура вже є.`
    case 'place-in-column':
      return `${where}: у цьому стовпці ${noun} більше ніде не може стояти, бо в рядках решти порожніх клітинок така фігура вже є.`
  }
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The cells of a stored square, the asked one, and the way to it. Undefined for radicals of another release. */
export function readLatin({ side, shapes: all, cells: written }: Item['radicals']) {
  const cells = Array.from(String(written)).map(
    (each): LatinCell => (each === '.' ? '' : each === '?' ? '?' : { shape: Number(each) }),
  )
  const asked = cells.indexOf('?')
  if (cells.length !== Number(side) ** 2 || asked < 0) return undefined
  const shapes = Array.from(String(all), Number)
  const grid: Grid = cells.map((cell) => (typeof cell === 'string' ? null : shapes.indexOf(cell.shape)))
  const way = shortestWay(grid, asked, 2)?.map(({ cell, figure, way: how }) => ({
    cell,
    how,
    shape: shapes[figure] as number,
  }))
  return way && { side: Number(side), cells, asked, way }
}
