// A lazy boundary: loaded for a practice.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { answerPractice, type Practice, type PracticeKey, type Verdict } from '#contract/practice.ts'
import type { AnswerValue } from '#contract/question.ts'
import { useLeaveWarning } from '../../../attempt/screens/leave-guard.tsx'
import { WaitingScreen } from '../../../attempt/screens/waiting-screen.tsx'
import { requestDelivery } from '../../../concurrency/wake.ts'
import { withTimeout } from '../../../concurrency/with-timeout.ts'
import { failureSentence } from '../../../messages/messages.ts'
import { practiceTexts } from '../../../messages/training.ts'
import { ofTraining, paths, practicePath } from '../../../paths.ts'
import { buildOfPage } from '../../../pwa/build-of-page.ts'
import { useFreshAfterAttempt } from '../../../queries/attempt-queries.ts'
import { judgeAnswer } from '../../../review/judge-answer.ts'
import { sendFromWindow } from '../../../session/send-from-window.ts'
import { sessionRequest } from '../../../session/session-request.ts'
import { currentUserId } from '../../../session/session-state.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { Failure } from '../../../ui/notice.tsx'
import { Column, PageTitle } from '../../../ui/page.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Text } from '../../../ui/text.tsx'
import type { PracticeRequest } from '../practice-request.ts'
import { deliverPractice } from './deliver-practices.ts'
import styles from './practice.module.css'
import { keepCopy } from './practice-copy.ts'
import type { LoggedAnswer } from './practice-db.ts'
import {
  hasRefused,
  isRefusedForNow,
  keepAnswer,
  keepEnd,
  onLogChange,
  type PracticeLog,
  type PracticeName,
  readLog,
  waitAgain,
} from './practice-log.ts'
import { AnswersWait, firstOpen, practiceKeysQuery, practiceQuery, withVerdict } from './practice-query.ts'
import { PracticeSummary, type SummaryPlace } from './practice-summary.tsx'
import { type AnswerPlace, PracticeTask } from './practice-task.tsx'

interface PracticeViewProps {
  ownerId: string
  purchaseId: string
  startKey: string
  request: PracticeRequest
}

/** A practice. Once opened it continues without a network: its copy, keys and log are on this device (decision 0067). */
export function PracticeView(address: PracticeViewProps) {
  const { purchaseId } = address
  const { data, error, isPending, refetch } = useQuery(practiceQuery(address))
  const attemptId = data?.attempt_id
  const { log, readAgain } = usePracticeLog({ ...address, attemptId })
  const {
    data: keys = null,
    isLoading,
    isFetched,
  } = useQuery({
    ...practiceKeysQuery(address, attemptId ?? ''),
    enabled: data !== undefined && (data.is_open || log?.answers.some(({ state }) => state !== 'delivered') === true),
  })
  const toChoice = practicePath('1', purchaseId)
  if (data === undefined && !isPending) {
    return (
      <Column width="text">
        <PageTitle>{practiceTexts.failedTitle}</PageTitle>
        <Failure onRetry={() => void refetch()} ofPage>
          {error instanceof AnswersWait ? practiceTexts.lastWaits : failureSentence(error, practiceTexts.failed)}
        </Failure>
        <div>
          <ButtonLink variant="border" to={toChoice}>
            {practiceTexts.toChoice}
          </ButtonLink>
        </div>
      </Column>
    )
  }
  const waiting = <WaitingScreen title={practiceTexts.opening} />
  if (data === undefined || log === undefined) return waiting
  // Keys judge what the server has not judged. Without them, a question with an answer would look unanswered. A later retry for
  // the keys takes no task away from a person who answers it.
  const areKeysComing = isLoading && !isFetched
  if (areKeysComing && log.answers.some((answer) => !isJudged(data, answer))) return waiting
  // The practice has no answers, or ended long ago: nothing is left to show.
  if (!data.is_open && data.questions.length === 0) return <Navigate to={toChoice} replace />
  return <Practising {...address} practice={data} keys={keys} log={log} onRead={readAgain} />
}

