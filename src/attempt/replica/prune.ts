import { isAcknowledged, isSameAnswer } from '../machine/acknowledged.ts'
import { withDb } from './database.ts'
import type { AttemptRow } from '../machine/attempt-row.ts'
import type { AnswerRow, SubmissionRow } from './rows.ts'

/** How long an attempt that is over stays in the browser. Milliseconds: 30 days. */
const keptFor = 30 * 86_400_000

/**
 * Removes what is left of attempts that have been over for 30 days: draft, paper, answers and archived submission. What
 * the server does not have for certain (unsent, unacknowledged or refused) is never removed, however old. When an attempt
 * was over is not known; it is dated when this first sees it, so a wrong clock can only prolong its stay or, put forward,
 * end that of what the server has anyway. Returns how many attempts were removed.
 */
export function pruneAttempts(now: number): Promise<number> {
  return removeOver(({ overSince }) => {
    if (overSince === undefined) return { overSince: now }
    return now - overSince > keptFor ? 'removed' : 'kept'
  })
}

/**
 * Removes the same at once of who has signed out in this browser: the privacy policy says that it is erased then. Of a server
 * that knows no submission keys it stays its 30 days: what that said of a training is nowhere else.
 */
export function forgetDelivered(ownerId: string): Promise<number> {
  return removeOver((attempt, submission) => {
    const isOurs = submission === undefined || submission.body.submission_key !== undefined
    return attempt.ownerId === ownerId && isOurs ? 'removed' : 'kept'
  })
}

type Fate = 'removed' | 'kept' | Pick<AttemptRow, 'overSince'>

/** Asks of each attempt that is over what is to become of it. */
function removeOver(fateOf: (attempt: AttemptRow, submission: SubmissionRow | undefined) => Fate): Promise<number> {
  return withDb(async (db) => {
    // Not strict: what is lost of this is done again at the next start.
    const tx = db.transaction(['attempts', 'papers', 'answers', 'outbox'], 'readwrite')
    const [attempts, papers, answers, outbox] = [
      tx.objectStore('attempts'),
      tx.objectStore('papers'),
      tx.objectStore('answers'),
      tx.objectStore('outbox'),
    ]
    let removed = 0
    for (const attempt of await attempts.getAll()) {
      const { draftId } = attempt
      const own = IDBKeyRange.bound([draftId], [draftId, []])
      const [submission, rows] = await Promise.all([outbox.get(draftId), answers.getAll(own)])
      if (!isOver(attempt, submission, rows)) continue
      const fate = fateOf(attempt, submission)
      if (typeof fate === 'object') await attempts.put({ ...attempt, ...fate })
      if (fate !== 'removed') continue
      await Promise.all([attempts.delete(draftId), papers.delete(draftId), answers.delete(own), outbox.delete(draftId)])
      removed += 1
    }
    await tx.done
    return removed
  })
}

function isOver({ state }: AttemptRow, submission: SubmissionRow | undefined, answers: readonly AnswerRow[]): boolean {
  const isTaken = submission?.state === 'accepted' || submission?.state === 'graded'
  // Closed: what a worker has delivered nobody here may have seen graded.
  const isEnded = state === 'done' || state === 'given-up' || (state === 'closed' && isTaken)
  if (!isEnded || (submission !== undefined && !isTaken)) return false
  // A submission that was taken brought what is in it, without events every answer; of the others each mark must say so.
  if (isTaken && submission.body.events === undefined) return true
  const brought = submission?.body.events ?? []
  const isBrought = ({ own }: AnswerRow) => own !== null && brought.some((event) => isSameAnswer(event, own))
  return answers.every((row) => isAcknowledged(row) || isBrought(row))
}
