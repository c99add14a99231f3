import { describe, expect, it } from 'vitest'
import type { Item } from '../../item.ts'
import { createRng } from '../../rng.ts'
import { ruleOf } from '../../rule-of.ts'
import { shapeNouns } from './cell-words.ts'
import { figuresAt, type Grid, shortestWay } from './latin-rules.ts'
import { logicLatin } from './latin-square.ts'

const items = logicLatin.levels.flatMap((level) =>
  Array.from({ length: 40 }, (_, i) => logicLatin.generate(createRng(`latin/${level}/${i}`), level)),
)
const rightOf = ({ question, key }: Item) => question.options!.find(({ id }) => id === key.right)!.figure!.alt
const shapesOf = ({ radicals }: Item) => [...String(radicals.shapes)].map(Number)
const gridOf = (item: Item): Grid =>
  [...String(item.radicals.cells)].map((cell) => (/\d/.test(cell) ? shapesOf(item).indexOf(Number(cell)) : null))
const askedOf = ({ radicals }: Item) => String(radicals.cells).indexOf('?')

/** All squares of a side, row by row. */
function squaresOf(side: number): number[][] {
  const rows = permutationsOf(Array.from({ length: side }, (_, i) => i))
  const extend = (square: number[]): number[][] => {
    if (square.length === side * side) return [square]
    const fits = rows.filter((row) =>
      row.every((figure, x) => square.every((other, cell) => cell % side !== x || other !== figure)),
    )
    return fits.flatMap((row) => extend([...square, ...row]))
  }
  return extend([])
}

function permutationsOf(list: number[]): number[][] {
  if (list.length < 2) return [list]
  return list.flatMap((each) => permutationsOf(list.filter((other) => other !== each)).map((rest) => [each, ...rest]))
}

describe('the shortest way to a cell of a Latin square', () => {
  const grid: Grid = [0, 1, 2, null, 1, null, null, null, 2, null, null, 1, null, null, null, null]

  it('shortestWay finds a cell by its row, or by row and column together, if those have all other figures', () => {
    expect(shortestWay(grid, 3, 0)).toEqual([{ cell: 3, figure: 3, way: 'row' }])
    expect(
      shortestWay(
        grid.map(() => null),
        7,
        2,
      ),
    ).toBeUndefined()
    const crossed: Grid = [0, null, 2, null, null, null, null, null, null, 3, null, null, null, null, null, null]
    expect(shortestWay(crossed, 1, 0)).toEqual([{ cell: 1, figure: 1, way: 'both' }])
  })

  it('shortestWay finds a cell by the figure that has no other place in its row', () => {
    const place: Grid = [null, null, 0, 1, 3, null, null, null, null, null, null, null, null, null, null, null]
    expect(shortestWay(place, 1, 0)).toEqual([{ cell: 1, figure: 3, way: 'place-in-row' }])
  })

  it('shortestWay goes by the column in one step if it can, although it may take two cells more', () => {
    expect(shortestWay(grid, 12, 2)?.map(({ cell }) => cell)).toEqual([12])
    expect(shortestWay(grid, 12, 2)).toEqual([{ cell: 12, figure: 3, way: 'column' }])
  })
})

describe('logic-latin', () => {
  it('all Latin squares of side four that fit the given cells have the key in the asked cell', () => {
    const squares = squaresOf(4)
    expect(squares).toHaveLength(576)
    for (const item of items.filter(({ radicals }) => radicals.side === 4)) {
      const grid = gridOf(item)
      const fitting = squares.filter((square) =>
        grid.every((figure, cell) => figure === null || square[cell] === figure),
      )
      const found = new Set(fitting.map((square) => shapeNouns[shapesOf(item)[square[askedOf(item)]!]!]!.one))
      expect([...found]).toEqual([rightOf(item)])
    }
  })

  it('figuresAt finds one figure for the asked cell of a Latin square of any side, and it is the key', () => {
    for (const item of items) {
      const found = figuresAt(gridOf(item), askedOf(item)).map((figure) => shapeNouns[shapesOf(item)[figure]!]!.one)
      expect(found).toEqual([rightOf(item)])
    }
  })

  it('the shortest way to the asked cell of a Latin square has as many cells between as its rule says', () => {
    const stepsOf: Record<string, number> = { 'cross-after-one': 1, 'place-after-one': 1, 'cross-after-two': 2 }
    for (const item of items) {
      const way = shortestWay(gridOf(item), askedOf(item), 3)!
      expect(way).toHaveLength(1 + (stepsOf[ruleOf(item)] ?? 0))
      if (ruleOf(item).startsWith('place')) expect(way.at(-1)!.way).toMatch(/^place/)
      if (ruleOf(item) === 'cross') expect(way.at(-1)!.way).toBe('both')
    }
  })

  it('a Latin square offers each of its figures as an option once', () => {
    for (const item of items) {
      const said = item.question.options!.map(({ figure }) => figure!.alt).toSorted()
      expect(said).toEqual(
        shapesOf(item)
          .map((shape) => shapeNouns[shape]!.one)
          .toSorted(),
      )
    }
  })

  it('no training shows a Latin square that is solved by the only place of a figure', () => {
    const rng = createRng('trained')
    for (const level of logicLatin.levels) {
      const rules = Array.from({ length: 40 }, () => ruleOf(logicLatin.generate(rng, level, 'training')))
      expect(rules.filter((rule) => rule.startsWith('place'))).toEqual([])
    }
  })
})
