import { notifyManager, type Query, type QueryClient, type QueryFunctionContext } from '@tanstack/react-query'
import { unreachable } from '../../http/api-error.ts'
import { readUserId } from '../../session/session-copies.ts'
import { sessionState, subscribeSession } from '../../session/session-state.ts'
import { forgetOthersReplies, forgetPerson } from './cache-db.ts'
import { isSamePlace, keptQueries, type KeptQuery, type Place, placeOf } from './kept-queries.ts'
import type { QueryStore } from './query-store.ts'

type Fetch = (context: QueryFunctionContext) => unknown

/**
 * Lets the listed queries outlive the page: a kept reply is shown immediately and requested again in the background, once a page
 * load. New replies are kept for the next load. A person's entries go when they sign out.
 */
export function keepQueries(client: QueryClient): void {
  for (const rule of keptQueries) {
    client.setQueryDefaults(rule.key, {
      persister: (fetch: Fetch, context: QueryFunctionContext, query: Query) =>
        restoreOrFetch(rule, fetch, context, query),
    })
  }
  forgetWhoLeaves()
}

/** For the start, once the session is known: drops entries of sessions that ended in another way than by a log-out. */
export async function forgetStrangers(): Promise<void> {
  try {
    await forgetOthersReplies(readUserId())
  } catch (error) {
    console.warn('The cache of this browser could not be cleared', error)
  }
}

/** The query's data: on a first visit from the network, else from the kept entry if there is one. */
async function restoreOrFetch(rule: KeptQuery, fetch: Fetch, context: QueryFunctionContext, query: Query) {
  const { whose } = rule
  const hasNoCall = 'hasNoCall' in rule
  const place = placeOf(whose)
  if (place === null) return fetch(context)
  const isEmpty = query.state.data === undefined
  const isFirst = isFirstVisit()
  // Data that the query gets while the entry is being read are newer than the entry.
  const isFilled = () => hasNoCall && query.state.data !== undefined
  if (isEmpty && (hasNoCall || !isFirst)) {
    const kept = await restore(place, whose, query)
    if (kept !== undefined && !isFilled()) return kept
  }
  try {
    const fresh = await fetch(context)
    // Without data there is nothing to keep.
    if (!hasNoCall || isFilled()) keepSoon(place, whose, query)
    return fresh
  } catch (error) {
    const kept = isEmpty && isFirst && unreachable(error) !== null ? await restore(place, whose, query) : undefined
    if (kept === undefined) throw error
    return kept
  }
}

async function restore(place: Place, whose: KeptQuery['whose'], query: Query): Promise<unknown> {
  return (await storeOf(place, whose))?.restore(query)
}

/** Keeps a query's data one tick after its fetch: only then the query has them. */
function keepSoon(place: Place, whose: KeptQuery['whose'], query: Query): void {
  notifyManager.schedule(() => {
    if (isSamePlace(place, placeOf(whose))) void storeOf(place, whose).then((store) => store?.keep(query))
  })
}

/** Without a worker there was hardly an earlier visit: the network is asked first, and the cache only if that fails. */
function isFirstVisit(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller === null
}

/** Deletes a person's entries when they leave. A session that ended under an open page is still theirs. */
function forgetWhoLeaves(): void {
  let owner = sessionState().user?.id ?? null
  subscribeSession(() => {
    const { status, user } = sessionState()
    const now = user?.id ?? null
    if (status === 'ended' || now === owner) return
    const gone = owner
    owner = now
    if (gone !== null) {
      forgetPerson(gone).catch((error: unknown) => console.warn('The cache could not be cleared', error))
    }
  })
}

const stores = new Map<string, Promise<QueryStore | null>>()

/** The store of a place; its code is loaded at first use, not before the page. Null if that failed. */
function storeOf(place: Place, whose: KeptQuery['whose']): Promise<QueryStore | null> {
  const name = place.kind === 'public' ? `public ${whose}` : `person ${place.ownerId}`
  const known = stores.get(name)
  if (known !== undefined) return known
  const opened = import('./query-store.ts').then(
    ({ openQueryStore }) => {
      const store = openQueryStore(place, whose)
      void store.sweep()
      return store
    },
    () => {
      stores.delete(name)
      return null
    },
  )
  stores.set(name, opened)
  return opened
}
