import { isLater } from '#contract/answer-merge.ts'
import type { AnswerEvent } from '#contract/question.ts'
import { type Mark, withMark } from '../engine/acknowledged.ts'
import type { ServerWord } from '../engine/answer-book.ts'
import { withDb } from './exam-db.ts'
import { type AnswerRow, blankAnswer } from './exam-rows.ts'

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
      const row = (await tx.store.get([draftId, questionId])) ?? blankAnswer(draftId, questionId)
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

function later<M extends Mark>(standing: M | null, next: M | null | undefined): M | null {
  if (next == null) return standing
  return standing === null || isLater(next, standing) ? next : standing
}
