import { createDeliveryLoop, type DeliveryLoop } from '../delivery/delivery-loop.ts'
import { onDeliveryWish } from '../delivery/delivery-wish.ts'
import { deliverFromMemory, type Sender } from '../delivery/deliver-submission.ts'
import { isDue } from '../delivery/is-due.ts'
import { announce } from '../delivery/news.ts'
import { unkeptEvents } from '../engine/answer-book.ts'
import type { ExamEvent } from '../engine/exam-event.ts'
import type { Submitting } from '../engine/exam-phase.ts'
import { NotTheWriter } from '../storage/answer-drafts.ts'
import type { AttemptRow, OutboxRow, SubmissionBody } from '../storage/exam-rows.ts'
import { inTime } from '../storage/in-time.ts'
import { closeAndEnqueue, newSubmission, readSubmission } from '../storage/outbox.ts'
import type { ExamCore } from './exam-core.ts'
import { submissionState } from './load-kept.ts'
import { submissionBody } from './submission-body.ts'

/** A submission that the browser did not keep is offered to it again after this long. Milliseconds. */
const keepAgainAfter = 2_000
/** A browser that has not answered by then counts as one that did not keep it. Milliseconds. */
const keepPatience = 10_000

export interface ExamHandIn {
  /**
   * Closes the draft and writes the bytes to send, before any network call. A browser that refuses is asked again, and
   * meanwhile the exam is handed in from memory.
   */
  readonly enqueue: () => void
  /** The outbox has the bytes: whoever comes first delivers them, this tab, another one, the worker. */
  readonly deliver: () => void
  /** Reads what became of the submission, whoever delivered it; `unwritten` is newer than what a full disk has of it. */
  readonly follow: (unwritten?: OutboxRow) => Promise<void>
  /** Shows the server's word that it has the work, where the outbox has kept it. */
  readonly showReceipt: () => Promise<void>
  readonly wake: () => void
  readonly stop: () => void
}

/**
 * The tab that delivered a submission may die before it tells the others, so what became of it is looked up at least this
 * often. Milliseconds.
 */
const lookEvery = 15_000

