import type { QueryKey } from '@tanstack/react-query'
import { readUserId } from '../../session/session-copies.ts'
import { sessionState } from '../../session/session-state.ts'

/**
 * public: the same for everybody, stays at a log-out · person: a person's own, deleted with their log-out · catalogue: what
 * is on sale, which a guest sees as everybody does and a person with marks of their own.
 */
type Whose = 'public' | 'person' | 'catalogue'

/** Whether an entry of the query cache outlives the page, by the beginning of its key. What is not listed never does. */
export const keptQueries = [
  { name: 'legal', key: ['legal'], whose: 'public' },
  { name: 'testInfo', key: ['tests', 'info'], whose: 'public' },
  { name: 'examples', key: ['examples'], whose: 'public' },
  { name: 'footer', key: ['footer'], whose: 'public' },
  { name: 'faq', key: ['faq'], whose: 'public' },
  { name: 'catalogue', key: ['tests', 'available'], whose: 'catalogue' },
  { name: 'bundles', key: ['tests', 'bundles'], whose: 'catalogue' },
  { name: 'purchases', key: ['purchases', 'owned'], whose: 'person' },
  { name: 'purchases', key: ['owned-tests'], whose: 'person' },
  // Read from other replies (`hasNoCall`), and by no call of its own: what is kept is all that is known after a reload.
  { name: 'expired', key: ['purchases', 'expired'], whose: 'person', hasNoCall: true },
  { name: 'notifications', key: ['notifications'], whose: 'person' },
  { name: 'achievements', key: ['achievements'], whose: 'person' },
  { name: 'certificates', key: ['certificates'], whose: 'person' },
  { name: 'results', key: ['test-results'], whose: 'person' },
] as const satisfies readonly { name: string; key: QueryKey; whose: Whose; hasNoCall?: true }[]

export type KeptQuery = (typeof keptQueries)[number]

/** The rule for a query, or undefined: then it is not kept. */
export function ruleOf(queryKey: QueryKey): KeptQuery | undefined {
  return keptQueries.find(({ key }) => key.every((part, index) => part === queryKey[index]))
}

/** Where an entry is kept: with what is public, or with what is this person's. */
export type Place = { readonly kind: 'public' } | { readonly kind: 'person'; readonly ownerId: string }

const everybody: Place = { kind: 'public' }

/** Where such an entry belongs at this moment; null when it is nobody's, or when it is not known whose it is. */
export function placeOf(whose: Whose): Place | null {
  const { status, user } = sessionState()
  if (whose === 'public' || (whose === 'catalogue' && status === 'guest')) return everybody
  // Read from local storage too: a sibling tab may have signed somebody out a moment ago.
  const ownerId = status === 'signed-in' ? (user?.id ?? null) : null
  return ownerId !== null && ownerId === readUserId() ? { kind: 'person', ownerId } : null
}

export function isSamePlace(one: Place | null, other: Place | null): boolean {
  if (one === null || other === null) return false
  if (one.kind === 'person') return other.kind === 'person' && one.ownerId === other.ownerId
  return other.kind === 'public'
}
