import type { Paper } from '../engine/paper.ts'
import { putBeside, putOwn } from './answer-drafts.ts'
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

/**
 * Makes a page the attempt's one writer that went on although this browser could not write its claim down, and writes all
 * that it knows, in one strict transaction; until then it has written nothing of the attempt. An attempt that was handed in
 * meanwhile stays as it is and gets the answers beside it. Resolves, when the disk has it, with the claim to write under.
 */
export function claimWhole({ attempt, paper, answers }: WholeDraft): Promise<number> {
  const { draftId } = attempt
  const { questions, test } = paper
  return withDb(async (db) => {
    const tx = db.transaction(['attempts', 'papers', 'answers'], 'readwrite', strict)
    const [attempts, papers, rows] = [tx.objectStore('attempts'), tx.objectStore('papers'), tx.objectStore('answers')]
    const standing = await attempts.get(draftId)
    const isOver = standing !== undefined && standing.state !== 'opening' && standing.state !== 'open'
    const claim = (standing?.claim ?? 0) + 1
    if (!isOver) {
      await attempts.put({ ...attempt, claim })
      await papers.put({ format: rowFormat, draftId, questions, test })
    }
    for (const { own } of answers) {
      if (own !== null) await (isOver ? putBeside : putOwn)(rows, draftId, own)
    }
    await tx.done
    return claim
  })
}
