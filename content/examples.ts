import { assembleExam } from './assemble-exam.ts'
import type { Blueprint } from './blueprint.ts'
import type { Item } from './item.ts'

/**
 * Three examples of each type, published with their keys. They come from the partition of examples, so none can come in a
 * training or an exam. Their seeds are fixed, so every server has the same. These seeds were chosen because the questions
 * need no special knowledge, show both ways to answer, and fit a window of 360 × 640 with all options.
 */
export function examplePool(): { type: 'verbal' | 'math' | 'logic'; item: Item }[] {
  return pools.flatMap(({ type, seed, blueprint }) =>
    Array.from(
      assembleExam({ blueprint, seed: `published-examples/${type}/${seed}`, partition: 'example' }),
      (item, place) => ({
        type,
        item: { ...item, question: { ...item.question, id: `example-${type}-${place + 1}` } },
      }),
    ),
  )
}

const pools: readonly { type: 'verbal' | 'math' | 'logic'; seed: number; blueprint: Blueprint }[] = [
  {
    type: 'verbal',
    seed: 72,
    blueprint: {
      parts: [
        { family: 'verbal-analogy', difficulties: [-1.5] },
        { family: 'verbal-odd-one-out', difficulties: [-0.5] },
        { family: 'verbal-conclusion', difficulties: [-1.5] },
      ],
    },
  },
  {
    type: 'math',
    seed: 33,
    blueprint: {
      parts: [
        { family: 'math-series', difficulties: [-1, 0.5] },
        { family: 'math-table', difficulties: [-0.5] },
      ],
    },
  },
  {
    type: 'logic',
    seed: 33,
    blueprint: {
      parts: [
        { family: 'logic-matrix', difficulties: [-0.75] },
        { family: 'logic-overlay', difficulties: [-0.25] },
        { family: 'logic-ordering', difficulties: [-0.5] },
      ],
    },
  },
]
