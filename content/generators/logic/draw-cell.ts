import type { Shape } from '#contract/figure.ts'
import { figureFills, figurePatterns } from '#contract/figure-paint.ts'
import type { Cell, Layout } from './cell.ts'

/** The side of a cell in units. Cells are drawn around their own centre. */
export const cellSide = 100

type Point = [number, number]
/** The inside of a shape: a pattern, and a fill for windows of releases that know no patterns. */
type Paint = { fill: (typeof figureFills)[number]; pattern: (typeof figurePatterns)[number] }

/**
 * Distances from the centre to the outline. They are large enough to show a fill in an option 44 px wide. No corner is on an
 * odd twentieth, which would round up in one cell and down in the next.
 */
const [radiusInGroup, distanceInGroup] = [13.2, 31]
const radii = [14, 22, 32, 42] as const

export function drawCell({ name }: Layout, [first, second, fillIndex]: Cell, [cx, cy]: Point): Shape[] {
  const paint = paints[fillIndex] as Paint
  if (name === 'group') {
    return groupPlaces(first + 1).map(([x, y]) => drawShape(second, [cx + x, cy + y], radiusInGroup, paint))
  }
  if (name === 'single') return [drawShape(second, [cx, cy], radii[first] as number, paint)]
  if (name === 'layers') {
    const arrow = pointerOutlines[0] as readonly Point[]
    const points = arrow.map((point) => moved(scaled(turned(point, first * 45), arrowAmongDots), [cx, cy]))
    return [{ shape: 'polygon', points, ...paint }, drawDot(second, [cx, cy])]
  }
  const points = name === 'flag' ? flagOutline(second) : (pointerOutlines[second] as readonly Point[])
  return [{ shape: 'polygon', points: points.map((point) => moved(turned(point, first * 45), [cx, cy])), ...paint }]
}

/** `side` 1 is mirrored along the pole. */
function flagOutline(side: number): readonly Point[] {
  const flag = pointerOutlines[2] as readonly Point[]
  return side === 1 ? flag.map(([x, y]): Point => [-x, y]) : flag
}

/** The dot around an arrow: on the sides and in the corners of a square. */
export function drawDot(place: number, [cx, cy]: Point): Shape {
  const [x, y] = dotPlaces[place] as Point
  return { shape: 'circle', cx: cx + x * dotDistance, cy: cy + y * dotDistance, r: dotRadius, ...(paints[3] as Paint) }
}

const paints = figureFills.map((fill, i): Paint => ({ fill, pattern: figurePatterns[i] as Paint['pattern'] }))

const [arrowAmongDots, dotDistance, dotRadius] = [0.7, 39, 7]
const dotPlaces: readonly Point[] = [
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
]

/** Up to three in one row, four two by two, more in rows of three. */
function groupPlaces(count: number): Point[] {
  const inRow = count === 4 ? 2 : 3
  const rows = Math.ceil(count / inRow)
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / inRow)
    const length = Math.min(inRow, count - row * inRow)
    return [((i % inRow) - (length - 1) / 2) * distanceInGroup, (row - (rows - 1) / 2) * distanceInGroup]
  })
}

function drawShape(kind: number, [cx, cy]: Point, r: number, paint: Paint): Shape {
  if (kind === 3) return { shape: 'circle', cx, cy, r: rounded(r * 0.92), ...paint }
  if (kind === 1) {
    const half = rounded(r * 0.84)
    return { shape: 'rect', x: rounded(cx - half), y: rounded(cy - half), width: 2 * half, height: 2 * half, ...paint }
  }
  const outline = (shapeOutlines[kind] as () => Point[])()
  return { shape: 'polygon', points: outline.map(([x, y]) => moved([x * r, y * r], [cx, cy])), ...paint }
}

/** Outlines in a circle of radius 1; circle and square have shapes of their own. */
const shapeOutlines: Record<number, () => Point[]> = {
  0: () => regular(3).map(([x, y]) => [x * 1.1, y * 1.1 + 0.2]),
  2: () => regular(5),
  4: () => regular(5).flatMap((tip, i) => [scaled(tip, 1.08), scaled(turned(regular(5)[i] as Point, 36), 0.45)]),
  5: () => {
    const [far, near] = [1, 0.33]
    const arm: Point[] = [
      [-near, -far],
      [near, -far],
      [near, -near],
    ]
    return [0, 90, 180, 270].flatMap((angle) => arm.map((point) => turned(point, angle)))
  },
}

/** Pointers point up before a turn; each has eight different positions. */
const pointerOutlines: readonly (readonly Point[])[] = [
  [
    [0, -36],
    [22, -8],
    [9, -8],
    [9, 34],
    [-9, 34],
    [-9, -8],
    [-22, -8],
  ],
  [
    [-24, -32],
    [-6, -32],
    [-6, 14],
    [26, 14],
    [26, 32],
    [-24, 32],
  ],
  [
    [-4, 36],
    [-4, -36],
    [28, -20],
    [3, -6],
    [3, 36],
  ],
  [
    [0, -38],
    [15, 32],
    [-15, 32],
  ],
]

function regular(corners: number): Point[] {
  return Array.from({ length: corners }, (_, i) => turned([0, -1], (i * 360) / corners))
}

function turned([x, y]: Point, degrees: number): Point {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  return [x * cos - y * sin, x * sin + y * cos]
}

function scaled([x, y]: Point, by: number): Point {
  return [x * by, y * by]
}

function moved([x, y]: Point, [dx, dy]: Point): Point {
  return [rounded(x + dx), rounded(y + dy)]
}

function rounded(x: number): number {
  return Math.round(x * 10) / 10
}
