// A lazy boundary: loaded when a person logs out.
import { undelivered } from '../sync/deliver-answers.ts'
import { mergedAnswers, openAnswers, ownEvents } from '../machine/answers.ts'
import { attemptsWithPaper, readAnswers, readPaper } from '../replica/attempts.ts'
import type { AttemptRow } from '../machine/rows.ts'
import { submissionsOf } from '../replica/submissions.ts'
import type { OwnAnswers } from './answers-file.ts'

/** Answers of one attempt that no server has, to be sent, given away as a file, or left where they are. */
export interface Unsent extends OwnAnswers {
  readonly draftId: string
}

/**
 * What of this person is in this browser and not on the server: work that was submitted, and answers of attempts. What is so
 * old that its ticket has ended is brought by this person's own session, and by nothing after they have left.
 */
export async function unsentAnswers(ownerId: string): Promise<Unsent[]> {
  const submissions = await submissionsOf(ownerId)
  const known = new Set(submissions.map(({ draftId }) => draftId))
  const drafts = (await attemptsWithPaper()).filter(
    ({ draftId, ownerId: whose }) => whose === ownerId && !known.has(draftId),
  )
  const pending = await Promise.all(drafts.map(unsentOf))
  return [...submissions, ...pending.filter((unsent) => unsent !== null)]
}

async function unsentOf({ draftId, purchaseId, frame }: AttemptRow): Promise<Unsent | null> {
  if ((await undelivered(draftId)).length === 0) return null
  const [paper, rows] = await Promise.all([readPaper(draftId), readAnswers(draftId)])
  const answers = openAnswers(
    '',
    0,
    rows.map((row) => [row.questionId, { ...row, keeping: 'kept' }]),
  )
  const key = frame?.submissionKey ?? null
  const body = {
    answers: mergedAnswers(answers),
    events: ownEvents(answers),
    ...(key !== null && { submission_key: key }),
  }
  return { draftId, title: paper?.test?.title ?? '', purchaseId, attemptId: frame?.attemptId ?? null, body }
}
