import type { Figure, Shape } from '#contract/figure.ts'
import { drawArrow } from '../draw-arrow.ts'
import { drawnLater } from '../drawn-later.ts'
import { cellSide } from './draw-cell.ts'
import type { Picture } from './draw-matrix.ts'

const [margin, gap, between] = [3, 64, 14]
const places = [0, 1].flatMap((row) =>
  [0, 1].map((column) => ({ x: margin + column * (cellSide + gap), y: margin + row * (cellSide + between) })),
)

export const lastOfPairs = { ...(places[3] as { x: number; y: number }), width: cellSide, height: cellSide }

/** Two pairs, one below the other, with an arrow from the first picture to the second; `null` is a question mark. */
export function drawPairs(pictures: readonly (Pick<Picture, 'draw'> | null)[], say: () => string): Figure {
  return drawnLater(
    { width: 2 * (cellSide + margin) + gap, height: 2 * (cellSide + margin) + between },
    {
      say,
      draw: () => [
        ...pictures.flatMap((picture, place) => drawFramed(picture, places[place] as { x: number; y: number })),
        ...[0, 2].flatMap((place) => {
          const [x, y] = [margin + cellSide, (places[place] as { y: number }).y + cellSide / 2]
          return drawArrow([x + 10, y], [x + gap - 10, y])
        }),
      ],
    },
  )
}

function drawFramed(picture: Pick<Picture, 'draw'> | null, { x, y }: { x: number; y: number }): Shape[] {
  const centre: [number, number] = [x + cellSide / 2, y + cellSide / 2]
  const inside: Shape[] = picture?.draw(centre) ?? [{ shape: 'text', x: centre[0], y: centre[1], size: 44, text: '?' }]
  return [{ shape: 'rect', x, y, width: cellSide, height: cellSide, fill: 'none' }, ...inside]
}

export function saidPairs([a, b, c, d]: readonly string[]): string {
  return `Дві пари фігур. У першій парі: ${a}; ${b}. У другій парі: ${c}; ${d}.`
}
