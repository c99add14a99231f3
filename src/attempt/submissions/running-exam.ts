import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OwnedTest } from '#contract/purchase.ts'
import { onWake } from '../../concurrency/wake.ts'
import { rowsOf } from '../../queries/next-page.ts'
import { purchaseQueries } from '../../queries/purchase-queries.ts'
import { useSession } from '../../session/session-state.ts'
import type { AttemptRow } from '../machine/rows.ts'
import { keptExams } from '../replica/attempts.ts'
import { onSubmissionChange } from '../sync/channel.ts'

/** An exam whose clock runs. */
export interface RunningExam {
  readonly testId: string
  readonly purchaseId: string
  /** Null where only this browser knows of it. */
  readonly title: string | null
  /** By this device's clock, milliseconds since 1970. */
  readonly endsAt: number
}

export interface KnownOfExams {
  /** The person's purchases as the server last told them, and when: milliseconds since 1970; nothing while it has not. */
  readonly owned: readonly OwnedTest[]
  readonly toldAt: number
  /** The person's exams in this browser. */
  readonly kept: readonly AttemptRow[]
  readonly now: number
}

/**
 * The exam that runs, the one that ends first among several; null for none. The server's list may be older than what this
 * browser has begun or submitted, and this browser knows nothing of other devices: of each the newer word counts.
 */
export function findRunningExam(known: KnownOfExams): RunningExam | null {
  const running = [...listedIn(known), ...keptBy(known)].filter(({ endsAt }) => endsAt > known.now)
  return running.sort((a, b) => a.endsAt - b.endsAt)[0] ?? null
}

function listedIn({ owned, kept }: KnownOfExams): RunningExam[] {
  return owned.flatMap(({ id, test, purchase_card_title, active_attempt: active }) => {
    if (active?.deadline_at == null) return []
    const here = kept.find(({ frame }) => frame?.attemptId === active.id)
    if (here !== undefined && here.state !== 'open') return []
    const endsAt = Date.parse(active.deadline_at) - (here?.clockOffset ?? 0)
    return [{ testId: test?.id ?? '1', purchaseId: id, title: purchase_card_title, endsAt }]
  })
}

/** What was begun here since the server told its list, or of a purchase that this list has not. */
function keptBy({ owned, toldAt, kept }: KnownOfExams): RunningExam[] {
  return kept.flatMap(({ state, frame, purchaseId, createdAt, clockOffset }) => {
    if (state !== 'open' || frame?.deadlineAt == null) return []
    const purchase = owned.find(({ id }) => id === purchaseId)
    if (purchase !== undefined && (toldAt > createdAt || purchase.active_attempt?.id === frame.attemptId)) return []
    const [testId, title] = [purchase?.test?.id ?? '1', purchase?.purchase_card_title ?? null]
    return [{ testId, purchaseId, title, endsAt: frame.deadlineAt - clockOffset }]
  })
}

/**
 * The person's exam whose clock runs. Asks no server: it is read from this browser's storage, again on every `page`, and
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
    const stopAtReturn = onWake(['visible'], look)
    return () => {
      isCurrent = false
      stop()
      stopAtReturn()
    }
  }, [ownerId, page])
  return exams.filter((exam) => exam.ownerId === ownerId)
}
