import type { PageState, Shown } from '../machine/page-state.ts'
import type { AttemptState } from '../machine/state.ts'

/** What the page shows of an exam. */
export interface AttemptView extends Shown {
  /** looking: the browser's storage is being read · intro: nothing is kept here, the person may start · running */
  readonly stage: PageState['stage']
  readonly state: AttemptState
  /** Whether this tab is the one that writes. */
  readonly isWriter: boolean
  /** What was pressed last waits for this browser's storage; not where that is slow and the person was told. */
  readonly isAwaitingDisk: boolean
  /** Somebody has pressed to continue here, and the device that writes has not been told yet. */
  readonly isTakingOver: boolean
  /** The person continued although the browser kept nothing of this attempt; false again as soon as it does. */
  readonly isMemoryOnly: boolean
  /** The server's final no to a submission that only this page has; null when there is none. */
  readonly memoryOnlyRefusal: string | null
  /** The browser did not keep the last submission; it stays in this page until it does. */
  readonly isSubmissionInMemory: boolean
}

/** The view of a page: `before` itself where nothing that is shown has changed since. */
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

/** What is shown of a submission that only this page has follows from that; after it, how it went. */
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
