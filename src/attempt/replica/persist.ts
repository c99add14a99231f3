import type { IDBPObjectStore, IDBPTransaction } from 'idb'
import { isLater } from '#contract/answer-merge.ts'
import type { AnswerEvent } from '#contract/question.ts'
import { withOwn, type Mark, withMark } from '../machine/acknowledged.ts'
import type { Paper } from '../machine/paper.ts'
import { AttemptMissing, isGivenUpUnheard } from './attempts.ts'
import { strict } from '../../storage/connection.ts'
import { type ExamDb, withDb } from './database.ts'
import {
  type AnswerRow,
  type AttemptRow,
  blankAnswer,
  newSubmission,
  type NewSubmission,
  rowFormat,
} from '../machine/rows.ts'
import { acknowledge } from '../machine/pauses.ts'
import type { Heard } from '../machine/page-state.ts'

/**
 * What this tab wanted to write was not written: another tab writes the attempt now, it was submitted, or another tab has
 * fetched it again after the data were deleted.
 */
export class NotTheWriter extends Error {
  override name = 'NotTheWriter'
  readonly because: 'taken-over' | 'closed' | 'fetched-again'

  constructor(because: NotTheWriter['because']) {
    super(because)
    this.because = because
  }
}

/** All that an open page knows of its attempt. */
export interface PageCopy {
  readonly attempt: AttemptRow
  readonly paper: Paper
  readonly answers: readonly Omit<AnswerRow, 'format' | 'draftId'>[]
  /** Whether an answer was given on this page, or read by it. */
  readonly knows: (event: AnswerEvent) => boolean
  /** Answers to keep if another tab has ended the attempt meanwhile. They are in no submission, and not graded. */
  readonly unsubmitted: readonly AnswerEvent[]
}

export interface Closing extends NewSubmission {
  /** The events of the body that the disk has not confirmed. */
  readonly unpersisted: readonly AnswerEvent[]
}

export interface Changes {
  readonly draftId: string
  /** The lease (`claim` in the row) that the page writes under; null if it has none and requests the next one. */
  readonly lease: number | null
  /** The page's own changes that are to be on the disk. */
  readonly events?: readonly AnswerEvent[]
  /** Other changes of the row, also of an attempt that is over: the person's place, the attempt's end. */
  readonly change?: (standing: AttemptRow) => Partial<AttemptRow>
  /** Written if the disk has nothing of the attempt, or the page has no lease. */
  readonly page?: PageCopy
  /** Submits the attempt. */
  readonly closing?: Closing
}

/** `over`: another tab has brought the attempt to its end. */
export type Persisted = { readonly kind: 'kept'; readonly lease: number } | { readonly kind: 'over' }

/**
 * Writes what a page has of its attempt to this browser's disk: one strict transaction, which may be repeated. Resolves when
 * the disk has it; only then may a screen call it saved. The same transaction reads the lease, so a frozen tab that wakes
 * cannot overwrite.
 *
 * - The page's own attempt gets the `events` that it lacks, and the `change`.
 * - A page that has read nothing of the attempt yet takes the next lease, and writes nothing else.
 * - A page that continued without a lease writes all that it knows, and takes the next lease. Of an attempt that is over it
 *   keeps `unsubmitted`.
 * - An attempt that is gone, because the browser's data were deleted, is written again from the page, under a lease that
 *   leaps. So is a start that another tab gave up before this page had written its paper. If another tab has fetched the
 *   attempt since and submitted it, `unsubmitted` is kept.
 * - `closing` closes the attempt and writes the bytes to send, before any network call. A page that dies now has either an
 *   open attempt or a submission that will be sent, never neither. Another tab's submission keeps its bytes. Answers that
 *   only this page knew are then kept as unsubmitted, and delivered as late ones.
 *
 * Rejects, with nothing written: with AttemptMissing; with a plain Error while another tab may be fetching the exam; with
 * NotTheWriter where another tab writes now, has closed the attempt or fetched it again; and with NotTheWriter where the disk
 * has an answer that a page without a lease does not know, because no older answer may take its place.
 */
export function persist(changes: Changes): Promise<Persisted> {
  const { draftId, lease, closing } = changes
  return withDb(async (db) => {
    const tx = db.transaction(storesOf(changes), 'readwrite', strict)
    const isQueued = closing !== undefined && (await tx.objectStore('outbox').get(draftId)) !== undefined
    // To a page without a lease a submitted attempt is over: it gets no lease.
    if (isQueued && lease !== null) {
      await putUnsubmittedAfterSubmission(tx, draftId, closing)
      await tx.done
      return { kind: 'kept', lease }
    }
    const attempt = await writePart(tx, changes)
    if (attempt !== null && closing !== undefined) {
      const row = newSubmission(attempt, closing)
      await Promise.all([
        tx.objectStore('attempts').put({ ...attempt, state: 'closed' }),
        tx.objectStore('outbox').put(row),
      ])
    }
    await tx.done
    return attempt === null ? { kind: 'over' } : { kind: 'kept', lease: attempt.claim }
  })
}

