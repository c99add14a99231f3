import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router-dom'
import type { SubmissionReply } from '#contract/exam.ts'
import type { Result } from '#contract/result.ts'
import { resultsTimeoutSeconds } from '../../attempt/machine/schedule.ts'
import { useSubmissionsState } from '../../attempt/submissions/refused-submission.tsx'
import { WaitingSubmissions } from '../../attempt/submissions/waiting-submissions.tsx'
import { failureSentence, pageInPlace } from '../../messages/messages.ts'
import { resultTexts } from '../../messages/result.ts'
import { testMessages } from '../../messages/test-messages.ts'
import { ofTraining, paths } from '../../paths.ts'
import { ownedTestQuery } from '../../queries/attempt-queries.ts'
import type { ResultState, ResultInWork as Work } from '../../queries/result-state.ts'
import { useSession } from '../../session/session-state.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Failure, Notice } from '../../ui/notice.tsx'
import { Column, focusTitle, Loading, PageTitle } from '../../ui/page.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { Text } from '../../ui/text.tsx'
import { ResultNoticeOffer } from './notice-offer.tsx'
import { OtherResults } from './other-results.tsx'
import styles from './result.module.css'
import { hasAskedEnough, keptResultQuery, resultQuery, startNewAsks } from './result-query.ts'
import { ResultReport } from './result-report.tsx'
import { SubmissionRecord } from './submission-record.tsx'

/** A result of a purchase, below the submissions that have not reached the server yet. */
export function ResultPage() {
  const { purchaseId } = useParams()
  const { rows } = useSubmissionsState()
  return (
    <>
      {rows.length > 0 && (
        <Column width="text">
          <WaitingSubmissions />
        </Column>
      )}
      <PurchaseResult isWaiting={rows.some((row) => row.purchaseId === purchaseId)} />
    </>
  )
}

/** Whether the page was opened by a link that says `ofTraining`. `state`: the state of the browser's history entry. */
const saysTraining = (state: unknown) => (state as typeof ofTraining | null)?.ofTraining === true

/** Finds a result by the purchase alone, and corrects the type in the address (S2.06). `?attempt=` chooses among its results. */
function PurchaseResult({ isWaiting }: { isWaiting: boolean }) {
  const { purchaseId = '', testType } = useParams()
  const [params] = useSearchParams()
  const attempt = params.get('attempt')
  const { user } = useSession()
  const kept = useQuery(keptResultQuery(user?.id ?? null, purchaseId, attempt))
  const { state } = useLocation()
  const isTrainingLink = attempt !== null && saysTraining(state)
  const isTraining = isTrainingLink || (attempt !== null && kept.data?.attemptId === attempt)
  const client = useQueryClient()
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...resultQuery(purchaseId, { isTraining }),
    // The kept result may say that this attempt is a training, so it is read first.
    enabled: attempt === null || isTrainingLink || !kept.isPending,
  })
  const chosen = chosenResult(data, kept.data ?? null, attempt)
  // The cached state may be older than the attempt in the address, so it is not shown as that attempt's result.
  const isOlder = attempt !== null && isFetching
  const isShown = chosen !== null || (data?.kind === 'bare' && !isOlder)
  const type = useTestType(purchaseId, chosen?.result.test?.type, isShown)
  if (type !== null && type !== testType) {
    return <Navigate to={paths.attemptResult(type, purchaseId, attempt)} state={state} replace />
  }
  if (chosen !== null) {
    const { result, others } = chosen
    return <ResultReport key={result.attempt_id} purchaseId={purchaseId} result={result} others={others} />
  }
  if (isPending || kept.isPending) return <Loading fullPage />
  // After a final refusal the page asks no more by itself.
  if (data === undefined || (data.kind === 'processing' && error !== null)) {
    return (
      <ResultColumn>
        <Failure onRetry={() => void refetch()}>{failureSentence(error, resultTexts.loadFailed)}</Failure>
      </ResultColumn>
    )
  }
  if (isOlder && data.kind !== 'processing') return <Loading fullPage />
  switch (data.kind) {
    // The attempt in the address is not among the results.
    case 'results':
      return <Navigate to={paths.result(data.newest.test?.type ?? testType ?? 'test', purchaseId)} replace />
    case 'processing':
      return (
        <ResultInWork
          work={data}
          isGivenUp={!isFetching && hasAskedEnough(data)}
          onAsk={() => {
            startNewAsks(client, purchaseId)
            focusTitle()
          }}
        />
      )
    case 'failed':
      return (
        <ResultColumn>
          <GradingFailed status={data.status} message={data.message} />
          <Text>{resultTexts.ungraded}</Text>
          <ToExam purchaseId={purchaseId} />
          {data.earlier.length > 0 && <OtherResults purchaseId={purchaseId} results={data.earlier} />}
        </ResultColumn>
      )
    case 'bare':
      return (
        <ResultColumn>
          <Text>{data.message || (data.correct === null ? resultTexts.bare : resultTexts.bareTitle)}</Text>
          {data.correct !== null && data.total !== null && (
            <Text variant="large">{resultTexts.correctOf(data.correct, data.total)}</Text>
          )}
          <ToPurchases />
        </ResultColumn>
      )
    case 'none':
      return (
        <Column width="text">
          <EmptyState
            isPage
            title={resultTexts.emptyTitle}
            action={isWaiting ? undefined : <ToExam purchaseId={purchaseId} />}
          >
            {isWaiting ? resultTexts.emptyWaiting : resultTexts.empty}
          </EmptyState>
        </Column>
      )
  }
}

