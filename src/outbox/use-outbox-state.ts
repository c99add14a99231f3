import { useSyncExternalStore } from 'react'
import { type OutboxState, outboxState, subscribeOutbox } from '../delivery/outbox-state.ts'

/** What the signed-in person has handed in that the server has not settled. */
export function useOutboxState(): OutboxState {
  return useSyncExternalStore(subscribeOutbox, outboxState)
}