type Stores = ('attempts' | 'papers' | 'answers' | 'outbox')[]
type Transaction = IDBPTransaction<ExamDb, Stores, 'readwrite'>
type Store<Name extends Stores[number]> = IDBPObjectStore<ExamDb, Stores, Name, 'readwrite'>

/** Only the stores that are needed: a slow write to the others must not hold up an answer. */
function storesOf({ events, page, closing }: Changes): Stores {
  return [
    'attempts',
    ...(page ? (['papers'] as const) : []),
    ...(closing ? (['outbox'] as const) : []),
    ...(events || page || closing ? (['answers'] as const) : []),
  ]
}

/** The attempt after the page's part is written; null if it is over. */
async function writePart(tx: Transaction, changes: Changes): Promise<AttemptRow | null> {
  const { draftId, lease, events = [], change, page, closing } = changes
  const attempts = tx.objectStore('attempts')
  const attempt = await attempts.get(draftId)
  if (attempt === undefined || (page !== undefined && isGivenUpUnheard(attempt))) {
    if (page === undefined) throw new AttemptMissing()
    const over = await submittedElsewhere(attempts, page.attempt)
    return over === undefined ? rewrite(tx, page) : putUnsubmittedAfterEnd(tx, over, page)
  }
  if (lease === null) {
    if (page === undefined) return changed(attempts, attempt, { claim: attempt.claim + 1 })
    return isOver(attempt) ? putUnsubmittedAfterEnd(tx, attempt, page) : raiseLease(tx, attempt, page)
  }
  if (isOver(attempt) && closing === undefined && (change === undefined || events.length > 0))
    throw new NotTheWriter('closed')
  if (attempt.claim !== lease) throw new NotTheWriter('taken-over')
  for (const event of events) await putOwn(tx.objectStore('answers'), draftId, event)
  return change === undefined ? attempt : changed(attempts, attempt, change(attempt))
}

async function changed(
  attempts: Store<'attempts'>,
  standing: AttemptRow,
  change: Partial<AttemptRow>,
): Promise<AttemptRow> {
  const attempt = { ...standing, ...change }
  await attempts.put(attempt)
  return attempt
}

async function rewrite(tx: Transaction, page: PageCopy): Promise<AttemptRow> {
  const { draftId } = page.attempt
  const { questions, test } = page.paper
  const attempts = tx.objectStore('attempts')
  await refuseSecondAttempt(attempts, page.attempt)
  const attempt = { ...page.attempt, claim: leaseAfterDeletion(page.attempt) }
  await Promise.all([
    attempts.put(attempt),
    tx.objectStore('papers').put({ format: rowFormat, draftId, questions, test }),
    ...page.answers.map((answer) => tx.objectStore('answers').put({ format: rowFormat, draftId, ...answer })),
  ])
  return attempt
}

async function raiseLease(tx: Transaction, standing: AttemptRow, page: PageCopy): Promise<AttemptRow> {
  const { draftId } = standing
  const { questions, test } = page.paper
  const [papers, answers] = [tx.objectStore('papers'), tx.objectStore('answers')]
  const kept = await answers.getAll(IDBKeyRange.bound([draftId], [draftId, []]))
  if (!kept.every(({ own }) => own === null || page.knows(own))) throw new NotTheWriter('taken-over')
  const attempt = laidOver(standing, { ...page.attempt, claim: standing.claim + 1 })
  await tx.objectStore('attempts').put(attempt)
  await papers.put(laidOver(await papers.get(draftId), { format: rowFormat, draftId, questions, test }))
  for (const { own } of page.answers) {
    if (own !== null) await putOwn(answers, draftId, own)
  }
  return attempt
}

/** Writes a change made here, unless the disk has a later one. */
async function putOwn(answers: Store<'answers'>, draftId: string, event: AnswerEvent): Promise<void> {
  const row = (await answers.get([draftId, event.question_id])) ?? blankAnswer(draftId, event.question_id)
  if (row.own !== null && !isLater(event, row.own)) return
  await answers.put(withOwn(row, event))
}

/** Writes a change that the disk lacked when another tab submitted: it follows that tab's answer instead of giving way. */
async function putUnsubmitted(answers: Store<'answers'>, draftId: string, event: AnswerEvent): Promise<void> {
  const own = (await answers.get([draftId, event.question_id]))?.own ?? null
  const givesWay = own !== null && !isLater(event, own) && own.device_id !== event.device_id
  await putOwn(answers, draftId, givesWay ? { ...event, epoch: own.epoch, seq: own.seq + 1 } : event)
}

async function putUnsubmittedAfterEnd(
  tx: Transaction,
  { draftId }: AttemptRow,
  { unsubmitted }: PageCopy,
): Promise<null> {
  for (const event of unsubmitted) await putUnsubmitted(tx.objectStore('answers'), draftId, event)
  return null
}