interface ResultInWorkProps {
  work: Work
  /** The page asks no more by itself (S9.02). */
  isGivenUp: boolean
  onAsk: () => void
}

function ResultInWork({ work: { attemptId, receipt, isPage }, isGivenUp, onAsk }: ResultInWorkProps) {
  return (
    <div className={styles.processing}>
      <Mark size={88} busy={!isGivenUp} />
      <div role="status">
        <PageTitle variant="subtitle1">{resultTexts.processing}</PageTitle>
      </div>
      {isGivenUp ? (
        <Notice tone="warning" actions={<Button onClick={onAsk}>{resultTexts.askAgain}</Button>}>
          <p>
            <Sentence>{timeout()}</Sentence>
          </p>
          <p>{resultTexts.takesLonger}</p>
        </Notice>
      ) : (
        <>
          <Text tone="soft">{resultTexts.processingHint}</Text>
          {isPage && <Notice tone="danger">{pageInPlace}</Notice>}
          <ResultNoticeOffer />
        </>
      )}
      <SubmissionRecord attemptId={attemptId} known={receipt} />
    </div>
  )
}

const timeout = () => testMessages.resultsTimeout(resultsTimeoutSeconds())

/** A grading that failed. For `expired` the specification's sentence (S8.10) comes before the server's own. */
function GradingFailed({ status, message }: Pick<Extract<ResultState, { kind: 'failed' }>, 'status' | 'message'>) {
  if (status === 'error') return <Failure>{message || testMessages.resultsFailed}</Failure>
  const { resultsExpired } = testMessages
  return (
    <Failure>
      <p>
        <Sentence>{resultsExpired}</Sentence>
      </p>
      {message !== '' && message !== resultsExpired && (
        <p>
          <Sentence>{message}</Sentence>
        </p>
      )}
    </Failure>
  )
}

function ResultColumn({ children }: { children: React.ReactNode }) {
  return (
    <Column width="text">
      <PageTitle>{resultTexts.title}</PageTitle>
      {children}
    </Column>
  )
}

function ToExam({ purchaseId }: { purchaseId: string }) {
  return (
    <div>
      <ButtonLink to={paths.exam('1', purchaseId)}>{resultTexts.toExam}</ButtonLink>
    </div>
  )
}

function ToPurchases() {
  return (
    <div>
      <ButtonLink to={paths.purchases}>{resultTexts.toPurchases}</ButtonLink>
    </div>
  )
}

/** The type for the address (S2.06): the result's own, else the purchased test's. Null without a result, or if unfit. */
function useTestType(purchaseId: string, said: string | undefined, isShown: boolean): string | null {
  const { data } = useQuery({ ...ownedTestQuery, enabled: isShown && said === undefined })
  if (!isShown) return null
  const type = said ?? data?.results.find(({ id }) => id === purchaseId)?.test?.type ?? ''
  // Another server may use any string; such an address would be an unknown path.
  return /^[A-Za-z0-9-]+$/.test(type) ? type : null
}

/** A training's result that this browser has kept from the reply to its submission. */
interface KeptResult {
  readonly attemptId: string
  readonly result: SubmissionReply
}

interface ChosenResult {
  readonly result: Result
  readonly others: readonly Result[]
}

/**
 * The result of the attempt in the address. A null `attempt` means the newest attempt, once it has a grade. `kept` is used if the
 * list lacks its attempt, or if the server has no result of the purchase. Null if neither has the result.
 */
export function chosenResult(
  state: ResultState | undefined,
  kept: KeptResult | null,
  attempt: string | null,
): ChosenResult | null {
  const newest = state?.kind === 'results' ? [state.newest] : []
  const list = state !== undefined && 'earlier' in state ? [...newest, ...state.earlier] : newest
  const listed = attempt === null ? newest[0] : list.find(({ attempt_id }) => attempt_id === attempt)
  if (listed !== undefined) return { result: listed, others: list.filter((other) => other !== listed) }
  const isKeptMeant = kept !== null && (kept.attemptId === attempt || (attempt === null && state?.kind === 'none'))
  return isKeptMeant ? { result: resultOf(kept), others: list } : null
}

function resultOf({ attemptId, result }: KeptResult): Result {
  return { ...result, status: 'completed', attempt_id: attemptId, mode: 'training' }
}
