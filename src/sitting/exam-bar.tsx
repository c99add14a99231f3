import type { ReactNode, RefObject } from 'react'
import type { Answering } from '../engine/exam-phase.ts'
import { examTexts } from '../messages/exam.ts'
import { Button } from '../ui/button/button.tsx'
import styles from './exam-bar.module.css'
import { ExamClock } from './exam-clock.tsx'
import type { ExamRunner } from './exam-runner.ts'
import { useSittingTexts } from './sitting-texts.ts'

interface ExamBarProps {
  runner: ExamRunner
  session: Answering
  headingRef: RefObject<HTMLHeadingElement | null>
  /** Whether the server is there, or whatever else the person should know. */
  children: ReactNode
  onSubmit: () => void
}

/** What stays in sight: which question of which exam, whether the server is there, the time left, the way to hand it in. */
export function ExamBar({ runner, session, headingRef, children, onSubmit }: ExamBarProps) {
  const texts = useSittingTexts()
  const { paper, position, hand } = session
  return (
    <div className={styles.bar}>
      <div className={styles.inner}>
        <div className={styles.state}>
          <span className={styles.title}>{paper.test?.title ?? texts.label}</span>
          {children}
        </div>
        {paper.frame.deadlineAt !== null && <ExamClock remaining={runner.remaining} duration={paper.frame.duration} />}
        <Button variant="border" size="small" disabled={hand !== 'here'} onClick={onSubmit}>
          <span>
            {examTexts.submitShort}
            <span className={styles.wide}> {texts.submitWhat}</span>
          </span>
        </Button>
        {/* Last, although it is drawn first: from the heading one step leads to the answers, and one back to «Здати». */}
        <h1
          key={paper.questions[position]!.id}
          ref={headingRef}
          id="question-number"
          tabIndex={-1}
          className={styles.number}
        >
          {examTexts.questionOf(position + 1, paper.questions.length)}
        </h1>
      </div>
    </div>
  )
}
