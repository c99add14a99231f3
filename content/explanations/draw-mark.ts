import type { Shape } from '#contract/figure.ts'

type Point = [number, number]

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A thick frame just inside the asked box, made of shapes that every release draws. */
export function drawMark({ x, y, width, height }: Box): Shape[] {
  return [1.4, 4.2].map((inset) => ({
    shape: 'rect',
    x: x + inset,
    y: y + inset,
    width: width - 2 * inset,
    height: height - 2 * inset,
    fill: 'none',
    pattern: 'empty',
  }))
}

export function moved(shape: Shape, [dx, dy]: Point): Shape {
  const to = ([x, y]: Point): Point => [x + dx, y + dy]
  switch (shape.shape) {
    case 'circle':
      return { ...shape, cx: shape.cx + dx, cy: shape.cy + dy }
    case 'polygon':
      return { ...shape, points: shape.points.map(to) }
    case 'line':
      return { ...shape, from: to(shape.from), to: to(shape.to) }
    case 'rect':
    case 'text':
      return { ...shape, x: shape.x + dx, y: shape.y + dy }
  }
}
