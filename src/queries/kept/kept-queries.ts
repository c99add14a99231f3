import type { QueryKey } from '@tanstack/react-query'
import { readUserId } from '../../session/session-copies.ts'
import { sessionState } from '../../session/session-state.ts'

/**
 * public: the same for everybody, stays at a log-out · person: deleted with the person's log-out · catalogue: the tests on
 * sale, public for a guest, personal for a person because of their own marks.
 */
type Whose = 'public' | 'person' | 'catalogue'

/** The queries whose replies outlive the page, by the beginnings of their keys. No others do. */
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
  // Filled from other replies, without a call of its own (`hasNoCall`): after a reload only the kept entry is known.
  { name: 'expired', key: ['purchases', 'expired'], whose: 'person', hasNoCall: true },
  { name: 'notifications', key: ['notifications'], whose: 'person' },
  { name: 'achievements', key: ['achievements'], whose: 'person' },
  { name: 'certificates', key: ['certificates'], whose: 'person' },
  { name: 'results', key: ['test-results'], whose: 'person' },
] as const satisfies readonly { name: string; key: QueryKey; whose: Whose; hasNoCall?: true }[]

export type KeptQuery = (typeof keptQueries)[number]

/** The rule for a query; undefined: it is not kept. */
export function ruleOf(queryKey: QueryKey): KeptQuery | undefined {
  return keptQueries.find(({ key }) => key.every((part, index) => part === queryKey[index]))
}

/** Where an entry is kept: with the public ones, or with one person's. */
export type Place = { readonly kind: 'public' } | { readonly kind: 'person'; readonly ownerId: string }

const everybody: Place = { kind: 'public' }

/** The place of an entry at this moment; null if nobody owns it or its owner is unknown. */
export function placeOf(whose: Whose): Place | null {
  const { status, user } = sessionState()
  if (whose === 'public' || (whose === 'catalogue' && status === 'guest')) return everybody
  // localStorage decides, too: a sibling tab may have signed the person out a moment ago.
  const ownerId = status === 'signed-in' ? (user?.id ?? null) : null
  return ownerId !== null && ownerId === readUserId() ? { kind: 'person', ownerId } : null
}

export function isSamePlace(one: Place | null, other: Place | null): boolean {
  if (one === null || other === null) return false
  if (one.kind === 'person') return other.kind === 'person' && one.ownerId === other.ownerId
  return other.kind === 'public'
}
