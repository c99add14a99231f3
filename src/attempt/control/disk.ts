import type { AnswerEvent } from '#contract/question.ts'
import { withTimeout } from '../../concurrency/with-timeout.ts'
import { requestDelivery } from '../../concurrency/wake.ts'
import { type AnswerEntry, pendingEvents, seenEvents, unpersistedEvents } from '../machine/answers.ts'
import { offsetOf } from '../machine/clock.ts'
import { leaseOf } from '../machine/lease.ts'
import { type AppendRefusal, isOnThisPage, type PageState } from '../machine/page-state.ts'
import { knows } from '../machine/update.ts'
import type { SubmissionRow } from '../machine/rows.ts'
import type { Effect } from '../machine/wanted.ts'
import { AttemptMissing, readAttemptRow } from '../replica/attempts.ts'
import { keepHeard, type Changes, type Closing, NotTheWriter, type PageCopy, persist } from '../replica/persist.ts'
import { readSubmission } from '../replica/submissions.ts'
import { announce } from '../sync/channel.ts'
import type { AttemptContext, Emit } from './context.ts'

/** After this time the disk counts as refusing a write, or as unreadable. A write that ends later does no harm. */
const diskTimeoutMs = 10_000

type EffectOf<Name extends Effect['do']> = Extract<Effect, { do: Name }>

/** Keeps one change on this device, and says whether the disk has it. */
export async function append(
  { page, ports: { report } }: AttemptContext,
  { event, draftId, lease }: EffectOf<'append'>,
  emit: Emit,
): Promise<void> {
  try {
    await withTimeout(persist({ draftId, lease, events: [event], ...withPauses(page(), draftId) }), diskTimeoutMs)
    emit({ type: 'answer-kept', event })
    // The disk took the answer after the exam was closed here, so the earlier request to deliver missed it.
    if (!isOnThisPage(page().exam)) requestDelivery()
  } catch (error) {
    emit({ type: 'append-refused', event, lease, because: refusalIn(error) })
    if (!(error instanceof NotTheWriter)) report(error)
  }
}

/**
 * Writes the end of a pause that the server does not know along with each later answer. Without it a delivery from the disk
 * would report a pause that lasts, and the server would stop the clock while the exam is answered.
 */
function withPauses({ row }: PageState, draftId: string): Pick<Changes, 'change'> {
  const isUntold = row?.draftId === draftId && (row.frame?.pauses?.untold.length ?? 0) > 0
  return isUntold ? { change: () => ({ frame: row!.frame }) } : {}
}

function refusalIn(error: unknown): AppendRefusal {
  if (error instanceof AttemptMissing) return 'missing'
  if (!(error instanceof NotTheWriter)) return 'failed'
  return error.because === 'taken-over' ? 'taken-over' : 'not-the-writer'
}

/** Changes some fields of the attempt's row. If another tab has the row now, or it is gone, this counts as written. */
export async function writeRow(
  { ports: { report } }: AttemptContext,
  { row, change, lease }: EffectOf<'write-row'>,
  emit: Emit,
): Promise<void> {
  try {
    await persist({ draftId: row.draftId, lease, change: () => change })
  } catch (error) {
    if (!(error instanceof NotTheWriter || error instanceof AttemptMissing)) {
      emit({ type: 'row-not-written', row })
      return report(error)
    }
  }
  emit({ type: 'row-written', row })
}

/** Keeps the paper, without which no exam begins. */
export async function storePaper({ page, ports: { report } }: AttemptContext, emit: Emit): Promise<void> {
  const { exam, row, leaseState, clock } = page()
  if (exam.phase !== 'ready' || row === null) return
  const heard = { paper: exam.paper, clockOffset: offsetOf(clock), events: seenEvents(exam.answers) }
  try {
    if (leaseOf(leaseState) !== null) await withTimeout(keepHeard(row.draftId, heard), diskTimeoutMs)
    emit({ type: 'paper-stored' })
  } catch (error) {
    emit({ type: 'paper-not-kept' })
    report(error)
  }
}

/** Keeps what the server has said. Nobody waits for it, and losing it costs a repeated delivery. */
export async function writeHeard(
  { ports: { report } }: AttemptContext,
  { kept: { number, draftId, heard } }: EffectOf<'keep-heard'>,
  emit: Emit,
): Promise<void> {
  await keepHeard(draftId, heard).catch(report)
  emit({ type: 'heard-kept', number })
}

/**
 * Writes the attempt again from what the page knows. The browser's data may be deleted under an open page ("clear site data",
 * a cleaning program), or the disk may have refused the page's lease. First looks whether the attempt is there as the page's
 * own, with all its answers.
 */
export async function putBack({ page, ports: { report } }: AttemptContext, emit: Emit): Promise<void> {
  const copy = pageCopy(page())
  const { row } = page()
  if (copy === null || row === null) return
  const events = copy.answers.flatMap(({ own }) => own ?? [])
  // If the row cannot be read, it may be gone too.
  let isGone = true
  const write = async () => {
    isGone = (await readAttemptRow(row.draftId)) === undefined
    // Until these answers are written again, no screen may call them kept.
    if (isGone) emit({ type: 'row-gone', events })
    return writeWhole({ page, emit, copy, events })
  }
  try {
    const lease = await withTimeout(write(), diskTimeoutMs)
    if (lease !== null) emit({ type: 'put-back', row, lease, events })
  } catch (error) {
    emit({ type: 'put-back-failed', isGone, events })
    report(error)
  }
}

