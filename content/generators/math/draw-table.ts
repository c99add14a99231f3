import type { Figure } from '#contract/figure.ts'
import { drawnLater } from '../drawn-later.ts'
import { printed } from './number-words.ts'

const cell = { width: 96, height: 64 }
const margin = 4
const size = { width: 3 * cell.width + 2 * margin, height: 3 * cell.height + 2 * margin }

/** Draws a table of numbers with a question mark for the missing one (`null`). Text is centred on its point. */
export function drawTable(rows: readonly (readonly (number | null)[])[]): Figure {
  return drawnLater(size, {
    say: () =>
      `Таблиця три на три. ${rows.map((row, y) => `${rowNames[y]} рядок: ${row.map(said).join(', ')}.`).join(' ')}`,
    draw() {
      const places = rows.flatMap((row, y) => row.map((value, x) => ({ value, x, y })))
      return places.flatMap(({ value, x, y }) => {
        const corner = { x: margin + x * cell.width, y: margin + y * cell.height }
        return [
          { shape: 'rect' as const, ...corner, ...cell, fill: value === null ? ('light' as const) : ('none' as const) },
          {
            shape: 'text' as const,
            x: corner.x + cell.width / 2,
            y: corner.y + cell.height / 2,
            size: 28,
            text: value === null ? '?' : printed(value),
          },
        ]
      })
    },
  })
}

const rowNames = ['Перший', 'Другий', 'Третій']

function said(value: number | null): string {
  return value === null ? 'знак питання' : printed(value)
}
