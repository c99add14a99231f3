import { sideOf } from '#contract/iq-named.ts'
import type { Score } from '#contract/result.ts'

/** How one of a hundred people compares: `sure` beyond the interval, `likely` within it, by the estimate alone. */
export type Comparison = 'surely-below' | 'likely-below' | 'own' | 'likely-above' | 'surely-above'

/** A hundred people of true levels (mean 100, deviation 15), the lowest first. For a score beyond the scale nobody is `own`. */
export function hundredPeople(score: Score): Comparison[] {
  const { low, high } = score
  const open = sideOf(score)
  const surelyBelow = score.low_open === true ? 0 : Math.floor(100 * shareBelow(low))
  const surelyAbove = score.high_open === true ? 100 : Math.ceil(100 * shareBelow(high))
  const own = ownPlace(score)
  return Array.from({ length: 100 }, (_, index) => {
    if (open === null && index === own) return 'own'
    if (index < surelyBelow) return 'surely-below'
    if (index >= surelyAbove) return 'surely-above'
    return index < own ? 'likely-below' : 'likely-above'
  })
}

/** How many of the hundred are lower by the estimate, as the page's sentence says. */
function ownPlace(score: Score): number {
  const { percentile } = score
  const open = sideOf(score)
  if (open === 'above') return Math.floor(percentile)
  if (open === 'below') return Math.ceil(percentile)
  return Math.min(99, Math.max(0, Math.round(percentile)))
}

/** The share of the curve below a score, 0 to 1: Abramowitz and Stegun 26.2.17, right to 1e-7. */
function shareBelow(iq: number): number {
  const z = Math.abs(iq - 100) / 15
  const t = 1 / (1 + 0.2316419 * z)
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const sum = series.reduceRight((rest, factor) => t * (factor + rest), 0)
  const above = (Math.exp(-(z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum
  return iq < 100 ? above : 1 - above
}

/** The edge of the square that the hundred cells of `cellOf` lie on, each 8.5 wide. */
export const groundOfHundred = 107.5

/** The place of a person's cell, in the geometry of the product's sign: the lowest at the bottom left, rows of ten. */
export function cellOf(index: number): { x: number; y: number } {
  const pitch = 10.75
  return { x: 1 + (index % 10) * pitch, y: 1 + (9 - Math.floor(index / 10)) * pitch }
}
