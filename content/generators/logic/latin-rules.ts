/** A square of figures, row by row: the number of a figure, or null for an empty cell. Its side is the root of its length. */
export type Grid = readonly (number | null)[]

/** How a cell's figure is found: its row, column or both have all others, or its row or column has no other place for it. */
type Way = 'row' | 'column' | 'both' | 'place-in-row' | 'place-in-column'
export interface Filled {
  cell: number
  figure: number
  way: Way
}

/** Sets of figures, a bit for each figure. */
interface Taken {
  side: number
  all: number
  rows: number[]
  columns: number[]
}

function takenIn(grid: Grid): Taken {
  const side = Math.sqrt(grid.length)
  const [rows, columns] = [Array<number>(side).fill(0), Array<number>(side).fill(0)]
  for (const [cell, figure] of grid.entries()) {
    if (figure === null) continue
    rows[Math.floor(cell / side)]! |= 1 << figure
    columns[cell % side]! |= 1 << figure
  }
  return { side, all: 2 ** side - 1, rows, columns }
}

const isOne = (set: number) => set !== 0 && (set & (set - 1)) === 0
const firstOf = (set: number) => 31 - Math.clz32(set & -set)

/** The figure of an empty cell, if its own row and column alone prove it; otherwise undefined. */
function lookAt(grid: Grid, { side, all, rows, columns }: Taken, cell: number): Filled | undefined {
  const [y, x] = [Math.floor(cell / side), cell % side]
  const [row, column] = [rows[y]!, columns[x]!]
  const candidates = all & ~(row | column)
  if (isOne(candidates)) {
    const way = isOne(all & ~row) ? 'row' : isOne(all & ~column) ? 'column' : 'both'
    return { cell, figure: firstOf(candidates), way }
  }
  let [onlyInRow, onlyInColumn] = [candidates, candidates]
  for (let i = 0; i < side; i += 1) {
    if (i !== x && grid[y * side + i] === null) onlyInRow &= columns[i]!
    if (i !== y && grid[i * side + x] === null) onlyInColumn &= rows[i]!
  }
  if (onlyInRow !== 0) return { cell, figure: firstOf(onlyInRow), way: 'place-in-row' }
  if (onlyInColumn !== 0) return { cell, figure: firstOf(onlyInColumn), way: 'place-in-column' }
  return undefined
}

/** The way to the asked cell that fills the fewest other cells first, `most` at most. The asked cell is last. */
export function shortestWay(grid: Grid, asked: number, most: number): Filled[] | undefined {
  for (let before = 0; before <= most; before += 1) {
    const way = wayOf(grid, asked, before)
    if (way) return way
  }
  return undefined
}

function wayOf(grid: Grid, asked: number, before: number): Filled[] | undefined {
  const taken = takenIn(grid)
  if (before === 0) {
    const found = lookAt(grid, taken, asked)
    return found && [found]
  }
  for (const cell of grid.keys()) {
    if (grid[cell] !== null || cell === asked) continue
    const found = lookAt(grid, taken, cell)
    const rest = found && wayOf(grid.with(cell, found.figure), asked, before - 1)
    if (rest) return [found, ...rest]
  }
  return undefined
}

/** All figures of the asked cell in the squares that these cells allow. If there are two, the question has two answers. */
export function figuresAt(grid: Grid, asked: number): number[] {
  const { side } = takenIn(grid)
  const figures = Array.from({ length: side }, (_, figure) => figure)
  return figures.filter((figure) => isFree(grid, asked, figure) && canBeFilled(grid.with(asked, figure)))
}

function isFree(grid: Grid, cell: number, figure: number): boolean {
  const { side, rows, columns } = takenIn(grid)
  return ((rows[Math.floor(cell / side)]! | columns[cell % side]!) & (1 << figure)) === 0
}

function canBeFilled(grid: Grid): boolean {
  const { side, all, rows, columns } = takenIn(grid)
  let [fewest, best, choice] = [side + 1, -1, 0]
  for (const [cell, figure] of grid.entries()) {
    if (figure !== null) continue
    const candidates = all & ~(rows[Math.floor(cell / side)]! | columns[cell % side]!)
    const count = countOf(candidates)
    if (count < fewest) [fewest, best, choice] = [count, cell, candidates]
  }
  if (best < 0) return true
  for (let figure = 0; figure < side; figure += 1) {
    if ((choice & (1 << figure)) !== 0 && canBeFilled(grid.with(best, figure))) return true
  }
  return false
}

function countOf(set: number): number {
  let count = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) count += 1
  return count
}
