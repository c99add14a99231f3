import type { ExamSession } from '../engine/exam-phase.ts'
import { isGivenUp } from '../engine/is-given-up.ts'
import type { AttemptRow } from '../storage/exam-rows.ts'
import type { ExamCore } from './exam-core.ts'

/**
 * What of a running exam, its answers apart, must survive the tab: written by the tab that writes, as it changes. Nobody
 * waits for it, and nothing rejects.
 */
export interface ExamProgress {
  readonly keep: (change: Partial<AttemptRow>) => void
  /** What the server said of the frame: the deadline above all. */
  readonly keepFrame: (before: ExamSession, after: ExamSession) => void
  /** Where the person is, so that a reload opens the same question, and how they came there. */
  readonly keepPlace: (session: ExamSession) => void
  /** That it is over. */
  readonly keepEnd: (session: ExamSession) => void
}

export function createExamProgress(
  core: Pick<ExamCore, 'attempt' | 'timing' | 'view' | 'isEntered' | 'ports'>,
): ExamProgress {
  const { attempt, timing, ports } = core

  function keep(change: Partial<AttemptRow>): void {
    if (core.view().isWriter && core.isEntered()) void attempt.change(change).catch(ports.report)
  }

  return {
    keep,
    keepFrame: (before, after) => {
      if (!('paper' in after) || !('paper' in before)) return
      const { frame } = after.paper
      const { epoch } = after.book
      if (frame !== before.paper.frame || epoch !== before.book.epoch) keep({ frame, epoch })
    },
    keepPlace: (session) => {
      if (session.phase !== 'answering') return
      keep({ position: session.position, flags: [...session.flags], ...timing.kept() })
    },
    keepEnd: (session) => {
      if (session.phase === 'finished') keep({ state: 'done' })
      if (isGivenUp(session)) keep({ state: 'given-up' })
    },
  }
}
