import { type DefaultOptions, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../http/api-error.ts'
import { sessionState, subscribeSession } from '../session/session-state.ts'

/** A retry helps against a lost network or a failing server, never against a refusal. */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (failures >= 2 || !(error instanceof ApiError)) return false
  return error.kind === 'network' || error.status_code >= 500
}

/** Defaults of all queries. `networkMode: always` makes a try whatever the browser says about the network. */
export const queryDefaults: DefaultOptions = {
  queries: { networkMode: 'always', retry: isWorthRetrying, staleTime: 30_000, refetchOnWindowFocus: false },
  mutations: { networkMode: 'always', retry: false },
}

/** The cache of the server's replies. When the person changes, it forgets everything. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({ defaultOptions: queryDefaults })
  let owner = sessionState().user?.id ?? null
  subscribeSession(() => {
    const { status, user } = sessionState()
    const now = user?.id ?? null
    if (status === 'ended' || now === owner) return
    // A stored session may learn its owner's id from the first reply: that is no change of the person.
    if (owner !== null) forgetAll(client)
    // Marks of ownership come only for the owner: the lists of a guest have none.
    else for (const list of ['available', 'bundles']) void client.invalidateQueries({ queryKey: ['tests', list] })
    owner = now
  })
  return client
}

/** Also resets queries that are on the screen: a page that stays shows nothing of the former person, and asks again. */
function forgetAll(client: QueryClient): void {
  client.getMutationCache().clear()
  client.removeQueries({ predicate: (query) => query.getObserversCount() === 0 })
  for (const query of client.getQueryCache().getAll()) query.reset()
  // Later, so that pages which close with the person request nothing.
  setTimeout(() => void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.data === undefined }))
}
