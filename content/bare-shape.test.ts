import { describe, expect, it } from 'vitest'
import type { Shape } from '#contract/figure.ts'
import { bareShape, sharedShapes } from './bare-shape.ts'

const drawn: Shape[] = [
  { shape: 'circle', cx: 1, cy: 2, r: 3, fill: 'ink', pattern: 'dots' },
  { shape: 'rect', x: 1, y: 2, width: 3, height: 4, fill: 'none', stroke: 'dashed' },
  {
    shape: 'polygon',
    points: [
      [0, 0.5],
      [3, 4],
      [5, 6],
    ],
    fill: 'light',
  },
  { shape: 'line', from: [1, 2], to: [3, 4] },
  { shape: 'text', x: 1, y: 2, size: 44, text: '?' },
]

describe('shapes that many papers share', () => {
  it('shared shapes drop every field that is not a shape’s own', () => {
    const hung = drawn.map((shape) => ({ ...shape, isRight: true }))
    expect(JSON.stringify(sharedShapes(hung))).toBe(JSON.stringify(drawn))
  })

  it('bareShape returns a shared shape without a copy, and copies any other shape', () => {
    for (const shape of sharedShapes(drawn)) expect(bareShape(shape)).toBe(shape)
    for (const shape of drawn) expect(bareShape(shape)).not.toBe(shape)
  })

  it('shared shapes are frozen, down to their points: every change throws', () => {
    const shared = sharedShapes(drawn)
    const polygon = shared[2] as { points: number[][] }
    const line = shared[3] as { from: number[] }
    const changes = [
      () => (shared as Shape[]).pop(),
      () => Object.assign(shared[0]!, { cx: 9 }),
      () => polygon.points.pop(),
      () => (polygon.points[0]![0] = 9),
      () => (line.from[0] = 9),
    ]
    for (const change of changes) expect(change).toThrow(TypeError)
    expect(JSON.stringify(shared)).toBe(JSON.stringify(drawn))
  })
})
