import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Test } from '#contract/catalog.ts'
import type { OwnedTest } from '#contract/purchase.ts'
import { listTestResults } from '#contract/result.ts'
import { seenName } from '#contract/pasted-text.ts'
import { type RunningExam, useRunningExams } from '../../../attempt/submissions/running-exam.ts'
import { WaitingSubmissions } from '../../../attempt/submissions/waiting-submissions.tsx'
import { failedToShow } from '../../../http/api-error.ts'
import { catalogTexts } from '../../../messages/catalog.ts'
import { homeTexts } from '../../../messages/home.ts'
import { failureSentence, messages } from '../../../messages/messages.ts'
import { runningExamTexts } from '../../../messages/owned-test.ts'
import { siteTexts } from '../../../messages/site.ts'
import { testMessages } from '../../../messages/test-messages.ts'
import { goesOn, paths } from '../../../paths.ts'
import { availableTestsQuery } from '../../../queries/available-tests.ts'
import { rowsOf } from '../../../queries/next-page.ts'
import { purchaseQueries } from '../../../queries/purchase-queries.ts'
import { sessionRequest } from '../../../session/session-request.ts'
import { useSession } from '../../../session/session-state.ts'
import { OpenOrders } from '../../../shop/open-orders.tsx'
import { TestMiniature } from '../../../shop/test-facts.tsx'
import { ButtonLink } from '../../../ui/button/button.tsx'
import { Countdown } from '../../../ui/countdown.tsx'
import { Failure } from '../../../ui/notice.tsx'
import { Column, Loading, PageTitle } from '../../../ui/page.tsx'
import { PieceInPlace } from '../../../ui/piece/piece-in-place.tsx'
import { lazyPiece } from '../../../ui/piece/piece.ts'
import { Text } from '../../../ui/text.tsx'
import { HomeCard } from './home-card.tsx'
import { homeState, nextKind, scoresByKind } from './home-state.ts'
import styles from './home.module.css'
import { KindsCard } from './kinds-card.tsx'
import { NewestResult } from './newest-result.tsx'

const overallScore = lazyPiece(() => import('../../../shop/overall-score.tsx').then((m) => m.OverallScore))

export function OwnHome() {
  const { user } = useSession()
  return (
    <Column width="cabinet">
      <PageTitle tabTitle={siteTexts.name}>{homeTexts.greeting(seenName(user?.first_name ?? ''))}</PageTitle>
      <WaitingSubmissions />
      <Home />
    </Column>
  )
}

/** The one thing that matters most to the person now, and the links to their tests and to all others. */
export function Home() {
  const running = useRunningExams(paths.profile)
  const list = useInfiniteQuery(purchaseQueries.owned())
  // The shop is asked for together with the purchases, so that no advice changes under a finger.
  const { data: shop } = useQuery({ ...availableTestsQuery(), enabled: running.length === 0 })
  const [owned, onSale] = [rowsOf(list.data), shop?.results ?? []]
  const state = homeState(running, owned)
  return (
    <>
      {/* This browser knows its own running exam before any reply. */}
      {state.kind === 'running' && state.exams.map((exam) => <RunningExamCard key={exam.purchaseId} exam={exam} />)}
      {state.kind !== 'running' && list.isPending && <Loading />}
      {state.kind === 'result' && (
        <div className={styles.results}>
          <NewestResult {...state} next={nextKind(owned, onSale)} />
          <KindsCard owned={owned} onSale={onSale} />
        </div>
      )}
      {state.kind === 'result' && scoresByKind(owned).length > 1 && <PieceInPlace piece={overallScore} props={{}} />}
      {state.kind === 'ready' && <ReadyTest purchase={state.purchase} />}
      {state.kind === 'first' && list.data !== undefined && <FirstStep />}
      {failedToShow(list.error, list.data) && (
        <Failure onRetry={() => void list.refetch()}>
          {failureSentence(list.error, testMessages.ownedTestsFailed, messages.networkRussian)}
        </Failure>
      )}
      {state.kind !== 'running' && <OpenOrders arePurchasesKnown={list.data !== undefined && !list.isFetching} />}
      <nav aria-label={homeTexts.ways} className={styles.ways}>
        <ButtonLink to={paths.tests} variant="border">
          {homeTexts.allTests}
        </ButtonLink>
        <ButtonLink to={paths.purchases} variant="border">
          {homeTexts.myTests}
        </ButtonLink>
      </nav>
    </>
  )
}

/** For a person who owns nothing: the free tests, else the link to all tests. */
function FirstStep() {
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

/** Whether a purchase without an exam's result has a training's. The list of purchases does not say it. */
const hasTrainedQuery = (id: string) =>
  queryOptions({
    queryKey: ['has-trained', id],
    queryFn: async ({ signal }) => {
      const list = await sessionRequest(listTestResults, { params: { id }, query: { limit: '1' } }, { signal })
      return list.results.length > 0
    },
    // People come here from a training.
    staleTime: 0,
    retry: false,
  })

function ReadyTest({ purchase: { id, test, purchase_card_title: title } }: { purchase: OwnedTest }) {
  const testId = test?.id ?? '1'
  const { data: hasTrained, isPending } = useQuery(hasTrainedQuery(id))
  return (
    <HomeCard
      title={homeTexts.readyTitle}
      actions={
        <>
          <ButtonLink to={paths.exam(testId, id)}>{homeTexts.takeExam}</ButtonLink>
          <ButtonLink variant="border" to={paths.learning(testId, id)}>
            {homeTexts.train}
          </ButtonLink>
        </>
      }
    >
      <p className={styles.test}>{title}</p>
      {!isPending && <Text tone="soft">{hasTrained === true ? homeTexts.trainedHint : homeTexts.readyHint}</Text>}
    </HomeCard>
  )
}

function RunningExamCard({ exam: { testId, purchaseId, title, endsAt, isPaused } }: { exam: RunningExam }) {
  return (
    <HomeCard
      title={homeTexts.runsTitle}
      actions={
        <ButtonLink size="large" to={paths.exam(testId, purchaseId)} state={goesOn}>
          {homeTexts.goOn}
        </ButtonLink>
      }
    >
      {title !== null && <p className={styles.test}>{title}</p>}
      <p>
        <span className={styles.caption}>{homeTexts.timeLeft}</span>
        <Countdown
          endsAt={endsAt}
          label={runningExamTexts.timeLeft}
          format={runningExamTexts.face(isPaused)}
          className={styles.number}
        />
      </p>
      <Text tone="soft">{isPaused ? homeTexts.pausedHint : homeTexts.runsHint}</Text>
    </HomeCard>
  )
}
