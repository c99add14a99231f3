import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useCallback, useSyncExternalStore } from 'react'
import { type Staleness, stalenessOf } from './staleness.ts'

type Line = ComponentType<Staleness & { of?: QueryKey | undefined }>

/** Not loaded until something is old. A page whose line cannot be loaded is whole without it. */
const SavedCopyLine = lazy(async (): Promise<{ default: Line }> => {
  try {
    return { default: (await import('./saved-copy-line.tsx')).SavedCopyLine }
  } catch {
    return { default: nothing }
  }
})

const nothing = () => null

/** Says quietly how old the page is, or what the query `of` shows, while the server cannot be reached; else nothing. */
export function SavedCopy({ of }: { of?: QueryKey }) {
  const client = useQueryClient()
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client])
  // A string, so that the many changes of the cache that change nothing here draw nothing.
  const age = () => {
    const staleness = stalenessOf(client, of)
    return staleness === null ? null : `${staleness.reason} ${staleness.savedAt}`
  }
  const seen = useSyncExternalStore(subscribe, age, nothing)
  const staleness = seen === null ? null : stalenessOf(client, of)
  if (staleness === null) return null
  return (
    <Suspense>
      <SavedCopyLine {...staleness} of={of} />
    </Suspense>
  )
}
