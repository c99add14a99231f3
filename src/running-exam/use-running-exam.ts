import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onSubmissionChange } from '../attempt/sync/channel.ts'
import { rowsOf } from '../queries/next-page.ts'
import { purchaseQueries } from '../queries/purchase-queries.ts'
import { useSession } from '../session/use-session.ts'
import type { AttemptRow } from '../attempt/machine/rows.ts'
import { keptExams } from '../attempt/replica/attempts.ts'
import { findRunningExam, type RunningExam } from './find-running-exam.ts'

/**
 * The person's exam whose clock runs. Asks no server: it is read from this browser's storage, anew on every `page`, and
 * from the list of purchases where a page has fetched that. `purchaseId`: only an exam of this purchase.
 */
export function useRunningExam(page: string, purchaseId?: string): RunningExam | null {
  const { user } = useSession()
  const ownerId = user?.id ?? null
  const kept = useKeptExams(ownerId, page)
  const { data, dataUpdatedAt } = useInfiniteQuery({ ...purchaseQueries.owned(), enabled: false })
  // It moves on when an exam ends, and need not do so before.
  const [now, setNow] = useState(Date.now)
  const isAsked = (id: string) => purchaseId === undefined || id === purchaseId
  const exam =
    ownerId === null
      ? null
      : findRunningExam({
          owned: rowsOf(data).filter(({ id }) => isAsked(id)),
          toldAt: dataUpdatedAt,
          kept: kept.filter((row) => isAsked(row.purchaseId)),
          now,
        })
  const endsAt = exam?.endsAt
  useEffect(() => {
    if (endsAt === undefined) return
    const timer = setTimeout(() => setNow(Math.max(endsAt, Date.now())), Math.max(0, endsAt - Date.now()))
    return () => clearTimeout(timer)
  }, [endsAt])
  return exam
}

function useKeptExams(ownerId: string | null, page: string): readonly AttemptRow[] {
  const [exams, setExams] = useState<readonly AttemptRow[]>([])
  useEffect(() => {
    if (ownerId === null) return
    let isCurrent = true
    const look = () => {
      keptExams(ownerId).then(
        (found) => isCurrent && setExams(found),
        // Without its storage a browser knows of what the server has told.
        (error: unknown) => console.warn('Whether an exam runs here cannot be read', error),
      )
    }
    look()
    const stop = onSubmissionChange(look)
    document.addEventListener('visibilitychange', look)
    return () => {
      isCurrent = false
      stop()
      document.removeEventListener('visibilitychange', look)
    }
  }, [ownerId, page])
  return exams.filter((exam) => exam.ownerId === ownerId)
}
