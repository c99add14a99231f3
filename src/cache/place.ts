import { sessionState } from '../session/session-state.ts'
import { readUserId } from '../session/session-copies.ts'
import type { Whose } from './kept-queries.ts'

/** Where an entry is kept: with what is public, or with what is this person's. */
export type Place = { readonly kind: 'public' } | { readonly kind: 'person'; readonly ownerId: string }

const everybody: Place = { kind: 'public' }

/** Where such an entry belongs at this moment; null when it is nobody's, or when it is not known whose it is. */
export function placeOf(whose: Whose): Place | null {
  const { status, user } = sessionState()
  if (whose === 'public' || (whose === 'shelf' && status === 'guest')) return everybody
  // Read from local storage too: a sibling tab may have signed somebody out a moment ago.
  const ownerId = status === 'signed-in' ? (user?.id ?? null) : null
  return ownerId !== null && ownerId === readUserId() ? { kind: 'person', ownerId } : null
}

export function isSamePlace(one: Place | null, other: Place | null): boolean {
  if (one === null || other === null) return false
  if (one.kind === 'person') return other.kind === 'person' && one.ownerId === other.ownerId
  return other.kind === 'public'
}
