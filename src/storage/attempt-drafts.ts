import type { Paper } from '../engine/paper.ts'
import { strict } from './connection.ts'
import { withDb } from './exam-db.ts'
import { type AttemptRow, type Mode, type PaperRow, rowFormat } from './exam-rows.ts'

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

/** Stores the start of an attempt; resolves when the disk has it, and only then may the server be asked. */
export function createDraft(draft: NewDraft): Promise<AttemptRow> {
  const row = newAttempt(draft)
  return withDb(async (db) => {
    const tx = db.transaction('attempts', 'readwrite', strict)
    await tx.store.put(row)
    await tx.done
    return row
  })
}

/**
 * The same for a page that has found none that goes on: one that came to be there meanwhile (put back by another tab after
 * the data were deleted, or kept although this page was told that it was not) stays alone, and is what this resolves with.
 */
export function createFirstDraft(draft: NewDraft): Promise<AttemptRow> {
  return withDb(async (db) => {
    const tx = db.transaction('attempts', 'readwrite', strict)
    const all = await tx.store.index('byPurchase').getAll([draft.ownerId, draft.purchaseId])
    const there = all.find((row) => goesOn(row, draft.mode))
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

/**
 * Stores the paper and its frame in one transaction; resolves when the disk has both. An attempt that has its paper stays
 * as it is: a browser that was given up as too slow may come to this after it has got on.
 */
export function storePaper(draftId: string, paper: Paper, clockOffset: number): Promise<void> {
  const { frame, questions, test } = paper
  return withDb(async (db) => {
    const tx = db.transaction(['attempts', 'papers'], 'readwrite', strict)
    const attempts = tx.objectStore('attempts')
    const row = await attempts.get(draftId)
    if (row === undefined) throw new DraftMissing()
    if (row.state === 'opening') {
      await Promise.all([
        attempts.put({ ...row, state: 'open', frame, epoch: frame.epoch, clockOffset }),
        tx.objectStore('papers').put({ format: rowFormat, draftId, questions, test }),
      ])
    }
    await tx.done
  })
}

/** Changes some fields of an attempt, read and written in one transaction. Nothing happens to one that is gone. */
export function updateDraft(
  draftId: string,
  change: (row: AttemptRow) => Partial<AttemptRow>,
): Promise<AttemptRow | undefined> {
  return withDb(async (db) => {
    const tx = db.transaction('attempts', 'readwrite', strict)
    const row = await tx.store.get(draftId)
    const next = row === undefined ? undefined : { ...row, ...change(row) }
    if (next !== undefined) await tx.store.put(next)
    await tx.done
    return next
  })
}

/** Makes the caller the attempt's one writer: every earlier claim is refused from now on. Returns the claim to write under. */
export async function claimWriting(draftId: string): Promise<number> {
  const row = await updateDraft(draftId, ({ claim }) => ({ claim: claim + 1 }))
  if (row === undefined) throw new DraftMissing()
  return row.claim
}

/** The attempt is not in this browser any more: its data was deleted under the page. */
export class DraftMissing extends Error {
  override name = 'DraftMissing'
}
