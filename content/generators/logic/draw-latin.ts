import type { Figure, Shape } from '#contract/figure.ts'
import { drawnLater } from '../drawn-later.ts'
import { type Layout, layouts } from './cell.ts'
import { shapeNouns } from './cell-words.ts'
import { drawCell } from './draw-cell.ts'
import { type Picture, saidOnce } from './draw-matrix.ts'

const single = layouts.find(({ name }) => name === 'single') as Layout
const [small, middle, solid, empty] = [1, 2, 3, 0]

export function latinPicture(shape: number): Picture {
  pictures[shape] ??= saidOnce({
    name: `latin ${shape}`,
    say: () => shapeNouns[shape]!.one,
    draw: (centre) => drawCell(single, [middle, shape, solid], centre),
  })
  return pictures[shape]
}
const pictures: Picture[] = []

const [margin, width] = [3, 300]

export function boxOfCell(side: number, cell: number) {
  const size = width / side
  return { x: margin + (cell % side) * size, y: margin + Math.floor(cell / side) * size, width: size, height: size }
}

/** The content of a cell: a shape, nothing, or a question mark. `isFound`: the shape was not given, so it is an outline. */
export type LatinCell = { shape: number; isFound?: boolean } | '' | '?'

export function drawLatin(cells: readonly LatinCell[]): Figure {
  const side = Math.sqrt(cells.length)
  return drawnLater(
    { width: width + 2 * margin, height: width + 2 * margin },
    {
      say: () => saidLatin(cells, side),
      draw: () =>
        cells.flatMap((cell, place) => [
          { shape: 'rect' as const, ...boxOfCell(side, place), fill: 'none' as const },
          ...inside(cell, side, place),
        ]),
    },
  )
}

function inside(cell: LatinCell, side: number, place: number): Shape[] {
  const { x, y, width: size } = boxOfCell(side, place)
  const centre: [number, number] = [x + size / 2, y + size / 2]
  if (cell === '') return []
  if (cell === '?') return [{ shape: 'text', x: centre[0], y: centre[1], size: 36, text: '?' }]
  return drawCell(single, [small, cell.shape, cell.isFound === true ? empty : solid], centre)
}

/** Reads the cells from the words of a square: a digit is a shape, a dot is nothing. Undefined for other words. */
export function latinOfWords(said: string): string | undefined {
  const rows = /^Квадрат [^.]*\. (.*)\.$/.exec(said)?.[1]?.split('. ')
  const words = rows?.flatMap((row) => row.slice(row.indexOf(': ') + 2).split(', '))
  const cells = words?.map((word) => (word === 'порожньо' ? '.' : word === 'знак питання' ? '?' : shapeOf(word)))
  return cells?.join('')
}

const shapeOf = (noun: string) => String(shapeNouns.findIndex(({ one }) => one === noun))

const sideWords: Readonly<Record<number, string>> = { 4: 'чотири на чотири', 5: 'п’ять на п’ять' }
export const orderWords = ['перший', 'другий', 'третій', 'четвертий', 'п’ятий']

function saidLatin(cells: readonly LatinCell[], side: number): string {
  const said = cells.map((cell) =>
    cell === '' ? 'порожньо' : cell === '?' ? 'знак питання' : shapeNouns[cell.shape]!.one,
  )
  const rows = Array.from(
    { length: side },
    (_, y) => `${orderWords[y]} рядок: ${said.slice(y * side, (y + 1) * side).join(', ')}.`,
  )
  return `Квадрат ${sideWords[side]}. ${rows.map((row) => row.charAt(0).toUpperCase() + row.slice(1)).join(' ')}`
}
