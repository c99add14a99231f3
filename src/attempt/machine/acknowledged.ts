// Only what delivery needs: every page and the worker load this file without the machine, so nothing else belongs here.
import { isLater } from '#contract/answer-merge.ts'
import type { SubmitReply } from '#contract/exam.ts'
import type { AnswerEvent } from '#contract/question.ts'

export type Mark = Pick<AnswerEvent, 'epoch' | 'seq' | 'device_id'>

/** How far the last change of one answer has come, in the answers of a page and in a row of the storage. */
export interface SyncState {
  /** The last change made on this device. */
  readonly own: AnswerEvent | null
  /** The greatest event that the server says it has. Its value may not be known here. */
  readonly mark: Mark | null
  /** The mark beats an `own` that was never sent. `own` must still be sent, or the person is never asked which is meant. */
  readonly untold?: true | undefined
}

/** Whether the server has the last change made here, or has answered it with one that beats it. */
export function isAcknowledged({ own, mark, untold }: SyncState): boolean {
  if (own === null) return true
  return untold !== true && mark !== null && !isLater(own, mark)
}

/** Records a change made here, after what the server has said. */
export function withOwn<Entry extends SyncState>(entry: Entry, own: AnswerEvent): Entry {
  return changed(entry, { own, mark: entry.mark }, entry.mark !== null && isLater(entry.mark, own))
}

/** Records the event that the server names in its reply to the changes `sent`. */
export function withMark<Entry extends SyncState>(entry: Entry, named: Mark, sent: readonly AnswerEvent[]): Entry {
  const { own } = entry
  const { epoch, seq, device_id } = named
  const isRaised = entry.mark === null || isLater(named, entry.mark)
  const mark = isRaised ? { epoch, seq, device_id } : entry.mark
  const wasSent = own === null || isSame(named, own) || sent.some((event) => isSameAnswer(event, own))
  const isUntold = !wasSent && !isAcknowledged(entry) && isLater(mark!, own)
  if (!isRaised && isUntold === (entry.untold === true)) return entry
  return changed(entry, { own, mark }, isUntold)
}

function changed<Entry extends SyncState>(entry: Entry, { own, mark }: SyncState, isUntold: boolean): Entry {
  const { untold: _, ...rest } = entry
  return { ...rest, own, mark, ...(isUntold && { untold: true }) } as Entry
}

export function isSame(a: Mark, b: Mark): boolean {
  return a.epoch === b.epoch && a.seq === b.seq && a.device_id === b.device_id
}

/** Whether two events name the same answer of one attempt. Does not compare their values. */
export function isSameAnswer(a: AnswerEvent, b: AnswerEvent): boolean {
  return a.question_id === b.question_id && isSame(a, b)
}

/** Whether the grading is still under way. */
export function isWorking({ status }: Pick<SubmitReply, 'status'>): boolean {
  return status === 'processing_started' || status === 'processing'
}

/** After this long a refusal that this build has heard may be over: a server can return to an older release, and back again. */
const refusalHoldsMs = 24 * 3_600_000

interface HeardRefusal {
  /** The build of the app that heard the refusal; absent or '' if it is not known. */
  readonly refusedBy?: string
  /** When that build heard the refusal, by this device's clock, milliseconds since 1970. */
  readonly refusedAt?: number
}

/** Whether to try again: this build has not heard the refusal, or more than a day ago. `now` by the clock of `refusedAt`. */
export function isRefusalOld({ refusedBy, refusedAt = 0 }: HeardRefusal, build: string, now: number): boolean {
  return refusedBy !== build || Math.abs(now - refusedAt) > refusalHoldsMs
}
