import { isLater } from '#contract/answer-merge.ts'
import type { AnswerEvent } from '#contract/question.ts'
import { withTimeout } from '../../concurrency/with-timeout.ts'
import { requestDelivery } from '../../delivery/delivery-request.ts'
import { type AnswerEntry, pendingEvents, unpersistedEvents } from '../machine/answers.ts'
import { AttemptMissing, readAttempt } from '../replica/attempts.ts'
import { type Changes, type Closing, NotTheWriter, type PageCopy, persist } from '../replica/persist.ts'
import type { AttemptRow } from '../replica/rows.ts'
import type { AttemptContext } from './context.ts'
import { isOnThisPage } from './view.ts'

/** A change that the browser did not keep is offered to it again after this long. Milliseconds. */
const againAfterMs = 3_000
/** A browser that has not answered by then counts as one that did not keep it; a later write does no harm. Milliseconds. */
const keepTimeoutMs = 10_000
/** A storage that does not answer must not hold all later tries: it is asked anew after this long. Milliseconds. */
const restoreTimeoutMs = 10_000

/** What a page writes of its answers to this browser's disk: each under its lease, and all that is missing where they are gone. */
export interface DiskWrites {
  /** Keeps one change on this device, at once, and says whether the disk has it; one that is refused is offered again. */
  readonly save: (event: AnswerEvent) => void
  /** Offers nothing to the browser again of what it has refused so far. */
  readonly forget: () => void
  /**
   * The browser's data may be deleted under an open page ("clear site data", a cleaning program), or have refused the page's
   * lease. Looks whether this attempt is there as the page's own, with all its answers, and otherwise writes what is missing
   * from what the page knows. Resolves when the attempt is on the disk, or when this tab is not the one to write it. Rejects
   * when the browser refuses.
   */
  readonly restore: () => Promise<void>
  /**
   * Submits the attempt on this browser's disk, and writes what that lacks of it in the same transaction. Rejects when the
   * browser refuses, and with NotTheWriter.
   */
  readonly close: (draftId: string, closing: Closing) => Promise<void>
}

