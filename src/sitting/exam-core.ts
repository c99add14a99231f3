import type { ExamEvent } from '../engine/exam-event.ts'
import type { Closing } from '../storage/persist.ts'
import type { AnswerKeeper } from './answer-keeper.ts'
import type { ExamPorts } from './exam-ports.ts'
import type { ExamTime } from './exam-time.ts'
import type { ExamTiming } from './exam-timing.ts'
import type { ExamView } from './exam-view.ts'
import type { OwnAttempt } from './own-attempt.ts'

/** What the parts of a running exam share: where it is, and how to say that something happened. */
export interface ExamCore {
  readonly ports: ExamPorts
  readonly time: ExamTime
  readonly timing: ExamTiming
  readonly keeper: AnswerKeeper
  readonly attempt: OwnAttempt
  readonly view: () => ExamView
  /**
   * Whether the page shows the attempt that `attempt` is about. Between the finding of another one and its showing it does
   * not: what is said or given then belongs to the one before, and goes into no draft.
   */
  readonly isEntered: () => boolean
  readonly show: (change: Partial<ExamView>) => void
  readonly dispatch: (event: ExamEvent) => void
  /** Writes the attempt anew where the browser's storage does not have it as this page's. Rejects when the browser refuses. */
  readonly restore: () => Promise<void>
  /** Hands the attempt in on this browser's disk, with what that lacks of it. Rejects when the browser refuses. */
  readonly close: (draftId: string, closing: Closing) => Promise<void>
  /** Another tab has written what this page does not know: reads it, and goes on from there. Never rejects. */
  readonly reread: () => Promise<void>
  readonly isStopped: () => boolean
}
