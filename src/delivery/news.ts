import type { OutboxRow } from '../storage/exam-rows.ts'

/** Something in the outbox changed: in this context, in another tab, or in the worker. */
export interface DeliveryNews {
  readonly draftId: string
  readonly change: 'enqueued' | 'tried' | 'settled'
  /** The submission as it stands, where a full disk did not take it: what the storage says is older. */
  readonly unwritten?: OutboxRow
}

const listeners = new Set<(news: DeliveryNews) => void>()
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('exam-delivery') : null
channel?.addEventListener('message', ({ data }) => {
  if (isNews(data)) tell(data)
})

/** Tells every context of this browser. */
export function announce(news: DeliveryNews): void {
  tell(news)
  channel?.postMessage(news)
}

/** Returns how to stop listening. */
export function onDeliveryNews(listener: (news: DeliveryNews) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(news: DeliveryNews): void {
  for (const listener of listeners) listener(news)
}

/** The sender may be a page of another release. */
function isNews(data: unknown): data is DeliveryNews {
  return typeof data === 'object' && data !== null && 'draftId' in data && 'change' in data
}
