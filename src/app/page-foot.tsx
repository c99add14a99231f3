// A lazy boundary: loaded in an idle moment.
import { useLocation } from 'react-router-dom'
import { type RunningExam, useRunningExams } from '../attempt/submissions/running-exam.ts'
import { isAttemptPage } from '../attempt/sync/exam-lock.ts'
import { menuTexts } from '../messages/menu.ts'
import { runningExamTexts } from '../messages/owned-test.ts'
import { goesOn, paths } from '../paths.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { Countdown } from '../ui/countdown.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { chart, house, list, person } from '../ui/icons/page-drawings.ts'
import { NavLink } from '../ui/link.tsx'
import styles from './page-foot.module.css'

/** The foot of a signed-in person's pages except an attempt's: a running exam, and on phones the four main pages. */
export function PageFoot({ page }: { page: string }) {
  const isTrial = new URLSearchParams(useLocation().search).has('trial')
  if (isAttemptPage(page)) return null
  return (
    <>
      {page !== paths.profile && <Strip page={page} />}
      {!isTrial && page !== paths.examples && <Places />}
    </>
  )
}

const places = [
  { to: paths.home, label: menuTexts.today, drawing: house },
  { to: paths.tests, label: menuTexts.tests, drawing: list },
  { to: paths.purchases, label: menuTexts.results, drawing: chart },
  { to: paths.profile, label: menuTexts.me, drawing: person },
]

/** The links to the four main pages. A page with a question to solve lacks them: the question's own button is there. */
function Places() {
  return (
    <nav className={styles.places} aria-label={menuTexts.places} data-places="">
      {places.map(({ to, label, drawing }) => (
        <NavLink key={to} to={to} className={styles.place}>
          <Icon drawing={drawing} />
          <span>{label}</span>
        </NavLink>
      ))}
    </nav>
  )
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

/** One running exam. Its title is shown only if several exams run. */
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
