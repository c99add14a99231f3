import { ownEvents } from '../engine/answer-book.ts'
import { readDraft } from '../storage/attempt-drafts.ts'
import type { AttemptRow } from '../storage/exam-rows.ts'
import { restoreDraft } from '../storage/restore-draft.ts'
import type { ExamCore } from './exam-core.ts'

/**
 * The browser's data may be deleted under an open page ("clear site data", a cleaning program). Returns a function that
 * looks whether this attempt is still there and otherwise writes it anew from what the page knows; it resolves when the
 * attempt is on the disk, or when this tab is not the one to write it. Rejects when the browser refuses.
 */
export function createExamRestoring(core: ExamCore, draft: () => AttemptRow | null): () => Promise<void> {
  let underWay: Promise<void> | null = null

  async function restore(): Promise<void> {
    const standing = draft()
    const { session, isWriter } = core.view()
    if (standing === null || !isWriter || (session.phase !== 'answering' && session.phase !== 'submitting')) return
    if ((await readDraft(standing.draftId)) !== undefined) return
    const { paper, book } = session
    const own = ownEvents(book)
    // Until they are written again, none of them may be called kept.
    for (const event of own) core.dispatch({ type: 'answer-not-kept', event })
    const place = session.phase === 'answering' ? { position: session.position, flags: [...session.flags] } : {}
    await restoreDraft({
      attempt: {
        ...standing,
        ...place,
        state: 'open',
        frame: paper.frame,
        epoch: book.epoch,
        clockOffset: core.time.offset(),
        claim: core.keeper.claim(),
      },
      paper,
      answers: [...book.entries].map(([questionId, { own, seen, mark }]) => ({ questionId, own, seen, mark })),
    })
    for (const event of own) core.dispatch({ type: 'answer-kept', event })
  }

  return () => {
    underWay ??= restore().finally(() => {
      underWay = null
    })
    return underWay
  }
}
