import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onSubmissionChange } from '../sync/channel.ts'
import { moment } from '../../messages/formats.ts'
import { sendingTexts } from '../../messages/sending.ts'
import { submissionTexts } from '../../messages/submissions.ts'
import type { SubmissionRow } from '../machine/rows.ts'
import { readAttemptRow } from '../replica/attempts.ts'
import { cameToNothing } from '../replica/submissions.ts'
import { Button } from '../../ui/button/button.tsx'
import { focusTitle } from '../../ui/page.tsx'
import { Text } from '../../ui/text.tsx'
import { DeliveryNoticeOffer } from './delivery-notice.tsx'
import { downloadAnswers } from './answers-file.ts'
import { CountsUntil, NextTry } from './next-try.tsx'
import styles from './submissions.module.css'
import { SendAgain, useSubmissionsState } from './refused-submission.tsx'
import { useSecondsUntil } from '../../ui/countdown.tsx'

/** After this time work that has not reached the server is in danger, and a notice says so. */
const longOnDeviceMs = 60_000

/** What this person has submitted and the server has not taken yet; nothing when there is none. */
export function WaitingSubmissions() {
  const { rows } = useSubmissionsState()
  useFreshAfterDelivery()
  if (rows.length === 0) return null
  return (
    <section className={styles.submissions} aria-labelledby="submissions">
      <Text as="h2" variant="subtitle2" id="submissions">
        {submissionTexts.title}
      </Text>
      {rows.some(({ state }) => state === 'waiting') && <Text tone="soft">{submissionTexts.lead}</Text>}
      <Caution rows={rows} />
      <ul className={styles.rows}>
        {rows.map((row) => (
          <li key={row.draftId} className={styles.row}>
            <p className={styles.name}>{row.title || submissionTexts.untitled}</p>
            {row.state === 'refused' ? <Refused row={row} /> : <Waiting row={row} />}
          </li>
        ))}
      </ul>
      {rows.some(({ state }) => state === 'waiting') && <DeliveryNoticeOffer />}
    </section>
  )
}

/** One caution for all of them, refused ones included. */
function Caution({ rows }: { rows: readonly SubmissionRow[] }) {
  const isLong = useSecondsUntil(Math.min(...rows.map(({ madeAt }) => madeAt)) + longOnDeviceMs) === 0
  return isLong && <p>{submissionTexts.caution}</p>
}

function Waiting({ row }: { row: SubmissionRow }) {
  const { madeAt, tries, nextTryAt, notBefore } = row
  return (
    <>
      <p className={styles.facts}>
        <span>{submissionTexts.since(moment(madeAt))}</span> · <span>{submissionTexts.tries(tries)}</span>
      </p>
      {row.slow === true && <p>{submissionTexts.slow}</p>}
      {row.unanswered === true && <p>{submissionTexts.silent}</p>}
      {row.broken === true && (
        <>
          <p role="alert" className={styles.problem}>
            {sendingTexts.broken}
          </p>
          <Button variant="border" size="small" onClick={() => downloadAnswers(row)}>
            {submissionTexts.download}
          </Button>
        </>
      )}
      {row.mode === 'exam' && <KeptCountsUntil draftId={row.draftId} />}
      <NextTry at={Math.max(nextTryAt, notBefore)} pauseUntil={notBefore} />
    </>
  )
}

/** Until when an exam that waits on this device counts, by the attempt's row; nothing without a row. */
function KeptCountsUntil({ draftId }: { draftId: string }) {
  const [until, setUntil] = useState<number | null>(null)
  useEffect(() => {
    let isCurrent = true
    readAttemptRow(draftId).then(
      (attempt) => isCurrent && setUntil(attempt?.frame?.lateUntil ?? null),
      (error: unknown) => console.warn('Until when this work counts cannot be read', error),
    )
    return () => {
      isCurrent = false
    }
  }, [draftId])
  return until !== null && <CountsUntil until={until} />
}

function Refused({ row }: { row: SubmissionRow }) {
  const isUngraded = cameToNothing(row)
  return (
    <>
      <p className={styles.facts}>{submissionTexts.since(moment(row.madeAt))}</p>
      <p role="alert" className={styles.problem}>
        {row.problem?.message || (isUngraded ? submissionTexts.ungraded : submissionTexts.refused)}
      </p>
      <p>{isUngraded ? submissionTexts.ungradedAdvice : submissionTexts.refusedAdvice}</p>
      <div className={styles.nextTry}>
        {/* The button leaves the page when the submission waits again: the title takes the focus. */}
        <SendAgain row={row} variant={isUngraded ? 'primary' : 'border'} onWaiting={focusTitle} />
        <Button variant="border" onClick={() => downloadAnswers(row)}>
          {submissionTexts.download}
        </Button>
      </div>
    </>
  )
}

/** A delivery changes what the server says of purchases and results. */
function useFreshAfterDelivery(): void {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      onSubmissionChange(({ change }) => {
        if (change !== 'settled') return
        for (const list of ['purchases', 'owned-tests', 'test-results']) {
          void queryClient.invalidateQueries({ queryKey: [list] })
        }
      }),
    [queryClient],
  )
}
