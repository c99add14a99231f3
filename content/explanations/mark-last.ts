import type { Figure } from '#contract/figure.ts'
import { cellSide } from '../generators/logic/draw-cell.ts'
import { drawMark } from './draw-mark.ts'

/** A whole matrix with a frame around the asked cell, and with words for the frame. */
export function markLast({ width, height, alt, shapes }: Figure): Figure {
  const margin = (width - 3 * cellSide) / 2
  const corner = margin + 2 * cellSide
  const mark = drawMark({ x: corner, y: corner, width: cellSide, height: cellSide })
  return { width, height, alt: `${alt} Остання клітинка — відповідь.`, shapes: [...shapes, ...mark] }
}
