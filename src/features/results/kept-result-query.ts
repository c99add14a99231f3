import { queryOptions } from '@tanstack/react-query'
import { withTimeout } from '../../concurrency/with-timeout.ts'
import { keptTrainingResult } from '../../attempt/replica/submissions.ts'

/** A storage that has not answered by then has nothing for the page to wait for. Milliseconds. */
const timeoutMs = 3_000

/** A training's result that this browser has kept, read from its storage: no server is asked. */
export const keptResultQuery = (ownerId: string | null, purchaseId: string, attempt: string | null) =>
  queryOptions({
    queryKey: ['kept-result', ownerId, purchaseId, attempt],
    queryFn: () => (ownerId === null ? null : withTimeout(keptTrainingResult(ownerId, purchaseId, attempt), timeoutMs)),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
