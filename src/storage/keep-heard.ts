import { isLater } from '#contract/answer-merge.ts'
import type { AnswerEvent } from '#contract/question.ts'
import { type Mark, withMark } from '../engine/acknowledged.ts'
import type { ServerWord } from '../engine/answer-book.ts'
import type { Paper } from '../engine/paper.ts'
import { DraftMissing } from './attempt-drafts.ts'
import { strict } from './connection.ts'
import { withDb } from './exam-db.ts'
import { blankAnswer, rowFormat } from './exam-rows.ts'

/** What the server has said of an attempt. */
export interface Heard {
  readonly paper?: Paper
  /** server − device clock, in milliseconds, when the paper came. */
  readonly clockOffset?: number
  /** What it has acknowledged in its reply to `sent`. */
  readonly marks?: ServerWord['marks']
  readonly sent?: ServerWord['sent']
  /** Events that it showed, from whatever device. */
  readonly events?: readonly AnswerEvent[]
}

/**
 * Keeps what the server has said of an attempt: one transaction, which may be repeated. It is true whoever has heard it, so
 * that no lease is asked for; of two events of one question the later one stays, and of two papers the first, for a browser
 * that was given up as too slow may come to this after it has got on.
 *
 * With a paper it is strict, and resolves when the disk has paper and frame; rejects with DraftMissing where the attempt is
 * gone. Without one losing it only costs a repeated delivery.
 */
export function keepHeard(draftId: string, { paper, clockOffset = 0, ...said }: Heard): Promise<void> {
  const { marks = {}, sent = [], events = [] } = said
  const isOfAnswers = Object.keys(marks).length + events.length > 0
  const stores = [
    ...(paper ? (['attempts', 'papers'] as const) : []),
    ...(isOfAnswers || !paper ? (['answers'] as const) : []),
  ]
  return withDb(async (db) => {
    const tx = db.transaction(stores, 'readwrite', paper && strict)
    if (paper !== undefined) {
      const { frame, questions, test } = paper
      const attempts = tx.objectStore('attempts')
      const row = await attempts.get(draftId)
      if (row === undefined) throw new DraftMissing()
      if (row.state === 'opening') {
        await Promise.all([
          attempts.put({ ...row, state: 'open', frame, epoch: frame.epoch, clockOffset }),
          tx.objectStore('papers').put({ format: rowFormat, draftId, questions, test }),
        ])
      }
    }
    const seen = new Map(events.map((event) => [event.question_id, event]))
    for (const questionId of new Set([...Object.keys(marks), ...seen.keys()])) {
      const answers = tx.objectStore('answers')
      const row = (await answers.get([draftId, questionId])) ?? blankAnswer(draftId, questionId)
      const event = later(row.seen, seen.get(questionId))
      const named = later(marks[questionId] ?? null, event)
      const next = { ...row, seen: event }
      await answers.put(named === null ? next : withMark(next, named, sent))
    }
    await tx.done
  })
}

function later<M extends Mark>(standing: M | null, next: M | null | undefined): M | null {
  if (next == null) return standing
  return standing === null || isLater(next, standing) ? next : standing
}
