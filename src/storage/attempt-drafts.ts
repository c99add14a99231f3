import { strict } from './connection.ts'
import { withDb } from './exam-db.ts'
import { type AnswerRow, type AttemptRow, type Mode, type PaperRow, rowFormat } from './exam-rows.ts'

export interface NewDraft {
  readonly draftId: string
  readonly ownerId: string
  readonly purchaseId: string
  readonly mode: Mode
  readonly startKey: string | null
  readonly createdAt: number
}

/** The start of an attempt, which stands in no storage yet. */
export function newAttempt(draft: NewDraft): AttemptRow {
  return {
    format: rowFormat,
    ...draft,
    state: 'opening',
    building: false,
    buildAsked: 0,
    resultsAsked: 0,
    cacheKey: null,
    frame: null,
    epoch: 0,
    clockOffset: 0,
    position: 0,
    flags: [],
    claim: 0,
  }
}

/**
 * Stores the start of an attempt; resolves when the disk has it, and only then may the server be asked. With `unlessOneGoesOn`
 * for a page that has found none: one that came to be there meanwhile (put back by another tab after the data were deleted,
 * or kept although this page was told that it was not) stays alone, and is what this resolves with.
 */
export function beginDraft(draft: NewDraft, { unlessOneGoesOn }: { unlessOneGoesOn: boolean }): Promise<AttemptRow> {
  return withDb(async (db) => {
    const tx = db.transaction('attempts', 'readwrite', strict)
    const beside = unlessOneGoesOn ? await tx.store.index('byPurchase').getAll([draft.ownerId, draft.purchaseId]) : []
    const there = beside.find((row) => goesOn(row, draft.mode))
    const row = there ?? newAttempt(draft)
    if (there === undefined) await tx.store.put(row)
    await tx.done
    return row
  })
}

/** The attempt of this owner and purchase that is not over, the newest of them; null when there is none. */
export function findDraft(ownerId: string, purchaseId: string, mode: Mode): Promise<AttemptRow | null> {
  return withDb(async (db) => {
    const rows = await db.getAllFromIndex('attempts', 'byPurchase', [ownerId, purchaseId])
    const alive = rows.filter((row) => goesOn(row, mode))
    return alive.sort((a, b) => b.createdAt - a.createdAt)[0] ?? null
  })
}

const goesOn = (row: AttemptRow, mode: Mode) => row.mode === mode && row.state !== 'done' && row.state !== 'given-up'

/**
 * Every attempt of every owner that has a paper: its answers may still have to be delivered, also when it is over. An
 * answer that was given while another device handed the exam in is nowhere else.
 */
export function draftsWithPaper(): Promise<AttemptRow[]> {
  return withDb(async (db) => (await db.getAll('attempts')).filter(({ frame }) => frame !== null))
}

/** Whether this browser has kept an exam of this owner that got as far as its questions. */
export function hasSatExam(ownerId: string): Promise<boolean> {
  return withDb(async (db) =>
    (await db.getAll('attempts')).some((row) => row.ownerId === ownerId && row.mode === 'exam' && row.frame !== null),
  )
}

export function readDraft(draftId: string): Promise<AttemptRow | undefined> {
  return withDb((db) => db.get('attempts', draftId))
}

export function readPaper(draftId: string): Promise<PaperRow | undefined> {
  return withDb((db) => db.get('papers', draftId))
}

/** Every answer row of an attempt. */
export function readAnswers(draftId: string): Promise<AnswerRow[]> {
  return withDb((db) => db.getAll('answers', IDBKeyRange.bound([draftId], [draftId, []])))
}

/** The attempt is not in this browser any more: its data was deleted under the page. */
export class DraftMissing extends Error {
  override name = 'DraftMissing'
}
