import { type AnswerEntry, withMissing } from '../machine/answers.ts'
import { type AnswerRow, type AttemptRow, type Mode, rowFormat, type SubmissionRow } from '../machine/rows.ts'
import { type LeaseState, leaseAfter, type LeaseEvent, leaseOf } from '../machine/lease.ts'
import type { Opened } from '../machine/page-state.ts'
import { attemptInMemory, chosenAttempt, isOwnInDoubt, isStaleStart, type KeptAttempt } from '../machine/resume.ts'
import { withTimeout } from '../../concurrency/with-timeout.ts'
import {
  AttemptMissing,
  beginAttemptRow,
  findAttempt,
  newAttempt,
  readAnswerRows,
  readAttemptRow,
  readPaper,
} from './attempts.ts'
import { NotTheWriter, persist } from './persist.ts'
import { submissionState } from '../machine/submission.ts'
import { readSubmission } from './submissions.ts'
import { strict } from '../../storage/connection.ts'
import { withDb } from './database.ts'

/** A storage whose failure the person has accepted is not waited for longer than this. */
const acceptedTimeoutMs = 3_000
/** Somebody has pressed a button to begin: a storage that has not answered by then has failed. */
const beginTimeoutMs = 15_000

/** Whose attempt at what a page is about, and what it knows when it asks the disk. */
export interface Asker {
  readonly mode: Mode
  readonly ownerId: string
  readonly purchaseId: string
  /** The attempt that the page shows. */
  readonly row: AttemptRow | null
  readonly leaseState: LeaseState
  /** Aborted when the page no longer waits for this. No lease is taken then: a later one would make the page's own writes be refused. */
  readonly signal: AbortSignal
  readonly newId: () => string
  /** Milliseconds since 1970, by this device. */
  readonly now: () => number
  readonly report: (error: unknown) => void
}

interface OpeningPage extends Asker {
  readonly mayWrite: boolean
  /** Whether this page has answers that may be nowhere else. */
  readonly hasUnsavedAnswers: boolean
  /** A storage whose failure the person has accepted has found something after all. */
  readonly onLate: () => void
}

/**
 * Finds the attempt that is under way in this browser and reads all that is kept of it; for a page that may write the lease is taken
 * before: what the tab before still wrote is read here, and it writes nothing after that. Where the browser cannot write the lease
 * down, the page may continue memory-only, if the person has agreed: it then writes nothing into the storage and answers as a
 * device of its own, for which the server is the place. Rejects when the storage fails, unless that was accepted. Aborted
 * before it takes the lease, it resolves to `none`, which nobody hears.
 */
export async function openAttempt(reader: OpeningPage): Promise<Opened> {
  const { leaseState, row: own, newId, mayWrite, onLate } = reader
  const deviceName = await accepting(reader, () => readDeviceId(newId), newId)
  const looking = lookFor(reader)
  const found = await accepting<AttemptRow | null>(
    reader,
    () => looking,
    () => null,
  )
  const chosen = await choose(found, reader)
  if (reader.signal.aborted) return { kind: 'none', deviceName }
  if (chosen === 'deleted') return { kind: 'deleted' }
  const row = chosen ?? attemptInMemory(own, leaseState)
  if (row === null) {
    // Slow is not empty.
    void looking.then((late) => late !== null && onLate()).catch(() => undefined)
    return { kind: 'none', deviceName }
  }
  const leaseEvents: LeaseEvent[] = [{ type: 'row-chosen' }]
  if (mayWrite) leaseEvents.push(await askForLease(row, deviceName, reader))
  // What it has answered under its name so far the disk does not know: read from there, it would give that name away twice.
  else if (leaseState.lease.kind === 'memory-only') leaseEvents.push(memoryOnly(row.claim, deviceName, newId))
  const held = leaseEvents.reduce(leaseAfter, leaseState)
  const kept = await accepting<KeptAttempt | null>(
    reader,
    () => loadKept(row, held.name),
    () => null,
  )
  if (kept !== null) return { kind: 'found', deviceName, row, kept, leaseEvents }
  // A page that has not read what other tabs have written must not write after them, nor submit without it.
  if (mayWrite && leaseOf(held) !== null) leaseEvents.push(memoryOnly(row.claim, deviceName, newId))
  const { name } = leaseEvents.reduce(leaseAfter, leaseState)
  const unread: KeptAttempt = { ...row, deviceId: name, paper: null, entries: [], submission: null }
  return { kind: 'found', deviceName, row, kept: unread, leaseEvents }
}

/** The answers that the storage has of an attempt: none where it has none, or does not say. Takes no lease. */
export function readEntries(
  asker: Pick<Asker, 'row' | 'leaseState' | 'report'>,
): Promise<readonly [string, AnswerEntry][]> {
  const { row } = asker
  if (row === null) return Promise.resolve([])
  return accepting<readonly [string, AnswerEntry][]>(
    asker,
    () => loadAnswers(row.draftId),
    () => [],
  )
}

/**
 * A new attempt, and its lease: its start_key is on the disk when this resolves, unless a storage that fails was accepted. Null
 * where there is by now a running one, which this page does not show, or where this was aborted. Rejects when the storage fails or
 * does not answer.
 */
export async function beginHere(
  asker: Asker & { readonly deviceName: string },
  { draftId, startKey }: { draftId: string; startKey: string | null },
): Promise<{ readonly row: AttemptRow; readonly leaseEvents: readonly LeaseEvent[] } | null> {
  const { mode, ownerId, purchaseId, now, deviceName, row: shown } = asker
  const start = { draftId, ownerId, purchaseId, mode, startKey, createdAt: now() }
  const row = await accepting(
    asker,
    () => withTimeout(beginAttemptRow(start, { shown }), beginTimeoutMs),
    () => newAttempt(start),
  )
  if (row.draftId !== draftId || asker.signal.aborted) return null
  return { row, leaseEvents: [await askForLease(row, deviceName, asker, beginTimeoutMs)] }
}

