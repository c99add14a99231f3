import type { Score } from '#contract/result.ts'
import { iqNamed } from '../../messages/iq-named.ts'
import { resultTexts } from '../../messages/result.ts'
import { paths } from '../../paths.ts'
import { BellCurve } from '../../score-curve/bell-curve.tsx'
import styles from './result.module.css'

/** The score with what it is worth: its interval, its place on the curve, and how far it can be trusted. */
export function ScoreCard({ score }: { score: Score }) {
  const { percentile, population, calibration, iq_open: open, reliability, model } = score
  const note = resultTexts.intervalNote(model)
  return (
    <section className={styles.score} aria-labelledby="score">
      <h2 id="score" className={styles.scoreTitle}>
        {resultTexts.iq}
      </h2>
      <p className={styles.iq}>{iqNamed(score)}</p>
      <p className={styles.interval}>{resultTexts.interval(score)}</p>
      <BellCurve score={score} />
      <p>{resultTexts.percentile(percentile, open)}</p>
      {population !== '' && <p className={styles.small}>{resultTexts.population(population)}</p>}
      {calibration !== '' && <p className={styles.small}>{resultTexts.calibration(calibration)}</p>}
      {note !== '' && <p className={styles.small}>{note}</p>}
      {reliability != null && <p className={styles.small}>{resultTexts.reliability(reliability)}</p>}
      {note !== '' && (
        <p className={styles.small}>
          <a href={paths.scoring}>{resultTexts.how}</a>
        </p>
      )}
    </section>
  )
}
