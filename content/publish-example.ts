import type { Example } from '#contract/reading.ts'
import type { Item } from './item.ts'
import { explainItem } from './explanations/explain-item.ts'
import { splitItem } from './split-item.ts'

/** An item of the examples' pool as everybody may read it, with its key and explanation: it is never sold. */
export function publishExample({ type, item }: { type: string; item: Item }): Example {
  const { question, key } = splitItem(item)
  return { type, question, right: key.right, ...explainItem(item) }
}
