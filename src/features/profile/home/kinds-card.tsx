import { xOf, size } from '#contract/bell-path.ts'
import { firstModel } from '#contract/score-model.ts'
import { tooNarrow } from '../../../messages/earlier-rules.ts'
import { homeTexts } from '../../../messages/home.ts'
import { typeName } from '../../../messages/type-name.ts'
import { IntervalBar } from '../../../score-curve/interval-bar.tsx'
import { Text } from '../../../ui/text/text.tsx'
import { HomeCard } from './home-card.tsx'
import type { KindScore } from './home-state.ts'
import styles from './home.module.css'

const ticks = [70, 85, 100, 115, 130]

/** The newest score of each kind on one scale; nothing for who has fewer than two to lay beside each other. */
export function KindsCard({ scores }: { scores: readonly KindScore[] }) {
  if (scores.length < 2) return null
  return (
    <HomeCard title={homeTexts.kindsTitle}>
      <ul className={styles.kinds}>
        {scores.map(({ type, score }) => (
          <li key={type} className={styles.kind}>
            <span>{typeName(type)}</span>
            <span className={styles.figures}>{homeTexts.kindScore(score)}</span>
            <IntervalBar score={score} />
            {score.model === firstModel && (
              <Text variant="small" tone="soft">
                {tooNarrow}
              </Text>
            )}
          </li>
        ))}
      </ul>
      {/* For the eye: the figures are above, as text. */}
      <div className={styles.ticks} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} style={{ insetInlineStart: `${(100 * xOf(tick)) / size.width}%` }}>
            {tick}
          </span>
        ))}
      </div>
      <Text variant="small" tone="soft">
        {homeTexts.kindsHint}
      </Text>
    </HomeCard>
  )
}
