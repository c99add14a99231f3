import type { Timing } from '#contract/timing.ts'
import type { Queries } from '../../../db/connect.ts'
import { prepared } from '../../../db/prepared.ts'
import { isTimingForGrades, readTiming } from '../../../db/stored-timing.ts'
import { UnreadableRow } from '../../../db/unreadable-row.ts'
import type { Attempt } from '../attempt.ts'
import { type SubmissionContent, packSubmission, unpackSubmission } from './submission-formats/submission-format.ts'

export interface Submission extends SubmissionContent {
  submissionKey: string | null
  bodyDigest: string
  /** How many answers had arrived in time. */
  inTime: number
  replyStatus: number
  /** `person`: submitted. `unattended`: nobody submitted while it was possible. */
  closedBy: string
  receivedAt: Date
}

/** Either `packed` or a column each: a constraint of the table allows only one form. */
type Stored = Record<keyof SubmissionContent, unknown> & { attemptId: string; packed: Buffer | null }
type Row = Omit<Submission, keyof SubmissionContent> & Stored

const select = prepared<Row>(
  'read_submission',
  `select attempt_id as "attemptId", submission_key as "submissionKey", body_digest as "bodyDigest", in_time as "inTime",
     reply_status as "replyStatus", closed_by as "closedBy", received_at as "receivedAt", answers, receipt,
     reply_bytes as "replyBytes", packed
   from submissions where attempt_id = $1`,
)

/** An attempt's submission; undefined while the attempt is open, and if it failed before it was submitted. */
export async function findSubmission(queries: Queries, attemptId: string): Promise<Submission | undefined> {
  const [row] = await select(queries, attemptId)
  return row && { ...row, ...contentOf(row) }
}

const selectTiming = prepared<{ timing: Buffer | null }>(
  'read_timing',
  'select timing from submissions where attempt_id = $1',
)

/** The timing of the device that submitted; null if it sent none, or sent it before people were informed that grades use it. */
export async function findTiming(queries: Queries, attemptId: string): Promise<Timing | null> {
  const [row] = await selectTiming(queries, attemptId)
  return row?.timing == null || !isTimingForGrades(row.timing) ? null : readTiming(row.timing)
}

/** Reads the content of a row in either form. @throws UnreadableRow */
export function contentOf({ attemptId, packed, answers, receipt, replyBytes }: Stored): SubmissionContent {
  if (packed !== null) return unpackSubmission(packed, attemptId)
  if (replyBytes === null) throw new UnreadableRow(`The submission of attempt ${attemptId} lies in neither form.`)
  return { answers, receipt, replyBytes } as SubmissionContent
}

type Columns = [answers: string | null, receipt: string | null, replyBytes: string | null, packed: Buffer | null]

/**
 * Returns the values of these columns. An exam's submission is packed. A training's stays as it travels: its reply holds the
 * review, which is trimmed later, and a statement reads its answers (`taken-trainings.ts`).
 */
export function columnsOf({ id, mode }: Attempt, content: SubmissionContent): Columns {
  const packed = mode === 'exam' ? packSubmission(content, id) : null
  if (packed !== null) return [null, null, null, packed]
  return [JSON.stringify(content.answers), content.receipt, content.replyBytes, null]
}