/** Closes the attempt and writes the bytes to send, before any network call. */
export async function keepSubmission(context: AttemptContext, row: SubmissionRow, emit: Emit): Promise<void> {
  const { page, ports } = context
  const { draftId, body, title, pauses } = row
  const { exam } = page()
  const unpersisted = 'answers' in exam ? unpersistedEvents(exam.answers) : []
  const write = async () => {
    await closeAttempt(context, draftId, { body, title, now: ports.readDevice().wall, unpersisted, pauses })
    // Immediately: a page that has lost the writing, or gave up this write as too slow, would not announce it later.
    announce({ draftId, change: 'enqueued' })
  }
  try {
    await withTimeout(write(), diskTimeoutMs)
    emit({ type: 'submission-written' })
  } catch (error) {
    emit({ type: 'submission-not-written', because: error instanceof NotTheWriter ? 'not-the-writer' : 'failed' })
    ports.report(error)
  }
}

export async function lookUpSubmission({ ports }: AttemptContext, draftId: string, emit: Emit): Promise<void> {
  try {
    emit({ type: 'submission-read', row: await withTimeout(readSubmission(draftId), diskTimeoutMs) })
  } catch (error) {
    emit({ type: 'submission-read', row: undefined })
    ports.report(error)
  }
}

/**
 * Submits the attempt on this browser's disk, and writes what the disk lacks of it in the same transaction. The page's copy
 * goes along only if it is needed: a slow write of questions must not hold up a submission. Rejects when the browser refuses,
 * and with NotTheWriter.
 */
async function closeAttempt(
  { page, emit }: Pick<AttemptContext, 'page' | 'emit'>,
  draftId: string,
  closing: Closing,
): Promise<void> {
  const lease = leaseOf(page().leaseState)
  if (lease !== null && (await tryToClose({ draftId, lease, events: [], closing }))) return
  const copy = pageCopy(page())
  if (copy === null) throw new NotTheWriter('taken-over')
  const written = await writeWhole({ page, emit, copy, events: [], closing })
  if (written === null) throw new NotTheWriter('closed')
  emit({ type: 'lease-event', event: { type: 'persisted', lease: written } })
}

/** Resolves to false if the disk has no such attempt. */
async function tryToClose(changes: Changes): Promise<boolean> {
  try {
    await persist(changes)
    return true
  } catch (error) {
    if (error instanceof AttemptMissing) return false
    throw error
  }
}

interface Whole {
  readonly page: () => PageState
  readonly emit: Emit
  readonly copy: PageCopy
  readonly events: readonly AnswerEvent[]
  readonly closing?: Closing
}

/** Writes all that the page knows. Resolves to the lease, or to null if the attempt is over: the page reads its outcome. */
async function writeWhole({ page, emit, copy, events, closing }: Whole): Promise<number | null> {
  const { draftId } = copy.attempt
  const lease = leaseOf(page().leaseState)
  try {
    const persisted = await persist({ draftId, lease, events, page: copy, ...(closing && { closing }) })
    if (persisted.kind === 'kept') return persisted.lease
    emit({ type: 'lease-event', event: { type: 'row-over' } })
    return null
  } catch (error) {
    // Meanwhile the attempt was put back under another lease of this page, so the page writes under that lease.
    if (error instanceof NotTheWriter && leaseOf(page().leaseState) !== lease) {
      return writeWhole({ page, emit, copy, events, ...(closing && { closing }) })
    }
    if (error instanceof NotTheWriter)
      emit({ type: 'lease-event', event: { type: 'lease-lost', because: error.because } })
    throw error
  }
}

/** The page's copy of its attempt; null if there is nothing to write yet, or another tab writes. */
function pageCopy(page: PageState): PageCopy | null {
  const { row, exam, isWriter, leaseState, clock } = page
  if (row === null || !isWriter || !isOnThisPage(exam)) return null
  const { paper, answers } = exam
  const place = exam.phase === 'answering' ? { position: exam.position, flags: [...exam.flags] } : {}
  const lease = leaseOf(leaseState)
  return {
    attempt: {
      ...row,
      ...place,
      state: 'open',
      frame: paper.attemptInfo,
      epoch: answers.epoch,
      clockOffset: offsetOf(clock),
      claim: lease ?? row.claim,
    },
    paper,
    answers: [...answers.entries].map(rowOf),
    knows: (event) => knows(page, event),
    unsubmitted: lease === null ? unpersistedEvents(answers) : pendingEvents(answers),
  }
}

/** The row of an answer entry: the entry without `keeping` and `used`. */
function rowOf([questionId, { own, seen, mark, untold }]: [string, AnswerEntry]): PageCopy['answers'][number] {
  return { questionId, own, seen, mark, ...(untold && { untold }) }
}
