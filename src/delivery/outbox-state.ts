import { createEmitter } from '../concurrency/emitter.ts'
import type { OutboxRow } from '../storage/exam-rows.ts'
import { submissionsOf } from '../storage/outbox.ts'
import { onDeliveryNews } from './news.ts'

/** What one person has handed in that the server has not settled, refused ones included. */
export interface OutboxState {
  readonly rows: readonly OutboxRow[]
  readonly waiting: number
  readonly refused: number
  /** When the next try is made, by this device's clock; null when none is planned. */
  readonly nextTryAt: number | null
}

const empty: OutboxState = { rows: [], waiting: 0, refused: 0, nextTryAt: null }
let state = empty
let owner: string | null = null
let reading = 0
/** What became of submissions since a full disk has taken nothing. */
const unwritten = new Map<string, OutboxRow>()
const changed = createEmitter()

export function outboxState(): OutboxState {
  return state
}

/** Calls at every change; returns how to stop. */
export const subscribeOutbox = changed.subscribe

/** Shows the outbox of this person, or of nobody: another person's submissions are invisible. */
export async function showOutboxOf(ownerId: string | null): Promise<void> {
  owner = ownerId
  await readOutbox()
}

/** Reads the outbox anew and follows it from now on. */
export async function readOutbox(): Promise<void> {
  const own = ++reading
  const kept = owner === null ? [] : await submissionsOf(owner)
  if (own !== reading) return
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
export function followOutbox(onError: (error: unknown) => void): () => void {
  return onDeliveryNews((news) => {
    if (news.unwritten === undefined) unwritten.delete(news.draftId)
    else unwritten.set(news.draftId, news.unwritten)
    void readOutbox().catch(onError)
  })
}

const isUnsettled = ({ state }: OutboxRow) => state === 'waiting' || state === 'refused'
