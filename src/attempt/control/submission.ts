import type { SubmissionReply } from '#contract/exam.ts'
import type { Step } from '#contract/timing.ts'
import { withTimeout } from '../../concurrency/with-timeout.ts'
import { createDeliveryLoop, type DeliveryLoop } from '../sync/delivery-loop.ts'
import { onDeliveryRequest } from '../../http/delivery-request.ts'
import { type Answers, mergedAnswers, ownEvents, unpersistedEvents } from '../machine/answers.ts'
import { leaseOf } from '../machine/lease.ts'
import type { Shown } from '../machine/page-state.ts'
import type { AttemptInfo } from '../machine/paper.ts'
import type { AttemptEvent, Submitting } from '../machine/state.ts'
import { stepsOf } from '../machine/timing.ts'
import { isResult } from '../machine/transition.ts'
import { submissionState } from '../replica/open-attempt.ts'
import { NotTheWriter } from '../replica/persist.ts'
import type { AttemptRow } from '../machine/attempt-row.ts'
import type { SubmissionBody, SubmissionRow } from '../replica/rows.ts'
import { newSubmission, readSubmission } from '../replica/submissions.ts'
import { announce, type SubmissionChange } from '../sync/channel.ts'
import { deliverFromMemory, type Sender } from '../sync/deliver-submission.ts'
import { isDue } from '../sync/back-off.ts'
import type { AttemptContext } from './context.ts'
import { closeAttempt } from './disk.ts'

/** A submission that the browser did not keep is offered to it again after this long. Milliseconds. */
const keepAgainAfterMs = 2_000
/** A browser that has not answered by then counts as one that did not keep it, or cannot say. Milliseconds. */
const diskTimeoutMs = 10_000
/**
 * The tab that delivered a submission may die before it tells the others, so what became of it is looked up at least this
 * often. Milliseconds.
 */
const lookEveryMs = 15_000

type HeardChange = Pick<SubmissionChange, 'unwritten' | 'graded' | 'row'>

export interface SubmissionControl {
  /**
   * Closes the attempt and writes the bytes to send, before any network call. A browser that refuses is asked again, and
   * meanwhile the exam is submitted from memory.
   */
  readonly enqueue: () => void
  /** The bytes are written down: whoever comes first delivers them, this tab, another one, the worker. */
  readonly deliver: () => void
  /**
   * Reads what became of the submission, whoever delivered it. What a change says of its row is newer than what the disk has,
   * or saves the reading of it.
   */
  readonly follow: (change?: HeardChange) => Promise<void>
  readonly wake: () => void
  readonly stop: () => void
}

/**
 * Where this page is with the submission. none: nothing is to be done for it here · on-page: it is offered to the disk, and sent
 * from here until that takes it · written: the disk has it, and everybody here was told; its delivery has not begun · watched:
 * others deliver it, and it is looked up what became of it.
 */
type Stage =
  | { readonly at: 'none' }
  | { readonly at: 'on-page'; readonly loop: DeliveryLoop; readonly stop: () => void }
  | { readonly at: 'written'; readonly draftId: string }
  | { readonly at: 'watched'; readonly next?: ReturnType<typeof setTimeout> }

/** What is known of the submission's row. */
interface Known {
  /** As this page would write it, with what came of its tries from here; null once the disk has it. */
  readonly onPage: SubmissionRow | null
  /** As it was last read, or as it was said to be. */
  readonly written: SubmissionRow | null
}

