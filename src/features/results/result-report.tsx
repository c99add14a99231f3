import type { Result } from '#contract/result.ts'
import { date } from '../../messages/formats.ts'
import { resultTexts } from '../../messages/result.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Column } from '../../ui/column.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'
import { EarlierResults } from './earlier-results.tsx'
import { FamilyTable } from './family-table.tsx'
import { Receipt } from './receipt.tsx'
import styles from './result.module.css'
import { ScoreCard } from './score-card.tsx'

/** A graded attempt with everything that the server says of it; what it does not say is left out. */
export function ResultReport({ newest, earlier }: { newest: Result; earlier: readonly Result[] }) {
  const { test, mode, score, score_withheld: withheld, late, version, by_family: families, receipt } = newest
  return (
    <Column width="text">
      <header>
        {test != null && <Text tone="soft">{test.title}</Text>}
        <PageTitle>{mode === 'training' ? resultTexts.titleTraining : resultTexts.title}</PageTitle>
      </header>
      {score != null && <ScoreCard score={score} />}
      {score == null && withheld != null && <Notice title={resultTexts.withheldTitle}>{withheld.text}</Notice>}
      {late != null && (
        <Notice tone="warning" title={resultTexts.lateTitle}>
          {resultTexts.late(late.in_time)}
        </Notice>
      )}
      {version != null && version > 1 && <Notice>{resultTexts.rescored(version)}</Notice>}
      <Numbers result={newest} />
      {families != null && families.length > 0 && <FamilyTable families={families} />}
      {receipt != null && <Receipt receipt={receipt} attemptId={newest.attempt_id} />}
      {earlier.length > 0 && <EarlierResults results={earlier} />}
      <div>
        <ButtonLink to={paths.purchases}>{resultTexts.toPurchases}</ButtonLink>
      </div>
    </Column>
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
