import type { Figure } from '#contract/figure.ts'
import type { Option, Question } from '#contract/question.ts'
import { bareShape } from './bare-shape.ts'
import { keepPictureNames } from './generators/drawn-later.ts'
import type { Item, ItemKey } from './item.ts'

/**
 * Splits an item into its question and its key: the only way for a question out of this room. It copies the question property
 * by property, down to the shapes. So nothing that a generator may one day add to an option or a figure gets out.
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

function bareFigure(figure: Figure): Figure {
  const { width, height, alt, shapes } = figure
  return keepPictureNames({ width, height, alt, shapes: shapes.map(bareShape) }, figure)
}
