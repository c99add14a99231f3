import { isLater } from '#contract/answer-merge.ts'
import type { AnswerEvent } from '#contract/question.ts'
import { DraftMissing } from '../storage/attempt-drafts.ts'
import { NotTheWriter, persist } from '../storage/persist.ts'
import { withTimeout } from '../concurrency/with-timeout.ts'
import type { OwnAttempt } from './own-attempt.ts'

/** A change that the browser did not keep is offered to it again after this long. Milliseconds. */
const againAfter = 3_000
/** A browser that has not answered by then counts as one that did not keep it; a later write does no harm. Milliseconds. */
const keepPatience = 10_000

export interface AnswerKeeper {
  /** Keeps one change on this device, at once. */
  readonly save: (event: AnswerEvent) => void
  /** The browser does not have this change: it is offered to it again, in a while. */
  readonly saveLater: (event: AnswerEvent) => void
  /** Offers nothing to the browser again of what it has refused so far. */
  readonly forget: () => void
}

/** Writes answers to the browser's storage and says which of them are on the disk; goes on trying with the rest. */
export function createAnswerKeeper(parts: {
  readonly attempt: Pick<OwnAttempt, 'row' | 'claim'>
  /** Whether `attempt` is still the one that the answers are given to. */
  readonly isEntered: () => boolean
  readonly onKept: (event: AnswerEvent) => void
  readonly onRefused: (event: AnswerEvent) => void
  readonly onTakenOver: () => void
  /** The attempt is not in this browser, or not as this page's. */
  readonly onGone: () => void
  readonly report: (error: unknown) => void
}): AnswerKeeper {
  // Called on nothing: the window's own reportError refuses to be called as a method of anything else.
  const { attempt, report } = parts
  const waiting = new Map<string, AnswerEvent>()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Raised when what was refused is forgotten: a write that fails after that is not repeated either. */
  let turn = 0

  async function write(event: AnswerEvent): Promise<void> {
    if (!parts.isEntered()) return holdBack(event)
    const own = turn
    const draftId = attempt.row()?.draftId
    const claim = attempt.claim()
    if (draftId === undefined || claim === null) {
      holdBack(event)
      return parts.onGone()
    }
    try {
      await withTimeout(persist({ draftId, lease: claim, events: [event] }), keepPatience)
      if (waiting.get(event.question_id) === event) waiting.delete(event.question_id)
      parts.onKept(event)
    } catch (error) {
      if (error instanceof NotTheWriter) {
        // The attempt was put back meanwhile, under another claim of this page.
        if (attempt.claim() !== claim) return write(event)
        if (error.because === 'taken-over') parts.onTakenOver()
        return
      }
      report(error)
      if (own !== turn) return
      holdBack(event)
      if (error instanceof DraftMissing) parts.onGone()
    }
  }

  function holdBack(event: AnswerEvent): void {
    parts.onRefused(event)
    const standing = waiting.get(event.question_id)
    if (standing === undefined || isLater(event, standing)) waiting.set(event.question_id, event)
    clearTimeout(timer)
    timer = setTimeout(again, againAfter)
  }

  function again(): void {
    for (const event of waiting.values()) void write(event)
  }

  return {
    save: (event) => {
      waiting.delete(event.question_id)
      void write(event)
    },
    saveLater: holdBack,
    forget: () => {
      turn += 1
      waiting.clear()
      clearTimeout(timer)
    },
  }
}
