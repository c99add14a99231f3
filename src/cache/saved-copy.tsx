import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { cacheTexts } from '../messages/cache.ts'
import { moment } from '../messages/formats.ts'
import { Button } from '../ui/button/button.tsx'
import { refreshStale } from './refresh-stale.ts'
import styles from './saved-copy.module.css'
import { stalenessOf } from './staleness.ts'

const nothing = () => null

/** Says quietly how old the page is, or what the query `of` shows, while the server cannot be reached; else nothing. */
export function SavedCopy({ of }: { of?: QueryKey }) {
  const client = useQueryClient()
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client])
  // A string, so that the many changes of the cache that change nothing here draw nothing.
  const age = () => {
    const staleness = stalenessOf(client, of)
    return staleness === null ? null : cacheTexts.savedAt(moment(staleness.savedAt), staleness.reason)
  }
  const seen = useSyncExternalStore(subscribe, age, nothing)
  if (seen === null) return null
  return (
    <div role="status" className={styles.line}>
      <p>{seen}</p>
      <Button variant="link" onClick={() => refreshStale(client, of)}>
        {cacheTexts.askAgain}
      </Button>
    </div>
  )
}
