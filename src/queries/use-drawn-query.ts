import { type DefaultError, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/**
 * A query on a page that the build may have drawn. Until React has taken the page over it is pending, whatever a cache
 * already holds: the build knew no data, and a first render that differs from the drawn page would throw it away.
 */
export function useDrawnQuery<FromServer, Data, Key extends QueryKey>(
  options: UseQueryOptions<FromServer, DefaultError, Data, Key>,
) {
  const { data, error, isPending, refetch } = useQuery(options)
  const isTakenOver = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  return isTakenOver ? { data, error, isPending, refetch } : { data: undefined, error: null, isPending: true, refetch }
}

const neverChanges = () => () => {}
