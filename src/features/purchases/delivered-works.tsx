import { serverNow } from '../../http/server-clock.ts'
import { useState, useEffect } from 'react'
import { recentMoment } from '../../messages/formats.ts'
import { submissionTexts } from '../../messages/submissions.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmissionsState } from '../../attempt/submissions/refused-submission.tsx'
import { useSession } from '../../session/session-state.ts'
import type { SubmissionRow } from '../../attempt/machine/rows.ts'
import { deliveredBy } from '../../attempt/replica/submissions.ts'
import { onSubmissionChange } from '../../attempt/sync/channel.ts'
import { readReceipt } from '../../attempt/submissions/receipts.ts'

const minuteMs = 60_000

/** Announces those of `works` that had waited on this device, on any page. */
export function DeliveredWorks({ works }: { works: readonly Delivered[] }) {
  const waited = useSeenWaiting()
  return works
    .filter((work) => isNews(work, waited))
    .map(({ row, at }) => (
      <Notice
        key={row.draftId}
        tone="success"
        title={submissionTexts.deliveredTitle}
        actions={
          // The result page corrects the type in the address.
          <ButtonLink to={paths.attemptResult('test', row.purchaseId, row.attemptId)} variant="border">
            {submissionTexts.openResult}
          </ButtonLink>
        }
      >
        {submissionTexts.delivered(row.title || submissionTexts.untitled, recentMoment(at, serverNow()))}
      </Notice>
    ))
}

/** The submissions that this page has shown as waiting. They must not disappear without a word. */
function useSeenWaiting(): ReadonlySet<string> {
  const { rows } = useSubmissionsState()
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const added = rows.filter(({ draftId }) => !seen.has(draftId)).map(({ draftId }) => draftId)
  if (added.length > 0) setSeen(new Set([...seen, ...added]))
  return seen
}

/** Whether a submission waited for a minute or more, or was shown as waiting. One that arrived immediately is no news. Pure. */
export function isNews({ row, at }: Delivered, seenWaiting: ReadonlySet<string>): boolean {
  return at - row.madeAt >= minuteMs || seenWaiting.has(row.draftId)
}

const newsForMs = 24 * 3_600_000

export interface Delivered {
  readonly row: SubmissionRow
  /** When the server took the exam: by its receipt, else by this device's clock. Milliseconds since 1970. */
  readonly at: number
}

/** The exams of the signed-in person that the server has taken from this browser within a day. */
export function useDelivered(): readonly Delivered[] {
  const ownerId = useSession().user?.id ?? null
  const [works, setWorks] = useState<readonly Delivered[]>([])
  useEffect(() => {
    if (ownerId === null) return
    let isCurrent = true
    const look = () => {
      deliveredBy(ownerId).then(
        (rows) => isCurrent && setWorks(deliveredOf(rows, serverNow())),
        // Without its storage this browser knows no deliveries.
        (error: unknown) => console.warn('What has been delivered cannot be read', error),
      )
    }
    look()
    const stop = onSubmissionChange(look)
    return () => {
      isCurrent = false
      stop()
    }
  }, [ownerId])
  return works
}

/** Pure. `now`: milliseconds since 1970. */
export function deliveredOf(rows: readonly SubmissionRow[], now: number): Delivered[] {
  return rows.flatMap((row) => {
    if (row.mode !== 'exam') return []
    const said = Date.parse((row.receipt === null ? null : readReceipt(row.receipt))?.at ?? '')
    const at = Number.isNaN(said) ? (row.takenAt ?? Number.NaN) : said
    return now - at < newsForMs ? [{ row, at }] : []
  })
}
