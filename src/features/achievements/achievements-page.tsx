import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Achievement, listAchievements } from '#contract/achievement.ts'
import { failedToShow } from '../../cache/failed-to-show.ts'
import { achievementTexts } from '../../messages/cabinet.ts'
import { emptyList, whereKnown } from '../../http/where-known.ts'
import { failureSentence } from '../../messages/failure-sentence.ts'
import { date } from '../../messages/formats.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { Column } from '../../ui/column.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'
import styles from './achievements-page.module.css'

const achievementsQuery = queryOptions({
  queryKey: ['achievements'],
  queryFn: ({ signal }) => whereKnown(sessionRequest(listAchievements, {}, { signal }), emptyList),
})

/** What the person has reached and how far the rest is. */
export function AchievementsPage() {
  const { data, error, isPending, refetch } = useQuery(achievementsQuery)
  return (
    <Column>
      <PageTitle>{achievementTexts.title}</PageTitle>
      {isPending && <Loading />}
      {failedToShow(error, data) && <Failure onRetry={() => void refetch()}>{failureSentence(error, achievementTexts.failed)}</Failure>}
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

function AchievementCard({ title, description, progress, goal, earned_at }: Achievement) {
  const name = achievementTexts.progress(progress, goal)
  return (
    <li className={`${styles.card} ${earned_at ? styles.earned : ''}`}>
      <Text as="h2" variant="subtitle2">
        {title}
      </Text>
      <Text tone="soft">{description}</Text>
      {earned_at ? (
        <Text tone="success">{achievementTexts.earned(date(earned_at))}</Text>
      ) : (
        <div className={styles.progress}>
          <progress value={progress} max={goal} aria-label={title} />
          <span>{name}</span>
        </div>
      )}
    </li>
  )
}
