import type { Practice } from '#contract/practice.ts'
import { Fact } from '../../../attempt/screens/fact.tsx'
import { practicePath, paths } from '../../../paths.ts'
import screen from '../../../attempt/screens/screen.module.css'
import { useFreshAfterAttempt } from '../../../queries/fresh-after-attempt.ts'
import { useLeaveWarning } from '../../../attempt/screens/leave-guard.tsx'
import { practiceTexts } from '../../../messages/practice.ts'
import { Button } from '../../../ui/button/button.tsx'
import { ButtonLink } from '../../../ui/button/button-link.tsx'
import { Column } from '../../../ui/column.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageTitle } from '../../../ui/text/page-title.tsx'
import { Text } from '../../../ui/text/text.tsx'
import styles from './practice.module.css'

/** Where the end is: `over` where the practice had ended before on the server, which took no more; `refused`: for another reason. */
export type SummaryPlace = 'device' | 'page' | 'server' | 'over' | 'refused'

interface PracticeSummaryProps {
  purchaseId: string
  /** With all that was answered in it. */
  practice: Practice
  place: SummaryPlace
  /** The server has a result of it. */
  hasResult: boolean
  /** It is being sent again. */
  isSending: boolean
  /** Sends again what was refused. */
  onSendAgain: () => void
}

/** The outcome of a practice that ended without a network, from what is on this device. */
export function PracticeSummary({
  purchaseId,
  practice,
  place,
  hasResult,
  isSending,
  onSendAgain,
}: PracticeSummaryProps) {
  const { questions, verdicts, test } = practice
  const correct = verdicts.filter((verdict) => verdict.correct).length
  useLeaveWarning(place === 'page')
  return (
    <Column width="text">
      <header>
        <Text tone="soft">{test.title}</Text>
        <PageTitle>{practiceTexts.summaryTitle}</PageTitle>
      </header>
      <dl className={screen.facts}>
        <Fact name={practiceTexts.correctOf} value={practiceTexts.outOf(correct, questions.length)} />
      </dl>
      <ol className={styles.outcomes}>
        {questions.map(({ id }, index) => (
          <li key={id}>
            <span>{practiceTexts.taskOf(index + 1, questions.length)}</span>
            <strong>{outcomeOf(practice, id)}</strong>
          </li>
        ))}
      </ol>
      <PlaceNotice place={place} />
      <div className={screen.actions}>
        {place === 'refused' && (
          <Button size="large" pending={isSending} onClick={onSendAgain}>
            {practiceTexts.tryAgain}
          </Button>
        )}
        {hasResult && <ToResult purchaseId={purchaseId} practice={practice} />}
        <ButtonLink
          variant={hasResult || place === 'refused' ? 'border' : 'primary'}
          size="large"
          to={practicePath('1', purchaseId)}
        >
          {practiceTexts.toChoice}
        </ButtonLink>
      </div>
    </Column>
  )
}

function ToResult({ purchaseId, practice }: { purchaseId: string; practice: Practice }) {
  useFreshAfterAttempt()
  return (
    <ButtonLink size="large" to={paths.attemptResult(practice.test.type, purchaseId, practice.attempt_id)}>
      {practiceTexts.toResult}
    </ButtonLink>
  )
}

function PlaceNotice({ place }: { place: SummaryPlace }) {
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

function outcomeOf({ verdicts }: Practice, questionId: string): string {
  const verdict = verdicts.find(({ question_id }) => question_id === questionId)
  if (verdict === undefined) return practiceTexts.outcomes.none
  if (verdict.correct) return practiceTexts.outcomes.right
  return verdict.given == null ? practiceTexts.outcomes.shown : practiceTexts.outcomes.wrong
}
