import { isAcknowledged } from '../engine/acknowledged.ts'
import { withDb } from './exam-db.ts'
import type { AnswerRow, AttemptRow, OutboxRow } from './exam-rows.ts'

/** How long an attempt that is over stays in the browser. Milliseconds: 30 days. */
const keptFor = 30 * 86_400_000

/**
 * Removes what is left of attempts that have been over for 30 days: draft, paper, answers and archived submission. What
 * the server does not have for certain (unsent, unacknowledged or refused) is never removed, however old. When an attempt
 * was over is not known; it is dated when this first sees it, so a wrong clock can only prolong its stay or, put forward,
 * end that of what the server has anyway. Returns how many attempts were removed.
 */
export function pruneAttempts(now: number): Promise<number> {
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
      const { draftId, overSince } = attempt
      const own = IDBKeyRange.bound([draftId], [draftId, []])
      const [submission, rows] = await Promise.all([outbox.get(draftId), answers.getAll(own)])
      if (!isOver(attempt, submission, rows)) continue
      if (overSince === undefined) {
        await attempts.put({ ...attempt, overSince: now })
      } else if (now - overSince > keptFor) {
        await Promise.all([
          attempts.delete(draftId),
          papers.delete(draftId),
          answers.delete(own),
          outbox.delete(draftId),
        ])
        removed += 1
      }
    }
    await tx.done
    return removed
  })
}

function isOver({ state }: AttemptRow, submission: OutboxRow | undefined, answers: readonly AnswerRow[]): boolean {
  if (state !== 'done' && state !== 'given-up') return false
  // A submission that was taken carried every answer; without one each answer's own mark must say so.
  if (submission !== undefined) return submission.state === 'accepted' || submission.state === 'graded'
  return answers.every(isAcknowledged)
}
