import type { Result } from '#contract/result.ts'
import { date } from '../../messages/formats.ts'
import { resultTexts } from '../../messages/result.ts'
import { reviewTexts } from '../../messages/review.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Column } from '../../ui/column.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'
import { FamilyTable } from './family-table.tsx'
import { OtherResults } from './other-results.tsx'
import { Receipt } from './receipt.tsx'
import styles from './result.module.css'
import { Review } from './review.tsx'
import { ScoreCard } from './score-card.tsx'

interface ResultReportProps {
  purchaseId: string
  result: Result
  others: readonly Result[]
}

/** A graded attempt with everything that the server says of it; what it does not say is left out. */
export function ResultReport({ purchaseId, result, others }: ResultReportProps) {
  const { test, mode, score, score_withheld: withheld, late, version, by_family: families, review, receipt } = result
  const isTraining = mode === 'training'
  return (
    <Column width="text">
      <header>
        {test != null && <Text tone="soft">{test.title}</Text>}
        <PageTitle>{isTraining ? resultTexts.titleTraining : resultTexts.title}</PageTitle>
      </header>
      {score != null && <ScoreCard score={score} />}
      {!isTraining && score == null && withheld != null && (
        <Notice title={resultTexts.withheldTitle}>{withheld.text}</Notice>
      )}
      {late != null && (
        <Notice tone="warning" title={resultTexts.lateTitle}>
          {resultTexts.late(late.in_time)}
        </Notice>
      )}
      {version != null && version > 1 && <Notice>{resultTexts.rescored(version)}</Notice>}
      <Numbers result={result} />
      {isTraining && result.total == null && review == null && <Text>{reviewTexts.bare}</Text>}
      {families != null && families.length > 0 && <FamilyTable families={families} />}
      {isTraining && <NextSteps purchaseId={purchaseId} />}
      {review != null && review.length > 0 && <Review rows={review} />}
      {receipt != null && <Receipt receipt={receipt} attemptId={result.attempt_id} />}
      {others.length > 0 && <OtherResults purchaseId={purchaseId} results={others} />}
      <div>
        <ButtonLink to={paths.purchases} variant={isTraining ? 'border' : 'primary'}>
          {resultTexts.toPurchases}
        </ButtonLink>
      </div>
    </Column>
  )
}

/** After a training: another one, or the exam. */
function NextSteps({ purchaseId }: { purchaseId: string }) {
  return (
    <div className={styles.actions}>
      <ButtonLink to={paths.learning('1', purchaseId)} size="large">
        {reviewTexts.again}
      </ButtonLink>
      <ButtonLink to={paths.exam('1', purchaseId)} variant="border" size="large">
        {reviewTexts.toExam}
      </ButtonLink>
    </div>
  )
}

function Numbers({ result }: { result: Result }) {
  const { correct, total, duration_seconds: seconds, submitted_at: at } = result
  return (
    <dl className={styles.numbers}>
      {correct != null && total != null && (
        <div>
          <dt>{resultTexts.correct}</dt>
          <dd>{resultTexts.correctOf(correct, total)}</dd>
        </div>
      )}
      {seconds != null && (
        <div>
          <dt>{resultTexts.time}</dt>
          <dd>{resultTexts.seconds(seconds)}</dd>
        </div>
      )}
      {at != null && (
        <div>
          <dt>{resultTexts.handedIn}</dt>
          <dd>{date(at)}</dd>
        </div>
      )}
    </dl>
  )
}
