import { queryOptions } from '@tanstack/react-query'
import { type PracticeChoice, readPracticeChoice } from '#contract/practice.ts'
import { whereKnown } from '../../http/api-error.ts'
import { tryTimeoutMs } from '../../http/send.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { knownHere } from './practice/practice-copy.ts'

/** What of a purchase may be practised one by one; null where the server knows no such thing. Always asked again. */
export const practiceChoiceQuery = (purchaseId: string) =>
  queryOptions({
    queryKey: ['practice-choice', purchaseId],
    queryFn: ({ signal }) =>
      whereKnown<PracticeChoice | null>(
        sessionRequest(readPracticeChoice, { params: { id: purchaseId } }, { signal, timeout: tryTimeoutMs }),
        null,
      ),
    staleTime: 0,
    gcTime: 0,
    // The training of the specification waits for nobody who wants another one.
    retry: false,
  })

/** What this browser knows of the practices of a purchase by itself. No server is asked. */
export const practiceHereQuery = (ownerId: string | null, purchaseId: string) =>
  queryOptions({
    queryKey: ['practice-here', ownerId, purchaseId],
    queryFn: () => (ownerId === null ? null : knownHere(ownerId, purchaseId)),
    staleTime: 0,
    gcTime: 0,
  })
