import type { KeptQuery } from './kept-queries.ts'
import type { Place } from './place.ts'
import type { QueryStore } from './query-store.ts'

const stores = new Map<string, Promise<QueryStore | null>>()

/** The code that keeps is loaded when it is needed first, and not before the page. null: it could not be loaded. */
export function storeOf(place: Place, whose: KeptQuery['whose']): Promise<QueryStore | null> {
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
