import { strict } from '../../storage/connection.ts'
import { withDb } from './database.ts'
import {
  type AnswerRow,
  type AttemptRow,
  type Mode,
  type PaperRow,
  rowFormat,
  type SubmissionRow,
} from '../machine/rows.ts'
import { isAcknowledged, isSameAnswer } from '../machine/acknowledged.ts'

export interface NewAttempt {
  readonly draftId: string
  readonly ownerId: string
  readonly purchaseId: string
  readonly mode: Mode
  readonly startKey: string | null
  readonly createdAt: number
}

/** A row for the start of an attempt, which no storage has yet. */
export function newAttempt(start: NewAttempt): AttemptRow {
  return {
    format: rowFormat,
    ...start,
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
 * Stores the start of an attempt. Resolves when the disk has it; only then may the server be asked. `shown` is the attempt
 * that the page shows and this start follows; null if it shows none. If the disk has a running attempt that the page does not
 * show, stores nothing and resolves with that one: answers in two attempts would be in two submissions, and the server grades
 * one. Another tab may have begun it or put it back, this page may have found it and not shown it yet, or the disk may have
 * kept it although this page was told otherwise.
 */
export function beginAttemptRow(
  start: NewAttempt,
  { shown }: { shown: Pick<AttemptRow, 'draftId' | 'createdAt'> | null },
): Promise<AttemptRow> {
  return withDb(async (db) => {
    const tx = db.transaction('attempts', 'readwrite', strict)
    const others = await tx.store.index('byPurchase').getAll([start.ownerId, start.purchaseId])
    const isBegunSince = ({ draftId, createdAt }: AttemptRow) =>
      shown === null || (draftId !== shown.draftId && createdAt >= shown.createdAt)
    const there = others.find((row) => goesOn(row, start.mode) && isBegunSince(row))
    const row = there ?? newAttempt(start)
    if (there === undefined) await tx.store.put(row)
    await tx.done
    return row
  })
}

/** The attempt of this owner and purchase that is not over, the newest of them; null when there is none. */
export function findAttempt(ownerId: string, purchaseId: string, mode: Mode): Promise<AttemptRow | null> {
  return withDb(async (db) => {
    const rows = await db.getAllFromIndex('attempts', 'byPurchase', [ownerId, purchaseId])
    const alive = rows.filter((row) => goesOn(row, mode))
    return alive.sort((a, b) => b.createdAt - a.createdAt)[0] ?? null
  })
}

const goesOn = (row: AttemptRow, mode: Mode) => row.mode === mode && row.state !== 'done' && row.state !== 'given-up'

/** A start that was given up before its paper was heard of. A page that hears of it after all continues with it. */
export const isGivenUpUnheard = ({ state, frame }: AttemptRow): boolean => state === 'given-up' && frame === null

/** Every owner's attempts with a paper, over or not: an answer given while another device submitted is nowhere else. */
export function attemptsWithPaper(): Promise<AttemptRow[]> {
  return withDb(async (db) => (await db.getAll('attempts')).filter(({ frame }) => frame !== null))
}

/** Whether this browser has kept an exam of this owner that got as far as its questions. */
export function hasSatExam(ownerId: string): Promise<boolean> {
  return withDb(async (db) =>
    (await db.getAll('attempts')).some((row) => row.ownerId === ownerId && row.mode === 'exam' && row.frame !== null),
  )
}

export function readAttemptRow(draftId: string): Promise<AttemptRow | undefined> {
  return withDb((db) => db.get('attempts', draftId))
}

export function readPaper(draftId: string): Promise<PaperRow | undefined> {
  return withDb((db) => db.get('papers', draftId))
}

export function readAnswerRows(draftId: string): Promise<AnswerRow[]> {
  return withDb((db) => db.getAll('answers', IDBKeyRange.bound([draftId], [draftId, []])))
}

/** The attempt is no longer in this browser: its data were deleted under the page. */
export class AttemptMissing extends Error {
  override name = 'AttemptMissing'
}

/** Every exam of this owner that this browser has kept, whatever became of it. */
export function keptExams(ownerId: string): Promise<KeptExam[]> {
  return withDb(async (db) => {
    const rows = (await db.getAll('attempts')).filter((row) => row.ownerId === ownerId && row.mode === 'exam')
    return Promise.all(
      rows.map(async (row) => {
        const paper = row.state === 'open' ? await db.get('papers', row.draftId) : undefined
        return { ...row, title: paper?.test?.title ?? null }
      }),
    )
  })
}

/** An exam with its test's title, which is read for an open one alone. */
export type KeptExam = AttemptRow & { readonly title: string | null }

/** How long an attempt that is over stays in the browser. */
const keptForMs = 30 * 86_400_000

/**
 * Removes what is left of attempts that have been over for 30 days: row, paper, answers and settled submission. Never removes
 * what the server may lack (unsent, unacknowledged or refused), however old. The 30 days count from when this first sees the
 * attempt over. So a wrong clock can only prolong its stay or, put forward, remove too early what the server has anyway.
 * Returns how many attempts were removed.
 */
export function pruneAttempts(now: number): Promise<number> {
  return removeOver(({ overSince }) => {
    if (overSince === undefined) return { overSince: now }
    return now - overSince > keptForMs ? 'removed' : 'kept'
  })
}

/**
 * Removes the same immediately for a person who has signed out in this browser: the privacy policy says that it is erased then.
 * A submission without a key stays its 30 days: the result that its server gave of a training is nowhere else. A running
 * attempt is removed too if the server has all its answers and gives it out again: its paper, answers and ticket are nobody
 * else's. It stays while a tab has an exam open (`isSat`). That exam may be this attempt, and continues without the session:
 * its tab asks again when the person leaves the exam.
 */
export function forgetDelivered(ownerId: string, isSat: boolean): Promise<number> {
  return removeWhere((attempt, submission, answers) => {
    const isOurs = submission === undefined || submission.body.submission_key !== undefined
    const isGone = isOver(attempt, submission, answers) || (!isSat && isRunningElsewhere(attempt, submission, answers))
    return attempt.ownerId === ownerId && isOurs && isGone ? 'removed' : 'kept'
  })
}

/** Removes the same for everybody except the person who is signed in (null: nobody), whatever ended their sessions. */
export async function forgetDeliveredOfOthers(ownerId: string | null, isSat: boolean): Promise<void> {
  const owners = await withDb(async (db) => (await db.getAll('attempts')).map((row) => row.ownerId))
  for (const other of new Set(owners)) if (other !== ownerId) await forgetDelivered(other, isSat)
}

/** Whether the attempt is open at the server, which has every answer and every pause that is here. */
function isRunningElsewhere(
  { state, frame }: AttemptRow,
  submission: SubmissionRow | undefined,
  answers: readonly AnswerRow[],
): boolean {
  const isOpen = state === 'open' && frame !== null && frame.ticket !== null
  const hasEverything = answers.every(isAcknowledged) && (frame?.pauses?.untold ?? []).length === 0
  return isOpen && submission === undefined && hasEverything
}

type Fate = 'removed' | 'kept' | Pick<AttemptRow, 'overSince'>

const removeOver = (fateOf: (attempt: AttemptRow) => Fate) =>
  removeWhere((attempt, submission, answers) => (isOver(attempt, submission, answers) ? fateOf(attempt) : 'kept'))

type Judge = (attempt: AttemptRow, submission: SubmissionRow | undefined, answers: readonly AnswerRow[]) => Fate

function removeWhere(fateOf: Judge): Promise<number> {
  return withDb(async (db) => {
    // Relaxed: a removal that is lost is done again at the next start.
    const tx = db.transaction(['attempts', 'papers', 'answers', 'outbox'], 'readwrite')
    const [attempts, papers, answers, outbox] = [
      tx.objectStore('attempts'),
      tx.objectStore('papers'),
      tx.objectStore('answers'),
      tx.objectStore('outbox'),
    ]
    let removed = 0
    for (const attempt of await attempts.getAll()) {
      const { draftId } = attempt
      const own = IDBKeyRange.bound([draftId], [draftId, []])
      const [submission, rows] = await Promise.all([outbox.get(draftId), answers.getAll(own)])
      const fate = fateOf(attempt, submission, rows)
      if (typeof fate === 'object') await attempts.put({ ...attempt, ...fate })
      if (fate !== 'removed') continue
      await Promise.all([attempts.delete(draftId), papers.delete(draftId), answers.delete(own), outbox.delete(draftId)])
      removed += 1
    }
    // A reply of the server that came after a removal left rows without an attempt. `own` is null there: the server has it all.
    const left = new Set(await attempts.getAllKeys())
    for (const { draftId, questionId, own } of await answers.getAll())
      if (own === null && !left.has(draftId)) await answers.delete([draftId, questionId])
    await tx.done
    return removed
  })
}

function isOver({ state }: AttemptRow, submission: SubmissionRow | undefined, answers: readonly AnswerRow[]): boolean {
  const isTaken = submission?.state === 'accepted' || submission?.state === 'graded'
  // A closed attempt may have been delivered by the worker, and no page has seen it graded.
  const isEnded = state === 'done' || state === 'given-up' || (state === 'closed' && isTaken)
  if (!isEnded || (submission !== undefined && !isTaken)) return false
  // A taken submission brought its events, or all answers if it has no events. Any other answer must be acknowledged.
  if (isTaken && submission.body.events === undefined) return true
  const brought = submission?.body.events ?? []
  const isBrought = ({ own }: AnswerRow) => own !== null && brought.some((event) => isSameAnswer(event, own))
  return answers.every((row) => isAcknowledged(row) || isBrought(row))
}
