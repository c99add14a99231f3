import { type DefaultError, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { useTakenOver } from '../ui/use-taken-over.ts'
import { DrawnRepliesContext } from './drawn-replies.ts'

/**
 * A query on a page that the build may have drawn. Until React has taken the page over it knows what the build knew,
 * whatever a cache already holds; from then on what the build knew is shown only until there is a reply.
 */
export function useDrawnQuery<FromServer, Data, Key extends QueryKey>(
  options: UseQueryOptions<FromServer, DefaultError, Data, Key>,
) {
  const { data, error, isPending, refetch } = useQuery(options)
  const drawn = use(DrawnRepliesContext)[options.queryKey.join()] as Data | undefined
  const isTakenOver = useTakenOver()
  if (isTakenOver && drawn === undefined) return { data, error, isPending, refetch }
  if (isTakenOver) return { data: data ?? drawn, error, isPending: false, refetch }
  return { data: drawn, error: null, isPending: drawn === undefined, refetch }
}
