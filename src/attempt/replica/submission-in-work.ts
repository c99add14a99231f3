import { withDb } from './database.ts'
import type { SubmissionRow } from './rows.ts'

/**
 * After this long a server that says nothing of a submission grades it no more: ours gives the attempt back after ten
 * minutes, and one without a list of results may have forgotten it. Milliseconds.
 */
const longestWork = 24 * 3_600_000

/** A submission of this browser that the server took to grade, of which no grade has been heard here. */
export type SubmissionInWork = Pick<SubmissionRow, 'draftId' | 'attemptId' | 'receipt' | 'resultsAsked'>

/** The newest one of a purchase; null without. `now` by this device's clock, milliseconds since 1970. */
export function submissionInWork(ownerId: string, purchaseId: string, now: number): Promise<SubmissionInWork | null> {
  return withDb(async (db) => {
    const rows = (await db.getAll('outbox'))
      .filter((row) => row.ownerId === ownerId && row.purchaseId === purchaseId && row.mode === 'exam')
      .sort((a, b) => b.madeAt - a.madeAt)
    const newest = rows[0]
    return newest?.state === 'accepted' && now - newest.madeAt < longestWork ? newest : null
  })
}

/** Notes how often the page of the result has asked, so that a reload goes on with the asks that are left. */
export function noteResultsAsked(draftId: string, resultsAsked: number): Promise<void> {
  return changeInWork(draftId, { resultsAsked })
}

/** The page of the result has heard what became of it. */
export function noteGraded(draftId: string): Promise<void> {
  return changeInWork(draftId, { state: 'graded' })
}

/** Not strict: what is lost of it costs a few asks more. */
function changeInWork(draftId: string, change: Partial<SubmissionRow>): Promise<void> {
  return withDb(async (db) => {
    const tx = db.transaction('outbox', 'readwrite')
    const row = await tx.store.get(draftId)
    if (row?.state === 'accepted') await tx.store.put({ ...row, ...change })
    await tx.done
  })
}