const isJudged = ({ verdicts }: Practice, { questionId }: LoggedAnswer) =>
  verdicts.some(({ question_id }) => question_id === questionId)

interface PractisingProps extends PracticeViewProps {
  practice: Practice
  /** Null where the server has given none: then the server judges each answer. */
  keys: readonly PracticeKey[] | null
  log: PracticeLog
  onRead: () => Promise<unknown>
}

/** The tasks, then the summary. A practice that was over when it was opened leads to the page of its result. */
function Practising({ practice, keys, log, onRead, ...address }: PractisingProps) {
  const { purchaseId } = address
  const finishing = useMutation({
    mutationFn: async () => {
      await keepEnd(log)
      await deliverSoon(log)
      await onRead()
    },
  })
  const sendingAgain = useMutation({
    mutationFn: async () => {
      await waitAgain(log)
      await deliverSoon(log)
      await onRead()
    },
    onError: (error) => reportError(error),
  })
  const [isTold, setTold] = useState(false)
  const isUnsettled = !finishing.isPending && (log.end === 'waiting' || log.end === 'refused')
  // The practice is over on the server, and an answer given here did not arrive.
  const isCutOff = !practice.is_open && log.answers.some(({ state }) => state !== 'delivered')
  if (!isTold && (finishing.isSuccess || isUnsettled || isCutOff)) setTold(true)
  useLeaveWarning(!isTold && log.answers.some(({ isKept, state }) => !isKept && state === 'waiting'))
  if (isTold) {
    return (
      <PracticeSummary
        purchaseId={purchaseId}
        request={address.request}
        practice={withLog(practice, keys, log.answers)}
        // While the refused part is sent again, the last known place is shown.
        place={sendingAgain.isPending ? 'refused' : placeOfEnd(log, isCutOff)}
        hasResult={log.end === 'delivered' || !practice.is_open}
        isSending={sendingAgain.isPending}
        onSendAgain={sendingAgain.mutate}
      />
    )
  }
  if (!practice.is_open || (log.end === 'delivered' && !finishing.isPending)) {
    return <Finished purchaseId={purchaseId} practice={practice} />
  }
  return (
    <Tasks
      {...address}
      practice={practice}
      keys={keys}
      log={log}
      onRead={onRead}
      isFinishing={finishing.isPending}
      onFinish={finishing.mutate}
    />
  )
}

function placeOfEnd(log: PracticeLog, isCutOff: boolean): SummaryPlace {
  if (isCutOff && log.end !== 'waiting') return 'over'
  if (log.end !== 'waiting') return isRefusedForNow(log) ? 'refused' : hasRefused(log) ? 'over' : 'server'
  return log.isEndKept && log.answers.every(({ isKept }) => isKept) ? 'device' : 'page'
}