/** Submits an exam: by way of the disk, and past it where the browser keeps nothing. */
export function createSubmission(context: AttemptContext): SubmissionControl {
  const { ports, page, emit } = context
  const { report } = ports
  const now = () => ports.readDevice().wall
  const sender: Sender = { ...ports, now, ownerId: () => ports.ownerId }
  let stage: Stage = { at: 'none' }
  let known: Known = { onPage: null, written: null }

  const show = (shown: Partial<Shown>) => emit({ type: 'submission-shown', shown })

  function enqueue(): void {
    if (stage.at !== 'on-page') {
      leave()
      const loop = createDeliveryLoop({ round, now, onError: report })
      stage = { at: 'on-page', loop, stop: onDeliveryRequest(loop.wake) }
    }
    stage.loop.nudge()
  }

  /** Ends what goes on here. That everybody was told stays: the delivery is begun in a moment. */
  function leave(): void {
    if (stage.at === 'written') return
    if (stage.at === 'on-page') {
      stage.loop.stop()
      stage.stop()
    }
    if (stage.at === 'watched') clearTimeout(stage.next)
    stage = { at: 'none' }
  }

  /** The disk first, then the server. Returns when to come again. */
  async function round(wakeUp: boolean): Promise<number | null> {
    const { exam, row } = page()
    const own = stage
    if (exam.phase !== 'submitting' || row === null) return null
    const onPage = goesOnFrom(known.onPage, submissionOf(exam, row))
    known = { ...known, onPage }
    const refusal = await refusalToKeep(exam, onPage)
    if (page().exam.phase !== 'submitting') return null
    if (refusal === null) return kept(exam, onPage)
    report(refusal)
    // Another tab goes on, or the exam was read anew.
    if (own !== stage) return null
    emit({ type: 'submission-not-kept' })
    if (refusal instanceof NotTheWriter) return leaseAgain()
    await sendFromHere(wakeUp)
    const again = now() + keepAgainAfterMs
    return Math.min(again, known.onPage === null ? again : (nextTryOf(known.onPage) ?? again))
  }

  /** What this page knows now, as a row. */
  function submissionOf({ paper, answers }: Submitting, row: AttemptRow): SubmissionRow {
    const made = submissionBody(paper.attemptInfo, answers, stepsOf(page().timing, row))
    // Gone from the disk it is submitted by the same bytes: the server takes others under its key for another submission.
    const { written } = known
    const isWritten = written?.attemptId === paper.attemptInfo.attemptId && contentOf(written.body) === contentOf(made)
    const body = isWritten ? written.body : made
    return newSubmission({ ...row, frame: paper.attemptInfo }, { body, title: paper.test?.title ?? '', now: now() })
  }

  /**
   * A tab that froze with the writing has taken the lease when it woke: it is this page's again. Awaited, and not at once repeated:
   * a call that begins to read the exam anew ends the reading that is under way.
   */
  async function leaseAgain(): Promise<number> {
    if (leaseOf(page().hold) !== null) {
      emit({ type: 'overtaken' })
      await context.until(({ way }) => way.at === 'idle', diskTimeoutMs)
    }
    return now() + keepAgainAfterMs
  }

  /** Null when the bytes are on the disk, else what kept them from it. */
  async function refusalToKeep(
    { answers }: Submitting,
    { draftId, body, title, tries }: SubmissionRow,
  ): Promise<unknown> {
    // Without a key nobody could tell the submission on the disk from the one that was sent from here.
    if (body.submission_key === undefined && tries > 0) return new Error('sent from memory')
    const write = async () => {
      await closeAttempt(context, draftId, { body, title, now: now(), unpersisted: unpersistedEvents(answers) })
      // At once: a page that has lost the writing by now, or has given this write up as too slow, tells nobody else.
      announce({ draftId, change: 'enqueued' })
    }
    try {
      await withTimeout(write(), diskTimeoutMs)
      return null
    } catch (error) {
      return error
    }
  }

  function kept({ enqueued }: Submitting, { draftId }: SubmissionRow): null {
    // Where it is watched already, that goes on.
    if (stage.at !== 'watched') {
      leave()
      stage = { at: 'written', draftId }
    }
    known = { ...known, onPage: null }
    show({ nextTryAt: null })
    emit({ type: 'submission-enqueued' })
    // It had been on the disk before, so that nothing new follows from the event.
    if (enqueued) deliver()
    return null
  }

  /** Safe beside the disk, should that work after all: the key is the same. Without one it must have nothing to send. */
  async function sendFromHere(wakeUp: boolean): Promise<void> {
    const row = known.onPage
    if (row === null) return
    const isSafe = row.body.submission_key !== undefined || page().hold.lease.kind === 'memory-only'
    if (!isSafe || !isDue(row, now(), wakeUp)) return
    const after = await deliverFromMemory(row, sender)
    if (known.onPage === row) known = { ...known, onPage: after }
    // The page has gone on with another attempt, which this is no end of.
    if (page().row?.draftId !== row.draftId) return
    show(triesOf(after))
    settle(after, { isInMemory: true })
  }

  function deliver(): void {
    const draftId = page().row?.draftId
    const isTold = stage.at === 'written' && stage.draftId === draftId
    if (draftId !== undefined && !isTold) announce({ draftId, change: 'enqueued' })
    leave()
    stage = { at: 'watched' }
    lookAgain()
  }

  async function follow({ unwritten, row: heard, graded }: HeardChange = {}): Promise<void> {
    const row = unwritten ?? heard ?? (await readOwn())
    // What was to be sent is gone from the browser's storage, or cannot be read: this page still has it.
    if (row === undefined) return stage.at === 'watched' ? enqueue() : undefined
    known = { ...known, written: row }
    show(triesOf(row))
    settle(row, { graded })
    if (stage.at !== 'watched') return
    clearTimeout(stage.next)
    stage = { at: 'watched', next: setTimeout(lookAgain, lookEveryMs) }
  }

  async function readOwn(): Promise<SubmissionRow | undefined> {
    const draftId = page().row?.draftId
    if (draftId === undefined) return undefined
    try {
      return await withTimeout(readSubmission(draftId), diskTimeoutMs)
    } catch (error) {
      report(error)
      return undefined
    }
  }

  function lookAgain(): void {
    void follow().catch(report)
  }

  function settle(row: SubmissionRow, how: HowSettled): void {
    const event = settlement(row, how)
    if (event !== null) emit(event)
  }

  return {
    enqueue,
    deliver,
    follow,
    wake: () => {
      if (stage.at === 'on-page') stage.loop.wake()
      if (stage.at === 'watched') lookAgain()
    },
    stop: leave,
  }
}

