import { type DefaultError, type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { useIsHydrated } from '../ui/use-is-hydrated.ts'

/** What a page was drawn with at build time and its server has not said yet, by the keys of its queries. */
export type PrerenderedReplies = Readonly<Record<string, unknown>>

export const PrerenderedRepliesContext = createContext<PrerenderedReplies>({})

/** Reads the replies that came with this page; none with most. The page and this code are always of one build. */
export function readPrerenderedReplies(): PrerenderedReplies {
  const data = document.getElementById('drawn-replies')?.textContent
  return data ? (JSON.parse(data) as PrerenderedReplies) : {}
}

/**
 * A query on a page that the build may have drawn. Until React has taken the page over it knows what the build knew,
 * whatever a cache already holds; from then on what the build knew is shown only until there is a reply.
 */
export function usePrerenderedQuery<FromServer, Data, Key extends QueryKey>(
  options: UseQueryOptions<FromServer, DefaultError, Data, Key>,
) {
  const { data, error, isPending, refetch } = useQuery(options)
  const drawn = use(PrerenderedRepliesContext)[options.queryKey.join()] as Data | undefined
  const isHydrated = useIsHydrated()
  if (isHydrated && drawn === undefined) return { data, error, isPending, refetch }
  if (isHydrated) return { data: data ?? drawn, error, isPending: false, refetch }
  return { data: drawn, error: null, isPending: drawn === undefined, refetch }
}
