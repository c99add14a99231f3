import type { Achievement } from '#contract/achievement.ts'
import { achievementTexts } from '../../messages/cabinet.ts'
import { date } from '../../messages/formats.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { list } from '../../ui/icons/page-drawings.ts'
import { check } from '../../ui/icons/site-drawings.ts'
import { Progress } from '../../ui/progress.tsx'
import { Text } from '../../ui/text/text.tsx'
import styles from './achievements-page.module.css'

/** One achievement: its rule, and when it was earned or how far it is. */
export function AchievementCard({ title, description, progress, goal, earned_at }: Achievement) {
  const isEarned = earned_at != null
  return (
    <li className={`${styles.card} ${isEarned ? styles.earned : ''}`}>
      <span className={styles.medal}>
        <Icon drawing={isEarned ? check : list} />
      </span>
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
            <span>{achievementTexts.progress(Math.min(progress, goal), goal)}</span>
          </div>
        )}
      </div>
    </li>
  )
}
