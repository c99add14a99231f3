import type { Shape } from '#contract/figure.ts'
import type { Item } from '../item.ts'
import { drawMark } from './draw-mark.ts'
import type { Explanation } from './explanation.ts'

const [side, gap, margin] = [52, 18, 4]

/** Draws a letter series with a row for each track. Null for radicals of another release, and for a mended key. */
export function explainLetters({
  question,
  key,
  radicals,
}: Pick<Item, 'question' | 'key' | 'radicals'>): Explanation | null {
  const right = question.options?.find(({ id }) => id === key.right)?.text
  const letters = [...String(radicals.terms).split(' '), right]
  const period = String(radicals.tracks).split(' ').length
  if (right === undefined || letters.length < 4 || !key.explanation.endsWith(` ${right}.`)) return null
  const placed = letters.map((letter, i) => ({
    letter: letter as string,
    row: i % period,
    x: margin + i * (side + (period === 1 ? gap : 0)),
    y: margin + (i % period) * (side + gap),
  }))
  const last = placed.at(-1)!
  const rows = Array.from({ length: period }, (_, row) => placed.filter((each) => each.row === row))
  return {
    explanation: key.explanation,
    explanation_figure: {
      width: last.x + side + margin,
      height: 2 * margin + period * side + (period - 1) * gap,
      alt: `Ряд, ${period === 1 ? 'літера за літерою' : 'кожна черга у своєму рядку'}: ${rows.map((row) => row.map(({ letter }) => letter).join(', ')).join('; ')}. Остання клітинка — відповідь.`,
      shapes: [
        ...placed.flatMap(({ letter, x, y }): Shape[] => [
          { shape: 'rect', x, y, width: side, height: side, fill: 'none' },
          { shape: 'text', x: x + side / 2, y: y + side / 2, size: 28, text: letter },
        ]),
        ...drawMark({ x: last.x, y: last.y, width: side, height: side }),
      ],
    },
  }
}
