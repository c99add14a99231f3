import type { Result } from '#contract/result.ts'
import { firstModel } from '#contract/score-model.ts'
import { tooNarrow } from '../../messages/earlier-rules.ts'
import { lastMoment } from '../../messages/formats.ts'
import { resultTexts } from '../../messages/result.ts'
import { IntervalBar } from '../../score-curve/interval-bar.tsx'
import { Text } from '../../ui/text/text.tsx'
import { differenceOf } from './compare-attempts.ts'
import styles from './comparison.module.css'

interface ComparisonProps {
  result: Result
  /** The attempt of the same kind before it. */
  previous: Result
  /** A drawing of all attempts follows: then none of these two is drawn here. */
  isDrawnBelow: boolean
}

/** What has changed since the attempt before, and whether that is more than chance. */
export function Comparison({ result, previous, isDrawnBelow }: ComparisonProps) {
  const difference = differenceOf(result, previous)
  // Of answers that say nothing about a person, neither more nor less says anything.
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

/** Fewer right answers gave more, or more of them less: that looks like a mistake to who is not told why. */
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
      {/* Of this attempt the page says it above. */}
      {!isThis && score?.model === firstModel && (
        <Text variant="small" tone="soft">
          {tooNarrow}
        </Text>
      )}
    </li>
  )
}
