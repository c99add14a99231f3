import type { Score } from '#contract/result.ts'
import { scale } from '#contract/bell-path.ts'
import { sideOf } from '#contract/iq-named.ts'
import styles from './interval-bar.module.css'

type Placed = Pick<Score, 'iq' | 'low' | 'high' | 'iq_open'>

const span = scale.to - scale.from
const place = (iq: number) => Math.min(Math.max(iq, scale.from), scale.to) - scale.from

/** A score with its interval on the scale of the bell curve: for the eye, the figures are beside it. */
export function IntervalBar({ score }: { score: Placed }) {
  const { iq, low, high } = score
  return (
    <svg viewBox={`0 0 ${span} 4`} preserveAspectRatio="none" className={styles.bar} aria-hidden="true">
      <rect width={span} height={4} className={styles.scale} />
      <rect x={place(low)} width={place(high) - place(low)} height={4} className={styles.interval} />
      {sideOf(score) === null && <rect x={place(iq) - 0.5} width={1} height={4} className={styles.mark} />}
    </svg>
  )
}
