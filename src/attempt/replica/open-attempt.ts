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

/** After the person has accepted that the storage fails, each access waits at most this long. */
const acceptedTimeoutMs = 3_000
/** The person has pressed a button and waits. After this time the storage counts as failed. */
const beginTimeoutMs = 15_000

/** The owner and purchase of a page's attempt, and what the page knows when it asks the disk. */
export interface Asker {
  readonly mode: Mode
  readonly ownerId: string
  readonly purchaseId: string
  /** The attempt that the page shows. */
  readonly row: AttemptRow | null
  readonly leaseState: LeaseState
  /** Aborted when the page no longer waits. No lease is taken then: the disk would refuse the page's own writes. */
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
  /** Called when a storage whose failure the person has accepted has found something after all. */
  readonly onLate: () => void
}

/**
 * Finds the attempt that is under way in this browser and reads all that is kept of it. For a page that may write it takes
 * the lease first: then the reading has all that the tab before wrote, and that tab writes nothing more. If the browser
 * cannot write the lease and the person has agreed, the page continues memory-only: it writes nothing to the disk, and
 * answers as a device of its own. Rejects when the storage fails, unless that was accepted. If it is aborted before it takes
 * the lease, it resolves to `none`, which nobody hears.
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
    // A slow storage is not an empty one.
    void looking.then((late) => late !== null && onLate()).catch(() => undefined)
    return { kind: 'none', deviceName }
  }
  const leaseEvents: LeaseEvent[] = [{ type: 'row-chosen' }]
  if (mayWrite) leaseEvents.push(await askForLease(row, deviceName, reader))
  // The disk lacks this page's answers. New answers numbered from the disk would repeat names, so the page takes a new name.
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

/** The answers that the storage has of an attempt; none if it has none, or does not answer. Takes no lease. */
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
 * Begins an attempt and takes its lease. The start_key is on the disk when this resolves, unless a failing storage was
 * accepted. Null if it was aborted, or the disk has by now a running attempt that this page does not show. Rejects when the
 * storage fails or does not answer.
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

/** What the storage says, or `otherwise` if it fails and the person has accepted that. */
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

/** The attempt under way in this browser. Gives up a start that is too old and got no reply, unless this page has it in hand. */
async function lookFor(reader: OpeningPage): Promise<AttemptRow | null> {
  const { ownerId, purchaseId, mode, mayWrite, now } = reader
  const found = await findAttempt(ownerId, purchaseId, mode)
  if (found === null || !mayWrite || isInHand(found, reader) || !isStaleStart(found, now())) return found
  const giveUp = (standing: AttemptRow) => (isStaleStart(standing, now()) ? { state: 'given-up' as const } : {})
  try {
    await persist({ draftId: found.draftId, lease: found.claim, change: giveUp })
  } catch (error) {
    // Another tab has the attempt by now, or its row is gone: there was nothing to give up.
    if (!(error instanceof NotTheWriter || error instanceof AttemptMissing)) throw error
  }
  return lookFor(reader)
}

function isInHand({ draftId }: AttemptRow, { row, leaseState }: Asker): boolean {
  return row?.draftId === draftId && (leaseState.lease.kind === 'held' || leaseState.lease.kind === 'memory-only')
}

/** The attempt with which the page continues: the found one, unless its own may still be in this browser. */
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

/** Without a lease another page may take the same number, so the name gets a random end. */
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

/** Adds the answers of a submission, which may be kept nowhere else. A submission that is lost is made again from these. */
function withSubmitted(
  entries: [string, AnswerEntry][],
  submission: SubmissionRow | undefined,
): [string, AnswerEntry][] {
  const events = submission?.body.events ?? []
  return withMissing(entries, events).map(([questionId, entry]) => [questionId, { ...entry, keeping: 'kept' }])
}

async function loadAnswers(draftId: string): Promise<[string, AnswerEntry][]> {
  return (await readAnswerRows(draftId)).map((answer) => [answer.questionId, entryOf(answer)])
}

function entryOf({ own, seen, mark, untold }: AnswerRow): AnswerEntry {
  return { own, seen, mark, keeping: 'kept', ...(untold && { untold }) }
}

/** This browser's name among a person's devices: made once, kept with the attempts, says nothing about the person. */
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
 * The device_id of the answers that are given under one lease. A frozen tab that wakes may give an answer before it hears
 * that another tab continued. Under one name two different answers could have the same epoch, seq and device, and the server
 * would keep only the first. Later leases compare as greater.
 */
export function writerName(deviceId: string, lease: number): string {
  return `${deviceId}~${String(lease).padStart(5, '0')}`
}
