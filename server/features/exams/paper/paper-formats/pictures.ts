import { drawnLater, pictureNamesOf, type PictureNames } from '#content/generators/drawn-later.ts'
import { drawLatin, latinOfWords } from '#content/generators/logic/draw-latin.ts'
import { drawPairs, saidPairs } from '#content/generators/logic/draw-pairs.ts'
import type { Figure, Shape } from '#contract/figure.ts'

/** The picture of one cell or option: its words, and its shapes around their centre. */
export interface Picture {
  said: string
  marks: readonly Mark[]
}

/** One shape. Lengths and coordinates in tenths of a unit, x and y by turns, around the picture's centre. */
interface Mark {
  shape: Exclude<Shape['shape'], 'text'>
  /** A fill, with its pattern after a dot; empty for a line. */
  paint: string
  tenths: readonly number[]
}

type Point = readonly [number, number]

/** All pictures with a number, found by their words, and then by their names. */
export class Album {
  readonly #pictures: readonly Picture[]
  readonly #bySaid = new Map<string, number[]>()
  /** For each place of a matrix, and last for an option: the pictures that were found there. */
  readonly #byName = Array.from({ length: optionPlace + 1 }, () => new Map<string, number>())

  /** `pictures`: the words and the trace (`traceOf`) of each. */
  constructor(pictures: readonly (readonly string[])[]) {
    this.#pictures = pictures.map(([said = '', trace = '']) => ({ said, marks: trace.split(';').map(markOf) }))
    for (const [number, { said }] of this.#pictures.entries()) {
      this.#bySaid.set(said, [...(this.#bySaid.get(said) ?? []), number])
    }
  }

  at(number: number): Picture {
    return this.#pictures[number] as Picture
  }

  /** The picture with these words and exactly these shapes. */
  find(said: string, shapes: readonly Shape[], centre: Point): number | undefined {
    return this.#bySaid.get(said)?.find((number) => shows(shapes, this.at(number), centre))
  }

  /** The one picture with these words; undefined if there are more, or none. */
  findSaid(said: string): number | undefined {
    const numbers = this.#bySaid.get(said)
    return numbers?.length === 1 ? numbers[0] : undefined
  }

  /** The numbers of the pictures at these places, `null` for the question mark; undefined until all were `remember`ed. */
  recall(names: PictureNames, first = 0): (number | null)[] | undefined {
    const numbers: (number | null)[] = []
    for (const [place, name] of names.entries()) {
      const number = name === null ? null : this.#byName[first + place]?.get(name)
      if (number === undefined) return undefined
      numbers.push(number)
    }
    return numbers
  }

  /** Records that exactly these pictures were found under these names. */
  remember(names: PictureNames, numbers: readonly (number | null)[], first = 0): void {
    for (const [place, name] of names.entries()) {
      const number = numbers[place]
      if (name !== null && typeof number === 'number') this.#byName[first + place]?.set(name, number)
    }
  }
}

const optionPlace = 9

const letters = { circle: 'c', rect: 'r', polygon: 'p', line: 'l' } as const
const shapeByLetter = new Map(Object.entries(letters).map(([shape, letter]) => [letter as string, shape]))

/** Shapes around a centre as one line of text; undefined for a number that is no tenth, a stroke or a text. */
export function traceOf(shapes: readonly Shape[], centre: Point): string | undefined {
  const marks = shapes.map((shape) => {
    if (shape.shape === 'text') return undefined
    const tenths = placesOf(shape).map((value, i) => Math.round(value * 10) - 10 * originOf(shape.shape, i, centre))
    return { shape: shape.shape, paint: paintOf(shape), tenths }
  })
  if (!marks.every((mark) => mark !== undefined) || !shows(shapes, { said: '', marks }, centre)) return undefined
  return marks.map(({ shape, paint, tenths }) => `${letters[shape]}${paint} ${tenths.join(' ')}`).join(';')
}

function markOf(line: string): Mark {
  const [head = '', ...numbers] = line.split(' ')
  const shape = shapeByLetter.get(head.charAt(0)) as Mark['shape']
  return { shape, paint: head.slice(1), tenths: numbers.map(Number) }
}

function paintOf(shape: Shape): string {
  if (!('fill' in shape)) return ''
  return shape.pattern ? `${shape.fill}.${shape.pattern}` : shape.fill
}

/** The numbers of a shape, in the order of a mark. */
function placesOf(shape: Exclude<Shape, { shape: 'text' }>): number[] {
  switch (shape.shape) {
    case 'circle':
      return [shape.cx, shape.cy, shape.r]
    case 'rect':
      return [shape.x, shape.y, shape.width, shape.height]
    case 'polygon':
      return shape.points.flat()
    case 'line':
      return [...shape.from, ...shape.to]
  }
}

