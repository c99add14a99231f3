import { iqNamed, sideOf } from '#contract/iq-named.ts'
import type { Result, Score } from '#contract/result.ts'
import { allowsForNorm } from '#contract/score-model.ts'
import { resultTexts } from '../../messages/result.ts'
import { paths } from '../../paths.ts'
import { BellCurve } from '../../ui/bell-curve.tsx'
import { PieceInPlace } from '../../ui/piece/piece-in-place.tsx'
import { lazyPiece } from '../../ui/piece/piece.ts'
import { FamilyTable } from './family-table.tsx'
import { Fold } from './fold.tsx'
import { hurriedPace, meaningOf } from './meaning.ts'
import styles from './result.module.css'

const hundredPeople = lazyPiece(() => import('./drawings/hundred-people.tsx').then((m) => m.HundredPeople))

/** The score with its interval, how each kind of tasks went, and what it means. */
export function ScoreCard({ score, result }: { score: Score; result: Result }) {
  const { by_family: families } = result
  const pace = hurriedPace(result)
  const note = resultTexts.intervalNote(score.model)
  const isOurs = allowsForNorm(score.model)
  return (
    <section className={styles.score} aria-labelledby="score">
      <h2 id="score" className={styles.scoreTitle}>
        {resultTexts.iq}
      </h2>
      <p className={styles.iq}>{iqNamed(score)}</p>
      <p className={styles.interval}>{resultTexts.interval(score)}</p>
      {families != null && families.length > 0 && <FamilyTable families={families} />}
      <BellCurve score={score} label={resultTexts.curve(score)} average={resultTexts.average} />
      <div className={styles.meaning}>
        <p>{resultTexts.meaning[meaningOf(score)]}</p>
        <p>{resultTexts.consolation}</p>
        {pace !== null && <p className={styles.caution}>{resultTexts.hurried(pace)}</p>}
        <ScoreRemarks score={score} />
        {/* Of ours it is further down: of the earlier rules' interval it is a warning. */}
        {note !== '' && !isOurs && <p className={styles.small}>{note}</p>}
      </div>
    </section>
  )
}

/** The place of a score among a hundred people, and how far it can be trusted. */
export function ScoreDetails({ score }: { score: Score }) {
  const { percentile, population, calibration, model } = score
  const halves = halvesOf(score)
  const note = resultTexts.intervalNote(model)
  const isOurs = allowsForNorm(model)
  return (
    <section className={styles.score} aria-label={resultTexts.amongPeople}>
      <PieceInPlace piece={hundredPeople} props={{ score }} />
      <p>{resultTexts.percentile(percentile, sideOf(score))}</p>
      {population !== '' && <p className={styles.small}>{resultTexts.population(population)}</p>}
      {isOurs && <p className={styles.small}>{resultTexts.sureness}</p>}
      {!isOurs && calibration !== '' && <p className={styles.small}>{resultTexts.calibration(calibration)}</p>}
      {isOurs && (
        <Fold title={resultTexts.precision}>
          <div className={styles.meaning}>
            <p className={styles.small}>{note}</p>
            <p className={styles.small}>{resultTexts.weights}</p>
            {halves !== null && <p className={styles.small}>{resultTexts.halves(halves.answers, halves.all)}</p>}
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

/** Half of the interval with known difficulties, and as it is, in IQ points; null of scores that do not tell the two apart. */
function halvesOf({ se, reliability }: Score): { answers: number; all: number } | null {
  if (reliability == null) return null
  const half = (deviation: number) => Math.round(1.96 * deviation)
  return { answers: half(15 * Math.sqrt(1 - reliability)), all: half(se) }
}

/** What the grade says beside its number: questions that were not reached or left out, and haste. */
function ScoreRemarks({ score: { remarks } }: { score: Score }) {
  return remarks?.map(({ code, text }) => (
    <p key={code} className={styles.caution}>
      {text}
    </p>
  ))
}
