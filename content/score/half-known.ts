import type { ItemResponse } from './eap.ts'

/**
 * How far the order of difficulties is trusted. Priors rise with the steps of a rule, but people may see one rule at once and
 * stumble over another: of what lies between two priors a half is believed (`kept`), and each item may be off by itself by
 * `own` logits. Then truth and prior correlate at about .6. Chosen by simulation (decision 0099), not from data.
 */
const order = { kept: 0.5, own: 0.8 }

/** The logistic curve is the normal one of this much greater a deviation, within .01. */
const logisticDeviation = 1.702

type Known = Pick<ItemResponse, 'difficulty' | 'discrimination'>

/**
 * The same items as who knows the order of their difficulties by half sees them: difficulties drawn together towards the
 * mean of these items, and a flatter curve, which is the mean over all that each may be off by.
 */
export function halfKnown<Item extends Known>(items: readonly Item[]): Item[] {
  const middle = items.reduce((sum, { difficulty }) => sum + difficulty, 0) / Math.max(1, items.length)
  return items.map((item) => ({
    ...item,
    difficulty: middle + order.kept * (item.difficulty - middle),
    discrimination: item.discrimination / Math.hypot(1, (item.discrimination * order.own) / logisticDeviation),
  }))
}