function Tasks({
  practice: told,
  keys,
  log,
  onRead,
  isFinishing,
  onFinish,
  ...address
}: PractisingProps & { isFinishing: boolean; onFinish: () => void }) {
  const { attempt_id, questions, test } = told
  const { purchaseId } = address
  const headId = useId()
  const queryClient = useQueryClient()
  const [position, setPosition] = useState(() => firstOpen(withLog(told, keys, log.answers)))
  const question = questions[position]!
  const { queryKey } = practiceQuery(address)
  const answering = useMutation({
    mutationFn: async (value: AnswerValue | null) => {
      if (keys === null) return tellVerdict(await askVerdict(value))
      await keepAnswer(log, question.id, value)
      await deliverSoon(log)
      await onRead()
    },
  })
  const askVerdict = (value: AnswerValue | null) =>
    sessionRequest(answerPractice, {
      params: { id: purchaseId },
      body: { attempt_id, question_id: question.id, value },
    })
  const tellVerdict = async (verdict: Verdict) => {
    const known = withVerdict(queryClient.getQueryData(queryKey) ?? told, verdict)
    queryClient.setQueryData(queryKey, known)
    await keepCopy(address, { practice: known })
  }
  // While the call runs, the answer kept here does not count: the server may know an earlier answer of another device.
  const answers = log.answers.filter(({ questionId }) => !answering.isPending || questionId !== question.id)
  const practice = withLog(told, keys, answers)
  const { verdicts } = practice
  const isLast = verdicts.length === questions.length
  const toNext = () => {
    if (isLast) return onFinish()
    answering.reset()
    setPosition(firstOpen(practice))
    window.scrollTo({ top: 0 })
  }
  return (
    <Column width="text">
      <header className={styles.head} translate="no">
        <Text tone="soft" className={styles.test}>
          {test.title}
        </Text>
        <div id={headId}>
          <PageTitle key={question.id} variant="subtitle1">
            {practiceTexts.taskOf(position + 1, questions.length)}
          </PageTitle>
        </div>
        <Progress value={verdicts.length} max={questions.length} label={practiceTexts.progress} />
      </header>
      <PracticeTask
        key={`task ${question.id}`}
        question={question}
        headingId={headId}
        verdict={verdicts.find(({ question_id }) => question_id === question.id) ?? null}
        place={placeOfAnswer(
          answers.find(({ questionId }) => questionId === question.id),
          isRefusedForNow(log),
        )}
        failure={answering.error === null ? null : failureSentence(answering.error, practiceTexts.answerFailed)}
        isPending={answering.isPending || isFinishing}
        isLast={isLast}
        onAnswer={answering.mutate}
        onNext={toNext}
      />
      {verdicts.length > 0 && !isLast && (
        <div>
          <Button variant="link" pending={isFinishing} onClick={onFinish}>
            {practiceTexts.endNow}
          </Button>
        </div>
      )}
    </Column>
  )
}

function placeOfAnswer(
  answer: PracticeLog['answers'][number] | undefined,
  isRefusedForNow: boolean,
): AnswerPlace | null {
  if (answer === undefined) return null
  if (answer.state === 'waiting') return answer.isKept ? 'device' : 'page'
  if (answer.state === 'delivered') return 'server'
  return isRefusedForNow ? 'refused' : 'over'
}

function Finished({ purchaseId, practice }: { purchaseId: string; practice: Practice }) {
  useFreshAfterAttempt()
  const result = paths.attemptResult(practice.test.type, purchaseId, practice.attempt_id)
  return <Navigate to={result} state={ofTraining} replace />
}

/** How long a person waits for the server where the answer can be judged without it. */
const serverTimeoutMs = 2_500

/** The current log of a practice, and how to read it immediately. Undefined until it is read, or without an attempt. */
function usePracticeLog(of: Omit<PracticeName, 'attemptId'> & { attemptId: string | undefined }) {
  const { ownerId, purchaseId, attemptId = '' } = of
  const { data, refetch } = useQuery({
    queryKey: ['practice-log', ownerId, attemptId],
    queryFn: () => readLog({ ownerId, purchaseId, attemptId }),
    enabled: attemptId !== '',
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => (attemptId === '' ? undefined : onLogChange(() => void refetch())), [attemptId, refetch])
  return { log: data, readAgain: refetch }
}

/** Tries for `serverTimeoutMs` to send the waiting answers and end of this practice. A later delivery sends the rest. */
async function deliverSoon(of: PracticeName): Promise<void> {
  const log = await readLog(of)
  const delivery = { send: sendFromWindow, ownerId: currentUserId, build: buildOfPage() }
  const isSettled = await withTimeout(deliverPractice(log, delivery), serverTimeoutMs).catch(() => false)
  if (!isSettled) requestDelivery()
}

/** The practice with the answers given here: the server's verdicts stay, keys judge the rest. */
export function withLog(
  practice: Practice,
  keys: readonly PracticeKey[] | null,
  answers: PracticeLog['answers'],
): Practice {
  const known = new Set(practice.verdicts.map(({ question_id }) => question_id))
  const judged = answers.flatMap(({ questionId, value }) => {
    const question = practice.questions.find(({ id }) => id === questionId)
    const key = keys?.find(({ question_id }) => question_id === questionId)
    return known.has(questionId) || !question || !key ? [] : [judgeAnswer(question, key, value)]
  })
  return judged.length === 0 ? practice : { ...practice, verdicts: [...practice.verdicts, ...judged] }
}
