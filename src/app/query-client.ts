import { QueryClient } from '@tanstack/react-query'
import { queryDefaults } from '../queries/query-defaults.ts'
import { sessionState, subscribeSession } from '../session/session-state.ts'

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
