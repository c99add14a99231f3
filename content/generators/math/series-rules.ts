import { roundOfThree, sumOfThree, weightedPair } from './joining-rules.ts'
import type { SeriesRule } from './series-rule.ts'
import { affine, cubic, geometric, growingFactor, linear, otherPairs, quadratic, sumOfTwo } from './steady-rules.ts'
import { alternating, interleaved, ruleOfSteps } from './turning-rules.ts'

export const seriesRules: readonly SeriesRule[] = [
  linear,
  geometric,
  quadratic,
  affine,
  sumOfTwo,
  sumOfThree,
  otherPairs,
  alternating,
  growingFactor,
  cubic,
  roundOfThree,
  weightedPair,
  interleaved,
  ruleOfSteps,
]

/**
 * All next terms that some rule of the grammar with a complexity from `least` to `most` gives. One value: the series is
 * unambiguous. None: the grammar does not know it.
 */
export function continuationsOf(terms: readonly number[], most: number, least = 0): number[] {
  const rules = seriesRules.filter(({ complexity }) => complexity >= least && complexity <= most)
  return [...new Set(rules.flatMap((rule) => rule.continuations(terms)))]
}
