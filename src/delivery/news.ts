import { createEmitter } from '../concurrency/emitter.ts'
import type { OutboxRow } from '../storage/exam-rows.ts'

/** Something in the outbox changed: in this context, in another tab, or in the worker. */
export interface DeliveryNews {
  readonly draftId: string
  readonly change: 'enqueued' | 'tried' | 'settled'
  /** The submission as it stands, where a full disk did not take it: what the storage says is older. */
  readonly unwritten?: OutboxRow
}

const news = createEmitter<[DeliveryNews]>()
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('exam-delivery') : null
channel?.addEventListener('message', ({ data }) => {
  if (isNews(data)) news.emit(data)
})

/** Tells every context of this browser. */
export function announce(item: DeliveryNews): void {
  news.emit(item)
  channel?.postMessage(item)
}

/** Returns how to stop listening. */
export const onDeliveryNews = news.subscribe

/** The sender may be a page of another release. */
function isNews(data: unknown): data is DeliveryNews {
  return typeof data === 'object' && data !== null && 'draftId' in data && 'change' in data
}
