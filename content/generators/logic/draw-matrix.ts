import type { Figure, Shape } from '#contract/figure.ts'
import { sharedShapes } from '../../bare-shape.ts'
import { drawnLater } from '../drawn-later.ts'
import { cellSide } from './draw-cell.ts'

type Point = [number, number]

/** A picture that can be drawn at any centre and put into words. No other picture has its name (`PictureNames`). */
export type Picture = { name: string; say(): string; draw(centre: Point): Shape[] }

/** Makes a picture that puts itself into words only once. */
export function saidOnce(picture: Picture): Picture {
  let said: string | undefined
  return {
    ...picture,
    say() {
      said ??= picture.say()
      return said
    },
  }
}

const margin = 3
const side = 3 * cellSide + 2 * margin
/** The centres of a matrix's cells; the last is that of an option. */
const centres: readonly Point[] = [
  ...Array.from({ length: 9 }, (_, place): Point => {
    const corner = (at: number) => margin + at * cellSide
    return [corner(place % 3) + cellSide / 2, corner(Math.floor(place / 3)) + cellSide / 2]
  }),
  [cellSide / 2, cellSide / 2],
]
const optionPlace = 9

/** The shapes at each place, by the picture's name. There are few, each drawn once, in a matrix with its cell's frame. */
const drawn = centres.map(() => new Map<string, readonly Shape[]>())

function drawnAt(place: number, { name, draw }: Pick<Picture, 'name' | 'draw'>): readonly Shape[] {
  const known = drawn[place]?.get(name)
  if (known) return known
  const centre = centres[place] as Point
  const shapes = sharedShapes([...(place === optionPlace ? [] : [frameAround(centre)]), ...draw(centre)])
  drawn[place]?.set(name, shapes)
  return shapes
}

function frameAround([x, y]: Point): Shape {
  return { shape: 'rect', x: x - cellSide / 2, y: y - cellSide / 2, width: cellSide, height: cellSide, fill: 'none' }
}

const questionMark: Pick<Picture, 'name' | 'draw'> = {
  name: '?',
  draw: ([x, y]) => [{ shape: 'text', x, y, size: 44, text: '?' }],
}

/** Nine pictures in a grid; `null` is a question mark. */
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
      draw: () => pictures.flatMap((picture, place) => drawnAt(place, picture ?? questionMark)),
    },
    pictures.map((picture) => picture?.name ?? null),
  )
}

export function drawOption(picture: Picture): Figure {
  return drawnLater(
    { width: cellSide, height: cellSide },
    { say: () => picture.say(), draw: () => [...drawnAt(optionPlace, picture)] },
    [picture.name],
  )
}

const rowNames = ['Перший', 'Другий', 'Третій']
