// A lazy boundary: loaded when a guest takes the six free questions of the landing page.
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { beginGuestTrial } from '#contract/guest-trial.ts'
import { readNumber } from '#contract/number-answer.ts'
import { isBlankText } from '#contract/pasted-text.ts'
import type { AnswerValue, Question } from '#contract/question.ts'
import { QuestionView } from '../../attempt/screens/question-view.tsx'
import { ownLocks, withLock } from '../../concurrency/with-lock.ts'
import { ApiError, isMissing } from '../../http/api-error.ts'
import { replyOf } from '../../http/reply-of.ts'
import { request } from '../../http/request.ts'
import { type Send, tryTimeoutMs } from '../../http/send.ts'
import { guestTrialTexts } from '../../messages/guest-trial.ts'
import { failureSentence } from '../../messages/messages.ts'
import { numberTexts } from '../../messages/number-answer.ts'
import { ofTraining, paths } from '../../paths.ts'
import { refreshAfterGrade } from '../../queries/attempt-queries.ts'
import { availableTestsQuery } from '../../queries/available-tests.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { currentUserId, useSession } from '../../session/session-state.ts'
import { Button, buttonClass } from '../../ui/button/button.tsx'
import { Failure, Notice } from '../../ui/notice.tsx'
import { Loading } from '../../ui/page.tsx'
import { lazyPiece } from '../../ui/piece/piece.ts'
import { PieceInPlace } from '../../ui/piece/piece-in-place.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './guest-trial.module.css'
import {
  type ClaimOutcome,
  claimKeptTrial,
  isClaimable,
  isOver,
  keepAnswer,
  keepTrial,
  readTrial,
  type TrialRow,
} from './kept-trial.ts'
import { StageTitle, titleId } from './stage-title.tsx'

const trialEnd = lazyPiece(() => import('./trial-end.tsx').then((m) => m.TrialEnd))

/** The free test is not on sale any more, or the server has none. */
class NoTrial extends Error {
  override readonly name = 'NoTrial'
}

const trialKey = ['guest-trial'] as const
/** Options of a query that is read once each time a page shows it, and not cached. */
const readOnce = { retry: false, gcTime: 0, staleTime: Number.POSITIVE_INFINITY } as const

/**
 * Six questions without an account, one by one and without verdicts. Each answer is on this device before the next question, and
 * so is the result (decision 0127). A claim gives an account the review (0110): a signed-in person is led to it. `?trial=`: the
 * free test's slug; without one the newest trial continues.
 */
export function GuestTrial() {
  return useSession().status === 'guest' ? <OfGuest /> : <Claim />
}

function OfGuest() {
  const client = useQueryClient()
  const slug = new URLSearchParams(useLocation().search).get('trial') ?? ''
  const queryKey = [...trialKey, slug]
  const { data: row, error, refetch } = useQuery({ ...readOnce, queryKey, queryFn: () => openTrial(client, slug) })
  if (error instanceof NoTrial) return <NoFreeTest />
  if (error !== null) return <Failure onRetry={() => void refetch()}>{sentenceOf(error)}</Failure>
  if (row === undefined) return <Loading />
  const show = (next: TrialRow | undefined) => client.setQueryData(queryKey, next ?? null)
  if (row === null) return <ClaimedElsewhere slug={slug} onShow={show} />
  if (row.answers.length >= row.questions.length) return <Done row={row} onShow={show} />
  return <Task key={`${row.trial} ${row.answers.length}`} row={row} onShow={show} />
}

/** The kept trial of this test, else the newest of any; a new one where there is none to continue. */
async function openTrial(client: QueryClient, slug: string): Promise<TrialRow | null> {
  const kept = await readTrial(slug || undefined)
  return kept === undefined || isOver(kept) ? beginTrial(client, slug) : kept
}

/** The kind that the landing page shows first, because its drawings show at a glance what a task wants. */
const shownFirst = 'logic'

/** `instead`: the trial to replace. If `asked` names no free test, takes the first one. */
async function beginTrial(client: QueryClient, asked: string, instead?: string): Promise<TrialRow> {
  const { results } = await client.ensureQueryData(availableTestsQuery())
  const free = results.filter(({ price }) => price === 0)
  const named = free.find((test) => (test.slug ?? test.id) === asked)
  const test = named ?? free.find(({ type }) => type === shownFirst) ?? free[0]
  if (test === undefined) throw new NoTrial('Nothing is free')
  const slug = test.slug ?? test.id
  try {
    const paper = await request(beginGuestTrial, { body: { slug } }, { timeout: tryTimeoutMs })
    return await keepTrial(paper, slug, instead)
  } catch (error) {
    if (isMissing(error)) throw new NoTrial('No such call, or no such test', { cause: error })
    throw error
  }
}

const sentenceOf = (error: Error) =>
  error instanceof ApiError ? failureSentence(error, guestTrialTexts.beginFailed) : guestTrialTexts.storageFailed

interface StageProps {
  row: TrialRow
  onShow: (row: TrialRow | undefined) => void
}

