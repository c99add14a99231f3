import type { AnswerEvent } from '#contract/question.ts'
import type { AnswersAck } from '../../src/attempt/machine/answers.ts'
import type { Paper } from '../../src/attempt/machine/paper.ts'
import { beginAttemptRow, type NewAttempt, readAttemptRow } from '../../src/attempt/replica/attempts.ts'
import type { AttemptRow, SubmissionBody, SubmissionRow } from '../../src/attempt/machine/rows.ts'
import { keepHeard, type PageCopy, type Persisted, persist } from '../../src/attempt/replica/persist.ts'
import type { Heard } from '../../src/attempt/machine/page-state.ts'
import { readSubmission } from '../../src/attempt/replica/submissions.ts'

type WholeAttempt = Omit<PageCopy, 'knows' | 'unsubmitted'>

/** Writes the row of a new attempt, under no lease yet. */
export function createAttempt(attemptRow: NewAttempt): Promise<AttemptRow> {
  return beginAttemptRow(attemptRow, { shown: { draftId: '', createdAt: Number.POSITIVE_INFINITY } })
}

/** Takes the lease, as a page that finds an attempt does. Returns the lease. Rejects if the attempt is over. */
export async function takeLeaseOf(draftId: string): Promise<number> {
  const persisted = await persist({ draftId, lease: null })
  return persisted.kind === 'kept' ? persisted.lease : Promise.reject(new Error('over'))
}

export function storePaper(draftId: string, paper: Paper, clockOffset: number): Promise<void> {
  return keepHeard(draftId, { paper, clockOffset })
}

/** Changes the row under its current lease, and returns it. */
export async function updateAttempt(
  draftId: string,
  change: (row: AttemptRow) => Partial<AttemptRow>,
): Promise<AttemptRow> {
  await persist({ draftId, lease: (await readAttemptRow(draftId))!.claim, change })
  return (await readAttemptRow(draftId))!
}

export function keepAck(
  draftId: string,
  marks: AnswersAck['marks'],
  more: Pick<Heard, 'events' | 'sent'> = {},
): Promise<void> {
  return keepHeard(draftId, { marks, ...more })
}

export async function saveAnswer(draftId: string, event: AnswerEvent, claim: number): Promise<void> {
  await persist({ draftId, lease: claim, events: [event] })
}

interface Closing {
  readonly body: SubmissionBody
  readonly title: string
  readonly claim: number
  readonly now: number
  readonly unpersisted?: readonly AnswerEvent[]
}

/** Closes an attempt that is on the disk, and returns its submission. */
export async function closeAndEnqueue(
  draftId: string,
  { claim, unpersisted = [], ...closing }: Closing,
): Promise<SubmissionRow> {
  await persist({ draftId, lease: claim, events: [], closing: { ...closing, unpersisted } })
  return (await readSubmission(draftId))!
}

/** Writes the whole attempt, as a page does if the attempt is gone from the disk. Resolves to the lease, or `over`. */
export function restoreAttempt(page: WholeAttempt, pending: readonly AnswerEvent[]): Promise<number | 'over'> {
  const { draftId, claim } = page.attempt
  return persist({
    draftId,
    lease: claim,
    events: [],
    page: { ...page, knows: () => true, unsubmitted: pending },
  }).then(leaseOf('over' as const))
}

/** Writes the whole attempt, as a page without a lease does. Resolves to the lease; null if the attempt is over. */
export function takeLeaseWhole(
  page: WholeAttempt,
  unpersisted: readonly AnswerEvent[],
  knows: PageCopy['knows'],
): Promise<number | null> {
  const changes = { draftId: page.attempt.draftId, lease: null, events: [] }
  return persist({ ...changes, page: { ...page, knows, unsubmitted: unpersisted } }).then(leaseOf(null))
}

const leaseOf =
  <Over>(over: Over) =>
  (persisted: Persisted) =>
    persisted.kind === 'over' ? over : persisted.lease
