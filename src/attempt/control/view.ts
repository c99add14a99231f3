import type { PageState, Shown } from '../machine/page-state.ts'
import type { AttemptState } from '../machine/state.ts'

export interface AttemptView extends Shown {
  /** looking: the page reads this browser's storage · intro: this browser keeps no attempt, the person may start · running */
  readonly stage: PageState['stage']
  readonly state: AttemptState
  readonly isWriter: boolean
  /** The last press waits for this browser's storage. False once the person was told that it is slow. */
  readonly isAwaitingDisk: boolean
  /** The person has pressed to continue here, and the server has not replied yet. */
  readonly isTakingOver: boolean
  /** The person continues although the browser keeps nothing of this attempt; false again as soon as it does. */
  readonly isMemoryOnly: boolean
  /** The server's final refusal of a submission that only this page has; null when there is none. */
  readonly memoryOnlyRefusal: string | null
  /** The browser did not keep the last submission; it stays in this page until it does. */
  readonly isSubmissionInMemory: boolean
}

/** The view of a page. Returns `before` itself if nothing shown has changed. */
export function viewOf(
  { stage, exam, isWriter, leaseState, search, call, shown }: PageState,
  before: AttemptView | null,
): AttemptView {
  const view = {
    ...shown,
    stage,
    state: exam,
    isWriter,
    isAwaitingDisk: search.at === 'beginning' || (search.at === 'reading' && !search.reading.isLate),
    isTakingOver: call?.takeOver === true,
    isMemoryOnly: leaseState.lease.kind === 'memory-only',
    ...submissionOf(exam, before),
  }
  const isSame =
    before !== null && Object.entries(view).every(([name, value]) => before[name as keyof AttemptView] === value)
  return isSame ? before : view
}

/** The shown facts of a submission that only this page has. After the exam they stay as they were. */
function submissionOf(
  exam: AttemptState,
  before: AttemptView | null,
): Pick<AttemptView, 'isSubmissionInMemory' | 'memoryOnlyRefusal'> {
  if (exam.phase === 'finished' && before !== null) {
    const { isSubmissionInMemory, memoryOnlyRefusal } = before
    return { isSubmissionInMemory, memoryOnlyRefusal }
  }
  const inMemory = exam.phase === 'submitting' ? exam.inMemory : undefined
  return { isSubmissionInMemory: inMemory !== undefined, memoryOnlyRefusal: inMemory?.refusal ?? null }
}