/** The origin of a mark's number: 0 for radius, width and height, the centre for all else. */
function originOf(shape: Mark['shape'], place: number, [cx, cy]: Point): number {
  if (place >= 2 && (shape === 'circle' || shape === 'rect')) return 0
  return place % 2 === 0 ? cx : cy
}

function shows(shapes: readonly Shape[], { marks }: Picture, centre: Point): boolean {
  return shapes.length === marks.length && shapes.every((shape, i) => isMark(shape, marks[i] as Mark, centre))
}

function isMark(shape: Shape, { shape: name, paint, tenths }: Mark, centre: Point): boolean {
  if (shape.shape === 'text' || shape.shape !== name || 'stroke' in shape) return false
  if (paintOf(shape) !== paint) return false
  if (shape.shape === 'polygon') {
    const isPoint = ([x, y]: Point, i: number) =>
      x === around(centre[0], tenths[2 * i] as number) && y === around(centre[1], tenths[2 * i + 1] as number)
    return 2 * shape.points.length === tenths.length && shape.points.every(isPoint)
  }
  return placesOf(shape).every((value, i) => value === around(originOf(name, i, centre), tenths[i] as number))
}

/** Both are whole numbers, so this is the tenth that the shape was rounded to. */
function around(origin: number, tenths: number): number {
  return (tenths + 10 * origin) / 10
}

function drawn({ marks }: Picture, centre: Point): Shape[] {
  return marks.map(({ shape, paint, tenths }) => {
    const at = (place: number) => around(originOf(shape, place, centre), tenths[place] as number)
    const [fill, pattern] = paint.split('.') as ['none', 'empty'?]
    const painted = pattern ? { fill, pattern } : { fill }
    switch (shape) {
      case 'circle':
        return { shape, cx: at(0), cy: at(1), r: at(2), ...painted }
      case 'rect':
        return { shape, x: at(0), y: at(1), width: at(2), height: at(3), ...painted }
      case 'polygon': {
        const points: [number, number][] = []
        for (let i = 0; i < tenths.length; i += 2) points.push([at(i), at(i + 1)])
        return { shape, points, ...painted }
      }
      case 'line':
        return { shape, from: [at(0), at(1)], to: [at(2), at(3)] }
    }
  })
}

/** A cell's side, and the margin around nine of them. */
const [side, margin] = [100, 3]
const matrixSize = { width: 3 * side + 2 * margin, height: 3 * side + 2 * margin }
const centres = Array.from(
  { length: 9 },
  (_, place): Point => [margin + (place % 3) * side + side / 2, margin + Math.floor(place / 3) * side + side / 2],
)
const middle: Point = [side / 2, side / 2]
const rowNames = ['Перший', 'Другий', 'Третій']
const unknown = 'знак питання'

/** The matrix of nine pictures, `null` for the question mark. */
export function matrixOf(pictures: readonly (Picture | null)[]): Figure {
  return drawnLater(matrixSize, {
    say: () => saidMatrix(pictures),
    draw: () =>
      centres.flatMap((centre, place): Shape[] => {
        const [x, y] = centre
        const picture = pictures[place]
        return [
          { shape: 'rect', x: x - side / 2, y: y - side / 2, width: side, height: side, fill: 'none' },
          ...(picture ? drawn(picture, centre) : [{ shape: 'text' as const, x, y, size: 44, text: '?' }]),
        ]
      }),
  })
}

/** The pictures of such a matrix by number, `null` for the question mark; undefined for any other figure. */
export function numbersOfMatrix(album: Album, figure: Figure): (number | null)[] | undefined {
  const names = figure.width === matrixSize.width ? pictureNamesOf(figure) : undefined
  if (names?.length !== centres.length) return lookThrough(album, figure)
  const known = album.recall(names)
  if (known) return known
  const found = lookThrough(album, figure)
  if (found) album.remember(names, found)
  return found
}

function lookThrough(album: Album, { width, height, alt, shapes }: Figure): (number | null)[] | undefined {
  if (width !== matrixSize.width || height !== matrixSize.height) return undefined
  const rows = /^Таблиця три на три\. Перший рядок: (.*)\. Другий рядок: (.*)\. Третій рядок: (.*)\.$/.exec(alt)
  const said = rows?.slice(1).flatMap((row) => row.split('; '))
  if (said?.length !== 9) return undefined
  const numbers: (number | null)[] = []
  let next = 0
  for (const [place, centre] of centres.entries()) {
    if (!isFrame(shapes[next], centre)) return undefined
    const end = shapes.findIndex((shape, at) => at > next && shape.shape === 'rect' && shape.width === side)
    const inside = shapes.slice(next + 1, end < 0 ? shapes.length : end)
    const words = said[place] as string
    const number = words === unknown && isQuestionMark(inside, centre) ? null : album.find(words, inside, centre)
    if (number === undefined) return undefined
    numbers.push(number)
    next = end < 0 ? shapes.length : end
  }
  const pictures = numbers.map((number) => (number === null ? null : album.at(number)))
  return saidMatrix(pictures) === alt ? numbers : undefined
}

