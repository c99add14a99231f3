import { useState, useSyncExternalStore } from 'react'
import { resultsTimeoutSeconds } from '../../attempt/machine/schedule.ts'
import { pageInPlace } from '../../messages/messages.ts'
import { resultTexts } from '../../messages/result.ts'
import { noticeTexts } from '../../messages/submissions.ts'
import { testMessages } from '../../messages/test-messages.ts'
import { allowPushes, pushSupport, subscribeDeliveryNotice } from '../../push/permission.ts'
import type { ResultInWork as Work } from '../../queries/result-state.ts'
import { Button } from '../../ui/button/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { Text } from '../../ui/text.tsx'
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

// Apart from the offer beside a submission that waits: the pages of results load it, an exam does not.
const canBeAsked = () => pushSupport() === 'ready' && Notification.permission === 'default'
const never = () => false

/** Shown where a result is waited for, to people who do not want to wait; gone once it is declined. */
export function ResultNoticeOffer() {
  const mayAsk = useSyncExternalStore(subscribeDeliveryNotice, canBeAsked, never)
  const [word, setWord] = useState<string | null>(null)
  const allow = async () => {
    const isOn = await allowPushes()
    if (isOn) setWord(noticeTexts.willTellResult)
    else if (Notification.permission === 'granted') setWord(noticeTexts.failedHere)
  }
  if (!mayAsk && word === null) return null
  return (
    <div role="status">
      {word !== null ? (
        <Text tone="soft">{word}</Text>
      ) : (
        <Button variant="border" onClick={() => void allow()}>
          {noticeTexts.offerResult}
        </Button>
      )}
    </div>
  )
}
