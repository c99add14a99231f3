import type { Achievement } from '#contract/achievement.ts'
import { achievementTexts } from '../../messages/cabinet.ts'
import { date } from '../../messages/formats.ts'
import { Progress } from '../../ui/progress.tsx'
import { Text } from '../../ui/text/text.tsx'
import styles from './achievements-page.module.css'
import { Medal } from './medal.tsx'

/** The one whose unit is no number of things. */
const inPercent = 'ninety-percent'

/** One achievement: its rule, and when it was earned or how far it is. */
export function AchievementCard({ code, title, description, progress, goal, earned_at }: Achievement) {
  const isEarned = earned_at != null
  const saidOf = code === inPercent ? achievementTexts.percent : achievementTexts.progress
  return (
    <li className={`${styles.card} ${isEarned ? styles.earned : ''}`}>
      <Medal code={code} share={goal === 0 ? 0 : progress / goal} isEarned={isEarned} />
      <div className={styles.text}>
        <Text as="h2" variant="subtitle2">
          {title}
        </Text>
        <Text tone="soft">{description}</Text>
        {isEarned ? (
          <Text tone="success" className={styles.when}>
            {achievementTexts.earned(date(earned_at))}
          </Text>
        ) : (
          <div className={styles.progress}>
            <Progress value={Math.min(progress, goal)} max={goal} label={title} />
            <span>{saidOf(Math.min(progress, goal), goal)}</span>
          </div>
        )}
      </div>
    </li>
  )
}
