import type { IDBPObjectStore, StoreNames } from 'idb'
import type { AnswerEvent } from '#contract/question.ts'
import type { Paper } from '../engine/paper.ts'
import { NotTheWriter, putBeside, putOwn } from './answer-drafts.ts'
import { strict } from './connection.ts'
import { type ExamDb, withDb } from './exam-db.ts'
import { type AnswerRow, type AttemptRow, rowFormat } from './exam-rows.ts'

/** All that an open page knows of its attempt. */
export interface WholeDraft {
  readonly attempt: AttemptRow
  readonly paper: Paper
  readonly answers: readonly Omit<AnswerRow, 'format' | 'draftId'>[]
}

/**
 * Writes an attempt anew that is gone from under an open page, because the browser's data was deleted. One strict
 * transaction. Resolves, when the disk has it, with the claim to write under from now on; an attempt that is there is left as
 * it stands: resolves with null then. Where another tab has fetched it since and handed it in, it resolves with 'over': what
 * the server is not known to have (`pending`) stands beside that, and none of it is graded. Rejects, and nothing is written,
 * where another tab has fetched the attempt anew since (NotTheWriter) or is about to.
 */
export function restoreDraft(
  { attempt, paper, answers }: WholeDraft,
  pending: readonly AnswerEvent[],
): Promise<number | null | 'over'> {
  const { draftId } = attempt
  const { questions, test } = paper
  return withDb(async (db) => {
    const tx = db.transaction(['attempts', 'papers', 'answers'], 'readwrite', strict)
    const attempts = tx.objectStore('attempts')
    const claim = (await attempts.get(draftId)) === undefined ? claimAfterDeletion(attempt) : null
    const over = claim === null ? undefined : await handedInBeside(attempts, attempt)
    if (over !== undefined) {
      for (const event of pending) await putBeside(tx.objectStore('answers'), over.draftId, event)
      await tx.done
      return 'over'
    }
    if (claim !== null) {
      await refuseBesideAnother(attempts, attempt)
      await Promise.all([
        attempts.put({ ...attempt, claim }),
        tx.objectStore('papers').put({ format: rowFormat, draftId, questions, test }),
        ...answers.map((answer) => tx.objectStore('answers').put({ format: rowFormat, draftId, ...answer })),
      ])
    }
    await tx.done
    return claim
  })
}

/**
 * Makes a page the attempt's one writer that went on although this browser could not write its claim down, and writes all
 * that it knows, in one strict transaction; until then it has written nothing of the attempt. Resolves, when the disk has
 * it, with the claim to write under. An attempt that is over meanwhile (handed in by another tab) stays as it is and gets
 * beside it what the page was not heard to keep: resolves with null then, and none of that is graded.
 * Rejects with NotTheWriter, and nothing is written, where the disk has an answer that is not among what the page `knows`:
 * another tab gave it since, and no older one may take its place; or where the attempt is gone, as `restoreDraft` does.
 */
export function claimWhole(
  { attempt, paper, answers }: WholeDraft,
  unkept: readonly AnswerEvent[],
  knows: (event: AnswerEvent) => boolean,
): Promise<number | null> {
  const { draftId } = attempt
  const { questions, test } = paper
  return withDb(async (db) => {
    const tx = db.transaction(['attempts', 'papers', 'answers'], 'readwrite', strict)
    const [attempts, papers, rows] = [tx.objectStore('attempts'), tx.objectStore('papers'), tx.objectStore('answers')]
    const standing = await attempts.get(draftId)
    const over =
      standing === undefined ? await handedInBeside(attempts, attempt) : isOver(standing) ? standing : undefined
    if (over !== undefined) {
      for (const event of unkept) await putBeside(rows, over.draftId, event)
      await tx.done
      return null
    }
    if (standing === undefined) await refuseBesideAnother(attempts, attempt)
    const kept = await rows.getAll(IDBKeyRange.bound([draftId], [draftId, []]))
    if (!kept.every(({ own }) => own === null || knows(own))) throw new NotTheWriter('taken-over')
    const claim = standing === undefined ? claimAfterDeletion(attempt) : standing.claim + 1
    await attempts.put(laidOver(standing, { ...attempt, claim }))
    await papers.put(laidOver(await papers.get(draftId), { format: rowFormat, draftId, questions, test }))
    for (const { own } of answers) {
      if (own !== null) await putOwn(rows, draftId, own)
    }
    await tx.done
    return claim
  })
}

/** Claims after a deletion have six digits, so that the names that they give compare as the claims do (writerName). */
const firstAfterDeletion = 100_000

/**
 * Where the data were deleted nobody knows which claims had been given out: a tab that froze may wake and write under any of
 * them. So the next one is a leap that no other page makes.
 */
function claimAfterDeletion({ claim }: AttemptRow): number {
  return Math.max(claim, firstAfterDeletion) + 1 + Math.floor(Math.random() * 100_000)
}

type AttemptsStore = Pick<
  IDBPObjectStore<ExamDb, ArrayLike<StoreNames<ExamDb>>, 'attempts', 'readwrite'>,
  'index' | 'put'
>

/** A tab that fetches an exam has its paper by then, or has come to nothing. Milliseconds. */
const fetchingLasts = 120_000

/** The draft of the same attempt by which another tab has handed it in. A server that names no attempts cannot tell. */
async function handedInBeside(attempts: Pick<AttemptsStore, 'index'>, { ownerId, purchaseId, frame }: AttemptRow) {
  const attemptId = frame?.attemptId ?? null
  if (attemptId === null) return undefined
  const all = await attempts.index('byPurchase').getAll([ownerId, purchaseId])
  return all.find((row) => row.frame?.attemptId === attemptId && (row.state === 'closed' || row.state === 'done'))
}

/**
 * After the data were deleted another tab may have fetched the exam anew, into a draft of its own, or be about to. What was
 * put beside that would be in no hand-in. A fetching that came to nothing gives way.
 */
async function refuseBesideAnother(
  attempts: AttemptsStore,
  { ownerId, purchaseId, mode, createdAt, frame }: AttemptRow,
) {
  const all = await attempts.index('byPurchase').getAll([ownerId, purchaseId])
  const others = all.filter((row) => row.mode === mode)
  const isSame = (row: AttemptRow) => row.state === 'open' && row.frame?.attemptId === frame?.attemptId
  if (others.some(isSame)) throw new NotTheWriter('fetched-anew')
  const opening = others.filter((row) => row.state === 'opening' && row.createdAt > createdAt)
  if (opening.some((row) => Math.abs(Date.now() - row.createdAt) < fetchingLasts)) {
    throw new Error('Another tab is fetching this exam anew')
  }
  for (const row of opening) await attempts.put({ ...row, state: 'given-up' })
}

const isOver = ({ state }: AttemptRow) => state !== 'opening' && state !== 'open'

/** A row that is written whole: what a later release has put into the standing one stays, with the number it gave it. */
function laidOver<Row extends { readonly format: number }>(standing: Row | undefined, row: Row): Row {
  return standing === undefined ? row : { ...standing, ...row, format: standing.format }
}
