import { describe, expect, it } from 'vitest'
import { drawFigure, type SvgElement, textures } from './draw-figure.ts'
import type { Shape } from './figure.ts'
import { figureFills, figurePatterns } from './figure-paint.ts'

const drawn = (...shapes: Shape[]) => drawFigure({ shapes }, 'd')
const square = (place: number, paint: object = {}): Shape =>
  ({ shape: 'rect', x: place, y: place, width: 20, height: 20, fill: 'light', ...paint }) as Shape

describe('the patterns of fills', () => {
  /** The share of a shape that is ink. */
  const inkOf: Record<(typeof figurePatterns)[number], number> = {
    empty: 0,
    dots: (Math.PI * Number(textures.dots.mark.attributes.r) ** 2) / textures.dots.side ** 2,
    stripes: Number(textures.stripes.mark.attributes.height) / textures.stripes.side,
    solid: 1,
  }

  it('each fill pattern covers over a fifth of the ground more than the one before', () => {
    const ink = figurePatterns.map((pattern) => inkOf[pattern])
    const steps = ink.slice(1).map((part, i) => part - ink[i]!)
    expect(Math.min(...steps)).toBeGreaterThan(0.2)
    expect(figurePatterns).toHaveLength(figureFills.length)
  })

  it('drawFigure paints each of four patterns in another way, within the same outline, and only in ink', () => {
    const elements = figurePatterns.flatMap((pattern) => drawn(square(0, { pattern })).slice(-1))
    expect(elements.every(({ look }) => look.includes('outline'))).toBe(true)
    const paints = elements.map(({ attributes, look }) => attributes.fill ?? look.join(' '))
    expect(paints).toEqual(['none outline', 'url(#d-dots)', 'url(#d-stripes)', 'ink outline'])
    expect(Object.values(textures).map(({ mark }) => mark.look)).toEqual([
      ['ink', 'strokeNone'],
      ['ink', 'strokeNone'],
    ])
  })

  it('drawFigure defines a pattern once a drawing, only if it is used, under the drawing’s own name', () => {
    const names = (elements: SvgElement[]) => elements.map(({ name, attributes }) => attributes.id ?? name)
    expect(names(drawn(square(0, { pattern: 'dots' }), square(1, { pattern: 'dots' })))).toEqual([
      'd-dots',
      'rect',
      'rect',
    ])
    expect(names(drawn(square(0, { pattern: 'solid' })))).toEqual(['rect'])
  })

  it('a pattern begins in the middle of its shape, so that equal shapes look equal in every place', () => {
    const points = (at: number): [number, number][] => [
      [at, at - 10.1],
      [at + 9.7, at + 10.1],
      [at - 9.7, at + 10.1],
    ]
    const shapesAt = (at: number): Shape[] => [
      square(at, { pattern: 'dots' }),
      { shape: 'circle', cx: at, cy: at, r: 8, fill: 'light', pattern: 'dots' },
      { shape: 'polygon', points: points(at), fill: 'light', pattern: 'dots' },
    ]
    const [here, there] = [shapesAt(20), shapesAt(253.6)].map((shapes) => drawn(...shapes).slice(1))
    const unplaced = ({ attributes }: SvgElement) => ({ ...attributes, transform: '' })
    expect(there!.map(unplaced)).toEqual(here!.map(unplaced))
    expect(here!.map(({ attributes }) => attributes.transform)).toEqual([
      'translate(30 30)',
      'translate(20 20)',
      'translate(20 20)',
    ])
  })
})

describe('a figure of a paper made before there were patterns', () => {
  it('drawFigure draws a figure without patterns in its greys and line styles', () => {
    const shapes: Shape[] = [
      square(3, { fill: 'mid' }),
      { shape: 'circle', cx: 5, cy: 6, r: 7, fill: 'ink', stroke: 'dashed' },
      {
        shape: 'polygon',
        points: [
          [0, 0],
          [4, 0.5],
          [2, 3],
        ],
        fill: 'light',
        stroke: 'none',
      },
      { shape: 'line', from: [1, 2], to: [3, 4] },
      { shape: 'text', x: 5, y: 6, size: 28, text: '?' },
    ]
    expect(drawn(...shapes)).toEqual([
      { name: 'rect', attributes: { x: 3, y: 3, width: 20, height: 20 }, look: ['mid', 'strokeInk'] },
      { name: 'circle', attributes: { cx: 5, cy: 6, r: 7 }, look: ['ink', 'strokeDashed'] },
      { name: 'polygon', attributes: { points: '0,0 4,0.5 2,3' }, look: ['light', 'strokeNone'] },
      { name: 'line', attributes: { x1: 1, y1: 2, x2: 3, y2: 4 }, look: ['none', 'strokeInk'] },
      { name: 'text', attributes: { x: 5, y: 6, fontSize: 28 }, look: ['text'], content: '?' },
    ])
  })
})
