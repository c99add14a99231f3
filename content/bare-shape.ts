import type { Shape } from '#contract/figure.ts'

/** Copies a shape property by property, so nothing else on it gets out. A shared shape is already bare. */
export function bareShape(shape: Shape): Shape {
  return shared.has(shape) ? shape : written(shape)
}

/** Makes shapes that are drawn once and shown in many papers: bare and frozen. */
export function sharedShapes(shapes: readonly Shape[]): readonly Shape[] {
  const bare = shapes.map(written)
  for (const shape of bare) shared.add(frozen(shape))
  return Object.freeze(bare)
}

const shared = new WeakSet<Shape>()

function frozen(shape: Shape): Shape {
  for (const value of Object.values(shape) as unknown[]) {
    if (Array.isArray(value)) for (const one of [...value, value] as unknown[]) Object.freeze(one)
  }
  return Object.freeze(shape)
}

function written(shape: Shape): Shape {
  switch (shape.shape) {
    case 'circle':
      return { shape: 'circle', cx: shape.cx, cy: shape.cy, r: shape.r, ...paint(shape) }
    case 'rect':
      return { shape: 'rect', x: shape.x, y: shape.y, width: shape.width, height: shape.height, ...paint(shape) }
    case 'polygon':
      return { shape: 'polygon', points: shape.points.map(([x, y]) => [x, y]), ...paint(shape) }
    case 'line':
      return { shape: 'line', from: [...shape.from], to: [...shape.to] }
    case 'text':
      return { shape: 'text', x: shape.x, y: shape.y, size: shape.size, text: shape.text }
  }
}

type Paint = 'fill' | 'stroke' | 'pattern'

function paint<S extends Extract<Shape, { fill: unknown }>>({ fill, stroke, pattern }: S): Pick<S, Paint> {
  return { fill, ...(stroke && { stroke }), ...(pattern && { pattern }) } as Pick<S, Paint>
}
