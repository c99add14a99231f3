import { boxOfCell, drawLatin } from '../generators/logic/draw-latin.ts'
import { readLatin, saidStep } from '../generators/logic/latin-square.ts'
import type { Item } from '../item.ts'
import { drawMark } from './draw-mark.ts'
import type { Explanation } from './explanation.ts'

/**
 * Explains a square: draws the cells that lead to the answer as outlines, with the reason for each. The last sentence is the
 * key's. Null for radicals of another release.
 */
export function explainLatin({ key, radicals }: Pick<Item, 'key' | 'radicals'>): Explanation | null {
  const read = readLatin(radicals)
  if (read === undefined) return null
  const { side, asked, way } = read
  const found = new Map(way.map(({ cell, shape }) => [cell, shape]))
  const figure = drawLatin(
    read.cells.map((cell, place) => {
      const shape = found.get(place)
      return shape === undefined ? cell : { shape, isFound: true }
    }),
  )
  const conclusion = key.explanation.split('\n').at(-1) as string
  const steps = [...way.map((each) => saidStep(side, each)), conclusion]
  return {
    explanation: steps.join('\n'),
    explanation_figure: {
      width: figure.width,
      height: figure.height,
      alt: `${figure.alt} Запитано клітинку: рядок ${Math.floor(asked / side) + 1}, стовпець ${(asked % side) + 1}.`,
      shapes: [...figure.shapes, ...drawMark(boxOfCell(side, asked))],
    },
  }
}