function Task({ row, onShow }: StageProps) {
  const { questions, answers, trial } = row
  const at = answers.length
  const question = questions[at] as Question
  const [value, setValue] = useState<AnswerValue | null>(null)
  const [isTooEarly, setTooEarly] = useState(false)
  const isSettled = useSettled()
  // Fetches the end's code before the last answer, because the network may be gone by then.
  useEffect(() => trialEnd.prepare(), [])
  const keeping = useMutation({
    mutationFn: (given: AnswerValue | null) => keepAnswer(trial, { questionId: question.id, value: given }),
    onSuccess: onShow,
  })
  const isUnread = question.kind === 'number' && typeof value === 'string' && readNumber(value) === undefined
  const isNothing = value === null || (typeof value === 'string' && isBlankText(value))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (keeping.isPending || !isSettled) return
    setTooEarly(isNothing || isUnread)
    if (!isNothing && !isUnread) keeping.mutate(value)
  }
  return (
    <form className={styles.trial} translate="no" onSubmit={submit}>
      <StageTitle>{guestTrialTexts.taskOf(at + 1, questions.length)}</StageTitle>
      <Progress value={at} max={questions.length} label={guestTrialTexts.progress} />
      <QuestionView
        question={question}
        headingId={titleId}
        value={value}
        isReadOnly={keeping.isPending}
        onAnswer={(next) => {
          setValue(next)
          setTooEarly(false)
        }}
      />
      <div aria-live="polite">
        {isTooEarly && <Text tone="danger">{isUnread ? numberTexts.hint : guestTrialTexts.chooseFirst}</Text>}
        {keeping.isError && <Text tone="danger">{guestTrialTexts.storageFailed}</Text>}
      </div>
      <div className={styles.ways}>
        <Button type="submit" size="large" pending={keeping.isPending} settling={!isSettled}>
          {at + 1 === questions.length ? guestTrialTexts.last : guestTrialTexts.next}
        </Button>
        <Button
          variant="border"
          size="large"
          settling={!isSettled || keeping.isPending}
          onClick={() => keeping.mutate(null)}
        >
          {guestTrialTexts.skip}
        </Button>
      </div>
      <Text variant="small" tone="soft">
        {guestTrialTexts.onDevice}
      </Text>
    </form>
  )
}

/** A press this soon after a question came was meant for the question before. */
const settlesInMs = 400

function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settlesInMs)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}

/** The result after the last question; without any answer, the way to other questions. */
function Done({ row, onShow }: StageProps) {
  const again = <Again row={row} onShow={onShow} />
  if (isClaimable(row)) return <PieceInPlace piece={trialEnd} props={{ row, again }} />
  return (
    <div className={styles.trial}>
      <StageTitle>{guestTrialTexts.nothingTitle}</StageTitle>
      <Text>{guestTrialTexts.nothing}</Text>
      {again}
    </div>
  )
}

function Again({ row, slug = '', onShow }: { row?: TrialRow; slug?: string; onShow: StageProps['onShow'] }) {
  const client = useQueryClient()
  const beginning = useMutation({
    mutationFn: () => beginTrial(client, row?.slug ?? slug, row?.trial),
    onSuccess: onShow,
  })
  return (
    <div>
      {beginning.isError && <Notice tone="danger">{sentenceOf(beginning.error)}</Notice>}
      <Button variant="link" pending={beginning.isPending} onClick={() => beginning.mutate()}>
        {guestTrialTexts.others}
      </Button>
    </div>
  )
}

/** Another tab claimed this trial for an account that has signed out, or began another trial. */
function ClaimedElsewhere({ slug, onShow }: Pick<StageProps, 'onShow'> & { slug: string }) {
  return (
    <div className={styles.trial}>
      <StageTitle>{guestTrialTexts.claimedTitle}</StageTitle>
      <Text>{guestTrialTexts.claimed}</Text>
      <Again slug={slug} onShow={onShow} />
    </div>
  )
}

function NoFreeTest() {
  return (
    <div className={styles.trial}>
      <Text>{guestTrialTexts.none}</Text>
      <a href="#tests" className={buttonClass({})}>
        {guestTrialTexts.toTests}
      </a>
    </div>
  )
}

const send: Send = (endpoint, input, { signal }) => replyOf(sessionRequest(endpoint, input, { signal }))

/** How long a claim waits for the lock of another tab. */
const lockTimeoutMs = 10_000

/** The delivery takes the same lock: the later one finds the trial claimed. */
const claimAlone = () =>
  withLock({ locks: ownLocks(), name: 'delivery:guest-trial', timeoutMs: lockTimeoutMs }, () =>
    claimKeptTrial({ send, ownerId: currentUserId }),
  )

function Claim() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const queryKey = [...trialKey, 'claim', currentUserId()]
  const { data, error, isFetching, refetch } = useQuery({ ...readOnce, queryKey, queryFn: claimAlone })
  useEffect(() => {
    if (data?.kind !== 'claimed') return
    const { testType, purchaseId, attemptId } = data.claimed
    refreshAfterGrade(client)
    void navigate(paths.attemptResult(testType, purchaseId, attemptId), { state: ofTraining, replace: true })
  }, [data, client, navigate])
  if (data?.kind === 'nothing') return <Navigate to={paths.tests} replace />
  if (data?.kind === 'refused') return <Notice tone="warning">{data.sentence}</Notice>
  if (isFetching || data?.kind === 'claimed') return <Loading />
  const sentence = error === null ? waitingSentence(data) : guestTrialTexts.storageFailed
  return <Failure onRetry={() => void refetch()}>{sentence}</Failure>
}

/** The reason why the trial is not claimed yet: the server's sentence if it sent one, else ours. */
const waitingSentence = (outcome: Extract<ClaimOutcome, { kind: 'waits' }> | undefined) =>
  outcome?.reply?.kind === 'refused' && outcome.reply.message !== ''
    ? outcome.reply.message
    : guestTrialTexts.claimFailed
