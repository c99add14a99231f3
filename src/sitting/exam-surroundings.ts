import { onDeliveryNews } from '../delivery/news.ts'
import { onExamDbClosed } from '../storage/exam-db.ts'
import type { ExamCore } from './exam-core.ts'
import type { ExamEffects } from './exam-effects.ts'
import { holdWriterLock } from './writer-lock.ts'

export interface ExamSurroundings {
  /** Takes the writing over from the tab that has it. */
  readonly takeOver: () => void
  readonly stop: () => void
}

interface SurroundingsParts {
  readonly effects: ExamEffects
  /** Reads what is kept and goes on from there. */
  readonly comeBack: () => void
}

/**
 * What comes to an exam's page from outside it: which tab may write, what became of its submission in other hands, and that
 * the storage was closed under it.
 */
export function watchSurroundings(core: ExamCore, { effects, comeBack }: SurroundingsParts): ExamSurroundings {
  const { attempt, keeper } = core
  const { locks, mode, ownerId, purchaseId, report } = core.ports
  const stopNews = onDeliveryNews((news) => {
    if (news.draftId !== attempt.row()?.draftId) return
    // Handed in by another tab while this one only looked on: read anew where the exam is.
    if (core.view().session.phase === 'answering') void core.reread()
    else void effects.followSubmission(news.unwritten).catch(report)
  })
  const stopWatching = onExamDbClosed(() => void effects.lookAfterStorage().catch(report))
  const lock = holdWriterLock(locks, `${mode}-writer:${ownerId}:${purchaseId}`, (mayWrite) => {
    core.show({ isWriter: mayWrite })
    if (mayWrite || core.view().stage === 'looking') return comeBack()
    // The tab that writes now may not have been able to raise the claim: nothing else would stop a later write of ours.
    keeper.forget()
    effects.drop()
    core.dispatch({ type: 'writer-changed', hand: 'other-tab' })
  })

  return {
    takeOver: lock.takeOver,
    stop: () => {
      stopNews()
      stopWatching()
      lock.release()
    },
  }
}
