import { resultsTimeoutSeconds } from '../../attempt/machine/schedule.ts'
import { pageInPlace } from '../../messages/messages.ts'
import { resultTexts } from '../../messages/result.ts'
import { testMessages } from '../../messages/test-messages.ts'
import type { ResultInWork as Work } from '../../queries/result-state.ts'
import { Button } from '../../ui/button/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { Text } from '../../ui/text.tsx'
import { ResultNoticeOffer } from './notice-offer.tsx'
import styles from './result.module.css'
import { SubmissionRecord } from './submission-record.tsx'

interface ResultInWorkProps {
  work: Work
  /** Nobody asks any more by themselves (S9.02). */
  isGivenUp: boolean
  onAsk: () => void
}

/** The work is with the server, and its grade is not there yet. */
export function ResultInWork({ work: { attemptId, receipt, isPage }, isGivenUp, onAsk }: ResultInWorkProps) {
  return (
    <div className={styles.processing}>
      <Mark size={88} busy={!isGivenUp} />
      <div role="status">
        <PageTitle variant="subtitle1">{resultTexts.processing}</PageTitle>
      </div>
      {isGivenUp ? (
        <Notice tone="warning" actions={<Button onClick={onAsk}>{resultTexts.askAgain}</Button>}>
          <p>
            <Sentence>{timeout()}</Sentence>
          </p>
          <p>{resultTexts.takesLonger}</p>
        </Notice>
      ) : (
        <>
          <Text tone="soft">{resultTexts.processingHint}</Text>
          {isPage && <Notice tone="danger">{pageInPlace}</Notice>}
          <ResultNoticeOffer />
        </>
      )}
      <SubmissionRecord attemptId={attemptId} known={receipt} />
    </div>
  )
}

const timeout = () => testMessages.resultsTimeout(resultsTimeoutSeconds())
