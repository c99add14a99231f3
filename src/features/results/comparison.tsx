import { scale } from '#contract/bell-path.ts'
import { sideOf } from '#contract/iq-named.ts'
import type { Result, Score } from '#contract/result.ts'
import { firstModel } from '#contract/score-model.ts'
import { lastMoment } from '../../messages/formats.ts'
import { tooNarrow } from '../../messages/purchases.ts'
import { resultTexts } from '../../messages/result.ts'
import { Text } from '../../ui/text.tsx'
import { differenceOf } from './compare-attempts.ts'
import styles from './comparison.module.css'
import intervalBarStyles from './interval-bar.module.css'

interface ComparisonProps {
  result: Result
  /** The attempt of the same kind before it. */
  previous: Result
  /** A drawing of all attempts follows, so these two are not drawn here. */
  isDrawnBelow: boolean
}

export function Comparison({ result, previous, isDrawnBelow }: ComparisonProps) {
  const difference = differenceOf(result, previous)
  // A score is withheld if its answers say nothing about the person. A difference from it would say nothing either.
  if (difference === null || result.score_withheld != null || previous.score_withheld != null) return null
  return (
    <section className={styles.comparison} aria-labelledby="comparison">
      <Text as="h2" variant="subtitle2" id="comparison">
        {resultTexts.comparison}
      </Text>
      <p>{resultTexts.difference(difference)}</p>
      {!isDrawnBelow && (
        <ul className={styles.rows}>
          <Row name={resultTexts.thisAttempt} result={result} isThis />
          <Row
            name={previous.submitted_at == null ? resultTexts.previousAttempt : lastMoment(previous.submitted_at)}
            result={previous}
          />
        </ul>
      )}
      {difference.unit === 'iq' && isAgainstCount(difference.by, result, previous) && <p>{resultTexts.weights}</p>}
      {difference.isCertain !== null && (
        <Text variant="small" tone="soft">
          {difference.isCertain ? resultTexts.differenceCertain : resultTexts.differenceUncertain}
        </Text>
      )}
    </section>
  )
}

/** Whether fewer right answers gave a higher score, or more of them a lower one. Unexplained, that looks like a mistake. */
function isAgainstCount(by: number, { correct }: Result, { correct: before }: Result): boolean {
  return correct != null && before != null && by * (correct - before) < 0
}

function Row({ name, result, isThis = false }: { name: string; result: Result; isThis?: boolean }) {
  const { score, correct, total } = result
  return (
    <li className={isThis ? `${styles.row} ${styles.this}` : styles.row}>
      <span>{name}</span>
      <span className={styles.figure}>
        {score != null
          ? resultTexts.scoreOf(score)
          : correct != null && total != null && resultTexts.correctOf(correct, total)}
      </span>
      {score != null && <IntervalBar score={score} />}
      {/* The page warns about this attempt's interval above. */}
      {!isThis && score?.model === firstModel && (
        <Text variant="small" tone="soft">
          {tooNarrow}
        </Text>
      )}
    </li>
  )
}

type Placed = Pick<Score, 'iq' | 'low' | 'high' | 'iq_open'>

const span = scale.to - scale.from
const place = (iq: number) => Math.min(Math.max(iq, scale.from), scale.to) - scale.from

/** A score with its interval on the scale of the bell curve. Hidden from screen readers: the row has the same figures. */
function IntervalBar({ score }: { score: Placed }) {
  const { iq, low, high } = score
  return (
    <svg viewBox={`0 0 ${span} 4`} preserveAspectRatio="none" className={intervalBarStyles.bar} aria-hidden="true">
      <rect width={span} height={4} className={intervalBarStyles.scale} />
      <rect x={place(low)} width={place(high) - place(low)} height={4} className={intervalBarStyles.interval} />
      {sideOf(score) === null && <rect x={place(iq) - 0.5} width={1} height={4} className={intervalBarStyles.mark} />}
    </svg>
  )
}
