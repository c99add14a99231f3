import type { OwnedTest } from '#contract/purchase.ts'
import { examTexts } from '../../messages/exam.ts'
import { Fact } from '../../attempt/screens/fact.tsx'
import styles from '../../attempt/screens/screen.module.css'

/** How many questions, how long, how many attempts; what the server does not say is left out. */
export function ExamFacts({ owned }: { owned: OwnedTest }) {
  const { test, exam_attempts_left: left, extra_time_factor: factor } = owned
  const base = test?.duration_minutes ?? null
  const minutes = base === null ? null : Math.round(base * (factor ?? 1))
  const extra = base === null || minutes === null ? 0 : minutes - base
  return (
    <div>
      <dl className={styles.facts}>
        {test?.question_count != null && (
          <Fact name={examTexts.factQuestions} value={examTexts.questions(test.question_count)} />
        )}
        {minutes !== null && <Fact name={examTexts.factTime} value={examTexts.minutes(minutes)} />}
        {left != null && <Fact name={examTexts.factAttempts} value={examTexts.attemptsLeft(left)} />}
      </dl>
      {minutes !== null && extra > 0 && <p className={styles.aside}>{examTexts.extraTime(minutes, extra)}</p>}
    </div>
  )
}
