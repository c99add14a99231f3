import { queryOptions } from '@tanstack/react-query'
import type { EndpointReply } from '#contract/endpoint.ts'
import { examResultsStatus, type HandInReply } from '#contract/exam.ts'
import { listTestResults, type Result } from '#contract/result.ts'
import { resultAsks, resultsPollDelay } from '../../engine/poll-schedule.ts'
import { ApiError } from '../../http/api-error.ts'
import { nextPage, type PageFilters } from '../../queries/next-page.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { type ResultState, resultState } from './result-state.ts'

interface Asked {
  readonly dataUpdateCount: number
  readonly errorUpdateCount: number
}

/** Whether the page has asked as often as it does by itself (S9.02); one more ask by a person begins another series. */
export const hasAskedEnough = ({ dataUpdateCount, errorUpdateCount }: Asked) =>
  (dataUpdateCount + errorUpdateCount) % resultAsks === 0

interface Asking {
  /** What the last ask brought: in that series an ask is one try, for the next one comes anyway. */
  readonly known?: ResultState | undefined
  /** The page is that of a training, of which nothing is ever polled (S4.33): the exams' grading says nothing of it. */
  readonly isTraining?: boolean
}

/** The results of a purchase; asked again every 2 s while one is being worked out, at most 60 times (S9.02). */
export const resultQuery = (purchaseId: string, { known, isTraining = false }: Asking = {}) =>
  queryOptions({
    queryKey: ['test-results', purchaseId, ...(isTraining ? ['training'] : [])],
    queryFn: async ({ client, queryKey, signal }) => {
      const said = await readResults(purchaseId, isTraining, signal)
      const before = client.getQueryData<ResultState>(queryKey)
      // A result that is being worked out does not end in nothing: the next ask may find it again (S4.20).
      return said.kind === 'none' && before?.kind === 'processing' ? before : said
    },
    refetchInterval: ({ state }) =>
      state.data?.kind === 'processing' && !hasAskedEnough(state) ? resultsPollDelay() : false,
    refetchIntervalInBackground: true,
    ...(known?.kind === 'processing' && { retry: false }),
  })

/** Another server has no list (404, often as a page), and ours has no grading before the first hand-in. */
async function readResults(purchaseId: string, isTraining: boolean, signal: AbortSignal): Promise<ResultState> {
  const params = { id: purchaseId }
  const [list, grading] = await Promise.all([
    orNothing(readList(purchaseId, signal)),
    isTraining ? null : orNothing<HandInReply>(sessionRequest(examResultsStatus, { params }, { signal })),
  ])
  return resultState(list, grading)
}

/** Pages that are read at most. With 100 rows each there is one, as a rule. */
const mostPages = 4

/** All pages of the list; another server may send it as one. A page that was told to come and does not fails the whole. */
async function readList(purchaseId: string, signal: AbortSignal): Promise<readonly Result[]> {
  const rows = new Map<string, Result>()
  let filters: PageFilters | undefined = { limit: '100' }
  for (let page = 0; filters !== undefined && page < mostPages; page += 1) {
    const call = { params: { id: purchaseId }, query: filters }
    const list: EndpointReply<typeof listTestResults> = await sessionRequest(listTestResults, call, { signal })
    // A result that came meanwhile moves the others on: one that was seen stands once.
    for (const row of list.results) if (!rows.has(row.attempt_id)) rows.set(row.attempt_id, row)
    filters = nextPage(list)
  }
  return [...rows.values()]
}

async function orNothing<Data>(call: Promise<Data>): Promise<Data | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError && error.status_code === 404) return null
    throw error
  }
}
