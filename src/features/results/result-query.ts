import { queryOptions } from '@tanstack/react-query'
import { examResultsStatus, type HandInReply } from '#contract/exam.ts'
import { listTestResults, type Result } from '#contract/result.ts'
import { resultsPollDelay } from '../../engine/poll-schedule.ts'
import { ApiError } from '../../http/api-error.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { type ResultState, resultState } from './result-state.ts'

/** The results of a purchase; asked again every 2 s while one is being worked out. */
export const resultQuery = (purchaseId: string) =>
  queryOptions({
    queryKey: ['test-results', purchaseId],
    queryFn: ({ signal }) => readResults(purchaseId, signal),
    refetchInterval: ({ state }) => (state.data?.kind === 'processing' ? resultsPollDelay() : false),
    refetchIntervalInBackground: true,
  })

/** Another server has no list (404, often as a page), and ours has no grading before the first hand-in. */
async function readResults(purchaseId: string, signal: AbortSignal): Promise<ResultState> {
  const params = { id: purchaseId }
  const [list, grading] = await Promise.all([
    orNothing<readonly Result[]>(
      sessionRequest(listTestResults, { params }, { signal }).then(({ results }) => results),
    ),
    orNothing<HandInReply>(sessionRequest(examResultsStatus, { params }, { signal })),
  ])
  return resultState(list, grading)
}

async function orNothing<Data>(call: Promise<Data>): Promise<Data | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError && error.status_code === 404) return null
    throw error
  }
}
