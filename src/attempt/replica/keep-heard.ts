import { isLater } from '#contract/answer-merge.ts'
import { type Mark, withMark } from '../machine/acknowledged.ts'
import type { Heard } from '../machine/page-state.ts'
import { AttemptMissing, isGivenUpUnheard } from './attempts.ts'
import { strict } from '../../storage/connection.ts'
import { withDb } from './database.ts'
import { refuseBesideAnother } from './persist.ts'
import { blankAnswer, rowFormat } from './rows.ts'

/**
 * Keeps what the server has said of an attempt: one transaction, which may be repeated. It is true whoever has heard it, so
 * that no lease is asked for; of two events of one question the later one stays, and of two papers the first, for a browser
 * that was given up as too slow may come to this after it has got on.
 *
 * With a paper it is strict, and resolves when the disk has paper and attempt info. A start that another tab gave up as too
 * old, while the reply to it was on the way, goes on: its paper is there. Rejects with AttemptMissing where the attempt is gone,
 * and as `refuseBesideAnother` does where another tab has begun anew since. Without a paper losing it only costs a repeated
 * delivery.
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
      const { attemptInfo, questions, test } = paper
      const attempts = tx.objectStore('attempts')
      const row = await attempts.get(draftId)
      if (row === undefined) throw new AttemptMissing()
      const isRevived = isGivenUpUnheard(row)
      if (isRevived) await refuseBesideAnother(attempts, { ...row, frame: attemptInfo })
      if (row.state === 'opening' || isRevived) {
        await Promise.all([
          attempts.put({ ...row, state: 'open', frame: attemptInfo, epoch: attemptInfo.epoch, clockOffset }),
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
