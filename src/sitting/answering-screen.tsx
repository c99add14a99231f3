import { useEffect, useRef, useState } from 'react'
import { answerTo, savingOf } from '../engine/answer-book.ts'
import { conflictOn } from '../engine/answer-conflict.ts'
import type { Answering } from '../engine/exam-phase.ts'
import { afterPaint } from './after-paint.ts'
import styles from './answering.module.css'
import { ConflictNotice } from './conflict-notice.tsx'
import { ConnectionNotices } from './connection-notices.tsx'
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
  const conflict = conflictOn(book, question.id)
  const waiting = useWaitingAnswers(session, view)
  // When the writing comes back, the dialog does not come with it unasked.
  if (isReadOnly && isHandingIn) setHandingIn(false)

  // What had the focus has left with the last screen or question, or cannot be pressed any more since another tab or
  // device took over. After the drawing: the heading is a new one each time. After the paint: to give something the focus
  // is to lay the page out at once.
  useEffect(() => afterPaint(() => heading.current?.focus({ preventScroll: true })), [question.id, hand])

  const visit = (next: number) => {
    runner.visit(next)
    window.scrollTo({ top: 0 })
  }
  const answer = (next: Parameters<ExamRunner['answer']>[1]) => runner.answer(question.id, next)
  const choose: typeof answer = (chosen) => {
    answer(chosen)
    // The button that was pressed is gone.
    heading.current?.focus({ preventScroll: true })
  }
  const sendNow = () => {
    runner.wake()
    // The button that was pressed waits now, and goes when all is sent.
    heading.current?.focus({ preventScroll: true })
  }
  const flag = () => runner.toggleFlag(question.id)
  const keys = useExamKeys({ question, value, position, isReadOnly, onAnswer: answer, onVisit: visit, onFlag: flag })

  return (
    <div className={styles.exam}>
      <QuestionTitle number={position + 1} total={paper.questions.length} />
      <ExamBar runner={runner} session={session} reached={view.reached} onSubmit={() => setHandingIn(true)} />
      <div className={styles.columns}>
        <div className={styles.work}>
          <ConnectionNotices
            purchaseId={purchaseId}
            session={session}
            view={view}
            waiting={waiting}
            onTakeOver={runner.takeOver}
            onSendNow={sendNow}
          />
          {conflict !== null && (
            <ConflictNotice
              key={`conflict-${question.id}`}
              question={question}
              conflict={conflict}
              isReadOnly={isReadOnly}
              onChoose={choose}
            />
          )}
          <QuestionView
            key={question.id}
            question={question}
            number={position + 1}
            total={paper.questions.length}
            value={value}
            isReadOnly={isReadOnly}
            headingRef={heading}
            onAnswer={answer}
          />
          <SavingLine
            saving={savingOf(book, question.id)}
            canClear={value !== null && !isReadOnly}
            onClear={() => choose(null)}
          />
          <QuestionSteps
            position={position}
            total={paper.questions.length}
            isFlagged={flags.has(question.id)}
            onVisit={visit}
            onFlag={flag}
          />
        </div>
        <QuestionMap session={session} waiting={new Set(waiting?.questionIds)} keys={keys} onVisit={visit} />
      </div>
      {isHandingIn && <SubmitDialog session={session} runner={runner} onClose={() => setHandingIn(false)} />}
    </div>
  )
}
