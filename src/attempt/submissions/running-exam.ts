import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OwnedTest } from '#contract/purchase.ts'
import { onWake } from '../../concurrency/wake.ts'
import { useServerOffset } from '../../queries/server-offset.ts'
import { rowsOf } from '../../queries/next-page.ts'
import { purchaseQueries } from '../../queries/purchase-queries.ts'
import { useSession } from '../../session/session-state.ts'
import { type KeptExam, keptExams } from '../replica/attempts.ts'
import { onSubmissionChange } from '../sync/channel.ts'

export interface RunningExam {
  readonly testId: string
  readonly purchaseId: string
  /** Null if only this browser knows of the exam, and lacks its paper. */
  readonly title: string | null
  /** By this device's clock, milliseconds since 1970. */
  readonly endsAt: number
  /** Its clock is stopped: then the exam ends at `endsAt` at the latest. */
  readonly isPaused: boolean
}

export interface KnownOfExams {
  /** The person's purchases by the server's last list, and when that came (milliseconds since 1970); none before. */
  readonly owned: readonly OwnedTest[]
  readonly toldAt: number
  readonly kept: readonly KeptExam[]
  /** server − device in ms, as this page has heard it; null before: then each exam's own `clockOffset` counts. */
  readonly offset: number | null
  /** By this device's clock. */
  readonly now: number
}

/**
 * The exams that run, the one that ends first before others. The server's list may be older than what this browser has begun
 * or submitted, and this browser knows nothing of other devices: of each exam the newer word counts.
 */
export function findRunningExams(known: KnownOfExams): readonly RunningExam[] {
  const running = [...listedIn(known), ...keptBy(known)].filter(({ endsAt }) => endsAt > known.now)
  return running.sort((a, b) => a.endsAt - b.endsAt)
}

function listedIn({ owned, kept, offset }: KnownOfExams): RunningExam[] {
  return owned.flatMap(({ id, test, purchase_card_title, active_attempt: active }) => {
    if (active?.deadline_at == null) return []
    const here = kept.find(({ frame }) => frame?.attemptId === active.id)
    if (here !== undefined && here.state !== 'open') return []
    const endsAt = Date.parse(active.deadline_at) - (offset ?? here?.clockOffset ?? 0)
    return [
      {
        testId: test?.id ?? '1',
        purchaseId: id,
        title: purchase_card_title,
        endsAt,
        isPaused: active.state === 'paused',
      },
    ]
  })
}

/** Exams that were begun here since the server sent its list, or of a purchase that the list lacks. */
function keptBy({ owned, toldAt, kept, offset }: KnownOfExams): RunningExam[] {
  return kept.flatMap(({ state, frame, purchaseId, createdAt, clockOffset, title: ofPaper }) => {
    if (state !== 'open' || frame?.deadlineAt == null) return []
    const purchase = owned.find(({ id }) => id === purchaseId)
    if (purchase !== undefined && (toldAt > createdAt || purchase.active_attempt?.id === frame.attemptId)) return []
    const [testId, title] = [purchase?.test?.id ?? '1', purchase?.purchase_card_title ?? ofPaper]
    const isPaused = frame.pauses?.current != null
    return [{ testId, purchaseId, title, endsAt: frame.deadlineAt - (offset ?? clockOffset), isPaused }]
  })
}

/**
 * The person's running exams, the one that ends first before others. Makes no call: reads this browser's storage, again on
 * every `page`, and the list of purchases if a page has fetched it. `purchaseId`: only those of this purchase.
 */
export function useRunningExams(page: string, purchaseId?: string): readonly RunningExam[] {
  const { user } = useSession()
  const ownerId = user?.id ?? null
  const kept = useKeptExams(ownerId, page)
  const { data, dataUpdatedAt } = useInfiniteQuery({ ...purchaseQueries.owned(), enabled: false })
  const offset = useServerOffset()
  // Changes only when an exam ends.
  const [now, setNow] = useState(Date.now)
  const isAsked = (id: string) => purchaseId === undefined || id === purchaseId
  const exams =
    ownerId === null
      ? []
      : findRunningExams({
          owned: rowsOf(data).filter(({ id }) => isAsked(id)),
          toldAt: dataUpdatedAt,
          kept: kept.filter((row) => isAsked(row.purchaseId)),
          offset,
          now,
        })
  const endsAt = exams[0]?.endsAt
  useEffect(() => {
    if (endsAt === undefined) return
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      const left = endsAt - Date.now()
      timer = setTimeout(
        left > longestTimerMs ? wait : () => setNow(Math.max(endsAt, Date.now())),
        Math.min(Math.max(0, left), longestTimerMs),
      )
    }
    wait()
    return () => clearTimeout(timer)
  }, [endsAt])
  return exams
}

/** A browser fires a longer timer immediately. */
const longestTimerMs = 2 ** 31 - 1

export const useRunningExam = (page: string, purchaseId: string): RunningExam | null =>
  useRunningExams(page, purchaseId)[0] ?? null

function useKeptExams(ownerId: string | null, page: string): readonly KeptExam[] {
  const [exams, setExams] = useState<readonly KeptExam[]>([])
  useEffect(() => {
    if (ownerId === null) return
    let isCurrent = true
    const look = () => {
      keptExams(ownerId).then(
        (found) => isCurrent && setExams(found),
        // Without its storage the page knows only what the server has said.
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
