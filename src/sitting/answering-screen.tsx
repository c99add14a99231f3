import { useEffect, useRef, useState } from 'react'
import type { AnswerValue } from '#contract/question.ts'
import { answerTo, savingOf } from '../engine/answer-book.ts'
import type { Answering } from '../engine/exam-phase.ts'
import { afterPaint } from './after-paint.ts'
import styles from './answering.module.css'
import { ConnectionLine } from './connection-line.tsx'
import { ExamBar } from './exam-bar.tsx'
import type { ExamRunner } from './exam-runner.ts'
import type { ExamView } from './exam-view.ts'
import { QuestionMap } from './question-map.tsx'
import { QuestionSteps } from './question-steps.tsx'
import { QuestionTitle } from './question-title.tsx'
import { QuestionView } from './question-view.tsx'
import { SavingLine } from './saving-line.tsx'
import { SubmitDialog } from './submit-dialog.tsx'
import { useExamKeys } from './use-exam-keys.ts'
import { useUnreadNumbers } from './use-unread-numbers.ts'
import { useWaitingAnswers } from './use-waiting-answers.ts'

interface AnsweringScreenProps {
  purchaseId: string
  runner: ExamRunner
  view: ExamView
  session: Answering
}

/** The exam: the question, its options, the clock, the map and the state of saving, and nothing else. */
export function AnsweringScreen({ purchaseId, runner, view, session }: AnsweringScreenProps) {
  const { paper, book, position, flags, hand } = session
  const [isHandingIn, setHandingIn] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const question = paper.questions[position]!
  const value = answerTo(book, question.id)
  const isReadOnly = hand !== 'here'
  const waiting = useWaitingAnswers(session, view)
  // When the writing comes back, the dialog does not come with it unasked.
  if (isReadOnly && isHandingIn) setHandingIn(false)

  // What had the focus has left with the last screen or question, or cannot be pressed any more since another tab or
  // device took over. After the drawing: the heading is a new one each time. After the paint: to give something the focus
  // is to lay the page out at once.
  useEffect(() => afterPaint(() => heading.current?.focus({ preventScroll: true })), [question.id, hand])

  const toHeading = () => heading.current?.focus({ preventScroll: true })
  const visit = (next: number) => {
    runner.visit(next)
    window.scrollTo({ top: 0 })
  }
  const give = (next: AnswerValue | null) => runner.answer(question.id, next)
  const { shown, isUnread, answer } = useUnreadNumbers(question, value, isReadOnly, give)
  const choose: typeof answer = (chosen) => {
    answer(chosen)
    // The button that was pressed is gone.
    toHeading()
  }
  const sendNow = () => {
    runner.wake()
    // The button that was pressed waits now, and goes when all is sent.
    toHeading()
  }
  const flag = () => runner.toggleFlag(question.id)
  const keys = useExamKeys({ question, value, position, isReadOnly, onAnswer: answer, onVisit: visit, onFlag: flag })

  return (
    <div className={styles.exam}>
      <QuestionTitle number={position + 1} total={paper.questions.length} />
      <ExamBar runner={runner} session={session} headingRef={heading} onSubmit={() => setHandingIn(true)}>
        <ConnectionLine
          purchaseId={purchaseId}
          session={session}
          view={view}
          waiting={waiting}
          onTakeOver={runner.takeOver}
          onChoose={choose}
          onSendNow={sendNow}
          onFocusLost={toHeading}
        />
      </ExamBar>
      <div className={styles.columns}>
        <div className={styles.work}>
          <QuestionView
            key={question.id}
            question={question}
            headingId="question-number"
            value={shown}
            isReadOnly={isReadOnly}
            onAnswer={answer}
            fillsWindow
          />
          <div className={styles.foot}>
            <SavingLine
              saving={isUnread ? 'unread' : savingOf(book, question.id)}
              canClear={shown !== null && !isReadOnly}
              onClear={() => choose(null)}
            />
            <QuestionSteps
              position={position}
              total={paper.questions.length}
              isFlagged={flags.has(question.id)}
              isReadOnly={isReadOnly}
              onVisit={visit}
              onFlag={flag}
              onSubmit={() => setHandingIn(true)}
            />
          </div>
        </div>
        <QuestionMap session={session} waiting={new Set(waiting?.questionIds)} keys={keys} onVisit={visit} />
      </div>
      {isHandingIn && (
        <SubmitDialog session={session} runner={runner} onVisit={visit} onClose={() => setHandingIn(false)} />
      )}
    </div>
  )
}
