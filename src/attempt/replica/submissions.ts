import type { SubmissionReply } from '#contract/exam.ts'
import type { AnswerEvent } from '#contract/question.ts'
import { strict } from '../../storage/connection.ts'
import { isRefusalOld } from '../machine/acknowledged.ts'
import { withDb } from './database.ts'
import type { SubmissionRow } from '../machine/rows.ts'

export function readSubmission(draftId: string): Promise<SubmissionRow | undefined> {
  return withDb((db) => db.get('outbox', draftId))
}

/** Whether the server has taken a submission of this browser: of one attempt, or of any. A refused one finished nothing. */
export function hasFinishedTest(draftId?: string): Promise<boolean> {
  return withDb(async (db) =>
    (await db.getAll('outbox', draftId)).some(({ state }) => state === 'accepted' || state === 'graded'),
  )
}

export function waitingSubmissions(): Promise<SubmissionRow[]> {
  return withDb(async (db) => (await db.getAll('outbox')).filter(({ state }) => state === 'waiting'))
}

/** The newest training result that this browser has kept for its owner, or that of one attempt; null if there is none. */
export function keptTrainingResult(
  ownerId: string,
  purchaseId: string,
  attempt: string | null,
): Promise<{ readonly attemptId: string; readonly madeAt: number; readonly result: SubmissionReply } | null> {
  return withDb(async (db) => {
    const rows = (await db.getAll('outbox'))
      .filter((row) => row.ownerId === ownerId && row.purchaseId === purchaseId)
      .map(({ draftId, attemptId, madeAt, result }) => ({ attemptId: attemptId ?? draftId, madeAt, result }))
      .sort((a, b) => b.madeAt - a.madeAt)
    const found = rows.find((row) => row.result !== undefined && (attempt === null || row.attemptId === attempt))
    return found?.result === undefined ? null : { ...found, result: found.result }
  })
}

/** The submissions of one person that are not settled, refused ones included, the oldest first. */
export const submissionsOf = (ownerId: string) => outboxOf(ownerId, ['waiting', 'refused'])

/** The submissions of one person that the server has taken, the oldest first. */
export const deliveredBy = (ownerId: string) => outboxOf(ownerId, ['accepted', 'graded'])

function outboxOf(ownerId: string, states: readonly SubmissionRow['state'][]): Promise<SubmissionRow[]> {
  return withDb(async (db) => {
    const rows = await db.getAll('outbox')
    return rows
      .filter((row) => row.ownerId === ownerId && states.includes(row.state))
      .sort((a, b) => a.madeAt - b.madeAt)
  })
}

/**
 * Settles a refused submission whose answers have reached the server by another way, as a file. A submission that holds
 * anything but these events stays refused. Returns the settled rows' `draftId`s.
 */
export function closeAsGraded(attemptId: string, events: readonly AnswerEvent[]): Promise<string[]> {
  return withDb(async (db) => {
    const tx = db.transaction(['outbox', 'attempts'], 'readwrite', strict)
    const [outbox, attempts] = [tx.objectStore('outbox'), tx.objectStore('attempts')]
    const settled: string[] = []
    for (const row of await outbox.getAll()) {
      if (row.state !== 'refused' || row.attemptId !== attemptId) continue
      if (JSON.stringify(row.body.events ?? []) !== JSON.stringify(events)) continue
      const attempt = await attempts.get(row.draftId)
      await outbox.put({ ...row, state: 'graded' })
      if (attempt !== undefined) await attempts.put({ ...attempt, state: 'done' })
      settled.push(row.draftId)
    }
    await tx.done
    return settled
  })
}

/** Whether the server took this work and could not grade it, rather than refusing it. */
export function cameToNothing({ state, problem }: SubmissionRow): boolean {
  return state === 'refused' && (problem?.code === 'error' || problem?.code === 'expired')
}

