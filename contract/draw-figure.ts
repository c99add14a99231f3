import type { Figure, Shape } from './figure.ts'
import type { figurePatterns } from './figure-paint.ts'

/** An SVG element. Attributes have the names of React, which differ from those of SVG only in `fontSize`. */
export interface SvgElement {
  name: 'circle' | 'rect' | 'polygon' | 'line' | 'text' | 'pattern'
  attributes: Readonly<Record<string, string | number>>
  /** Classes for the caller to style: the paint inside, and the line around. */
  look: readonly FigureClass[]
  /** The letters of a text, or the element that a pattern repeats. */
  content?: string | SvgElement
}

/**
 * `none`, `light`, `mid` and `ink` paint the inside, `text` paints letters. `strokeInk` and `strokeDashed` are lines of 2 px
 * at any size of the drawing, `outline` is a line of 2.8 of its units, `strokeNone` is no line.
 */
export type FigureClass =
  | 'none'
  | 'light'
  | 'mid'
  | 'ink'
  | 'text'
  | 'strokeInk'
  | 'strokeDashed'
  | 'strokeNone'
  | 'outline'

type Pattern = (typeof figurePatterns)[number]
type Texture = Extract<Pattern, 'dots' | 'stripes'>

/**
 * The repeated element of a texture, in the drawing's units: ink on the bare ground, so every boundary has the contrast of
 * ink. It is coarse enough to tell apart in an option 44 px wide; dots cover a quarter, stripes a good half.
 */
export const textures: Record<Texture, { side: number; turn: number; mark: SvgElement }> = {
  dots: {
    side: 7.5,
    turn: 0,
    mark: { name: 'circle', attributes: { cx: 3.75, cy: 3.75, r: 2 }, look: ['ink', 'strokeNone'] },
  },
  stripes: {
    side: 9,
    turn: 45,
    mark: { name: 'rect', attributes: { y: 2, width: 9, height: 5 }, look: ['ink', 'strokeNone'] },
  },
}

/** Draws a figure as SVG, for a page or a file. `id` must be unique in the document: the drawing refers to it. */
export function drawFigure({ shapes }: Pick<Figure, 'shapes'>, id: string): SvgElement[] {
  const used = new Set(shapes.map((shape) => textureOf(shape)))
  const defined = (Object.keys(textures) as Texture[]).filter((texture) => used.has(texture))
  return [...defined.map((texture) => definitionOf(texture, id)), ...shapes.map((shape) => drawShape(shape, id))]
}

function definitionOf(texture: Texture, id: string): SvgElement {
  const { side, turn, mark } = textures[texture]
  return {
    name: 'pattern',
    attributes: {
      id: `${id}-${texture}`,
      x: -side / 2,
      y: -side / 2,
      width: side,
      height: side,
      patternUnits: 'userSpaceOnUse',
      patternTransform: `rotate(${turn})`,
    },
    look: [],
    content: mark,
  }
}

function drawShape(shape: Shape, id: string): SvgElement {
  switch (shape.shape) {
    case 'circle': {
      const { cx, cy, r } = shape
      if (!shape.pattern) return { name: 'circle', attributes: { cx, cy, r }, look: lookOf(shape) }
      return patterned(shape.pattern, id, [cx, cy], { name: 'circle', attributes: { r } })
    }
    case 'rect': {
      const { x, y, width, height } = shape
      if (!shape.pattern) return { name: 'rect', attributes: { x, y, width, height }, look: lookOf(shape) }
      const attributes = { x: -width / 2, y: -height / 2, width, height }
      return patterned(shape.pattern, id, [x + width / 2, y + height / 2], { name: 'rect', attributes })
    }
    case 'polygon': {
      const { points } = shape
      if (!shape.pattern) return { name: 'polygon', attributes: { points: listed(points) }, look: lookOf(shape) }
      const [cx, cy] = [middleOf(points.map(([x]) => x)), middleOf(points.map(([, y]) => y))]
      const around = points.map(([x, y]): [number, number] => [rounded(x - cx), rounded(y - cy)])
      return patterned(shape.pattern, id, [cx, cy], { name: 'polygon', attributes: { points: listed(around) } })
    }
    case 'line': {
      const [[x1, y1], [x2, y2]] = [shape.from, shape.to]
      return { name: 'line', attributes: { x1, y1, x2, y2 }, look: ['none', 'strokeInk'] }
    }
    case 'text':
      return {
        name: 'text',
        attributes: { x: shape.x, y: shape.y, fontSize: shape.size },
        look: ['text'],
        content: shape.text,
      }
  }
}

/** Starts a texture at the middle of its shape, so that equal shapes look equal anywhere. */
function patterned(
  pattern: Pattern,
  id: string,
  [x, y]: readonly [number, number],
  { name, attributes }: Pick<SvgElement, 'name' | 'attributes'>,
): SvgElement {
  const placed = { transform: `translate(${rounded(x)} ${rounded(y)})`, ...attributes }
  if (pattern === 'empty' || pattern === 'solid') {
    return { name, attributes: placed, look: [pattern === 'empty' ? 'none' : 'ink', 'outline'] }
  }
  return { name, attributes: { ...placed, fill: `url(#${id}-${pattern})` }, look: ['outline'] }
}

function lookOf({ fill, stroke = 'ink' }: Exclude<Shape, { shape: 'line' | 'text' }>): FigureClass[] {
  return [fill, ({ ink: 'strokeInk', dashed: 'strokeDashed', none: 'strokeNone' } as const)[stroke]]
}

function textureOf(shape: Shape): Pattern | undefined {
  return 'pattern' in shape ? shape.pattern : undefined
}

function listed(points: readonly (readonly [number, number])[]): string {
  return points.map((point) => point.join(',')).join(' ')
}

function middleOf(values: readonly number[]): number {
  return (Math.min(...values) + Math.max(...values)) / 2
}

function rounded(x: number): number {
  return Math.round(x * 100) / 100
}
