import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onDeliveryNews } from '../delivery/news.ts'
import { moment } from '../messages/formats.ts'
import { outboxTexts } from '../messages/outbox.ts'
import type { OutboxRow } from '../storage/exam-rows.ts'
import { maySendAgain } from '../storage/outbox.ts'
import { Button } from '../ui/button/button.tsx'
import { Text } from '../ui/text/text.tsx'
import { DeliveryNoticeOffer } from './delivery-notice-offer.tsx'
import { downloadAnswers } from './download-answers.ts'
import { NextTry } from './next-try.tsx'
import styles from './outbox.module.css'
import { SendAgain } from './send-again.tsx'
import { useOutboxState } from './use-outbox-state.ts'
import { useSecondsUntil } from './use-seconds-until.ts'

/** What has not reached the server for longer than this is in danger, and the person is told so. Milliseconds. */
const longOnDevice = 60_000

/** What this person has handed in and the server has not settled; nothing when there is nothing. */
export function WaitingSubmissions() {
  const { rows } = useOutboxState()
  useFreshAfterDelivery()
  if (rows.length === 0) return null
  return (
    <section className={styles.outbox} aria-labelledby="outbox">
      <Text as="h2" variant="subtitle2" id="outbox">
        {outboxTexts.title}
      </Text>
      {rows.some(({ state }) => state === 'waiting') && <Text tone="soft">{outboxTexts.lead}</Text>}
      <ul className={styles.rows}>
        {rows.map((row) => (
          <li key={row.draftId} className={styles.row}>
            <p className={styles.name}>{row.title || outboxTexts.untitled}</p>
            {row.state === 'refused' ? <Refused row={row} /> : <Waiting row={row} />}
          </li>
        ))}
      </ul>
      {rows.some(({ state }) => state === 'waiting') && <DeliveryNoticeOffer />}
    </section>
  )
}

function Waiting({ row }: { row: OutboxRow }) {
  const { madeAt, tries, nextTryAt, notBefore } = row
  const isLong = useSecondsUntil(madeAt + longOnDevice) === 0
  return (
    <>
      <p className={styles.facts}>
        {outboxTexts.since(moment(madeAt))} · {outboxTexts.tries(tries)}
      </p>
      {isLong && <p>{outboxTexts.caution}</p>}
      <NextTry at={Math.max(nextTryAt, notBefore)} heldUntil={notBefore} />
    </>
  )
}

function Refused({ row }: { row: OutboxRow }) {
  const isUngraded = maySendAgain(row)
  return (
    <>
      <p className={styles.facts}>{outboxTexts.since(moment(row.madeAt))}</p>
      <p role="alert" className={styles.problem}>
        {row.problem?.message || (isUngraded ? outboxTexts.ungraded : outboxTexts.refused)}
      </p>
      <p>{isUngraded ? outboxTexts.ungradedAdvice : outboxTexts.refusedAdvice}</p>
      <div className={styles.nextTry}>
        <SendAgain row={row} />
        <Button variant="border" onClick={() => downloadAnswers(row)}>
          {outboxTexts.download}
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
      onDeliveryNews(({ change }) => {
        if (change !== 'settled') return
        for (const list of ['purchases', 'owned-tests', 'test-results']) {
          void queryClient.invalidateQueries({ queryKey: [list] })
        }
      }),
    [queryClient],
  )
}
