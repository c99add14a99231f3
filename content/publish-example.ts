import type { Example } from '#contract/reading.ts'
import type { Item } from './item.ts'
import { splitItem } from './split-item.ts'

/** An item of the examples' pool as everybody may read it, key and explanation included: it is never sold. */
export function publishExample({ type, item }: { type: string; item: Item }): Example {
  const { question, key } = splitItem(item)
  return {
    type,
    question,
    right: key.right,
    explanation: key.explanation,
    explanation_figure: key.explanation_figure ?? null,
  }
}
