import type { Figure, Shape } from '#contract/figure.ts'
import { drawArrow } from '../generators/draw-arrow.ts'
import { cellSide } from '../generators/logic/draw-cell.ts'
import type { Picture } from '../generators/logic/draw-matrix.ts'
import { drawMark } from './draw-mark.ts'

/** The mark between two pictures of a row: an arithmetic sign, an arrow with its effect above it, or nothing. */
export type Between = { sign: string } | { arrow: string } | null

const margin = 3
const gap = 58
const step = cellSide + gap

/** Rows of three pictures with the marks between them. The last picture is the asked one. */
export function drawStrip(
  rows: readonly (readonly Pick<Picture, 'draw'>[])[],
  between: readonly [Between, Between],
  alt: string,
): Figure {
  return {
    width: 3 * cellSide + 2 * gap + 2 * margin,
    height: rows.length * cellSide + (rows.length - 1) * margin * 4 + 2 * margin,
    alt,
    shapes: rows.flatMap((row, y) =>
      drawRow(row, between, margin + y * (cellSide + margin * 4), y === rows.length - 1),
    ),
  }
}

function drawRow(
  row: readonly Pick<Picture, 'draw'>[],
  between: readonly [Between, Between],
  y: number,
  isAsked: boolean,
): Shape[] {
  const boxOf = (place: number) => ({ x: margin + place * step, y, width: cellSide, height: cellSide })
  const cells = row.flatMap((picture, place): Shape[] => {
    const box = boxOf(place)
    const frame: Shape = { shape: 'rect', ...box, fill: 'none' }
    return [frame, ...picture.draw([box.x + cellSide / 2, y + cellSide / 2])]
  })
  const signs = between.flatMap((each, place) => drawBetween(each, boxOf(place).x + cellSide, y + cellSide / 2))
  return [...cells, ...signs, ...(isAsked ? drawMark(boxOf(2)) : [])]
}

function drawBetween(between: Between, x: number, y: number): Shape[] {
  if (between === null) return []
  const middle = x + gap / 2
  if ('sign' in between) return [{ shape: 'text', x: middle, y, size: 44, text: between.sign }]
  const arrow = drawArrow([x + 8, y], [x + gap - 8, y])
  return between.arrow === ''
    ? arrow
    : [...arrow, { shape: 'text', x: middle, y: y - 22, size: 24, text: between.arrow }]
}
