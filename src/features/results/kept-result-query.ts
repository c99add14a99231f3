import { queryOptions } from '@tanstack/react-query'
import { keptTrainingResult } from '../../storage/outbox.ts'

/** A training's result that this browser has kept, read from its storage: no server is asked. */
export const keptResultQuery = (ownerId: string | null, purchaseId: string, attempt: string | null) =>
  queryOptions({
    queryKey: ['kept-result', ownerId, purchaseId, attempt],
    queryFn: () => (ownerId === null ? null : keptTrainingResult(ownerId, purchaseId, attempt)),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
