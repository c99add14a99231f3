import { type DefaultOptions, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../http/api-error.ts'
import { sessionState, subscribeSession } from '../session/session-state.ts'

/** Asking again helps against a lost network or a stumbling server, never against a clear no. */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (failures >= 2 || !(error instanceof ApiError)) return false
  return error.kind === 'network' || error.status_code >= 500
}

/**
 * How the server is asked where a query says nothing else. `networkMode: always`: the browser's opinion about the network
 * is not asked, a try is.
 */
export const queryDefaults: DefaultOptions = {
  queries: { networkMode: 'always', retry: isWorthRetrying, staleTime: 30_000, refetchOnWindowFocus: false },
  mutations: { networkMode: 'always', retry: false },
}

/** What the server said. What belongs to a person is forgotten when the person changes. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({ defaultOptions: queryDefaults })
  let owner = sessionState().user?.id ?? null
  subscribeSession(() => {
    const { status, user } = sessionState()
    const now = user?.id ?? null
    if (status === 'ended' || now === owner) return
    // A stored session learns its owner's id with the first reply: that is no change of person.
    if (owner !== null) forgetAll(client)
    // What is owned is said only to its owner: the lists that a guest saw do not know it.
    else for (const list of ['available', 'bundles']) void client.invalidateQueries({ queryKey: ['tests', list] })
    owner = now
  })
  return client
}

/** What is on the screen goes too: a page that stays there shows nothing of the person before, and asks again. */
function forgetAll(client: QueryClient): void {
  client.getMutationCache().clear()
  client.removeQueries({ predicate: (query) => query.getObserversCount() === 0 })
  for (const query of client.getQueryCache().getAll()) query.reset()
  // Later, because pages that close with the person ask for nothing.
  setTimeout(() => void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.data === undefined }))
}