export function createDiskWrites(context: AttemptContext): DiskWrites {
  const { attempt, dispatch } = context
  // Called on nothing: the window's own reportError refuses to be called as a method of anything else.
  const { report } = context.ports
  /** By question id: what the browser has refused, to be offered again. */
  const refused = new Map<string, AnswerEvent>()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Raised when what was refused is forgotten: a write that fails after that is not repeated either. */
  let turn = 0
  let restoring: Promise<void> | null = null

  async function write(event: AnswerEvent): Promise<void> {
    if (!attempt.isEntered()) return offerAgain(event)
    const own = turn
    const draftId = attempt.row()?.draftId
    const lease = attempt.lease()
    if (draftId === undefined || lease === null) {
      offerAgain(event)
      return attempt.hear({ type: 'row-missing' })
    }
    try {
      await withTimeout(persist({ draftId, lease, events: [event] }), keepTimeoutMs)
      if (refused.get(event.question_id) === event) refused.delete(event.question_id)
      isKept(event)
    } catch (error) {
      if (isPutBack(error, lease)) return write(event)
      if (error instanceof NotTheWriter) {
        if (error.because === 'taken-over') attempt.hear({ type: 'lease-lost', because: 'taken-over' })
        return
      }
      report(error)
      if (own !== turn) return
      offerAgain(event)
      if (error instanceof AttemptMissing) attempt.hear({ type: 'row-missing' })
    }
  }

  function isKept(event: AnswerEvent): void {
    dispatch({ type: 'answer-kept', event })
    // The disk took it when the exam was no longer open here: the request to deliver came before it.
    if (!isOnThisPage(context.view().state)) requestDelivery()
  }

  /** Refused, for the attempt was put back meanwhile, under another lease of this page: it is to be written under that. */
  function isPutBack(error: unknown, lease: number | null): boolean {
    return error instanceof NotTheWriter && attempt.lease() !== lease
  }

  function offerAgain(event: AnswerEvent): void {
    dispatch({ type: 'answer-not-kept', event })
    const waiting = refused.get(event.question_id)
    if (waiting === undefined || isLater(event, waiting)) refused.set(event.question_id, event)
    clearTimeout(timer)
    timer = setTimeout(offer, againAfterMs)
  }

  function offer(): void {
    for (const event of refused.values()) void write(event)
  }

  async function restore(): Promise<void> {
    const page = pageCopy()
    const row = attempt.row()
    if (page === null || row === null) return
    const own = page.answers.flatMap((answer) => answer.own ?? [])
    // What cannot be looked for may be gone, too.
    let isGone = true
    try {
      isGone = (await readAttempt(page.attempt.draftId)) === undefined
      // Until they are written again, none of them may be called kept.
      if (isGone) for (const event of own) dispatch({ type: 'answer-not-kept', event })
      const isWritten = await writeWhole(page, own)
      if (isWritten) for (const event of own) dispatch({ type: 'answer-kept', event })
      if (isWritten) writeChangesSince(row)
    } catch (error) {
      // A broken storage is asked again, as for any answer that it refused; never at once, for it would answer the same.
      if (isGone && isWriting()) for (const event of own) offerAgain(event)
      throw error
    }
  }

  /**
   * The page's copy was made before the disk had it. What changed of the row meanwhile (the question that is open, a deadline)
   * found no row, or another lease, and was not written.
   */
  function writeChangesSince(row: AttemptRow): void {
    const now = attempt.row()
    if (now === null || now === row || now.draftId !== row.draftId || !attempt.isEntered()) return
    const change = Object.entries(now).filter(([name, value]) => row[name as keyof AttemptRow] !== value)
    void attempt.change(Object.fromEntries(change)).catch(report)
  }

  /** The page's copy goes along only where it is needed: questions that are slow to be written hold up no submission. */
  async function close(draftId: string, closing: Closing): Promise<void> {
    const lease = attempt.lease()
    if (lease !== null && (await isClosed({ draftId, lease, events: [], closing }))) return
    const page = pageCopy()
    if (page === null) throw new NotTheWriter('taken-over')
    if (!(await writeWhole(page, [], closing))) throw new NotTheWriter('closed')
  }

  async function isClosed(changes: Changes): Promise<boolean> {
    try {
      await persist(changes)
      return true
    } catch (error) {
      if (error instanceof AttemptMissing) return false
      throw error
    }
  }

  /** Whether this page goes on, and is the one that writes. */
  function isWriting(): boolean {
    return !context.isStopped() && context.view().isWriter
  }

  /** False where the attempt is over: what became of it is read then, for nothing that is not in the submission may be called saved. */
  async function writeWhole(page: PageCopy, events: readonly AnswerEvent[], closing?: Closing): Promise<boolean> {
    const { draftId } = page.attempt
    const lease = attempt.lease()
    try {
      const persisted = await persist({ draftId, lease, events, page, ...(closing && { closing }) })
      if (persisted.kind === 'over') {
        attempt.hear({ type: 'row-over' })
        return false
      }
      attempt.hear({ type: 'persisted', lease: persisted.lease })
      return true
    } catch (error) {
      if (isPutBack(error, lease)) return writeWhole(page, events, closing)
      if (error instanceof NotTheWriter) attempt.hear({ type: 'lease-lost', because: error.because })
      throw error
    }
  }

  /** Null where there is nothing to write yet, or another tab writes. */
  function pageCopy(): PageCopy | null {
    const row = attempt.row()
    const { state } = context.view()
    if (row === null || !isWriting() || !attempt.isEntered()) return null
    if (!isOnThisPage(state)) return null
    const { paper, answers } = state
    const place = state.phase === 'answering' ? { position: state.position, flags: [...state.flags] } : {}
    const lease = attempt.lease()
    return {
      attempt: {
        ...row,
        ...place,
        state: 'open',
        frame: paper.attemptInfo,
        epoch: answers.epoch,
        clockOffset: context.time.offset(),
        claim: lease ?? row.claim,
      },
      paper,
      answers: [...answers.entries].map(rowOf),
      knows: attempt.knows,
      beside: lease === null ? unpersistedEvents(answers) : pendingEvents(answers),
    }
  }

  return {
    save: (event) => {
      refused.delete(event.question_id)
      void write(event)
    },
    forget: () => {
      turn += 1
      refused.clear()
      clearTimeout(timer)
    },
    restore: () => {
      restoring ??= withTimeout(restore(), restoreTimeoutMs).finally(() => {
        restoring = null
      })
      return restoring
    },
    close,
  }
}

/** What the storage has of an answer is not how it came there. */
function rowOf([questionId, { own, seen, mark, untold }]: [string, AnswerEntry]): PageCopy['answers'][number] {
  return { questionId, own, seen, mark, ...(untold && { untold }) }
}
