import { useQuery } from '@tanstack/react-query'
import type { Test } from '#contract/catalog.ts'
import { failedToShow } from '../../../http/api-error.ts'
import { catalogTexts } from '../../../messages/catalog.ts'
import { homeTexts } from '../../../messages/home.ts'
import { failureSentence, messages } from '../../../messages/messages.ts'
import { paths } from '../../../paths.ts'
import { availableTestsQuery } from '../../../queries/available-tests.ts'
import { TestMiniature } from '../../../shop/test-facts.tsx'
import { ButtonLink } from '../../../ui/button/button.tsx'
import { Failure } from '../../../ui/notice.tsx'
import { Loading } from '../../../ui/page.tsx'
import { Text } from '../../../ui/text.tsx'
import { HomeCard } from './home-card.tsx'
import styles from './home.module.css'

/** For who has nothing yet: what can be tried for nothing, else the way to all tests. */
export function FirstStep() {
  const { data, error, isPending, refetch } = useQuery(availableTestsQuery())
  const free = data?.results.filter(({ price }) => price === 0) ?? []
  const isEmpty = data !== undefined && free.length === 0
  return (
    <HomeCard
      title={homeTexts.firstTitle}
      actions={isEmpty ? <ButtonLink to={paths.tests}>{homeTexts.chooseTest}</ButtonLink> : undefined}
    >
      <Text tone="soft">{isEmpty ? homeTexts.firstNone : homeTexts.firstHint}</Text>
      {isPending && <Loading />}
      {failedToShow(error, data) && (
        <Failure onRetry={() => void refetch()}>
          {failureSentence(error, messages.availableTestsFailed, messages.networkRussian)}
        </Failure>
      )}
      {free.length > 0 && (
        <ul className={styles.rows}>
          {free.map((test) => (
            <FreeTest key={test.id} test={test} />
          ))}
        </ul>
      )}
    </HomeCard>
  )
}

function FreeTest({ test }: { test: Test }) {
  const { question_count: count, duration_minutes: minutes } = test
  const facts = [
    count == null ? null : catalogTexts.questions(count),
    minutes == null ? null : catalogTexts.minutes(minutes),
  ].filter((fact) => fact !== null)
  return (
    <li className={styles.row}>
      <TestMiniature type={test.type} />
      <p className={styles.rowText}>
        <span className={styles.test}>{test.title}</span>
        {facts.length > 0 && <span className={styles.caption}>{facts.join(' · ')}</span>}
      </p>
      <ButtonLink to={paths.test(test.slug ?? test.id)} aria-label={homeTexts.tryOf(test.title)}>
        {homeTexts.tryTest}
      </ButtonLink>
    </li>
  )
}
