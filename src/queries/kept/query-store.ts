// A lazy boundary: the first page is shown without it.
import {
  type AsyncStorage,
  experimental_createQueryPersister,
  type PersistedQuery,
} from '@tanstack/query-persist-client-core'
import type { Query } from '@tanstack/react-query'
import { withTimeout } from '../../concurrency/with-timeout.ts'
import { readEntries, readEntry, removeEntry, writeEntry } from './cache-db.ts'
import { isSamePlace, type KeptQuery, type Place, placeOf, ruleOf } from './kept-queries.ts'
import { parseKept } from './read-kept.ts'

/** The version of the entries' form: raised when old entries must not be read any more, not with every build. */
const cacheSchema = '1'

/** Entries that were not renewed for this long are dropped unread. */
const longestLifeMs = 30 * 24 * 3_600_000

/** The longest wait for the cache: the network may reply while a storage hangs. */
const timeoutMs = 2_000

/** The kept entries of one place. Its functions never reject: without its storage the cache is empty. */
export interface QueryStore {
  /** The kept data of a query without data, or undefined. Kept data are requested again in the background. */
  readonly restore: (query: Query) => Promise<unknown>
  readonly keep: (query: Query) => Promise<void>
  /** Drops entries that are too old or of another form. */
  readonly sweep: () => Promise<void>
}

export function openQueryStore(place: Place, whose: KeptQuery['whose']): QueryStore {
  const persister = experimental_createQueryPersister<PersistedQuery>({
    storage: storageOf(place, () => isSamePlace(place, placeOf(whose))),
    buster: cacheSchema,
    maxAge: longestLifeMs,
    prefix: 'query',
    refetchOnRestore: false,
    serialize: ({ buster, queryHash, queryKey, state }) => {
      const { data, dataUpdatedAt, status } = state
      // The library owns the form of a state; we read only these three fields.
      return { buster, queryHash, queryKey, state: { data, dataUpdatedAt, status } as typeof state }
    },
    deserialize: (entry) => ({ ...entry, state: { ...entry.state, data: parsed(entry.queryKey, entry.state.data) } }),
  })
  return {
    restore: (query) => persister.retrieveQuery(query.queryHash, (entry) => renew(query, entry)),
    keep: async (query) => {
      if (query.state.status === 'success' && isReadable(query)) await persister.persistQuery(query)
    },
    sweep: persister.persisterGc,
  }
}

/** Shows the entry's own age, not the moment of reading, and asks the server. */
function renew(query: Query, { state }: PersistedQuery): void {
  query.setState({ dataUpdatedAt: state.dataUpdatedAt })
  // The outcome, also a failure, is in the query's state.
  query.fetch().catch(() => undefined)
}

function parsed(queryKey: Query['queryKey'], data: unknown): unknown {
  const rule = ruleOf(queryKey)
  if (rule === undefined) throw new Error('This query is not one of those that are kept')
  return parseKept(rule.name, data)
}

function isReadable({ queryKey, state }: Query): boolean {
  try {
    parsed(queryKey, state.data)
    return true
  } catch {
    return false
  }
}

function storageOf(place: Place, isStillTheirs: () => boolean): AsyncStorage<PersistedQuery> {
  return {
    getItem: (key) => undefinedOnFailure(readEntry(place, key)),
    setItem: (key, entry) => (isStillTheirs() ? undefinedOnFailure(writeEntry(place, key, entry)) : undefined),
    removeItem: (key) => undefinedOnFailure(removeEntry(place, key)),
    entries: async () => (await undefinedOnFailure(readEntries(place))) ?? [],
  }
}

/** A cache that fails or hangs counts as empty; it never makes the page fail. */
async function undefinedOnFailure<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await withTimeout(work, timeoutMs)
  } catch (error) {
    console.warn('The cache of this browser does not work', error)
    return undefined
  }
}
