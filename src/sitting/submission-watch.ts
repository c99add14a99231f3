import type { ExamEvent } from '../engine/exam-event.ts'
import type { OutboxRow } from '../storage/exam-rows.ts'
import { withTimeout } from '../concurrency/with-timeout.ts'
import { readSubmission } from '../storage/outbox.ts'
import type { ExamCore } from './exam-core.ts'
import { submissionState } from './load-kept.ts'

/**
 * The tab that delivered a submission may die before it tells the others, so what became of it is looked up at least this
 * often. Milliseconds.
 */
const lookEvery = 15_000
/** A browser that has not answered by then counts as one that cannot say. Milliseconds. */
const readPatience = 10_000

export interface SubmissionWatch {
  /** Looks now, and again and again until `stop`; a submission that the outbox does not have is told of by `onMissing`. */
  readonly start: () => void
  /** Reads what became of the submission, whoever delivered it; `unwritten` is newer than what a full disk has of it. */
  readonly look: (unwritten?: OutboxRow) => Promise<void>
  readonly isOn: () => boolean
  /** The submission as the outbox had it when it was last read. */
  readonly lastRead: () => OutboxRow | null
  /** Shows what came of the tries so far, wherever they were made. */
  readonly showTries: (row: OutboxRow) => void
  /** Tells the exam what the submission's state means for it. */
  readonly settle: (row: OutboxRow) => void
  /** Shows the server's word that it has the work, where the outbox has kept it. */
  readonly showReceipt: () => Promise<void>
  readonly stop: () => void
}

/** Watches what becomes of a submission that the outbox has, and brings it to the exam's page. */
export function createSubmissionWatch(core: ExamCore, onMissing: () => void): SubmissionWatch {
  const { attempt } = core
  const { report } = core.ports
  let lastRead: OutboxRow | null = null
  let isOn = false
  let next: ReturnType<typeof setTimeout> | undefined

  async function look(unwritten?: OutboxRow): Promise<void> {
    const draftId = attempt.row()?.draftId
    const row =
      unwritten ??
      (draftId === undefined ? undefined : await withTimeout(readSubmission(draftId), readPatience).catch(orUnread))
    if (core.isStopped()) return
    // What was to be sent is gone from the browser's storage, or cannot be read: this page still has it.
    if (row === undefined) return isOn ? onMissing() : undefined
    lastRead = row
    showTries(row)
    settle(row)
    clearTimeout(next)
    if (isOn) next = setTimeout(lookAgain, lookEvery)
  }

  function lookAgain(): void {
    void look().catch(report)
  }

  function orUnread(error: unknown): undefined {
    report(error)
  }

  function showTries({ state, tries, nextTryAt, notBefore, unanswered, said = '', receipt }: OutboxRow): void {
    const isTriedAgain = state === 'waiting' && tries > 0
    core.show({
      nextTryAt: isTriedAgain ? Math.max(nextTryAt, notBefore) : null,
      heldUntil: notBefore,
      isUnanswered: unanswered === true,
      said,
      receipt,
    })
  }

  function settle(row: OutboxRow): void {
    const event = settlement(row)
    if (event !== null) core.dispatch(event)
  }

  async function showReceipt(): Promise<void> {
    const draftId = attempt.row()?.draftId
    const row = draftId === undefined ? undefined : await readSubmission(draftId)
    // What was handed in past the outbox has shown its own.
    if (row !== undefined && row.receipt !== null && !core.isStopped()) core.show({ receipt: row.receipt })
  }

  return {
    start: () => {
      isOn = true
      lookAgain()
    },
    look,
    isOn: () => isOn,
    lastRead: () => lastRead,
    showTries,
    settle,
    showReceipt,
    stop: () => {
      clearTimeout(next)
      isOn = false
    },
  }
}

/** What a row's state means for the exam; null while it waits. */
function settlement(row: OutboxRow): ExamEvent | null {
  const submission = submissionState(row)
  switch (submission.state) {
    case 'graded':
      return { type: 'already-graded' }
    case 'accepted':
      return { type: 'submission-accepted', reply: { status: 'processing_started' } }
    case 'refused':
      return { type: 'submission-refused', code: submission.code, message: submission.message }
    case 'waiting':
      return null
  }
}
