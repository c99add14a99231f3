// A lazy boundary: loaded when a person logs out.
import { undelivered } from '../sync/deliver-answers.ts'
import { mayDeliver } from '../sync/deliver-submission.ts'
import { mergedAnswers, openAnswers, ownEvents } from '../machine/answers.ts'
import { attemptsWithPaper, readAnswerRows, readPaper } from '../replica/attempts.ts'
import type { AttemptRow, SubmissionRow } from '../machine/rows.ts'
import { submissionsOf } from '../replica/submissions.ts'
import type { OwnAnswers } from './answers-file.ts'

/**
 * Who delivers answers after their owner has left. ticket: any window, and the worker · owner: nobody, before they sign in
 * here again · nobody: the server has refused them, or takes nothing but a submission from the exam's own page.
 */
export type Bringer = 'ticket' | 'owner' | 'nobody'

/** Answers of one attempt that no server has, to be sent, downloaded as a file, or left where they are. */
export interface Unsent extends OwnAnswers {
  readonly draftId: string
  readonly bringer: Bringer
}

/**
 * The work in this browser that the server does not have: the person's submissions, and answers of attempts. After a ticket has
 * ended only the person's own session delivers, and nothing does once they have left.
 */
export async function unsentAnswers(ownerId: string): Promise<Unsent[]> {
  const submissions = await submissionsOf(ownerId)
  const known = new Set(submissions.map(({ draftId }) => draftId))
  const drafts = (await attemptsWithPaper()).filter(
    ({ draftId, ownerId: whose }) => whose === ownerId && !known.has(draftId),
  )
  const pending = await Promise.all(drafts.map(unsentOf))
  const submitted = submissions.map((row) => ({ ...row, bringer: bringerOf(row) }))
  return [...submitted, ...pending.filter((unsent) => unsent !== null)]
}

function bringerOf(row: SubmissionRow): Bringer {
  if (row.state === 'refused') return 'nobody'
  return mayDeliver(row, { ownerId: () => null }) ? 'ticket' : 'owner'
}

/** Only the server knows how long a ticket outlives the late allowance. After the allowance the ticket counts as ended here. */
function bringerOfAnswers({ frame, clockOffset }: AttemptRow): Bringer {
  if (frame?.ticket == null) return 'nobody'
  return frame.lateUntil !== null && frame.lateUntil < Date.now() + clockOffset ? 'owner' : 'ticket'
}

async function unsentOf(attempt: AttemptRow): Promise<Unsent | null> {
  const { draftId, purchaseId, frame } = attempt
  if ((await undelivered(draftId)).length === 0) return null
  const [paper, rows] = await Promise.all([readPaper(draftId), readAnswerRows(draftId)])
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
  const title = paper?.test?.title ?? ''
  return { draftId, title, purchaseId, attemptId: frame?.attemptId ?? null, body, bringer: bringerOfAnswers(attempt) }
}
