import type { Figure, Shape } from '#contract/figure.ts'
import type { Option, Question } from '#contract/question.ts'
import type { Item, ItemKey } from './item.ts'

/**
 * The only door a question leaves by. The question is written anew, property by property, down to the shapes: whatever
 * a generator may one day hang on an option or a figure stays behind.
 */
export function splitItem(item: Item): { question: Question; key: ItemKey } {
  const { id, kind, prompt, figure, options } = item.question
  return {
    question: {
      id,
      kind,
      prompt,
      ...(figure && { figure: bareFigure(figure) }),
      ...(options && { options: options.map(bareOption) }),
    },
    key: item.key,
  }
}

function bareOption({ id, text, figure }: Option): Option {
  return { id, ...(typeof text === 'string' && { text }), ...(figure && { figure: bareFigure(figure) }) }
}

function bareFigure({ width, height, alt, shapes }: Figure): Figure {
  return { width, height, alt, shapes: shapes.map(bareShape) }
}

function bareShape(shape: Shape): Shape {
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