/** What the storage says, or `otherwise` when it fails and the person has accepted that. */
async function accepting<Result>(
  { leaseState, report }: Pick<Asker, 'leaseState' | 'report'>,
  work: () => Promise<Result>,
  otherwise: () => Result,
): Promise<Result> {
  if (!leaseState.mayGoOnWithout) return work()
  try {
    return await withTimeout(work(), acceptedTimeoutMs)
  } catch (error) {
    report(error)
    return otherwise()
  }
}

/** What is under way in this browser; a start that has grown old unheard is not, unless this page has it in hand. */
async function lookFor(reader: OpeningPage): Promise<AttemptRow | null> {
  const { ownerId, purchaseId, mode, mayWrite, now } = reader
  const found = await findAttempt(ownerId, purchaseId, mode)
  if (found === null || !mayWrite || isInHand(found, reader) || !isStaleStart(found, now())) return found
  const giveUp = (standing: AttemptRow) => (isStaleStart(standing, now()) ? { state: 'given-up' as const } : {})
  try {
    await persist({ draftId: found.draftId, lease: found.claim, change: giveUp })
  } catch (error) {
    // Where another tab has it by now, or nobody, there was nothing to give up.
    if (!(error instanceof NotTheWriter || error instanceof AttemptMissing)) throw error
  }
  return lookFor(reader)
}

function isInHand({ draftId }: AttemptRow, { row, leaseState }: Asker): boolean {
  return row?.draftId === draftId && (leaseState.lease.kind === 'held' || leaseState.lease.kind === 'memory-only')
}

/** With which attempt the page continues: what was found, unless its own may still be in this browser. */
async function choose(found: AttemptRow | null, reader: OpeningPage): Promise<AttemptRow | null | 'deleted'> {
  const { row: own, leaseState, hasUnsavedAnswers } = reader
  if (!isOwnInDoubt(own, found, leaseState, hasUnsavedAnswers)) return found
  const there = await accepting(
    reader,
    () => readAttemptRow(own.draftId),
    () => undefined,
  )
  return chosenAttempt(own, found, there, leaseState)
}

async function askForLease(
  { draftId, claim }: AttemptRow,
  deviceName: string,
  asker: Asker,
  timeoutMs?: number,
): Promise<LeaseEvent> {
  const ask = () => persist({ draftId, lease: null })
  const taken = await accepting<Awaited<ReturnType<typeof persist>> | null>(
    asker,
    () => (timeoutMs === undefined ? ask() : withTimeout(ask(), timeoutMs)),
    () => null,
  )
  if (taken?.kind !== 'kept') return memoryOnly(claim, deviceName, asker.newId)
  return { type: 'lease-taken', lease: taken.lease, name: writerName(deviceName, taken.lease) }
}

/** Nothing keeps another page from the same number: the name is made unlike any other. */
function memoryOnly(standing: number, deviceName: string, newId: () => string): LeaseEvent {
  return { type: 'persist-failed', name: `${writerName(deviceName, standing + 1)}~${newId().slice(-8)}` }
}

/** All that this browser has kept of an attempt, read for the machine to resume from. */
async function loadKept(row: AttemptRow, deviceId: string): Promise<KeptAttempt> {
  const { draftId, frame } = row
  const [paper, answers, submission] = await Promise.all([
    readPaper(draftId),
    loadAnswers(draftId),
    readSubmission(draftId),
  ])
  return {
    ...row,
    deviceId,
    paper:
      paper === undefined || frame === null
        ? null
        : { attemptInfo: frame, questions: paper.questions, test: paper.test },
    entries: withSubmitted(answers, submission),
    submission: submission === undefined ? null : submissionState(submission),
  }
}

/** What was submitted may hold answers that were kept nowhere else; should it be lost, it is made again from these. */
function withSubmitted(
  entries: [string, AnswerEntry][],
  submission: SubmissionRow | undefined,
): [string, AnswerEntry][] {
  const events = submission?.body.events ?? []
  return withMissing(entries, events).map(([questionId, entry]) => [questionId, { ...entry, keeping: 'kept' }])
}

/** The answers that this browser has kept of an attempt. */
async function loadAnswers(draftId: string): Promise<[string, AnswerEntry][]> {
  return (await readAnswerRows(draftId)).map((answer) => [answer.questionId, entryOf(answer)])
}

function entryOf({ own, seen, mark, untold }: AnswerRow): AnswerEntry {
  return { own, seen, mark, keeping: 'kept', ...(untold && { untold }) }
}

/** This browser's name among the devices of a person: made once, kept beside the attempts, says nothing about the person. */
export function readDeviceId(fresh: () => string): Promise<string> {
  return withDb(async (db) => {
    const tx = db.transaction('facts', 'readwrite', strict)
    const known = await tx.store.get('device_id')
    const value = known?.value ?? fresh()
    if (known === undefined) await tx.store.put({ format: rowFormat, name: 'device_id', value })
    await tx.done
    return value
  })
}

/**
 * The device_id of the answers that are given under one lease. A tab that froze and wakes may give an answer before it
 * hears that another tab continued: were both called the same, two different answers could have the same epoch, seq and
 * device, and the server would keep only the first. Later leases compare as greater.
 */
export function writerName(deviceId: string, lease: number): string {
  return `${deviceId}~${String(lease).padStart(5, '0')}`
}