function saidMatrix(pictures: readonly (Picture | null)[]): string {
  const rows = rowNames.map((name, y) => {
    const row = pictures.slice(3 * y, 3 * y + 3).map((picture) => picture?.said ?? unknown)
    return `${name} рядок: ${row.join('; ')}.`
  })
  return `Таблиця три на три. ${rows.join(' ')}`
}

export function optionFigureOf(picture: Picture): Figure {
  return drawnLater({ width: side, height: side }, { say: () => picture.said, draw: () => drawn(picture, middle) })
}

export function numberOfOption(album: Album, figure: Figure): number | undefined {
  const { width, height } = figure
  if (width !== side || height !== side) return undefined
  const names = pictureNamesOf(figure)
  const [known] = (names && album.recall(names, optionPlace)) ?? []
  if (typeof known === 'number') return known
  const found = album.find(figure.alt, figure.shapes, middle)
  if (names && found !== undefined) album.remember(names, [found], optionPlace)
  return found
}

export function traceOfOption({ width, height, shapes }: Figure): string | undefined {
  return width === side && height === side ? traceOf(shapes, middle) : undefined
}

function isFrame(shape: Shape | undefined, [x, y]: Point): boolean {
  if (shape?.shape !== 'rect' || 'stroke' in shape || shape.fill !== 'none') return false
  return shape.width === side && shape.height === side && shape.x === x - side / 2 && shape.y === y - side / 2
}

function isQuestionMark([shape, ...others]: readonly Shape[], [x, y]: Point): boolean {
  if (shape?.shape !== 'text' || others.length > 0) return false
  return shape.x === x && shape.y === y && shape.size === 44 && shape.text === '?'
}

/** Two pairs of pictures, the last of which is asked, as generators draw them: the test's stored papers keep them the same. */
export function pairsOf(pictures: readonly Picture[]): Figure {
  const places = pictures.map((picture) => ({ draw: (centre: Point) => drawn(picture, centre) }))
  return drawPairs([...places, null], () => saidPairs([...pictures.map(({ said }) => said), unknown]))
}

/** The pictures of such pairs by number; undefined for any other figure. */
export function numbersOfPairs(album: Album, figure: Figure): number[] | undefined {
  const said = /^Дві пари фігур\. У першій парі: (.*); (.*)\. У другій парі: (.*); знак питання\.$/.exec(figure.alt)
  const numbers = said?.slice(1).map((each) => album.findSaid(each))
  if (!numbers?.every((number) => number !== undefined)) return undefined
  return isSame(pairsOf(numbers.map((number) => album.at(number))), figure) ? numbers : undefined
}

/** The cells of a Latin square, a letter each; undefined for any other figure. Generators draw it, as they draw pairs. */
export function lettersOfLatin(figure: Figure): string | undefined {
  const cells = latinOfWords(figure.alt)
  return cells !== undefined && isSame(latinOf(cells), figure) ? cells : undefined
}

export function latinOf(cells: string): Figure {
  return drawLatin(Array.from(cells, (cell) => (cell === '.' ? '' : cell === '?' ? cell : { shape: Number(cell) })))
}

const isSame = (one: Figure, other: Figure) => JSON.stringify(one) === JSON.stringify(other)

const [cellWidth, cellHeight, tableMargin] = [96, 64, 4]

/** A table of nine numbers as they are printed, `null` for the question mark. */
export function numberTableOf(values: readonly (string | null)[]): Figure {
  const rows = rowNames.map((name, y) => {
    const row = values.slice(3 * y, 3 * y + 3).map((value) => value ?? unknown)
    return `${name} рядок: ${row.join(', ')}.`
  })
  return {
    width: 3 * cellWidth + 2 * tableMargin,
    height: 3 * cellHeight + 2 * tableMargin,
    alt: `Таблиця три на три. ${rows.join(' ')}`,
    shapes: values.flatMap((value, place): Shape[] => {
      const [x, y] = [tableMargin + (place % 3) * cellWidth, tableMargin + Math.floor(place / 3) * cellHeight]
      return [
        { shape: 'rect', x, y, width: cellWidth, height: cellHeight, fill: value === null ? 'light' : 'none' },
        { shape: 'text', x: x + cellWidth / 2, y: y + cellHeight / 2, size: 28, text: value ?? '?' },
      ]
    }),
  }
}

/** The numbers of such a table; undefined for any other figure. */
export function numbersOfTable(figure: Figure): (string | null)[] | undefined {
  const texts = figure.shapes.flatMap((shape) => (shape.shape === 'text' ? [shape.text] : []))
  if (texts.length !== 9) return undefined
  const values = texts.map((text) => (text === '?' ? null : text))
  return JSON.stringify(numberTableOf(values)) === JSON.stringify(figure) ? values : undefined
}
