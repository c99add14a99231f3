import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Practice } from '#contract/practice.ts'
import { listTestResults, type Result } from '#contract/result.ts'
import { useLeaveWarning } from '../../../attempt/screens/leave-guard.tsx'
import screen from '../../../attempt/screens/screen.module.css'
import { practiceTexts } from '../../../messages/training.ts'
import { ofTraining, paths, practicePath } from '../../../paths.ts'
import { useFreshAfterAttempt } from '../../../queries/attempt-queries.ts'
import { AnswerCells } from '../../../review/answer-cells.tsx'
import type { ItemVerdict } from '../../../review/reviewed-item.tsx'
import { sessionRequest } from '../../../session/session-request.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Column, PageTitle } from '../../../ui/page.tsx'
import { Text } from '../../../ui/text.tsx'
import { type PracticeRequest, searchOf } from '../practice-request.ts'
import styles from './practice.module.css'

/** The place of the end. `over`: the practice had already ended on the server, which took no more; `refused`: other refusals. */
export type SummaryPlace = 'device' | 'page' | 'server' | 'over' | 'refused'

interface PracticeSummaryProps {
  purchaseId: string
  /** The request of this practice, which the next one may repeat. */
  request: PracticeRequest
  /** With a verdict for each answer. */
  practice: Practice
  place: SummaryPlace
  /** The server has a result of this practice. */
  hasResult: boolean
  isSending: boolean
  /** Sends the refused answers and the refused end again. */
  onSendAgain: () => void
}

/** The outcome of a practice that has just ended, from this device's data, and the way to the next one. */
export function PracticeSummary({
  purchaseId,
  request,
  practice,
  place,
  hasResult,
  isSending,
  onSendAgain,
}: PracticeSummaryProps) {
  const { questions, verdicts, test } = practice
  // Only the server can begin another practice, and it alone knows which mistakes are left.
  const goesOn = place === 'server' && hasResult && request.only !== 'mistakes'
  useLeaveWarning(place === 'page')
  return (
    <Column width="text">
      <header>
        <Text tone="soft">{test.title}</Text>
        <PageTitle>{practiceTexts.summaryTitle}</PageTitle>
      </header>
      <AnswerCells verdicts={questions.map(({ id }) => verdictOf(practice, id))} kinds={[]} />
      {hasResult && verdicts.length === questions.length && (
        <Compared purchaseId={purchaseId} attemptId={practice.attempt_id} />
      )}
      <PlaceNotice place={place} />
      <div className={screen.actions}>
        {place === 'refused' && (
          <Button size="large" pending={isSending} onClick={onSendAgain}>
            {practiceTexts.tryAgain}
          </Button>
        )}
        {goesOn && <OneMore request={request} />}
        {hasResult && <ToResult purchaseId={purchaseId} practice={practice} variant={goesOn ? 'border' : 'primary'} />}
        <ButtonLink
          variant={goesOn ? 'link' : hasResult || place === 'refused' ? 'border' : 'primary'}
          size="large"
          to={practicePath('1', purchaseId)}
        >
          {practiceTexts.toChoice}
        </ButtonLink>
      </div>
    </Column>
  )
}

function OneMore({ request }: { request: PracticeRequest }) {
  const navigate = useNavigate()
  return (
    <Button size="large" fullWidth onClick={() => void navigate({ search: searchOf(request, crypto.randomUUID()) })}>
      {practiceTexts.more(request.size)}
    </Button>
  )
}

