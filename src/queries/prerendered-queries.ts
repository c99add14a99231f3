import { type DefaultError, type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { useIsHydrated } from '../ui/use-is-hydrated.ts'

/** The data with which the build drew a page, by the keys of its queries; shown until the server replies. */
export type PrerenderedReplies = Readonly<Record<string, unknown>>

export const PrerenderedRepliesContext = createContext<PrerenderedReplies>({})

/** The replies inside this page; most pages have none. Page and code are always of one build. */
export function readPrerenderedReplies(): PrerenderedReplies {
  const data = document.getElementById('drawn-replies')?.textContent
  return data ? (JSON.parse(data) as PrerenderedReplies) : {}
}

/** A query on a drawn page. It returns the build's data until hydration, whatever a cache holds, and then until a reply. */
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
