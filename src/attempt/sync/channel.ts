import type { SubmissionReply } from '#contract/exam.ts'
import { createEmitter } from '../../concurrency/emitter.ts'
import { openChannel } from '../../concurrency/open-channel.ts'
import type { SubmissionRow } from '../machine/rows.ts'
import { submissionsOf } from '../replica/submissions.ts'

/** A submission changed: in this context, in another tab, or in the worker. */
export interface SubmissionChange {
  readonly draftId: string
  readonly change: 'enqueued' | 'tried' | 'settled'
  /** The submission as it is, if a full disk did not take it: the storage has an older row. */
  readonly unwritten?: SubmissionRow
  /** The grade that the reply has brought. In this context alone, because another one may be of another release. */
  readonly graded?: SubmissionReply
  /** The row with that grade, as the disk has it: a listener in the same context need not read it. */
  readonly row?: SubmissionRow
}

const changes = createEmitter<[SubmissionChange]>()
const channel = openChannel('exam-delivery')
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

/** The submissions of one person that the server has not settled, refused ones included. */
export interface SubmissionsState {
  readonly rows: readonly SubmissionRow[]
  readonly waiting: number
  readonly refused: number
  /** When the next try is made, by this device's clock; null when none is planned. */
  readonly nextTryAt: number | null
}

const empty: SubmissionsState = { rows: [], waiting: 0, refused: 0, nextTryAt: null }
let state = empty
let owner: string | null = null
/** Counts the readings of the disk. If two overlap, only the later one is shown. */
let readings = 0
/** The rows that a full disk did not take, by `draftId`. */
const unwritten = new Map<string, SubmissionRow>()
const changed = createEmitter()

export function submissionsState(): SubmissionsState {
  return state
}

/** Calls the listener at every change. Returns how to stop listening. */
export const subscribeSubmissions = changed.subscribe

/** Shows the submissions of this person, or of nobody: another person's are invisible. */
export async function showSubmissionsOf(ownerId: string | null): Promise<void> {
  owner = ownerId
  await readSubmissions()
}

export async function readSubmissions(): Promise<void> {
  const own = ++readings
  const kept = owner === null ? [] : await submissionsOf(owner)
  if (own !== readings) return
  const rows = kept.map((row) => unwritten.get(row.draftId) ?? row).filter(isUnsettled)
  const waiting = rows.filter((row) => row.state === 'waiting')
  const times = waiting.map((row) => Math.max(row.nextTryAt, row.notBefore))
  state = {
    rows,
    waiting: waiting.length,
    refused: rows.length - waiting.length,
    nextTryAt: times.length === 0 ? null : Math.min(...times),
  }
  changed.emit()
}

/** Keeps the state true while deliveries happen, here and in other contexts. Returns how to stop. */
export function followSubmissions(onError: (error: unknown) => void): () => void {
  return onSubmissionChange((news) => {
    if (news.unwritten === undefined) unwritten.delete(news.draftId)
    else unwritten.set(news.draftId, news.unwritten)
    void readSubmissions().catch(onError)
  })
}

const isUnsettled = ({ state }: SubmissionRow) => state === 'waiting' || state === 'refused'
