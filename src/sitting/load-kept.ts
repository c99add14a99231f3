import { type AnswerEntry, withUnkept } from '../engine/answer-book.ts'
import type { KeptAttempt, SubmissionState } from '../engine/resume-session.ts'
import { readAnswers, readPaper } from '../storage/attempt-drafts.ts'
import type { AnswerRow, AttemptRow, OutboxRow } from '../storage/exam-rows.ts'
import { readSubmission } from '../storage/outbox.ts'

/** All that this browser has kept of an attempt, read for the engine to go on from. */
export async function loadKept(row: AttemptRow, deviceId: string): Promise<KeptAttempt> {
  const { draftId, frame } = row
  const [paper, answers, submission] = await Promise.all([
    readPaper(draftId),
    loadAnswers(draftId),
    readSubmission(draftId),
  ])
  return {
    ...row,
    deviceId,
    paper: paper === undefined || frame === null ? null : { frame, questions: paper.questions, test: paper.test },
    entries: withSubmitted(answers, submission),
    submission: submission === undefined ? null : submissionState(submission),
  }
}

/** What was handed in may hold answers that were kept nowhere else; should it be lost, it is made anew from these. */
function withSubmitted(entries: [string, AnswerEntry][], submission: OutboxRow | undefined): [string, AnswerEntry][] {
  const events = submission?.body.events ?? []
  return withUnkept(entries, events).map(([questionId, entry]) => [questionId, { ...entry, keeping: 'kept' }])
}

/** The answers that this browser has kept of an attempt. */
export async function loadAnswers(draftId: string): Promise<[string, AnswerEntry][]> {
  return (await readAnswers(draftId)).map((answer) => [answer.questionId, entryOf(answer)])
}

function entryOf({ own, seen, mark, untold }: AnswerRow): AnswerEntry {
  return { own, seen, mark, keeping: 'kept', ...(untold && { untold }) }
}

export function submissionState({ state, problem }: OutboxRow): SubmissionState {
  return state === 'refused' ? { state, code: problem?.code ?? '', message: problem?.message ?? '' } : { state }
}
