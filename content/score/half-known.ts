import type { ItemResponse } from './eap.ts'

/**
 * How far the order of difficulties is trusted. Priors rise with the steps of a rule, but a person may see one rule immediately
 * and stumble over another. So the distance between two priors counts by half (`kept`), and each item may be off by `own`
 * logits. Truth and prior then correlate at about .6. Simulation chose both (decision 0099), not data.
 */
const order = { kept: 0.5, own: 0.8 }

/** The logistic curve is the normal one with a deviation greater by this factor, within .01. */
const logisticDeviation = 1.702

type Known = Pick<ItemResponse, 'difficulty' | 'discrimination'>

/**
 * The same items if the order of their difficulties is half known: difficulties drawn towards their mean, and a flatter
 * curve, which is the mean over all errors that an item may have.
 */
export function halfKnown<Item extends Known>(items: readonly Item[]): Item[] {
  const middle = items.reduce((sum, { difficulty }) => sum + difficulty, 0) / Math.max(1, items.length)
  return items.map((item) => ({
    ...item,
    difficulty: middle + order.kept * (item.difficulty - middle),
    discrimination: item.discrimination / Math.hypot(1, (item.discrimination * order.own) / logisticDeviation),
  }))
}