/** Refused submissions that this build has not tried, or not for a day: another release may take them. `now`: ms since 1970. */
export function refusedBefore(build: string, now: number): Promise<string[]> {
  return withDb(async (db) => {
    const refused = (await db.getAll('outbox')).filter(({ state }) => state === 'refused')
    return refused.filter((row) => isRefusalOld(row, build, now)).map(({ draftId }) => draftId)
  })
}

/**
 * Makes a refused submission wait again, when the person asks for it or after an update: as the same bytes, to be tried
 * immediately. A server without keys is asked about earlier exams again, because it had said of this one that there is
 * none. Changes no other submission. Returns the row afterwards.
 */
export function waitAgain(draftId: string, now: number): Promise<SubmissionRow | undefined> {
  return withDb(async (db) => {
    const tx = db.transaction('outbox', 'readwrite', strict)
    const row = await tx.store.get(draftId)
    if (row?.state !== 'refused') return row
    const hasKey = row.body.submission_key !== undefined
    const next: SubmissionRow = {
      ...row,
      state: 'waiting',
      problem: null,
      nextTryAt: now,
      notBefore: 0,
      ...(!hasKey && { before: null }),
    }
    await tx.store.put(next)
    await tx.done
    return next
  })
}

/**
 * Changes a submission that still waits, read and written in one strict transaction. A submission that another tab or the
 * worker has settled stays as it is. The row is never deleted before the server's reply, and its body never changes. Returns
 * the row afterwards.
 */
export function updateSubmission(
  draftId: string,
  change: (row: SubmissionRow) => Partial<Omit<SubmissionRow, 'body' | 'draftId'>>,
): Promise<SubmissionRow | undefined> {
  return withDb(async (db) => {
    const tx = db.transaction(['outbox', 'attempts'], 'readwrite', strict)
    const outbox = tx.objectStore('outbox')
    const row = await outbox.get(draftId)
    if (row === undefined || row.state !== 'waiting') return row
    const next = { ...row, ...change(row) }
    await outbox.put(next)
    if (next.state === 'graded') {
      const attempt = await tx.objectStore('attempts').get(draftId)
      if (attempt !== undefined) await tx.objectStore('attempts').put({ ...attempt, state: 'done' })
    }
    await tx.done
    return next
  })
}

/**
 * After this long a server that says nothing of a submission no longer grades it: ours gives the attempt back after ten
 * minutes, and one without a list of results may have forgotten it.
 */
const longestWorkMs = 24 * 3_600_000

/** A submission of this browser that the server took to grade, with no grade heard here yet. */
export type SubmissionInWork = Pick<SubmissionRow, 'draftId' | 'attemptId' | 'receipt' | 'resultsAsked'>

/** The newest exam submission of a purchase, null if it is not in work. `now`: this device's clock, milliseconds since 1970. */
export function submissionInWork(ownerId: string, purchaseId: string, now: number): Promise<SubmissionInWork | null> {
  return withDb(async (db) => {
    const rows = (await db.getAll('outbox'))
      .filter((row) => row.ownerId === ownerId && row.purchaseId === purchaseId && row.mode === 'exam')
      .sort((a, b) => b.madeAt - a.madeAt)
    const newest = rows[0]
    return newest?.state === 'accepted' && now - newest.madeAt < longestWorkMs ? newest : null
  })
}

/** Notes how often the page of the result has asked, so that a reload continues with the asks that are left. */
export function noteResultsAsked(draftId: string, resultsAsked: number): Promise<void> {
  return changeInWork(draftId, { resultsAsked })
}

/** Notes that the page of the result has heard the outcome. */
export function noteGraded(draftId: string): Promise<void> {
  return changeInWork(draftId, { state: 'graded' })
}

/** Relaxed: a change that is lost costs a few more asks. */
function changeInWork(draftId: string, change: Partial<SubmissionRow>): Promise<void> {
  return withDb(async (db) => {
    const tx = db.transaction('outbox', 'readwrite')
    const row = await tx.store.get(draftId)
    if (row?.state === 'accepted') await tx.store.put({ ...row, ...change })
    await tx.done
  })
}
