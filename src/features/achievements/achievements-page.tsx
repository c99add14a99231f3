import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Achievement, listAchievements } from '#contract/achievement.ts'
import { emptyList, failedToShow, whereKnown } from '../../http/api-error.ts'
import { achievementTexts } from '../../messages/cabinet.ts'
import { date } from '../../messages/formats.ts'
import { failureSentence } from '../../messages/messages.ts'
import { useReadNewsOf } from '../../queries/notification-queries.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { EmptyState, Skeleton } from '../../ui/list.tsx'
import { Failure } from '../../ui/notice.tsx'
import { Column, PageTitle } from '../../ui/page.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './achievements-page.module.css'
import { Medal } from './medal.tsx'

const achievementsQuery = queryOptions({
  queryKey: ['achievements'],
  queryFn: ({ signal }) => whereKnown(sessionRequest(listAchievements, {}, { signal }), emptyList),
})

export function AchievementsPage() {
  const { data, error, isPending, refetch } = useQuery(achievementsQuery)
  useReadNewsOf('achievement', data !== undefined)
  const earned = data?.results.filter(({ earned_at }) => earned_at != null).length ?? 0
  return (
    <Column>
      <PageTitle>{achievementTexts.title}</PageTitle>
      {data !== undefined && data.results.length > 0 && (
        <Text variant="large" tone="soft">
          {achievementTexts.lead(earned, data.results.length)}
        </Text>
      )}
      {isPending && <Skeleton of="rows" />}
      {failedToShow(error, data) && (
        <Failure ofPage onRetry={() => void refetch()}>
          {failureSentence(error, achievementTexts.failed)}
        </Failure>
      )}
      {data?.results.length === 0 && (
        <EmptyState title={achievementTexts.empty}>{achievementTexts.emptyLead}</EmptyState>
      )}
      <ul className={styles.grid}>
        {data?.results.map((achievement) => (
          <AchievementCard key={achievement.code} {...achievement} />
        ))}
      </ul>
    </Column>
  )
}

/** The code of the achievement whose progress is in per cent. All others count things. */
const inPercent = 'ninety-percent'

function AchievementCard({ code, title, description, progress, goal, earned_at }: Achievement) {
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
