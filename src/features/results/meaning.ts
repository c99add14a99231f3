import type { Result, Score } from '#contract/result.ts'

/** Five bands of the number alone. The outer two begin 23 points, a deviation and a half, from the mean. */
export type Band = 'far-above' | 'above' | 'middle' | 'below' | 'far-below'

/** Where the interval lies: `above` and `below` wholly on that side of the mean, `over` across it. */
export type Reach = 'above' | 'over' | 'below'

type Placed = Pick<Score, 'iq' | 'iq_open' | 'low' | 'high' | 'low_open' | 'high_open'>

const mean = 100

export function bandOf({ iq, iq_open: open }: Placed): Band {
  if (open === 'above' || iq >= 123) return 'far-above'
  if (open === 'below' || iq <= 77) return 'far-below'
  if (iq > 107) return 'above'
  return iq < 93 ? 'below' : 'middle'
}

/** The side that a sentence may be sure of. An open end of the interval is never sure of its side. */
export function reachOf({ low, high, low_open, high_open }: Placed): Reach {
  if (low > mean && low_open !== true) return 'above'
  return high < mean && high_open !== true ? 'below' : 'over'
}

/** Average seconds a question. Below it nobody can have thought about each: three minutes for thirty questions. */
const hurried = 6

/** From this score on, the page does not say that haste has probably lowered the result. */
const highScore = 115

/** Average seconds a question, where great haste may have lowered the score. Null otherwise, and where no time is known. */
export function hurriedPace({ score, total, duration_seconds: seconds }: Result): number | null {
  if (score != null && score.iq >= highScore) return null
  if (total == null || total === 0 || seconds == null || seconds >= hurried * total) return null
  return Math.max(1, Math.round(seconds / total))
}

type Kind = NonNullable<Result['by_family']>[number]

/** The probability that chance alone makes any kind of one result stand out. */
const mistaken = 0.05

/**
 * By family: the kinds that went better or worse than all others together, by more than chance. Fisher's exact test, one-sided
 * (Agresti, Categorical Data Analysis, 2.6), at 5 % shared among the kinds (Bonferroni).
 */
export function outstandingKinds(kinds: readonly Kind[]): ReadonlyMap<string, 'best' | 'worst'> {
  const all = sumOf(kinds, ({ total }) => total)
  const right = sumOf(kinds, ({ correct }) => correct)
  const isRare = (probability: number) => probability <= mistaken / kinds.length
  const found = new Map<string, 'best' | 'worst'>()
  if (kinds.length < 2) return found
  for (const { family, correct, total } of kinds) {
    if (isRare(atLeast(correct, { total, all, marked: right }))) found.set(family, 'best')
    else if (isRare(atLeast(total - correct, { total, all, marked: all - right }))) found.set(family, 'worst')
  }
  return found
}

/** The chance that `count` or more of `total` questions have a mark, when `marked` of `all` questions have one. */
function atLeast(count: number, { total, all, marked }: { total: number; all: number; marked: number }): number {
  let sum = 0
  for (let each = count; each <= Math.min(total, marked); each += 1) {
    sum += choose(total, each) * choose(all - total, marked - each)
  }
  return sum / choose(all, marked)
}

/** Ways to choose `few` of `many`; 0 where there are not so many. */
function choose(many: number, few: number): number {
  if (few < 0 || few > many) return 0
  let ways = 1
  for (let step = 1; step <= few; step += 1) ways = (ways * (many - few + step)) / step
  return ways
}

const sumOf = (kinds: readonly Kind[], of: (kind: Kind) => number) => kinds.reduce((sum, kind) => sum + of(kind), 0)