/** Hands an exam in: through the outbox, and past it where the browser keeps nothing. */
export function createExamHandIn(core: ExamCore): ExamHandIn {
  const { ports, attempt, dispatch } = core
  const { report } = ports
  const now = () => ports.readDevice().wall
  const sender: Sender = {
    send: ports.send,
    now,
    random: ports.random,
    hidden: ports.hidden,
    ownerId: () => ports.ownerId,
    report,
  }
  /** The submission as this page would have it in the outbox, and what came of its tries from here. */
  let unkept: OutboxRow | null = null
  /** The submission as the outbox had it when it was last read. */
  let queued: OutboxRow | null = null
  let loop: DeliveryLoop | null = null
  let stopWish: () => void = () => undefined
  let isFollowing = false
  let look: ReturnType<typeof setTimeout> | undefined

  function enqueue(): void {
    if (loop === null) {
      loop = createDeliveryLoop({ round, now, onError: report })
      stopWish = onDeliveryWish(loop.wake)
    }
    loop.nudge()
  }

  function endLoop(): void {
    loop?.stop()
    loop = null
    stopWish()
  }

  function stop(): void {
    endLoop()
    clearTimeout(look)
    isFollowing = false
  }

  /** The disk first, then the server. Returns when to come again. */
  async function round(wakeUp: boolean): Promise<number | null> {
    const { session } = core.view()
    const row = attempt.row()
    const own = loop
    if (session.phase !== 'submitting' || row === null || !core.isEntered()) return null
    unkept = goesOnFrom(unkept, submissionOf(session, row))
    const refusal = await refusalToKeep(session, unkept)
    if (core.view().session.phase !== 'submitting' || core.isStopped()) return null
    if (refusal === null) return kept(session)
    report(refusal)
    // Another tab goes on, or the exam was read anew.
    if (own !== loop) return null
    core.show({ isUnkept: true })
    if (refusal instanceof NotTheWriter) return claimAgain()
    await sendFromHere(unkept, wakeUp)
    return nextRound()
  }

  /**
   * A tab that froze with the writing has claimed it when it woke: it is this page's again. Awaited, and not at once repeated:
   * whoever begins to read the exam anew ends the reading that is under way.
   */
  async function claimAgain(): Promise<number> {
    if (attempt.claim() !== null) await core.reread()
    return now() + keepAgainAfter
  }

  function submissionOf({ paper, book }: Submitting, row: AttemptRow): OutboxRow {
    const made = submissionBody(paper.frame, book)
    // Gone from the outbox it is handed in by the same bytes: the server takes others under its key for another hand-in.
    const isQueued = queued?.attemptId === paper.frame.attemptId && contentOf(queued.body) === contentOf(made)
    const body = isQueued ? queued!.body : made
    return newSubmission({ ...row, frame: paper.frame }, { body, title: paper.test?.title ?? '', now: now() })
  }

  /** What was tried of the same submission holds, also when the exam has gone on in between and the bytes are others now. */
  function goesOnFrom(standing: OutboxRow | null, made: OutboxRow): OutboxRow {
    if (standing?.draftId !== made.draftId) return made
    const isSame = JSON.stringify(standing.body) === JSON.stringify(made.body)
    return isSame ? standing : { ...standing, body: made.body, state: 'waiting', problem: null }
  }

  /** Null when the bytes are on the disk, else what kept them from it. */
  async function refusalToKeep({ book }: Submitting, { draftId, body, title, tries }: OutboxRow): Promise<unknown> {
    // Without a key nobody could tell the outbox's hand-in from the one that was sent from here.
    if (body.submission_key === undefined && tries > 0) return new Error('sent from memory')
    const write = async () => {
      await core.restore()
      const claim = attempt.claim()
      if (claim === null) throw new NotTheWriter('taken-over')
      await closeAndEnqueue(draftId, { body, title, claim, now: now(), unkept: unkeptEvents(book) })
      // At once: a page that has lost the writing by now, or has given this write up as too slow, tells nobody else.
      announce({ draftId, change: 'enqueued' })
    }
    try {
      await inTime(write(), keepPatience)
      return null
    } catch (error) {
      return error
    }
  }

  function kept({ enqueued }: Submitting): null {
    unkept = null
    endLoop()
    core.show({ isUnkept: false, unkeptRefusal: null, nextTryAt: null })
    dispatch({ type: 'submission-enqueued' })
    // It had been in the outbox before, so that nothing new follows from the event.
    if (enqueued) deliver()
    return null
  }

  /** Safe beside the outbox, should that work after all: the key is the same. Without one it must have nothing to send. */
  async function sendFromHere(row: OutboxRow, wakeUp: boolean): Promise<void> {
    const isSafe = row.body.submission_key !== undefined || core.view().keepsNothing
    if (!isSafe || !isDue(row, now(), wakeUp)) return
    const after = await deliverFromMemory(row, sender)
    if (unkept === row) unkept = after
    if (core.isStopped()) return
    showTries(after)
    // No place but this page has the answers, so it stays and goes on offering them as a file.
    if (after.state === 'refused') core.show({ unkeptRefusal: after.problem?.message ?? '' })
    else settle(after)
  }

  function nextRound(): number {
    const again = now() + keepAgainAfter
    return unkept?.state === 'waiting' && unkept.tries > 0
      ? Math.min(again, Math.max(unkept.nextTryAt, unkept.notBefore))
      : again
  }

  function deliver(): void {
    isFollowing = true
    const draftId = attempt.row()?.draftId
    if (draftId !== undefined) announce({ draftId, change: 'enqueued' })
    void follow().catch(report)
  }

  async function follow(unwritten?: OutboxRow): Promise<void> {
    const draftId = attempt.row()?.draftId
    const row =
      unwritten ??
      (draftId === undefined ? undefined : await inTime(readSubmission(draftId), keepPatience).catch(orUnread))
    if (core.isStopped()) return
    // What was to be sent is gone from the browser's storage, or cannot be read: this page still has it.
    if (row === undefined) return isFollowing ? enqueue() : undefined
    queued = row
    showTries(row)
    settle(row)
    clearTimeout(look)
    if (isFollowing) look = setTimeout(() => void follow().catch(report), lookEvery)
  }

  function orUnread(error: unknown): undefined {
    report(error)
  }

  function showTries({ state, tries, nextTryAt, notBefore, unanswered, receipt }: OutboxRow): void {
    const isTriedAgain = state === 'waiting' && tries > 0
    core.show({
      nextTryAt: isTriedAgain ? Math.max(nextTryAt, notBefore) : null,
      heldUntil: notBefore,
      isUnanswered: unanswered === true,
      receipt,
    })
  }

  async function showReceipt(): Promise<void> {
    const draftId = attempt.row()?.draftId
    const row = draftId === undefined ? undefined : await readSubmission(draftId)
    // What was handed in past the outbox has shown its own.
    if (row !== undefined && row.receipt !== null && !core.isStopped()) core.show({ receipt: row.receipt })
  }

  function settle(row: OutboxRow): void {
    const event = settlement(row)
    if (event !== null) dispatch(event)
  }

  return {
    enqueue,
    deliver,
    follow,
    showReceipt,
    wake: () => {
      loop?.wake()
      if (isFollowing && loop === null) void follow().catch(report)
    },
    stop,
  }
}

/** Which answers a body hands in, in whatever order: a reload reads them in another one. */
function contentOf({ answers, events = [] }: SubmissionBody): string {
  const inOrder = (list: readonly { question_id: string }[]) =>
    [...list].sort((a, b) => (a.question_id < b.question_id ? -1 : 1))
  return JSON.stringify([inOrder(answers), inOrder(events)])
}

/** What a row's state means for the exam; null while it waits. */
function settlement(row: OutboxRow): ExamEvent | null {
  const submission = submissionState(row)
  switch (submission.state) {
    case 'graded':
      return { type: 'already-graded' }
    case 'accepted':
      return { type: 'submission-accepted', reply: { status: 'processing_started' } }
    case 'refused':
      return { type: 'submission-refused', code: submission.code, message: submission.message }
    case 'waiting':
      return null
  }
}
