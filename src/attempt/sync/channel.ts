import type { SubmissionReply } from '#contract/exam.ts'
import { createEmitter } from '../../concurrency/emitter.ts'
import type { SubmissionRow } from '../replica/rows.ts'

/** A submission changed: in this context, in another tab, or in the worker. */
export interface SubmissionChange {
  readonly draftId: string
  readonly change: 'enqueued' | 'tried' | 'settled'
  /** The submission as it is, where a full disk did not take it: what the storage says is older. */
  readonly unwritten?: SubmissionRow
  /** The grade that the reply has brought; in this context alone, for another one may be of another release. */
  readonly graded?: SubmissionReply
  /** The row with that grade, as the disk has it: whoever hears this in the same context need not read it. */
  readonly row?: SubmissionRow
}

const changes = createEmitter<[SubmissionChange]>()
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('exam-delivery') : null
channel?.addEventListener('message', ({ data }) => {
  if (isChange(data)) changes.emit(data)
})

/** Tells every context of this browser. */
export function announce(item: SubmissionChange): void {
  changes.emit(item)
  const { graded: _stays, row: _too, ...told } = item
  channel?.postMessage(told)
}

/** Returns how to stop listening. */
export const onSubmissionChange = changes.subscribe

/** The sender may be a page of another release. */
function isChange(data: unknown): data is SubmissionChange {
  return typeof data === 'object' && data !== null && 'draftId' in data && 'change' in data
}
