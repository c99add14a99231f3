import type { Result, Score } from '#contract/result.ts'

/**
 * Where a score lies on the curve: within one deviation of its mean, or beyond that; `likely` where its interval reaches over the
 * mean, so that nothing is said more surely than it is known.
 */
export type Meaning = 'above' | 'likely-above' | 'middle' | 'likely-below' | 'below'

type Placed = Pick<Score, 'iq' | 'iq_open' | 'low' | 'high' | 'low_open' | 'high_open'>

export function meaningOf({ iq, iq_open: open, low, high, low_open, high_open }: Placed): Meaning {
  if (open === 'above' || iq > 115) return low > 100 && low_open !== true ? 'above' : 'likely-above'
  if (open === 'below' || iq < 85) return high < 100 && high_open !== true ? 'below' : 'likely-below'
  return 'middle'
}

/** Seconds a question, on average, below which nobody can have thought about each: three minutes for thirty. */
const hurried = 6

/** From here on nobody is told that their result is probably too low. */
const highScore = 115

/**
 * Seconds a question of an exam that was taken in a great hurry, and may have cost its taker something; null of any other, and where a
 * server does not say it.
 */
export function hurriedPace({ score, total, duration_seconds: seconds }: Result): number | null {
  if (score != null && score.iq >= highScore) return null
  if (total == null || total === 0 || seconds == null || seconds >= hurried * total) return null
  return Math.max(1, Math.round(seconds / total))
}

type Kind = NonNullable<Result['by_family']>[number]

/** The kind with the greatest share of right answers; null where none was right, or no kind is ahead. */
export function strongestKind(kinds: readonly Kind[] | null | undefined): Kind | null {
  const [best, next] = (kinds ?? []).filter(({ total }) => total > 0).toSorted((a, b) => shareOf(b) - shareOf(a))
  if (best === undefined || next === undefined || best.correct === 0) return null
  return shareOf(best) > shareOf(next) ? best : null
}

const shareOf = ({ correct, total }: Kind) => correct / total