/** Progress by kinds since earlier practices, the week, and the days in a row. Shows nothing where it cannot be read. */
function Compared({ purchaseId, attemptId }: { purchaseId: string; attemptId: string }) {
  const { data } = useQuery({
    queryKey: ['practice-compared', purchaseId, attemptId],
    queryFn: async ({ signal }) => {
      const { results, next } = await sessionRequest(listTestResults, { params: { id: purchaseId } }, { signal })
      return {
        kinds: comparedKinds(results, attemptId),
        days: daysInARow(results, attemptId),
        week: weekOf(results, next == null, attemptId),
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data === undefined) return null
  const { kinds, days, week } = data
  return (
    <>
      {kinds.length > 0 && (
        <section aria-label={practiceTexts.comparedTitle}>
          <ul className={styles.kinds}>
            {kinds.map(({ title, before, now }) => (
              <li key={title}>
                <span>{title}</span>
                <strong>{practiceTexts.compared(before, now)}</strong>
                <Change before={shareOf(before)} now={shareOf(now)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {week !== null && <Text tone="soft">{practiceTexts.week(week)}</Text>}
      {days > 1 && <Text tone="soft">{practiceTexts.daysInARow(days)}</Text>}
    </>
  )
}

/** Shares of right answers, 0 to 1: filled for now, a mark for before. Hidden from screen readers: the words say the same. */
function Change({ before, now }: { before: number; now: number }) {
  return (
    <svg viewBox="0 0 100 8" preserveAspectRatio="none" className={styles.change} aria-hidden="true">
      <rect width={100 * now} height={8} />
      <path d={`M${1 + 98 * before} 0v8`} />
    </svg>
  )
}

interface ToResultProps {
  purchaseId: string
  practice: Practice
  variant: 'primary' | 'border'
}

function ToResult({ purchaseId, practice, variant }: ToResultProps) {
  useFreshAfterAttempt()
  return (
    <ButtonLink
      variant={variant}
      size="large"
      to={paths.attemptResult(practice.test.type, purchaseId, practice.attempt_id)}
      state={ofTraining}
    >
      {practiceTexts.toResult}
    </ButtonLink>
  )
}

/** Says that the server has the practice only if the summary had to wait for it. */
function PlaceNotice({ place }: { place: SummaryPlace }) {
  const [hasWaited, setWaited] = useState(false)
  if (!hasWaited && place !== 'server') setWaited(true)
  if (!hasWaited && place === 'server') return null
  switch (place) {
    case 'device':
      return <Notice>{practiceTexts.waitsOnDevice}</Notice>
    case 'page':
      return <Notice tone="warning">{practiceTexts.waitsOnPage}</Notice>
    case 'server':
      return <Notice tone="success">{practiceTexts.arrived}</Notice>
    case 'over':
      return <Notice tone="warning">{practiceTexts.notTaken}</Notice>
    case 'refused':
      return <Notice tone="warning">{practiceTexts.notAccepted}</Notice>
  }
}

/** A question whose answer was shown at request counts as unanswered. */
function verdictOf({ verdicts }: Practice, questionId: string): ItemVerdict {
  const verdict = verdicts.find(({ question_id }) => question_id === questionId)
  if (verdict?.correct === true) return 'right'
  return verdict?.given == null ? 'none' : 'wrong'
}

/** A kind's counts in this practice, and in the newest one before it that had this kind. */
export interface ComparedKind {
  readonly title: string
  readonly before: KindCount
  readonly now: KindCount
}

type KindCount = Pick<NonNullable<Result['by_family']>[number], 'correct' | 'total'>

/**
 * The kinds of this practice that were practised before. `results`: of the purchase, the newest first. Exams and trainings as an
 * exam differ in length and care, so only practices are compared, and only complete ones: a missing answer counts as wrong.
 */
export function comparedKinds(results: readonly Result[], attemptId: string): ComparedKind[] {
  const place = results.findIndex(({ attempt_id }) => attempt_id === attemptId)
  if (place === -1) return []
  const earlier = results.slice(place + 1).filter((each) => each.pace === 'one-by-one' && isAnswered(each))
  return (results[place]!.by_family ?? []).flatMap(({ family, title, ...now }) => {
    const before = earlier.flatMap(({ by_family }) => by_family ?? []).find((each) => each.family === family)
    return before === undefined ? [] : [{ title, before, now }]
  })
}

const shareOf = ({ correct, total }: KindCount) => (total === 0 ? 0 : correct / total)

/** The trainings of a test, of either pace, in the seven days up to a practice, and the right answers in them. */
export interface TrainingWeek {
  readonly trainings: number
  readonly correct: number
}

/**
 * Null where this practice is the only training of its week, or the week has no right answer. `results`: of the purchase, the
 * newest first; unless it is the whole list (`isWhole`), it must reach back beyond the week.
 */
export function weekOf(results: readonly Result[], isWhole: boolean, attemptId: string): TrainingWeek | null {
  const newest = results.find(({ attempt_id }) => attempt_id === attemptId)?.submitted_at
  if (newest == null) return null
  const end = Date.parse(newest)
  const times = results.map(({ submitted_at }) => Date.parse(submitted_at ?? ''))
  const isBefore = (time: number) => time <= end - 7 * 86_400_000
  if (!isWhole && !times.some(isBefore)) return null
  const rows = results.filter(
    ({ mode }, index) => mode === 'training' && times[index]! <= end && !isBefore(times[index]!),
  )
  const correct = rows.reduce((sum, row) => sum + (row.correct ?? 0), 0)
  return rows.length < 2 || correct === 0 ? null : { trainings: rows.length, correct }
}

/** Days in a row with a training of this test, by this device's calendar, up to this one. 0 while its result is missing. */
export function daysInARow(results: readonly Result[], attemptId: string): number {
  const newest = results.find(({ attempt_id }) => attempt_id === attemptId)?.submitted_at
  if (newest == null) return 0
  const trainings = results.filter(({ mode }) => mode === 'training')
  const practised = new Set(trainings.map(({ submitted_at }) => submitted_at && new Date(submitted_at).toDateString()))
  const day = new Date(newest)
  let days = 0
  while (practised.has(day.toDateString())) {
    days += 1
    day.setDate(day.getDate() - 1)
  }
  return days
}

/** Whether every task has an answer. Results do not tell a missing answer from one that was shown at request. */
function isAnswered({ review, total }: Result): boolean {
  return review != null && review.length === total && review.every(({ given }) => given != null)
}
