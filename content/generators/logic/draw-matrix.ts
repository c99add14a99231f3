import type { Figure, Shape } from '#contract/figure.ts'
import { drawnLater } from '../drawn-later.ts'
import { cellSide } from './draw-cell.ts'

type Point = [number, number]

/** A picture that knows how to stand anywhere and what to say of itself. */
export type Picture = { say(): string; draw(centre: Point): Shape[] }

const margin = 3
const side = 3 * cellSide + 2 * margin

/** Nine pictures in a grid; the last may be `null`: then a question mark stands there. */
export function drawMatrix(pictures: readonly (Picture | null)[]): Figure {
  return drawnLater(
    { width: side, height: side },
    {
      say() {
        const rows = [0, 1, 2].map((y) => pictures.slice(y * 3, y * 3 + 3))
        const said = rows.map(
          (row, y) => `${rowNames[y]} рядок: ${row.map((each) => each?.say() ?? 'знак питання').join('; ')}.`,
        )
        return `Таблиця три на три. ${said.join(' ')}`
      },
      draw: () =>
        pictures.flatMap((picture, place) => {
          const [x, y] = [margin + (place % 3) * cellSide, margin + Math.floor(place / 3) * cellSide]
          const centre: Point = [x + cellSide / 2, y + cellSide / 2]
          const frame: Shape = { shape: 'rect', x, y, width: cellSide, height: cellSide, fill: 'none' }
          const inside: Shape[] = picture
            ? picture.draw(centre)
            : [{ shape: 'text', x: centre[0], y: centre[1], size: 44, text: '?' }]
          return [frame, ...inside]
        }),
    },
  )
}

/** One picture as an option. */
export function drawOption(picture: Picture): Figure {
  return drawnLater(
    { width: cellSide, height: cellSide },
    { say: () => picture.say(), draw: () => picture.draw([cellSide / 2, cellSide / 2]) },
  )
}

const rowNames = ['Перший', 'Другий', 'Третій']
