import type { IDBPObjectStore, StoreNames } from 'idb'
import { isLater } from '#contract/answer-merge.ts'
import type { AnswerEvent } from '#contract/question.ts'
import { type Mark, withMark, withOwn } from '../engine/acknowledged.ts'
import type { ServerWord } from '../engine/answer-book.ts'
import { DraftMissing } from './attempt-drafts.ts'
import { strict } from './connection.ts'
import { type ExamDb, withDb } from './exam-db.ts'
import { type AnswerRow, rowFormat } from './exam-rows.ts'

/**
 * Another tab writes this attempt now, it was handed in, or another tab has fetched it anew after the data were deleted: what
 * this tab wanted to write was not written.
 */
export class NotTheWriter extends Error {
  override name = 'NotTheWriter'
  readonly because: 'taken-over' | 'closed' | 'fetched-anew'

  constructor(because: NotTheWriter['because']) {
    super(because)
    this.because = because
  }
}

/**
 * Keeps one change of one answer: one strict transaction on one small row. Resolves when it is on the disk; only then
 * may the screen call it saved. Rejects with NotTheWriter when the claim is not the standing one any more, which is
 * read in the same transaction: a frozen tab that wakes cannot overwrite.
 */
export function saveAnswer(draftId: string, event: AnswerEvent, claim: number): Promise<void> {
  return withDb(async (db) => {
    const tx = db.transaction(['attempts', 'answers'], 'readwrite', strict)
    const attempt = await tx.objectStore('attempts').get(draftId)
    if (attempt === undefined) throw new DraftMissing()
    if (attempt.state !== 'open') throw new NotTheWriter('closed')
    if (attempt.claim !== claim) throw new NotTheWriter('taken-over')
    await putOwn(tx.objectStore('answers'), draftId, event)
    await tx.done
  })
}

type AnswersStore = Pick<IDBPObjectStore<ExamDb, ArrayLike<StoreNames<ExamDb>>, 'answers', 'readwrite'>, 'get' | 'put'>

/** Writes a change made here, unless a later one stands. A step of the caller's transaction. */
export async function putOwn(answers: AnswersStore, draftId: string, event: AnswerEvent): Promise<void> {
  const row = (await answers.get([draftId, event.question_id])) ?? blankRow(draftId, event.question_id)
  if (row.own !== null && !isLater(event, row.own)) return
  await answers.put(withOwn(row, event))
}

/**
 * Writes a change that was not kept yet when another tab handed the attempt in: where that tab has answered the same
 * question, the change follows its answer instead of giving way to it. A step of the caller's transaction.
 */
export async function putBeside(answers: AnswersStore, draftId: string, event: AnswerEvent): Promise<void> {
  const own = (await answers.get([draftId, event.question_id]))?.own ?? null
  const givesWay = own !== null && !isLater(event, own) && own.device_id !== event.device_id
  await putOwn(answers, draftId, givesWay ? { ...event, epoch: own.epoch, seq: own.seq + 1 } : event)
}

/** Keeps what the server acknowledged in its reply to `sent`, and the events that it showed. Losing it only costs a repeated delivery. */
export function keepServerWord(
  draftId: string,
  marks: ServerWord['marks'],
  { events = [], sent = [] }: { readonly events?: readonly AnswerEvent[]; readonly sent?: ServerWord['sent'] } = {},
): Promise<void> {
  return withDb(async (db) => {
    const tx = db.transaction('answers', 'readwrite')
    const seen = new Map(events.map((event) => [event.question_id, event]))
    for (const questionId of new Set([...Object.keys(marks), ...seen.keys()])) {
      const row = (await tx.store.get([draftId, questionId])) ?? blankRow(draftId, questionId)
      const event = later(row.seen, seen.get(questionId))
      const named = later(marks[questionId] ?? null, event)
      const next = { ...row, seen: event }
      await tx.store.put(named === null ? next : withMark(next, named, sent))
    }
    await tx.done
  })
}

/** Every answer row of an attempt. */
export function readAnswers(draftId: string): Promise<AnswerRow[]> {
  return withDb((db) => db.getAll('answers', IDBKeyRange.bound([draftId], [draftId, []])))
}

function blankRow(draftId: string, questionId: string): AnswerRow {
  return { format: rowFormat, draftId, questionId, own: null, seen: null, mark: null }
}

function later<M extends Mark>(standing: M | null, next: M | null | undefined): M | null {
  if (next == null) return standing
  return standing === null || isLater(next, standing) ? next : standing
}