async function putUnsubmittedAfterSubmission(
  tx: Transaction,
  draftId: string,
  { body, unpersisted }: Closing,
): Promise<void> {
  if ((await tx.objectStore('attempts').get(draftId)) === undefined) throw new AttemptMissing()
  for (const event of body.events ?? []) {
    await (unpersisted.includes(event) ? putUnsubmitted : putOwn)(tx.objectStore('answers'), draftId, event)
  }
}

/** Leases after a deletion have six digits, so that the names made of them compare as the leases do (`writerName`). */
const firstAfterDeletion = 100_000

/**
 * After a deletion nobody knows which leases had been given out: a frozen tab may wake and write under any of them. So the
 * next lease is a random leap, which no other page makes.
 */
function leaseAfterDeletion({ claim }: AttemptRow): number {
  return Math.max(claim, firstAfterDeletion) + 1 + Math.floor(Math.random() * 100_000)
}

/** After this time a tab that fetches an exam has its paper, or has failed. */
const fetchingTimeoutMs = 120_000

/** The local row under which another tab submitted the same attempt. A server that names no attempts cannot tell. */
async function submittedElsewhere(
  attempts: Store<'attempts'>,
  { ownerId, purchaseId, frame }: AttemptRow,
): Promise<AttemptRow | undefined> {
  const attemptId = frame?.attemptId ?? null
  if (attemptId === null) return undefined
  const all = await attempts.index('byPurchase').getAll([ownerId, purchaseId])
  return all.find((row) => row.frame?.attemptId === attemptId && (row.state === 'closed' || row.state === 'done'))
}

/**
 * Throws if another tab has fetched the exam again into its own row, or may be about to. That can happen after a
 * deletion, or after a start was given up; answers in a second row would be in no submission. A fetch that failed gives way.
 * So does a row of the same start: this page began it, when the disk was too slow to say so.
 */
async function refuseSecondAttempt(
  attempts: Store<'attempts'>,
  { draftId, ownerId, purchaseId, mode, startKey, frame }: AttemptRow,
): Promise<void> {
  const all = await attempts.index('byPurchase').getAll([ownerId, purchaseId])
  const others = all.filter((row) => row.mode === mode && row.draftId !== draftId)
  const isSame = (row: AttemptRow) => row.state === 'open' && row.frame?.attemptId === frame?.attemptId
  if (others.some(isSame)) throw new NotTheWriter('fetched-again')
  const opening = others.filter((row) => row.state === 'opening')
  const isOwn = (row: AttemptRow) => startKey !== null && row.startKey === startKey
  if (opening.some((row) => !isOwn(row) && Math.abs(Date.now() - row.createdAt) < fetchingTimeoutMs)) {
    throw new Error('Another tab is fetching this exam anew')
  }
  for (const row of opening) await attempts.put({ ...row, state: 'given-up' })
}

const isOver = ({ state }: AttemptRow) => state !== 'opening' && state !== 'open'

/** A row that is written whole keeps the fields that a later release has added, and its format number. */
function laidOver<Row extends { readonly format: number }>(standing: Row | undefined, row: Row): Row {
  return standing === undefined ? row : { ...standing, ...row, format: standing.format }
}

/**
 * Keeps what the server has said of an attempt: one transaction, which may be repeated. It asks for no lease, because the
 * server's word is true whichever page hears it. Of two events of one question the later one stays. Of two papers the first
 * one stays: a write that was given up as too slow may come after the attempt has advanced.
 *
 * With a paper it is strict, and resolves when the disk has the paper and the attempt info. A start that another tab gave up
 * as too old while its reply was on the way continues, because its paper is there. Rejects with AttemptMissing if the attempt
 * is gone, and as `refuseSecondAttempt` does if another tab has begun again. Without a paper it is relaxed: a loss only costs
 * a repeated delivery.
 */
export function keepHeard(draftId: string, { paper, clockOffset = 0, ...said }: Heard): Promise<void> {
  const { marks = {}, sent = [], events = [], pauses = [] } = said
  const isOfAnswers = Object.keys(marks).length + events.length > 0
  const stores = [
    ...(paper || pauses.length > 0 ? (['attempts'] as const) : []),
    ...(paper ? (['papers'] as const) : []),
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
      if (isRevived) await refuseSecondAttempt(attempts, { ...row, frame: attemptInfo })
      if (row.state === 'opening' || isRevived) {
        await Promise.all([
          attempts.put({ ...row, state: 'open', frame: attemptInfo, epoch: attemptInfo.epoch, clockOffset }),
          tx.objectStore('papers').put({ format: rowFormat, draftId, questions, test }),
        ])
      }
    }
    if (pauses.length > 0) {
      const row = await tx.objectStore('attempts').get(draftId)
      const frame = row?.frame
      if (row !== undefined && frame != null)
        await tx.objectStore('attempts').put({ ...row, frame: acknowledge(frame, pauses) })
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
