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
  reached: boolean | null
  onSubmit: () => void
}

/** What stays in sight: which exam, whether the server is there, how much time is left, the way to hand it in. */
export function ExamBar({ runner, session, reached, onSubmit }: ExamBarProps) {
  const texts = useSittingTexts()
  const { frame, test } = session.paper
  return (
    <div className={styles.bar}>
      <div className={styles.inner}>
        <div className={styles.name}>
          <span className={styles.title}>{test?.title ?? texts.label}</span>
          {frame.ticket !== null && <Connection reached={reached} />}
        </div>
        {frame.deadlineAt !== null && <ExamClock remaining={runner.remaining} duration={frame.duration} />}
        <Button variant="secondary" disabled={session.hand !== 'here'} onClick={onSubmit}>
          <span>
            {examTexts.submitShort}
            <span className={styles.wide}> {texts.submitWhat}</span>
          </span>
        </Button>
      </div>
    </div>
  )
}

function Connection({ reached }: { reached: boolean | null }) {
  const text = reached === null ? examTexts.connecting : reached ? examTexts.online : examTexts.offline
  return (
    <span role="status" className={`${styles.connection} ${reached === false ? styles.away : ''}`}>
      {text}
    </span>
  )
}
