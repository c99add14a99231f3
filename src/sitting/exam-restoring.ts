import { isLater } from '#contract/answer-merge.ts'
import type { AnswerEvent } from '#contract/question.ts'
import { isSame } from '../engine/acknowledged.ts'
import { type AnswerEntry, pendingEvents, unkeptEvents } from '../engine/answer-book.ts'
import { NotTheWriter, readAnswers } from '../storage/answer-drafts.ts'
import { readDraft } from '../storage/attempt-drafts.ts'
import { withTimeout } from '../concurrency/with-timeout.ts'
import { claimWhole, restoreDraft, type WholeDraft } from '../storage/restore-draft.ts'
import type { ExamCore } from './exam-core.ts'

/** A storage that does not answer must not hold all later tries: it is asked anew after this long. Milliseconds. */
const restorePatience = 10_000

/**
 * The browser's data may be deleted under an open page ("clear site data", a cleaning program), or have refused the page's
 * claim. Returns a function that looks whether this attempt is there as the page's own and otherwise writes it anew from what
 * the page knows; it resolves when the attempt is on the disk, or when this tab is not the one to write it. Rejects when the
 * browser refuses.
 */
export function createExamRestoring(core: ExamCore): () => Promise<void> {
  const { attempt } = core
  let underWay: Promise<void> | null = null

  async function restore(): Promise<void> {
    const whole = wholeDraft()
    if (whole === null) return
    const own = whole.answers.flatMap((answer) => answer.own ?? [])
    // What cannot be looked for may be gone, too.
    let isGone = true
    try {
      isGone = (await readDraft(whole.attempt.draftId)) === undefined
      // Until they are written again, none of them may be called kept.
      if (isGone) for (const event of own) core.dispatch({ type: 'answer-not-kept', event })
      await write(whole, own, isGone)
    } catch (error) {
      // A broken storage is asked again, as for any answer that it refused; never at once, for it would answer the same.
      if (isGone && isWriting()) for (const event of own) core.keeper.saveLater(event)
      throw error
    }
  }

  /** Whether this page goes on, and is the one that writes. */
  function isWriting(): boolean {
    return !core.isStopped() && core.view().isWriter
  }

  async function write(whole: WholeDraft, own: readonly AnswerEvent[], isGone: boolean): Promise<void> {
    if (attempt.claim() === null) {
      const claim = await claimed(whole)
      if (claim === null) return endHere()
      attempt.claimed(claim)
      core.show({ keepsNothing: false })
    } else {
      const { draftId } = whole.attempt
      if (!isGone) return saveMissing(draftId, own)
      const claim = await orReadAnew(restoreDraft(whole, pending()))
      if (claim === 'over') return endHere()
      if (claim === null) return saveMissing(draftId, own)
      attempt.claimed(claim)
    }
    for (const event of own) core.dispatch({ type: 'answer-kept', event })
  }

  /** Nothing that is not in the hand-in may be called saved: what became of the attempt is read instead. */
  function endHere(): void {
    attempt.isOverThere()
    void core.reread()
  }

  function pending(): AnswerEvent[] {
    const { session } = core.view()
    return 'book' in session ? pendingEvents(session.book) : []
  }

  /** Another tab has put the attempt back, with what it knew: the rest goes the ordinary way of an answer. */
  async function saveMissing(draftId: string, own: readonly AnswerEvent[]): Promise<void> {
    // A hand-in brings all of them itself, and waits for nothing here.
    if (core.view().session.phase !== 'answering') return
    const kept = new Map((await readAnswers(draftId)).map((row) => [row.questionId, row.own]))
    const { session } = core.view()
    if (session.phase !== 'answering') return
    for (const event of own) {
      // Answered again meanwhile.
      if (session.book.entries.get(event.question_id)?.own !== event) continue
      const standing = kept.get(event.question_id) ?? null
      if (standing !== null && isSame(standing, event)) core.dispatch({ type: 'answer-kept', event })
      if (standing !== null && !isLater(event, standing)) continue
      core.dispatch({ type: 'answer-not-kept', event })
      core.keeper.save(event)
    }
  }

  function claimed(whole: WholeDraft): Promise<number | null> {
    const { session } = core.view()
    const unkept = 'book' in session ? unkeptEvents(session.book) : []
    return orReadAnew(claimWhole(whole, unkept, attempt.knows))
  }

  async function orReadAnew<Result>(writing: Promise<Result>): Promise<Result> {
    try {
      return await writing
    } catch (error) {
      if (error instanceof NotTheWriter) {
        // Without this page's own draft the other tab's is found, and all that stands here goes into that.
        if (error.because === 'fetched-anew') attempt.isElsewhere()
        void core.reread().then(claimAgain)
      }
      throw error
    }
  }

  /** What it did not know it has read: where no answer waits for the disk, nothing else would ask for the claim again. */
  function claimAgain(): void {
    if (attempt.isUnclaimed() && isWriting()) void restoreOnce().catch(core.ports.report)
  }

  /** Null where there is nothing to write yet, or another tab writes. */
  function wholeDraft(): WholeDraft | null {
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
    return {
      attempt: {
        ...standing,
        ...place,
        state: 'open',
        frame: paper.frame,
        epoch: book.epoch,
        clockOffset: core.time.offset(),
        claim: attempt.claim() ?? standing.claim,
      },
      paper,
      answers: [...book.entries].map(rowOf),
    }
  }

  function restoreOnce(): Promise<void> {
    underWay ??= withTimeout(restore(), restorePatience).finally(() => {
      underWay = null
    })
    return underWay
  }

  return restoreOnce
}

/** What the storage has of an answer is not how it came there. */
function rowOf([questionId, { own, seen, mark, untold }]: [string, AnswerEntry]): WholeDraft['answers'][number] {
  return { questionId, own, seen, mark, ...(untold && { untold }) }
}
