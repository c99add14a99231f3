import { createDeliveryLoop, type DeliveryLoop } from '../delivery/delivery-loop.ts'
import { onDeliveryWish } from '../delivery/delivery-wish.ts'
import { announce } from '../delivery/news.ts'
import { unkeptEvents } from '../engine/answer-book.ts'
import type { Submitting } from '../engine/exam-phase.ts'
import type { OutboxRow } from '../storage/exam-rows.ts'
import { withTimeout } from '../concurrency/with-timeout.ts'
import { NotTheWriter } from '../storage/persist.ts'
import type { ExamCore } from './exam-core.ts'
import { createPageSubmission } from './page-submission.ts'
import { createSubmissionWatch, type SubmissionWatch } from './submission-watch.ts'

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
  readonly follow: SubmissionWatch['look']
  readonly showReceipt: SubmissionWatch['showReceipt']
  readonly wake: () => void
  readonly stop: () => void
}

/** Hands an exam in: through the outbox, and past it where the browser keeps nothing. */
export function createExamHandIn(core: ExamCore): ExamHandIn {
  const { ports, attempt } = core
  const { report } = ports
  const now = () => ports.readDevice().wall
  const watch = createSubmissionWatch(core, enqueue)
  const unkept = createPageSubmission(core, watch)
  let loop: DeliveryLoop | null = null
  let stopWish: () => void = () => undefined
  /** The draft whose hand-in was announced when it was written, and whose delivery has not begun. */
  let announced: string | null = null

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

  /** The disk first, then the server. Returns when to come again. */
  async function round(wakeUp: boolean): Promise<number | null> {
    const { session } = core.view()
    const row = attempt.row()
    const own = loop
    if (session.phase !== 'submitting' || row === null || !core.isEntered()) return null
    const refusal = await refusalToKeep(session, unkept.renewed(session, row))
    if (core.view().session.phase !== 'submitting' || core.isStopped()) return null
    if (refusal === null) return kept(session)
    report(refusal)
    // Another tab goes on, or the exam was read anew.
    if (own !== loop) return null
    core.show({ isUnkept: true })
    if (refusal instanceof NotTheWriter) return claimAgain()
    await unkept.send(wakeUp)
    const again = now() + keepAgainAfter
    return Math.min(again, unkept.nextTryAt() ?? again)
  }

  /**
   * A tab that froze with the writing has claimed it when it woke: it is this page's again. Awaited, and not at once repeated:
   * whoever begins to read the exam anew ends the reading that is under way.
   */
  async function claimAgain(): Promise<number> {
    if (attempt.claim() !== null) await core.reread()
    return now() + keepAgainAfter
  }

  /** Null when the bytes are on the disk, else what kept them from it. */
  async function refusalToKeep({ book }: Submitting, { draftId, body, title, tries }: OutboxRow): Promise<unknown> {
    // Without a key nobody could tell the outbox's hand-in from the one that was sent from here.
    if (body.submission_key === undefined && tries > 0) return new Error('sent from memory')
    const write = async () => {
      await core.close(draftId, { body, title, now: now(), unkept: unkeptEvents(book) })
      // At once: a page that has lost the writing by now, or has given this write up as too slow, tells nobody else.
      announce({ draftId, change: 'enqueued' })
      announced = draftId
    }
    try {
      await withTimeout(write(), keepPatience)
      return null
    } catch (error) {
      return error
    }
  }

  function kept({ enqueued }: Submitting): null {
    unkept.letGo()
    endLoop()
    core.show({ isUnkept: false, unkeptRefusal: null, nextTryAt: null })
    core.dispatch({ type: 'submission-enqueued' })
    // It had been in the outbox before, so that nothing new follows from the event.
    if (enqueued) deliver()
    return null
  }

  function deliver(): void {
    const draftId = attempt.row()?.draftId
    if (draftId !== undefined && draftId !== announced) announce({ draftId, change: 'enqueued' })
    announced = null
    watch.start()
  }

  return {
    enqueue,
    deliver,
    follow: watch.look,
    showReceipt: watch.showReceipt,
    wake: () => {
      loop?.wake()
      if (watch.isOn() && loop === null) void watch.look().catch(report)
    },
    stop: () => {
      endLoop()
      watch.stop()
    },
  }
}
