import { scale } from '#contract/bell-path.ts'
import { type Test, testTypes } from '#contract/catalog.ts'
import { rangeNamed, sideOf } from '#contract/iq-named.ts'
import type { OwnedTest } from '#contract/purchase.ts'
import { firstModel } from '#contract/score-model.ts'
import { homeTexts } from '../../../messages/home.ts'
import { tooNarrow } from '../../../messages/purchases.ts'
import { typeName } from '../../../messages/type-name.ts'
import { Text } from '../../../ui/text.tsx'
import { HomeCard, ToKind } from './home-card.tsx'
import { type KindScore, type KindStep, scoresByKind, stepToKind } from './home-state.ts'
import styles from './kinds-card.module.css'

interface KindsCardProps {
  owned: readonly OwnedTest[]
  onSale: readonly Test[]
}

/** A column for each kind, all on one scale: the newest score, or the button to a kind without one. */
export function KindsCard({ owned, onSale }: KindsCardProps) {
  const scores = scoresByKind(owned)
  if (scores.length === 0) return null
  const others = scores.map(({ type }) => type).filter((type) => !testTypes.some((known) => known === type))
  return (
    <HomeCard title={homeTexts.kindsTitle}>
      <ul className={styles.kinds}>
        {[...testTypes, ...others].map((type) => (
          <li key={type} className={styles.kind} data-kind={type}>
            <span className={styles.name}>{typeName(type)}</span>
            <Kind
              score={scores.find((score) => score.type === type)?.score ?? null}
              step={stepToKind(type, owned, onSale)}
            />
          </li>
        ))}
      </ul>
      <Text variant="small" tone="soft">
        {homeTexts.kindsHint}
      </Text>
    </HomeCard>
  )
}

function Kind({ score, step }: { score: KindScore['score'] | null; step: KindStep | null }) {
  return (
    <>
      <Whisker score={score} />
      {score === null ? (
        <span className={styles.range}>{homeTexts.kindEmpty}</span>
      ) : (
        <>
          <strong className={styles.iq}>{homeTexts.iqOf(score)}</strong>
          <span className={styles.range}>{rangeNamed(score)}</span>
        </>
      )}
      {step !== null && <ToKind step={step} variant="link" isBrief />}
      {score?.model === firstModel && (
        <Text variant="small" tone="soft">
          {tooNarrow}
        </Text>
      )}
    </>
  )
}

const size = { width: 88, height: 132 }
const middle = 56
const yOf = (iq: number) => {
  const within = Math.min(Math.max(iq, scale.from), scale.to)
  return 6 + ((scale.to - within) / (scale.to - scale.from)) * (size.height - 12)
}

/** A score with its interval on the common scale. Hidden from screen readers: the figures are below as text. */
function Whisker({ score }: { score: KindScore['score'] | null }) {
  return (
    <svg
      width={`${size.width / 16}rem`}
      height={`${size.height / 16}rem`}
      fontSize={12}
      viewBox={`0 0 ${size.width} ${size.height}`}
      className={styles.whisker}
      aria-hidden="true"
    >
      {[70, 85, 100, 115, 130].map((tick) => (
        <g key={tick}>
          <path d={`M28 ${yOf(tick)}H${size.width}`} className={tick === 100 ? styles.mean : styles.line} />
          <text x={24} y={yOf(tick) + 4} className={styles.tick}>
            {tick}
          </text>
        </g>
      ))}
      {score !== null && <Interval {...score} />}
    </svg>
  )
}

/** An end without a cap is open: no number is named beyond it. */
function Interval(score: KindScore['score']) {
  const { iq, low, high } = score
  const caps = [...(score.low_open === true ? [] : [low]), ...(score.high_open === true ? [] : [high])]
  return (
    <>
      <path d={`M${middle} ${yOf(low)}V${yOf(high)}`} className={styles.interval} />
      {caps.map((end) => (
        <path key={end} d={`M${middle - 8} ${yOf(end)}h16`} className={styles.interval} />
      ))}
      {sideOf(score) === null && <circle cx={middle} cy={yOf(iq)} r={6} className={styles.point} />}
    </>
  )
}
