import { useQuery } from '@tanstack/react-query'
import { sideOf } from '#contract/iq-named.ts'
import type { Result, Score } from '#contract/result.ts'
import { allowsForNorm } from '#contract/score-model.ts'
import { date } from '../../messages/formats.ts'
import { resultTexts } from '../../messages/result.ts'
import { paths } from '../../paths.ts'
import { BellCurve } from '../../ui/bell-curve.tsx'
import { PieceInPlace } from '../../ui/piece/piece-in-place.tsx'
import { lazyPiece } from '../../ui/piece/piece.ts'
import { examReviewQuery } from './details-queries.ts'
import { Fold } from './fold.tsx'
import { bandOf, hurriedPace, reachOf } from './meaning.ts'
import styles from './result.module.css'

const hundredPeople = lazyPiece(() => import('./drawings/hundred-people.tsx').then((m) => m.HundredPeople))

export function ScoreTruth({ score, result }: { score: Score; result: Result }) {
  const { percentile, population, calibration, model } = score
  const pace = hurriedPace(result)
  const halves = halvesOf(score)
  const note = resultTexts.intervalNote(model)
  const isOurs = allowsForNorm(model)
  return (
    <section className={styles.score} aria-labelledby="meaning">
      <h2 id="meaning" className={styles.scoreTitle}>
        {resultTexts.meaningTitle}
      </h2>
      <BellCurve score={score} label={resultTexts.curve(score)} average={resultTexts.average} />
      <div className={styles.meaning}>
        <p>{resultTexts.meaning(bandOf(score), reachOf(score))}</p>
        <p>{resultTexts.percentile(percentile, sideOf(score))}</p>
        {result.receipt != null && <PercentileRank attemptId={result.attempt_id} />}
        {population !== '' && <p className={styles.small}>{resultTexts.population(population)}</p>}
        {pace !== null && <p className={styles.caution}>{resultTexts.hurried(pace)}</p>}
        <ScoreRemarks score={score} />
        {isOurs && <p>{resultTexts.sureness}</p>}
        {!isOurs && calibration !== '' && <p className={styles.small}>{resultTexts.calibration(calibration)}</p>}
        {/* By today's rules the note is folded. By the earlier rules it is a warning about the interval. */}
        {note !== '' && !isOurs && <p className={styles.small}>{note}</p>}
        <p className={styles.small}>{resultTexts.consolation}</p>
      </div>
      <Fold title={isOurs ? resultTexts.precision : resultTexts.hundredMore}>
        <div className={styles.meaning}>
          <PieceInPlace piece={hundredPeople} props={{ score }} />
          {isOurs && (
            <>
              <p className={styles.small}>{note}</p>
              <p className={styles.small}>{resultTexts.weights}</p>
              {halves !== null && <p className={styles.small}>{resultTexts.halves(halves.answers, halves.all)}</p>}
            </>
          )}
        </div>
      </Fold>
      {note !== '' && (
        <p className={`${styles.small} ${styles.how}`}>
          <a href={paths.scoring}>{resultTexts.how}</a>
        </p>
      )}
    </section>
  )
}

/** The rank of the number among people who took the test here. Nothing where the server does not tell. */
function PercentileRank({ attemptId }: { attemptId: string }) {
  const { data } = useQuery(examReviewQuery(attemptId))
  if (data?.percentile_rank == null) return null
  const { counted_at: day } = data.percentile_rank
  return <p>{resultTexts.percentileRank(data.percentile_rank, day === null ? '' : date(day))}</p>
}

/** Half of the 95 % interval, in IQ points. `answers`: with known difficulties; `all`: as it is. Null without `reliability`. */
function halvesOf({ se, reliability }: Score): { answers: number; all: number } | null {
  if (reliability == null) return null
  const half = (deviation: number) => Math.round(1.96 * deviation)
  return { answers: half(15 * Math.sqrt(1 - reliability)), all: half(se) }
}

/** Remarks of the grade: questions that were not reached or left out, and haste. */
function ScoreRemarks({ score: { remarks } }: { score: Score }) {
  return remarks?.map(({ code, text }) => (
    <p key={code} className={styles.caution}>
      {text}
    </p>
  ))
}
