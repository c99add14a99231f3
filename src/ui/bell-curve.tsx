import { areaBetween, scale, size, xOf, yOf } from '#contract/bell-path.ts'
import { sideOf } from '#contract/iq-named.ts'
import type { Score } from '#contract/result.ts'
import styles from './bell-curve.module.css'

type Placed = Pick<Score, 'iq' | 'low' | 'high' | 'iq_open' | 'low_open' | 'high_open'>

interface BellCurveProps {
  score: Placed
  label: string
  /** The word below the middle of the scale. */
  average: string
}

/** A normal curve with this score and its interval. A score beyond the scale gets no mark. */
export function BellCurve({ score, label, average }: BellCurveProps) {
  const { iq, low, high } = score
  const ticks = [70, 85, 100, 115, 130]
  return (
    <svg
      viewBox={`-8 0 ${size.width + 16} ${size.height}`}
      className={styles.curve}
      fontSize={12}
      role="img"
      aria-label={label}
    >
      <path d={areaBetween(scale.from, scale.to)} className={styles.all} />
      <path d={areaBetween(low, high)} className={styles.interval} />
      <line x1={0} x2={size.width} y1={size.ground} y2={size.ground} className={styles.ground} />
      {ticks.map((tick) => (
        <text key={tick} x={xOf(tick)} y={size.ground + 18} className={styles.tick}>
          {tick}
        </text>
      ))}
      <text x={xOf(100)} y={size.ground + 33} className={styles.tick}>
        {average}
      </text>
      {sideOf(score) === null && (
        <>
          <line x1={xOf(iq)} x2={xOf(iq)} y1={size.ground} y2={yOf(iq)} className={styles.mark} />
          <circle cx={xOf(iq)} cy={yOf(iq)} r={5} className={styles.point} />
        </>
      )}
    </svg>
  )
}
