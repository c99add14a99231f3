import { useEffect, useState } from 'react'
import { recentMoment } from '../../messages/formats.ts'
import { submissionTexts } from '../../messages/submissions.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { SubmissionRow } from '../replica/rows.ts'
import { deliveredBy } from '../replica/submissions.ts'
import { onSubmissionChange } from '../sync/channel.ts'
import { readReceipt } from './receipts.ts'

const minute = 60_000
/** For how long it is news that a work has arrived. */
const newsFor = 24 * 60 * minute

/** Exams that had waited on this device and that the server has taken within a day, on whatever page that was. */
export function DeliveredWorks() {
  const works = useDelivered()
  return works.map(({ row, at }) => (
    <Notice
      key={row.draftId}
      tone="success"
      title={submissionTexts.deliveredTitle}
      actions={
        // The page finds the kind of the test by itself.
        <ButtonLink to={paths.attemptResult('test', row.purchaseId, row.attemptId)} variant="border">
          {submissionTexts.openResult}
        </ButtonLink>
      }
    >
      {submissionTexts.delivered(row.title || submissionTexts.untitled, recentMoment(at))}
    </Notice>
  ))
}

interface Delivered {
  row: SubmissionRow
  /** When the server took it. */
  at: number
}

function useDelivered(): readonly Delivered[] {
  const ownerId = useSession().user?.id ?? null
  const [works, setWorks] = useState<readonly Delivered[]>([])
  useEffect(() => {
    if (ownerId === null) return
    let isCurrent = true
    const look = () => {
      deliveredBy(ownerId).then(
        (rows) => isCurrent && setWorks(deliveredOf(rows, Date.now())),
        // Without its storage a browser has nothing to tell of.
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

/** What waited for a minute or more: what arrived at once is no news. Pure. `now`: milliseconds since 1970. */
export function deliveredOf(rows: readonly SubmissionRow[], now: number): Delivered[] {
  return rows.flatMap((row) => {
    if (row.mode !== 'exam') return []
    const at = Date.parse((row.receipt === null ? null : readReceipt(row.receipt))?.at ?? '')
    return at - row.madeAt >= minute && now - at < newsFor ? [{ row, at }] : []
  })
}
