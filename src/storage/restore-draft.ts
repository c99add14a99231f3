import type { Paper } from '../engine/paper.ts'
import { strict } from './connection.ts'
import { withDb } from './exam-db.ts'
import { type AnswerRow, type AttemptRow, rowFormat } from './exam-rows.ts'

/** All that an open page knows of its attempt. */
export interface WholeDraft {
  readonly attempt: AttemptRow
  readonly paper: Paper
  readonly answers: readonly Omit<AnswerRow, 'format' | 'draftId'>[]
}

/**
 * Writes an attempt anew that is gone from under an open page, because the browser's data was deleted. One strict
 * transaction; an attempt that is there is left as it stands. Resolves when the disk has it: true when it was written.
 */
export function restoreDraft({ attempt, paper, answers }: WholeDraft): Promise<boolean> {
  const { draftId } = attempt
  const { questions, test } = paper
  return withDb(async (db) => {
    const tx = db.transaction(['attempts', 'papers', 'answers'], 'readwrite', strict)
    const attempts = tx.objectStore('attempts')
    const isGone = (await attempts.get(draftId)) === undefined
    if (isGone) {
      await Promise.all([
        attempts.put(attempt),
        tx.objectStore('papers').put({ format: rowFormat, draftId, questions, test }),
        ...answers.map((answer) => tx.objectStore('answers').put({ format: rowFormat, draftId, ...answer })),
      ])
    }
    await tx.done
    return isGone
  })
}
