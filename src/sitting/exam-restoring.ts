import type { AnswerEvent } from '#contract/question.ts'
import { withTimeout } from '../concurrency/with-timeout.ts'
import { type AnswerEntry, pendingEvents, unkeptEvents } from '../engine/answer-book.ts'
import { DraftMissing, readDraft } from '../storage/attempt-drafts.ts'
import { type Changes, type Closing, NotTheWriter, type PageCopy, persist } from '../storage/persist.ts'
import type { ExamCore } from './exam-core.ts'

/** A storage that does not answer must not hold all later tries: it is asked anew after this long. Milliseconds. */
const restorePatience = 10_000

export interface ExamRestoring {
  /**
   * The browser's data may be deleted under an open page ("clear site data", a cleaning program), or have refused the page's
   * claim. Looks whether this attempt is there as the page's own, with all its answers, and otherwise writes what is missing
   * from what the page knows. Resolves when the attempt is on the disk, or when this tab is not the one to write it. Rejects
   * when the browser refuses.
   */
  readonly restore: () => Promise<void>
  /**
   * Hands the attempt in on this browser's disk, and writes what it lacks of it in the same transaction. Rejects when the
   * browser refuses, and with NotTheWriter.
   */
  readonly close: (draftId: string, closing: Closing) => Promise<void>
}

export function createExamRestoring(core: ExamCore): ExamRestoring {
  const { attempt } = core
  let underWay: Promise<void> | null = null

  async function restore(): Promise<void> {
    const page = pageCopy()
    if (page === null) return
    const own = page.answers.flatMap((answer) => answer.own ?? [])
    // What cannot be looked for may be gone, too.
    let isGone = true
    try {
      isGone = (await readDraft(page.attempt.draftId)) === undefined
      // Until they are written again, none of them may be called kept.
      if (isGone) for (const event of own) core.dispatch({ type: 'answer-not-kept', event })
      const isKept = await write(page, own)
      if (isKept) for (const event of own) core.dispatch({ type: 'answer-kept', event })
    } catch (error) {
      // A broken storage is asked again, as for any answer that it refused; never at once, for it would answer the same.
      if (isGone && isWriting()) for (const event of own) core.keeper.saveLater(event)
      throw error
    }
  }

  /** The page's copy goes along only where it is needed: questions that are slow to be written hold up no hand-in. */
  async function close(draftId: string, closing: Closing): Promise<void> {
    const lease = attempt.claim()
    if (lease !== null && (await isClosed({ draftId, lease, events: [], closing }))) return
    const page = pageCopy()
    if (page === null) throw new NotTheWriter('taken-over')
    if (!(await write(page, [], closing))) throw new NotTheWriter('closed')
  }

  async function isClosed(changes: Changes): Promise<boolean> {
    try {
      await persist(changes)
      return true
    } catch (error) {
      if (error instanceof DraftMissing) return false
      throw error
    }
  }

  /** Whether this page goes on, and is the one that writes. */
  function isWriting(): boolean {
    return !core.isStopped() && core.view().isWriter
  }

  /** False where the attempt is over: what became of it is read then, for nothing that is not in the hand-in may be called saved. */
  async function write(page: PageCopy, events: readonly AnswerEvent[], closing?: Closing): Promise<boolean> {
    const { draftId } = page.attempt
    const lease = attempt.claim()
    try {
      const persisted = await persist({ draftId, lease, events, page, ...(closing && { closing }) })
      if (persisted.kind === 'over') {
        attempt.isOverThere()
        void core.reread()
        return false
      }
      attempt.claimed(persisted.lease)
      if (lease === null) core.show({ keepsNothing: false })
      return true
    } catch (error) {
      // The attempt was put back meanwhile, under another lease of this page.
      if (error instanceof NotTheWriter && attempt.claim() !== lease) return write(page, events, closing)
      if (error instanceof NotTheWriter) heedWriter(error, lease)
      throw error
    }
  }

  function heedWriter({ because }: NotTheWriter, lease: number | null): void {
    if (lease !== null && because === 'taken-over') {
      return core.dispatch({ type: 'writer-changed', hand: 'other-tab' })
    }
    // Without this page's own draft the other tab's is found, and all that stands here goes into that.
    if (because === 'fetched-anew') attempt.isElsewhere()
    void core.reread().then(leaseAgain)
  }

  /** What it did not know it has read: where no answer waits for the disk, nothing else would ask for the lease again. */
  function leaseAgain(): void {
    if (attempt.isUnclaimed() && isWriting()) void restoreOnce().catch(core.ports.report)
  }

  /** Null where there is nothing to write yet, or another tab writes. */
  function pageCopy(): PageCopy | null {
    const standing = attempt.row()
    const { session } = core.view()
    if (
      standing === null ||
      !isWriting() ||
      !core.isEntered() ||
      (session.phase !== 'answering' && session.phase !== 'submitting')
    )
      return null
    const { paper, book } = session
    const place = session.phase === 'answering' ? { position: session.position, flags: [...session.flags] } : {}
    const lease = attempt.claim()
    return {
      attempt: {
        ...standing,
        ...place,
        state: 'open',
        frame: paper.frame,
        epoch: book.epoch,
        clockOffset: core.time.offset(),
        claim: lease ?? standing.claim,
      },
      paper,
      answers: [...book.entries].map(rowOf),
      knows: attempt.knows,
      beside: lease === null ? unkeptEvents(book) : pendingEvents(book),
    }
  }

  function restoreOnce(): Promise<void> {
    underWay ??= withTimeout(restore(), restorePatience).finally(() => {
      underWay = null
    })
    return underWay
  }

  return { restore: restoreOnce, close }
}

/** What the storage has of an answer is not how it came there. */
function rowOf([questionId, { own, seen, mark, untold }]: [string, AnswerEntry]): PageCopy['answers'][number] {
  return { questionId, own, seen, mark, ...(untold && { untold }) }
}
