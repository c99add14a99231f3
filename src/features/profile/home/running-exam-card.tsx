import { homeTexts } from '../../../messages/home.ts'
import { paths } from '../../../paths.ts'
import { ExamCountdown } from '../../../running-exam/exam-countdown.tsx'
import type { RunningExam } from '../../../running-exam/find-running-exam.ts'
import { goesOn } from '../../../running-exam/goes-on.ts'
import { ButtonLink } from '../../../ui/button/button-link.tsx'
import { Text } from '../../../ui/text/text.tsx'
import { HomeCard } from './home-card.tsx'
import styles from './home.module.css'

/** An exam that runs, with its clock and the way back into it. */
export function RunningExamCard({ exam: { testId, purchaseId, title, endsAt } }: { exam: RunningExam }) {
  return (
    <HomeCard
      title={homeTexts.runsTitle}
      actions={
        <ButtonLink size="large" to={paths.exam(testId, purchaseId)} state={goesOn}>
          {homeTexts.goOn}
        </ButtonLink>
      }
    >
      {title !== null && <p className={styles.test}>{title}</p>}
      <p>
        <span className={styles.caption}>{homeTexts.timeLeft}</span>
        <ExamCountdown endsAt={endsAt} className={styles.number} />
      </p>
      <Text tone="soft">{homeTexts.runsHint}</Text>
    </HomeCard>
  )
}
