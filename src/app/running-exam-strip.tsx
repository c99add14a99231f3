import { type RunningExam, useRunningExams } from '../attempt/submissions/running-exam.ts'
import { isAttemptPage } from '../attempt/sync/exam-lock.ts'
// A lazy boundary: loaded in an idle moment.
import { runningExamTexts } from '../messages/owned-test.ts'
import { goesOn, paths } from '../paths.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { Countdown } from '../ui/countdown.tsx'
import styles from './running-exam-strip.module.css'

/** At the foot of every page but the exam's own and the cabinet's home, which shows the exam itself. `page`: its path. */
export function RunningExamStrip({ page }: { page: string }) {
  return page === paths.profile || isAttemptPage(page) ? null : <Strip page={page} />
}

function Strip({ page }: { page: string }) {
  const exams = useRunningExams(page)
  if (exams.length === 0) return null
  return (
    <aside className={styles.strip} aria-label={runningExamTexts.runs} data-running-exam="">
      {exams.map((exam) => (
        <Running key={exam.purchaseId} exam={exam} isOneOfSeveral={exams.length > 1} />
      ))}
    </aside>
  )
}

/** Of several each goes by its name. */
function Running({ exam, isOneOfSeveral }: { exam: RunningExam; isOneOfSeveral: boolean }) {
  const name = isOneOfSeveral ? exam.title : null
  return (
    <div className={styles.row}>
      <p className={styles.words}>
        <span className={styles.name}>{name ?? runningExamTexts.runs}</span>
        <Countdown
          endsAt={exam.endsAt}
          label={runningExamTexts.timeLeft}
          format={runningExamTexts.face(exam.isPaused)}
          className={styles.clock}
        />
      </p>
      <ButtonLink
        size="small"
        to={paths.exam(exam.testId, exam.purchaseId)}
        state={goesOn}
        {...(name !== null && { 'aria-label': runningExamTexts.goOnWith(name) })}
      >
        {runningExamTexts.goOn}
      </ButtonLink>
    </div>
  )
}
