import type { AnswerEvent } from '#contract/question.ts'
import type { ServerWord } from '../../src/engine/answer-book.ts'
import type { Paper } from '../../src/engine/paper.ts'
import { beginDraft, type NewDraft, readDraft } from '../../src/storage/attempt-drafts.ts'
import type { AttemptRow, OutboxRow, SubmissionBody } from '../../src/storage/exam-rows.ts'
import { type Heard, keepHeard } from '../../src/storage/keep-heard.ts'
import { readSubmission } from '../../src/storage/outbox.ts'
import { type PageCopy, type Persisted, persist } from '../../src/storage/persist.ts'

type WholeDraft = Omit<PageCopy, 'knows' | 'beside'>

/** The start of an attempt, under no lease yet. */
export function createDraft(draft: NewDraft): Promise<AttemptRow> {
  return beginDraft(draft, { unlessOneGoesOn: false })
}

/** What a page takes that finds an attempt. */
export async function claimWriting(draftId: string): Promise<number> {
  const persisted = await persist({ draftId, lease: null })
  return persisted.kind === 'kept' ? persisted.lease : Promise.reject(new Error('over'))
}

export function storePaper(draftId: string, paper: Paper, clockOffset: number): Promise<void> {
  return keepHeard(draftId, { paper, clockOffset })
}

/** A change by the page that writes it at the moment. */
export async function updateDraft(
  draftId: string,
  change: (row: AttemptRow) => Partial<AttemptRow>,
): Promise<AttemptRow> {
  await persist({ draftId, lease: (await readDraft(draftId))!.claim, change })
  return (await readDraft(draftId))!
}

export function keepServerWord(
  draftId: string,
  marks: ServerWord['marks'],
  more: Pick<Heard, 'events' | 'sent'> = {},
): Promise<void> {
  return keepHeard(draftId, { marks, ...more })
}

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
