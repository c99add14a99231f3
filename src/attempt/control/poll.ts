import { type QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query'
import { hasSleptThrough } from '../machine/schedule.ts'

interface PollParts<Asked> {
  readonly client: QueryClient
  readonly queryKey: QueryKey
  /** Milliseconds until the next ask, or false when there is none. */
  readonly wait: () => number | false
  /** Sends one ask. Resolves with its outcome: a 404 and a lost network are values here, never errors. */
  readonly ask: () => Promise<Asked>
  readonly onReply: (asked: Asked) => void
  readonly onError: (error: Error) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export interface Poll {
  /** The page woke up: after a long sleep it asks immediately. */
  readonly wake: () => void
  readonly stop: () => void
}

/** A React Query poll. It asks only after `wait`, in hidden tabs too: never at mount, on focus, on reconnect or as a retry. */
export function startPoll<Asked>({ client, queryKey, wait, ask, onReply, onError, now }: PollParts<Asked>): Poll {
  let lastAskEnded = now()
  // An earlier poll of the same key may have left a reply, which would count as the first of this one.
  client.removeQueries({ queryKey, exact: true })
  const observer = new QueryObserver<{ readonly reply: Asked } | null>(client, {
    queryKey,
    // Wrapped, so that two equal replies are two events.
    queryFn: async () => ({ reply: await ask() }),
    // With data in hand the observer waits for its interval before the first ask.
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => (state.fetchStatus === 'fetching' ? false : wait()),
    structuralSharing: false,
  })
  let seen: { readonly reply: Asked } | null = null
  const unsubscribe = observer.subscribe(({ data, error, fetchStatus }) => {
    if (fetchStatus === 'fetching') return
    lastAskEnded = now()
    if (error !== null) onError(error)
    if (data == null || data === seen) return
    seen = data
    onReply(data.reply)
  })
  return {
    wake: () => {
      if (hasSleptThrough(lastAskEnded, now()) && wait() !== false) void observer.refetch({ cancelRefetch: false })
    },
    stop: () => {
      unsubscribe()
      client.removeQueries({ queryKey, exact: true })
    },
  }
}
