import { iqNamed, sideOf } from '#contract/iq-named.ts'
import type { Result, Score } from '#contract/result.ts'
import { resultTexts } from '../../messages/result.ts'
import { paths } from '../../paths.ts'
import { BellCurve } from '../../score-curve/bell-curve.tsx'
import { lazyPiece } from '../../ui/piece/lazy-piece.ts'
import { PieceInPlace } from '../../ui/piece/piece-in-place.tsx'
import { Fold } from './fold.tsx'
import { hurriedPace, meaningOf } from './meaning.ts'
import styles from './result.module.css'

const hundredPeople = lazyPiece(() => import('./drawings/hundred-people.tsx').then((m) => m.HundredPeople))

/** The score with its interval, what it means, its place among a hundred people, and how far it can be trusted. */
export function ScoreCard({ score, result }: { score: Score; result: Result }) {
  const { percentile, population, calibration, reliability, model } = score
  const note = resultTexts.intervalNote(model)
  const isOurs = model === '2'
  const pace = hurriedPace(result)
  return (
    <section className={styles.score} aria-labelledby="score">
      <h2 id="score" className={styles.scoreTitle}>
        {resultTexts.iq}
      </h2>
      <p className={styles.iq}>{iqNamed(score)}</p>
      <p className={styles.interval}>{resultTexts.interval(score)}</p>
      <BellCurve score={score} />
      <div className={styles.meaning}>
        <p>{resultTexts.meaning[meaningOf(score)]}</p>
        <p>{resultTexts.consolation}</p>
        {pace !== null && <p className={styles.caution}>{resultTexts.hurried(pace)}</p>}
      </div>
      <PieceInPlace piece={hundredPeople} props={{ score }} />
      <p>{resultTexts.percentile(percentile, sideOf(score))}</p>
      {population !== '' && <p className={styles.small}>{resultTexts.population(population)}</p>}
      <p className={styles.small}>{isOurs ? resultTexts.sureness : note}</p>
      {!isOurs && calibration !== '' && <p className={styles.small}>{resultTexts.calibration(calibration)}</p>}
      {isOurs && (
        <Fold title={resultTexts.precision}>
          <div className={styles.meaning}>
            <p className={styles.small}>{note}</p>
            <p className={styles.small}>{resultTexts.weights}</p>
            {reliability != null && <p className={styles.small}>{resultTexts.reliability(reliability)}</p>}
          </div>
        </Fold>
      )}
      {note !== '' && (
        <p className={`${styles.small} ${styles.how}`}>
          <a href={paths.scoring}>{resultTexts.how}</a>
        </p>
      )}
    </section>
  )
}
