import type { Timing } from '#contract/timing.ts'
import type { Queries } from '../../../db/connect.ts'
import { prepared } from '../../../db/prepared.ts'
import { isTimingForGrades, readTiming } from '../../../db/stored-timing.ts'
import { UnreadableRow } from '../../../db/unreadable-row.ts'
import type { Attempt } from '../attempt.ts'
import { type SubmissionContent, packSubmission, unpackSubmission } from './submission-formats/submission-format.ts'

/** The one submission of an attempt as it was taken. */
export interface Submission extends SubmissionContent {
  submissionKey: string | null
  bodyDigest: string
  /** How many of the answers had been seen in time. */
  inTime: number
  replyStatus: number
  /** person: submitted; unattended: nobody did, and the time for it was over. */
  closedBy: string
  receivedAt: Date
}

/** Packed, or each in a column: the database holds a row to one of both. */
type Stored = Record<keyof SubmissionContent, unknown> & { attemptId: string; packed: Buffer | null }
type Row = Omit<Submission, keyof SubmissionContent> & Stored

const select = prepared<Row>(
  'read_submission',
  `select attempt_id as "attemptId", submission_key as "submissionKey", body_digest as "bodyDigest", in_time as "inTime",
     reply_status as "replyStatus", closed_by as "closedBy", received_at as "receivedAt", answers, receipt,
     reply_bytes as "replyBytes", packed
   from submissions where attempt_id = $1`,
)

/** Undefined while the attempt is open, and of one that failed. */
export async function findSubmission(queries: Queries, attemptId: string): Promise<Submission | undefined> {
  const [row] = await select(queries, attemptId)
  return row && { ...row, ...contentOf(row) }
}

const selectTiming = prepared<{ timing: Buffer | null }>(
  'read_timing',
  'select timing from submissions where attempt_id = $1',
)

/** When the device that submitted showed and took what, as a grade may look at it; null where it did not say it for that. */
export async function findTiming(queries: Queries, attemptId: string): Promise<Timing | null> {
  const [row] = await selectTiming(queries, attemptId)
  return row?.timing == null || !isTimingForGrades(row.timing) ? null : readTiming(row.timing)
}

/** What a row keeps in either form. @throws UnreadableRow */
export function contentOf({ attemptId, packed, answers, receipt, replyBytes }: Stored): SubmissionContent {
  if (packed !== null) return unpackSubmission(packed, attemptId)
  if (replyBytes === null) throw new UnreadableRow(`The submission of attempt ${attemptId} lies in neither form.`)
  return { answers, receipt, replyBytes } as SubmissionContent
}

type Columns = [answers: string | null, receipt: string | null, replyBytes: string | null, packed: Buffer | null]

/**
 * What of a submission is stored in the columns of these names. An exam's is packed. The replies of trainings hold their review,
 * which is dropped later, and their answers are read by a statement (`taken-trainings.ts`): they stay as they travel.
 */
export function columnsOf({ id, mode }: Attempt, content: SubmissionContent): Columns {
  const packed = mode === 'exam' ? packSubmission(content, id) : null
  if (packed !== null) return [null, null, null, packed]
  return [JSON.stringify(content.answers), content.receipt, content.replyBytes, null]
}
