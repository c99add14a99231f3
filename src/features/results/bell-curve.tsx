import { resultTexts } from '../../messages/result.ts'
import { areaBetween, scale, size, xOf, yOf } from './bell-path.ts'
import styles from './bell-curve.module.css'

/** How people's scores lie, and where this one with its interval lies among them. */
export function BellCurve({ iq, low, high }: { iq: number; low: number; high: number }) {
  const ticks = [70, 85, 100, 115, 130]
  return (
    <svg
      viewBox={`-8 0 ${size.width + 16} ${size.height}`}
      className={styles.curve}
      role="img"
      aria-label={resultTexts.curve(iq, low, high)}
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
        {resultTexts.average}
      </text>
      <line x1={xOf(iq)} x2={xOf(iq)} y1={size.ground} y2={yOf(iq)} className={styles.mark} />
      <circle cx={xOf(iq)} cy={yOf(iq)} r={5} className={styles.point} />
    </svg>
  )
}
