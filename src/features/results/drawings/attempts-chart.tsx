// A lazy boundary: loaded where there is more than one attempt to draw.
import { sideOf } from '#contract/iq-named.ts'
import type { Result } from '#contract/result.ts'
import { allowsForNorm } from '#contract/score-model.ts'
import { lastMoment, moment } from '../../../messages/formats.ts'
import { resultTexts } from '../../../messages/result.ts'
import { resultDrawings as texts } from '../../../messages/result-drawings.ts'
import { scale } from '#contract/bell-path.ts'
import { Text } from '../../../ui/text.tsx'
import { Fold } from '../fold.tsx'
import { type Attempt, attemptsOver, differsFromSome } from './attempts.ts'
import styles from './drawings.module.css'

const size = { width: 360, height: 200, left: 34, right: 8, top: 10, ground: 172 }
const lines = [70, 85, 100, 115, 130]

const yOf = (iq: number) => {
  const within = Math.min(Math.max(iq, scale.from), scale.to)
  return size.ground - ((within - scale.from) / (scale.to - scale.from)) * (size.ground - size.top)
}

interface AttemptsChartProps {
  result: Result
  others: readonly Result[]
}

/** The exams of a purchase one after another, each with its interval; a score that was withheld has no place on the scale. */
export function AttemptsChart({ result, others }: AttemptsChartProps) {
  const attempts = attemptsOver(result, others)
  if (attempts.length === 0) return null
  const step = (size.width - size.left - size.right) / attempts.length
  const differs = differsFromSome(result, others)
  return (
    <section className={styles.section} aria-labelledby="over-time">
      <Text as="h2" variant="subtitle2" id="over-time">
        {texts.attempts}
      </Text>
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        className={styles.chart}
        fontSize={11.5}
        role="img"
        aria-label={texts.attemptsAlt(attempts.map(saidShortly))}
      >
        {lines.map((iq) => (
          <g key={iq}>
            <line
              x1={size.left}
              x2={size.width}
              y1={yOf(iq)}
              y2={yOf(iq)}
              className={iq === 100 ? styles.middle : styles.line}
            />
            <text x={size.left - 6} y={yOf(iq)} className={styles.scaleLabel}>
              {iq}
            </text>
          </g>
        ))}
        {attempts.map((attempt, index) => (
          <Whisker key={attempt.id} attempt={attempt} x={size.left + step * (index + 0.5)} />
        ))}
      </svg>
      {/* With two attempts the comparison above has said it. */}
      {differs !== null && attempts.length > 2 && <p>{differs ? texts.differs : texts.differsFromNone}</p>}
      <Text variant="small" tone="soft">
        {allowsForNorm(result.score?.model) ? `${texts.legend} ${texts.overlap}` : texts.legend}
      </Text>
      {attempts.some(({ score }) => score === null) && (
        <Text variant="small" tone="soft">
          {texts.withoutScore}
        </Text>
      )}
      {attempts.some(({ isOfOtherRules }) => isOfOtherRules) && (
        <Text variant="small" tone="soft">
          {texts.otherRules}
        </Text>
      )}
      <Fold title={texts.attemptsTable}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{resultTexts.attemptNumber}</th>
              <th scope="col">{resultTexts.submitted}</th>
              <th scope="col">{texts.estimate}</th>
            </tr>
          </thead>
          <tbody>
            {attempts.map((attempt) => (
              <tr key={attempt.id} className={attempt.isThis ? styles.this : undefined}>
                <th scope="row">{attempt.isThis ? texts.thisOne(attempt.number) : attempt.number}</th>
                <td>{moment(Date.parse(attempt.at))}</td>
                <td>{attempt.score === null ? texts.noScore : resultTexts.scoreOf(attempt.score)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Fold>
    </section>
  )
}

const saidShortly = ({ number, at, score }: Attempt) =>
  texts.attempt(number, lastMoment(at), score === null ? null : resultTexts.scoreOf(score))

/** The interval as a bar, an arrow where it is open, and the estimate as a dot where it is a number. */
function Whisker({ attempt: { number, score, isThis, isOfOtherRules }, x }: { attempt: Attempt; x: number }) {
  const label = (
    <text x={x} y={size.ground + 18} className={isThis ? styles.thisLabel : styles.label}>
      {number}
    </text>
  )
  if (score === null) {
    return (
      <g>
        <line x1={x} x2={x} y1={size.top} y2={size.ground} className={styles.unknown} />
        {label}
      </g>
    )
  }
  const { iq, low, high, low_open: isLowOpen, high_open: isHighOpen } = score
  const [top, bottom] = [yOf(high), yOf(low)]
  const kind = [styles.whisker, isOfOtherRules && styles.older].filter(Boolean).join(' ')
  return (
    <g className={isThis ? styles.thisOne : undefined}>
      <line x1={x} x2={x} y1={top} y2={bottom} className={kind} />
      <End x={x} y={top} isOpen={isHighOpen === true} way={-1} />
      <End x={x} y={bottom} isOpen={isLowOpen === true} way={1} />
      {sideOf(score) === null && <circle cx={x} cy={yOf(iq)} r={isThis ? 6.5 : 5} className={styles.dot} />}
      {label}
    </g>
  )
}

function End({ x, y, isOpen, way }: { x: number; y: number; isOpen: boolean; way: 1 | -1 }) {
  if (!isOpen) return <line x1={x - 5} x2={x + 5} y1={y} y2={y} className={styles.whisker} />
  return <polyline points={`${x - 5},${y - 6 * way} ${x},${y} ${x + 5},${y - 6 * way}`} className={styles.whisker} />
}
