import { useEffect, useState } from 'react'
import { useSession } from '../../session/use-session.ts'
import type { SubmissionRow } from '../replica/rows.ts'
import { deliveredBy } from '../replica/submissions.ts'
import { onSubmissionChange } from '../sync/channel.ts'
import { readReceipt } from './receipts.ts'

/** For how long it is news that a work has arrived. Milliseconds. */
const newsFor = 24 * 3_600_000

/** An exam that the server has taken. */
export interface Delivered {
  readonly row: SubmissionRow
  /** When the server took it: by its receipt or, where it gives none, by this device's clock. Milliseconds since 1970. */
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

/** Pure. `now`: milliseconds since 1970. */
export function deliveredOf(rows: readonly SubmissionRow[], now: number): Delivered[] {
  return rows.flatMap((row) => {
    if (row.mode !== 'exam') return []
    const said = Date.parse((row.receipt === null ? null : readReceipt(row.receipt))?.at ?? '')
    const at = Number.isNaN(said) ? (row.takenAt ?? Number.NaN) : said
    return now - at < newsFor ? [{ row, at }] : []
  })
}
