import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { answerPractice, finishPractice, type Practice } from '#contract/practice.ts'
import type { AnswerValue } from '#contract/question.ts'
import { failureSentence } from '../../../messages/failure-sentence.ts'
import { practiceTexts } from '../../../messages/practice.ts'
import { paths } from '../../../paths.ts'
import { sessionRequest } from '../../../session/session-request.ts'
import { practicePath } from '../../../sitting/practice-path.ts'
import { useFreshAfterSitting } from '../../../sitting/use-fresh-after-sitting.ts'
import { WaitingScreen } from '../../../sitting/waiting-screen.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { ButtonLink } from '../../../ui/button/button-link.tsx'
import { Column } from '../../../ui/column.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { PageTitle } from '../../../ui/text/page-title.tsx'
import { Text } from '../../../ui/text/text.tsx'
import type { PracticeWish } from '../practice-wish.ts'
import { firstOpen, practiceQuery, withVerdict } from './practice-query.ts'
import { PracticeTask } from './practice-task.tsx'
import styles from './practice.module.css'

interface PracticeViewProps {
  purchaseId: string
  startKey: string
  wish: PracticeWish
}

/** A training one task at a time. Everything that is answered stands on the server: what is left here is found there again. */
export function PracticeView(address: PracticeViewProps) {
  const { purchaseId } = address
  const { data, error, isPending, refetch } = useQuery(practiceQuery(address))
  if (isPending) return <WaitingScreen title={practiceTexts.opening} />
  const toChoice = practicePath('1', purchaseId)
  if (data === undefined) {
    return (
      <Column width="text">
        <PageTitle>{practiceTexts.failedTitle}</PageTitle>
        <Failure onRetry={() => void refetch()} ofPage>
          {failureSentence(error, practiceTexts.failed)}
        </Failure>
        <div>
          <ButtonLink variant="border" to={toChoice}>
            {practiceTexts.toChoice}
          </ButtonLink>
        </div>
      </Column>
    )
  }
  if (data.is_open) return <Tasks {...address} practice={data} />
  // Nothing was answered in it, or it was long ago: nothing is left to show.
  if (data.questions.length === 0) return <Navigate to={toChoice} replace />
  return <Finished purchaseId={purchaseId} practice={data} />
}

function Tasks({ practice, ...address }: PracticeViewProps & { practice: Practice }) {
  const { attempt_id, questions, verdicts, test } = practice
  const { purchaseId } = address
  const headId = useId()
  const params = { id: purchaseId }
  const queryClient = useQueryClient()
  const [position, setPosition] = useState(() => firstOpen(practice))
  const question = questions[position]!
  const { queryKey } = practiceQuery(address)
  const answering = useMutation({
    mutationFn: (value: AnswerValue | null) =>
      sessionRequest(answerPractice, { params, body: { attempt_id, question_id: question.id, value } }),
    onSuccess: (verdict) => queryClient.setQueryData(queryKey, (known) => known && withVerdict(known, verdict)),
  })
  const finishing = useMutation({
    mutationFn: () => sessionRequest(finishPractice, { params, body: { attempt_id } }),
    onSuccess: () => queryClient.setQueryData(queryKey, (known) => known && { ...known, is_open: false }),
  })
  const isLast = verdicts.length === questions.length
  const toNext = () => {
    if (isLast) return finishing.mutate()
    answering.reset()
    setPosition(firstOpen(practice))
    window.scrollTo({ top: 0 })
  }
  const failure = answering.error ?? finishing.error
  const fallback = answering.error === null ? practiceTexts.finishFailed : practiceTexts.answerFailed
  return (
    <Column width="text">
      <header className={styles.head}>
        <Text tone="soft">{test.title}</Text>
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
        failure={failure === null ? null : failureSentence(failure, fallback)}
        isPending={answering.isPending || finishing.isPending}
        isLast={isLast}
        onAnswer={answering.mutate}
        onNext={toNext}
      />
      {verdicts.length > 0 && !isLast && (
        <div>
          <Button variant="link" pending={finishing.isPending} onClick={() => finishing.mutate()}>
            {practiceTexts.endNow}
          </Button>
        </div>
      )}
    </Column>
  )
}

/** What came of it stands on the result page, which puts the test's type into the address. */
function Finished({ purchaseId, practice }: { purchaseId: string; practice: Practice }) {
  useFreshAfterSitting()
  return <Navigate to={paths.attemptResult(practice.test.type, purchaseId, practice.attempt_id)} replace />
}
