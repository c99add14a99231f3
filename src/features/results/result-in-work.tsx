import { resultsTimeoutSeconds } from '../../engine/poll-schedule.ts'
import { resultTexts } from '../../messages/result.ts'
import { testMessages } from '../../messages/test-messages.ts'
import { ResultNoticeOffer } from '../../outbox/result-notice-offer.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { languageOf } from '../../ui/language-of.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'
import { HandInRecord } from './hand-in-record.tsx'
import styles from './result.module.css'

interface ResultInWorkProps {
  attemptId: string | null
  /** Nobody asks any more by themselves (S9.02). */
  isGivenUp: boolean
  onAsk: () => void
}

/** The work is with the server, and its grade is not there yet. */
export function ResultInWork({ attemptId, isGivenUp, onAsk }: ResultInWorkProps) {
  return (
    <div className={styles.processing}>
      <Mark size={88} busy={!isGivenUp} />
      <div role="status">
        <PageTitle variant="subtitle1">{resultTexts.processing}</PageTitle>
      </div>
      {isGivenUp ? (
        <Notice tone="warning" actions={<Button onClick={onAsk}>{resultTexts.askAgain}</Button>}>
          <p lang={languageOf(timeout())}>{timeout()}</p>
          <p>{resultTexts.takesLonger}</p>
        </Notice>
      ) : (
        <>
          <Text tone="soft">{resultTexts.processingHint}</Text>
          <ResultNoticeOffer />
        </>
      )}
      {attemptId !== null && <HandInRecord attemptId={attemptId} />}
    </div>
  )
}

const timeout = () => testMessages.resultsTimeout(resultsTimeoutSeconds())
