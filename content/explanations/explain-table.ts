import { readNumber } from '#contract/number-answer.ts'
import { drawArrow } from '../generators/draw-arrow.ts'
import { drawTable } from '../generators/math/draw-table.ts'
import type { Item } from '../item.ts'
import { drawMark, moved } from './draw-mark.ts'
import type { Explanation } from './explanation.ts'

/**
 * Draws the whole table with a frame around the answer, and an arrow at the head of every line of the rule. Null for radicals
 * of another release, and for a mended key: the table would show the answer of the old one.
 */
export function explainTable({
  question,
  key,
  radicals,
}: Pick<Item, 'question' | 'key' | 'radicals'>): Explanation | null {
  const numbers = String(radicals.table).split(/[ ,]/).map(Number)
  if (numbers.length !== 9 || numbers.some(Number.isNaN)) return null
  const right = question.options?.find(({ id }) => id === key.right)?.text ?? String(key.right)
  if (readNumber(right) !== numbers[8]) return null
  const isDown = radicals.along === 'columns'
  const table = drawTable([0, 3, 6].map((from) => numbers.slice(from, from + 3)))
  const [width, height] = [(table.width - 8) / 3, (table.height - 8) / 3]
  const mark = drawMark({ x: 4 + 2 * width, y: 4 + 2 * height, width, height })
  const room = 34
  const arrows = [0, 1, 2].flatMap((line) =>
    isDown
      ? drawArrow([4 + (line + 0.5) * width, 0], [4 + (line + 0.5) * width, room - 6])
      : drawArrow([0, 4 + (line + 0.5) * height], [room - 6, 4 + (line + 0.5) * height]),
  )
  return {
    explanation: key.explanation,
    explanation_figure: {
      width: table.width + (isDown ? 0 : room),
      height: table.height + (isDown ? room : 0),
      alt: `${table.alt} Правило діє ${isDown ? 'в кожному стовпці, згори вниз' : 'в кожному рядку, зліва направо'}. Остання клітинка — відповідь.`,
      shapes: [...arrows, ...[...table.shapes, ...mark].map((shape) => moved(shape, isDown ? [0, room] : [room, 0]))],
    },
  }
}
