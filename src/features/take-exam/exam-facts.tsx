import type { OwnedTest } from '#contract/purchase.ts'
import { examTexts } from '../../messages/exam.ts'
import { Fact } from '../../sitting/fact.tsx'
import styles from '../../sitting/screen.module.css'

/** How many questions, how long, how many attempts; what the server does not say is left out. */
export function ExamFacts({ owned }: { owned: OwnedTest }) {
  const { test, exam_attempts_left: left, extra_time_factor: factor } = owned
  const minutes = test?.duration_minutes == null ? null : Math.round(test.duration_minutes * (factor ?? 1))
  return (
    <div>
      <dl className={styles.facts}>
        {test?.question_count != null && (
          <Fact name={examTexts.factQuestions} value={examTexts.questions(test.question_count)} />
        )}
        {minutes !== null && <Fact name={examTexts.factTime} value={examTexts.minutes(minutes)} />}
        {left != null && <Fact name={examTexts.factAttempts} value={examTexts.attemptsLeft(left)} />}
      </dl>
      {factor != null && factor > 1 && <p className={styles.aside}>{examTexts.extraTime}</p>}
    </div>
  )
}
