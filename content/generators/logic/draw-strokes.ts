import type { Shape } from '#contract/figure.ts'
import { type Strokes, strokeCount } from './overlay-rules.ts'

type Point = [number, number]
const reach = 32

/** The eight strokes around a centre: the sides of a square, its middle lines, its diagonals. */
const strokes: readonly { said: string; from: Point; to: Point }[] = [
  { said: 'верхня сторона', from: [-reach, -reach], to: [reach, -reach] },
  { said: 'права сторона', from: [reach, -reach], to: [reach, reach] },
  { said: 'нижня сторона', from: [-reach, reach], to: [reach, reach] },
  { said: 'ліва сторона', from: [-reach, -reach], to: [-reach, reach] },
  { said: 'вертикаль посередині', from: [0, -reach], to: [0, reach] },
  { said: 'горизонталь посередині', from: [-reach, 0], to: [reach, 0] },
  { said: 'діагональ униз праворуч', from: [-reach, -reach], to: [reach, reach] },
  { said: 'діагональ угору праворуч', from: [-reach, reach], to: [reach, -reach] },
]

export function drawStrokes(set: Strokes, [cx, cy]: Point): Shape[] {
  return present(set).map(({ from, to }) => ({
    shape: 'line',
    from: [cx + from[0], cy + from[1]],
    to: [cx + to[0], cy + to[1]],
  }))
}

export function saidStrokes(set: Strokes): string {
  return present(set)
    .map(({ said }) => said)
    .join(', ')
}

/** Reads the words of `saidStrokes`; undefined for other words. */
export function strokesSaid(words: string): Strokes | undefined {
  const places = words.split(', ').map((word) => strokes.findIndex(({ said }) => said === word))
  return places.includes(-1) ? undefined : places.reduce((set, place) => set | (1 << place), 0)
}

export function has(set: Strokes, stroke: number): boolean {
  return (set & (1 << stroke)) > 0
}

export function size(set: Strokes): number {
  let count = 0
  for (let rest = set; rest > 0; rest &= rest - 1) count += 1
  return count
}

function present(set: Strokes) {
  return strokes.slice(0, strokeCount).filter((_, i) => has(set, i))
}