/** The exam may have gone on in between, so that the bytes are others now. What was tried of the same submission holds. */
function goesOnFrom(before: SubmissionRow | null, made: SubmissionRow): SubmissionRow {
  if (before?.draftId !== made.draftId) return made
  const isSame = JSON.stringify(before.body) === JSON.stringify(made.body)
  return isSame ? before : { ...before, body: made.body, state: 'waiting', problem: null }
}

/** Which answers a body submits, in whatever order: a reload reads them in another one. */
function contentOf({ answers, events = [] }: SubmissionBody): string {
  const inOrder = (list: readonly { question_id: string }[]) =>
    [...list].sort((a, b) => (a.question_id < b.question_id ? -1 : 1))
  return JSON.stringify([inOrder(answers), inOrder(events)])
}

/** When it is to be tried again, by the device's clock; null when nothing waits for another try. */
function nextTryOf({ state, tries, nextTryAt, notBefore }: SubmissionRow): number | null {
  return state === 'waiting' && tries > 0 ? Math.max(nextTryAt, notBefore) : null
}

/** What came of the tries so far, wherever they were made, as it is shown. */
function triesOf(row: SubmissionRow): Partial<Shown> {
  const { notBefore, unanswered, said = '', receipt } = row
  return {
    nextTryAt: nextTryOf(row),
    heldUntil: notBefore,
    pace: row.slow === true ? 'slow' : unanswered === undefined ? 'first-try' : null,
    isUnanswered: unanswered === true,
    said,
    receipt,
  }
}

interface HowSettled {
  /** The reply that has graded it, where this window heard it. */
  readonly graded?: SubmissionReply | undefined
  /** No storage has it. */
  readonly isInMemory?: boolean
}

/** What a row's state means for the exam; null while it waits. */
function settlement(row: SubmissionRow, { graded, isInMemory }: HowSettled): AttemptEvent | null {
  const submission = submissionState(row)
  switch (submission.state) {
    case 'graded':
      return { type: 'already-graded', result: graded !== undefined && isResult(graded) ? graded : null }
    case 'accepted':
      return { type: 'submission-accepted', reply: { status: 'processing_started' } }
    case 'refused':
      return {
        type: 'submission-refused',
        code: submission.code,
        message: submission.message,
        ...(isInMemory && { isInMemory }),
      }
    case 'waiting':
      return null
  }
}

/** The bytes that submit an exam: the specification's `answers`, and for a server that knows attempts the rest. */
export function submissionBody(info: AttemptInfo, given: Answers, timing: readonly Step[] = []): SubmissionBody {
  const answers = mergedAnswers(given)
  if (info.submissionKey === null || info.ticket === null) return { answers }
  const body = { answers, submission_key: info.submissionKey, ticket: info.ticket, events: ownEvents(given) }
  return timing.length > 0 ? { ...body, timing: [...timing] } : body
}
