import type { Shape } from '#contract/figure.ts'

type Point = [number, number]

/** An arrow along one of the axes. */
export function drawArrow([x1, y1]: Point, [x2, y2]: Point): Shape[] {
  const [dx, dy] = [Math.sign(x2 - x1), Math.sign(y2 - y1)]
  const head: Point[] = [
    [x2, y2],
    [x2 - 10 * dx - 6 * dy, y2 - 10 * dy - 6 * dx],
    [x2 - 10 * dx + 6 * dy, y2 - 10 * dy + 6 * dx],
  ]
  return [
    { shape: 'line', from: [x1, y1], to: [x2 - 8 * dx, y2 - 8 * dy] },
    { shape: 'polygon', points: head, fill: 'ink', stroke: 'none' },
  ]
}
