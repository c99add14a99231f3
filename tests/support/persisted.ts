import type { AnswerEvent } from '#contract/question.ts'
import type { OutboxRow, SubmissionBody } from '../../src/storage/exam-rows.ts'
import { readSubmission } from '../../src/storage/outbox.ts'
import { type PageCopy, type Persisted, persist } from '../../src/storage/persist.ts'

type WholeDraft = Omit<PageCopy, 'knows' | 'beside'>

/** One answer, as a page writes it. */
export async function saveAnswer(draftId: string, event: AnswerEvent, claim: number): Promise<void> {
  await persist({ draftId, lease: claim, events: [event] })
}

interface Closing {
  readonly body: SubmissionBody
  readonly title: string
  readonly claim: number
  readonly now: number
  readonly unkept?: readonly AnswerEvent[]
}

/** A hand-in whose attempt is on the disk. */
export async function closeAndEnqueue(
  draftId: string,
  { claim, unkept = [], ...closing }: Closing,
): Promise<OutboxRow> {
  await persist({ draftId, lease: claim, events: [], closing: { ...closing, unkept } })
  return (await readSubmission(draftId))!
}

/** What a page writes that finds its attempt gone. */
export function restoreDraft(page: WholeDraft, pending: readonly AnswerEvent[]): Promise<number | 'over'> {
  const { draftId, claim } = page.attempt
  return persist({
    draftId,
    lease: claim,
    events: [],
    page: { ...page, knows: () => true, beside: pending },
  }).then(leaseOf('over' as const))
}

/** What a page writes that had no claim. */
export function claimWhole(
  page: WholeDraft,
  unkept: readonly AnswerEvent[],
  knows: PageCopy['knows'],
): Promise<number | null> {
  const changes = { draftId: page.attempt.draftId, lease: null, events: [] }
  return persist({ ...changes, page: { ...page, knows, beside: unkept } }).then(leaseOf(null))
}

const leaseOf =
  <Over>(over: Over) =>
  (persisted: Persisted) =>
    persisted.kind === 'over' ? over : persisted.lease
