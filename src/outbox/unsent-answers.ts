import { undelivered } from '../delivery/deliver-drafts.ts'
import { mergedAnswers, openBook, ownEvents } from '../engine/answer-book.ts'
import type { ExamFrame } from '../engine/paper.ts'
import { readAnswers } from '../storage/answer-drafts.ts'
import { draftsWithPaper, readPaper } from '../storage/attempt-drafts.ts'
import type { AttemptRow } from '../storage/exam-rows.ts'
import { submissionsOf } from '../storage/outbox.ts'
import type { OwnAnswers } from './answers-file.ts'

/** Answers of one attempt that no server has, to be sent, given away as a file, or left where they are. */
export interface Unsent extends OwnAnswers {
  readonly draftId: string
}

/** A ticket lives this long beyond the attempt's late end; what is older goes nowhere by itself. Milliseconds: 7 days. */
const ticketLife = 7 * 86_400_000

/**
 * What of this person is in this browser and not on the server: work that was handed in, and answers of attempts that
 * can still take them.
 */
export async function unsentAnswers(ownerId: string, now: number): Promise<Unsent[]> {
  const submissions = await submissionsOf(ownerId)
  const known = new Set(submissions.map(({ draftId }) => draftId))
  const drafts = (await draftsWithPaper()).filter(
    ({ draftId, ownerId: whose, frame }) => whose === ownerId && !known.has(draftId) && isTaking(frame, now),
  )
  const pending = await Promise.all(drafts.map(unsentOf))
  return [...submissions, ...pending.filter((unsent) => unsent !== null)]
}

function isTaking(frame: ExamFrame | null, now: number): boolean {
  return frame !== null && (frame.lateUntil === null || now < frame.lateUntil + ticketLife)
}

async function unsentOf({ draftId, purchaseId, frame }: AttemptRow): Promise<Unsent | null> {
  if ((await undelivered(draftId)).length === 0) return null
  const [paper, rows] = await Promise.all([readPaper(draftId), readAnswers(draftId)])
  const book = openBook(
    '',
    0,
    rows.map((row) => [row.questionId, { ...row, keeping: 'kept' }]),
  )
  const key = frame?.submissionKey ?? null
  const body = { answers: mergedAnswers(book), events: ownEvents(book), ...(key !== null && { submission_key: key }) }
  return { draftId, title: paper?.test?.title ?? '', purchaseId, attemptId: frame?.attemptId ?? null, body }
}
