import type { Score } from '#contract/result.ts'
import { resultTexts } from '../../messages/result.ts'
import { BellCurve } from './bell-curve.tsx'
import styles from './result.module.css'

/** The score with what it is worth: its interval, its place among people, and how far it can be trusted. */
export function ScoreCard({ score }: { score: Score }) {
  const { iq, low, high, percentile, population, calibration } = score
  return (
    <section className={styles.score} aria-labelledby="score">
      <h2 id="score" className={styles.scoreTitle}>
        {resultTexts.iq}
      </h2>
      <p className={styles.iq}>{iq}</p>
      <p className={styles.interval}>{resultTexts.interval(low, high)}</p>
      <BellCurve iq={iq} low={low} high={high} />
      <p>{resultTexts.percentile(percentile)}</p>
      {population !== '' && <p className={styles.small}>{resultTexts.population(population)}</p>}
      {calibration !== '' && <p className={styles.small}>{resultTexts.calibration(calibration)}</p>}
      <p className={styles.small}>{resultTexts.intervalNote}</p>
    </section>
  )
}
