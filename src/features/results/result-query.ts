import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { EndpointReply } from '#contract/endpoint.ts'
import { examResultsStatus, type SubmissionReply } from '#contract/exam.ts'
import { listTestResults, type Result } from '#contract/result.ts'
import { isWorking } from '../../attempt/machine/acknowledged.ts'
import { resultAsks, resultsPollDelay } from '../../attempt/machine/schedule.ts'
import {
  keptTrainingResult,
  noteGraded,
  noteResultsAsked,
  type SubmissionInWork,
  submissionInWork,
} from '../../attempt/replica/submissions.ts'
import { withTimeout } from '../../concurrency/with-timeout.ts'
import { ApiError, whereKnown } from '../../http/api-error.ts'
import { isPassingStatus } from '../../http/reply.ts'
import { tryTimeoutMs } from '../../http/send.ts'
import { refreshAfterGrade } from '../../queries/attempt-queries.ts'
import { nextPage, type PageFilters } from '../../queries/next-page.ts'
import { inWork, type ResultInWork, type ResultState, resultState } from '../../queries/result-state.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { currentUserId } from '../../session/session-state.ts'

interface Asking {
  /** The page of a training. It never polls (S4.33), because the grading call is about exams only. */
  readonly isTraining?: boolean
}

/** The results of a purchase. Polls every 2 s while one is being graded, at most 60 times (S9.02). */
export const resultQuery = (purchaseId: string, { isTraining = false }: Asking = {}) =>
  queryOptions({
    queryKey: ['test-results', purchaseId, ...(isTraining ? ['training'] : [])],
    queryFn: async ({ client, queryKey, signal }): Promise<ResultState> => {
      const call: Call = { purchaseId, signal }
      if (isTraining) return resultState(await listWhereKnown(call), null)
      const before = workIn(client.getQueryData<ResultState>(queryKey))
      const taken = takenHere(purchaseId)
      void taken.then((kept) => countAsk(kept, before)).catch(report)
      const said = await (before === null ? ask(call, taken) : askAgain(call, before))
      if (said.kind === 'processing') return said
      void taken.then((kept) => kept && noteGraded(kept.draftId)).catch(report)
      if (before !== null) refreshAfterGrade(client)
      return said
    },
    refetchInterval: ({ state: { status, data } }) =>
      status !== 'error' && data?.kind === 'processing' && !hasAskedEnough(data) ? resultsPollDelay() : false,
    refetchIntervalInBackground: true,
    // A page whose timers slept asks immediately when it gets the focus. Otherwise its data is not stale yet.
    refetchOnWindowFocus: ({ state: { data } }) => data?.kind === 'processing' && !hasAskedEnough(data),
  })

/** Whether the page has used up its own asks (S9.02). `startNewAsks` gives it another series. */
export const hasAskedEnough = ({ asked }: ResultInWork) => asked >= resultAsks

/** Begins another series of asks, when a person wants one. */
export function startNewAsks(client: QueryClient, purchaseId: string): void {
  const { queryKey } = resultQuery(purchaseId)
  client.setQueryData<ResultState>(queryKey, (known) => (known?.kind === 'processing' ? { ...known, asked: 0 } : known))
  void client.refetchQueries({ queryKey, exact: true })
}

const workIn = (state: ResultState | undefined) => (state?.kind === 'processing' ? state : null)

interface Call {
  readonly purchaseId: string
  readonly signal: AbortSignal
}

/** The page waits this long for this browser's storage, then continues without it. */
const storageTimeoutMs = 3_000

/** Counts an ask when it is sent, so that a reload does not begin at zero. */
async function countAsk(taken: SubmissionInWork | null, before: ResultInWork | null): Promise<void> {
  if (taken === null) return
  await noteResultsAsked(taken.draftId, 1 + (before?.asked ?? taken.resultsAsked ?? 0))
}

const report = (error: unknown) => console.warn('What was handed in cannot be read or noted', error)

/** The newest submission of this browser without a known grade. Null without one, or where the storage fails or is slow. */
async function takenHere(purchaseId: string): Promise<SubmissionInWork | null> {
  const ownerId = currentUserId()
  if (ownerId === null) return null
  try {
    return await withTimeout(submissionInWork(ownerId, purchaseId, Date.now()), storageTimeoutMs)
  } catch (error) {
    report(error)
    return null
  }
}

/**
 * The first ask. Another server has no list (404, often as a page), and ours has no grading before the first submission. A server
 * that does not mention a grading known to this browser may do so at the next ask (S4.20).
 */
async function ask(call: Call, kept: Promise<SubmissionInWork | null>): Promise<ResultState> {
  const [list, grading, taken] = await Promise.all([
    listWhereKnown(call),
    whereKnown<SubmissionReply | null>(readGrading(call), null),
    kept,
  ])
  const said = resultState(list, grading)
  const isKnown = list?.some(({ attempt_id }) => attempt_id === taken?.attemptId) ?? false
  if (said.kind === 'processing') {
    const isOurs = taken !== null && (said.attemptId === null || said.attemptId === taken.attemptId)
    return { ...said, asked: 1 + (taken?.resultsAsked ?? 0), receipt: isOurs ? taken.receipt : null }
  }
  if (grading !== null || taken === null || isKnown) return said
  const { attemptId, receipt, resultsAsked = 0 } = taken
  return inWork({ attemptId, earlier: list ?? [], receipt, asked: 1 + resultsAsked })
}

/** One more ask of a series. A failure that may pass counts as an ask, because the next one follows anyway. */
async function askAgain(call: Call, before: ResultInWork): Promise<ResultState> {
  const asked = before.asked + 1
  try {
    const grading: SubmissionReply = await readGrading(call, { timeout: tryTimeoutMs })
    if (!isWorking(grading)) return resultState(await orKnown(readList(call), before.earlier), grading)
    const attemptId = grading.attempt_id ?? before.attemptId
    const earlier = before.asked === 0 ? await orKnown(readList(call), before.earlier) : before.earlier
    const receipt = attemptId === before.attemptId ? before.receipt : null
    return { ...before, attemptId, earlier, receipt, asked, isPage: false }
  } catch (error) {
    if (call.signal.aborted || !mayPass(error)) throw error
    return { ...before, asked, isPage: isPageError(error) }
  }
}

const readGrading = ({ purchaseId, signal }: Call, options = {}) =>
  sessionRequest(examResultsStatus, { params: { id: purchaseId } }, { ...options, signal })

/** Whether the next ask may succeed (S4.20): after a 404, a retryable status, or anything but the server's own JSON. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.kind !== 'reply' || error.status_code === 404 || isPassingStatus(error.status_code)
}

/** Whether to report a page in place of JSON to the person (S8.10). A page with 404 is how another server says "nothing yet". */
const isPageError = (error: unknown) => error instanceof ApiError && error.kind === 'html' && error.status_code !== 404

/** The list; where it fails, the known results, so that the grade is shown anyway. */
async function orKnown(list: Promise<readonly Result[]>, known: readonly Result[]): Promise<readonly Result[]> {
  try {
    return await list
  } catch (error) {
    if (error instanceof ApiError) return known
    throw error
  }
}

/** Pages read at most. With 100 rows each there is usually one. */
const mostPages = 4

/** All pages of the list, up to `mostPages`; another server may send one page. Rejects if any announced page fails. */
async function readList({ purchaseId, signal }: Call): Promise<readonly Result[]> {
  const rows = new Map<string, Result>()
  let filters: PageFilters | undefined = { limit: '100' }
  for (let page = 0; filters !== undefined && page < mostPages; page += 1) {
    const call = { params: { id: purchaseId }, query: filters }
    const list: EndpointReply<typeof listTestResults> = await sessionRequest(listTestResults, call, { signal })
    // A result that arrives between two pages shifts the others, so a row may come twice. It is kept once.
    for (const row of list.results) if (!rows.has(row.attempt_id)) rows.set(row.attempt_id, row)
    filters = nextPage(list)
  }
  return [...rows.values()]
}

const listWhereKnown = (call: Call) => whereKnown<readonly Result[] | null>(readList(call), null)

/** The page waits this long for this browser's storage, then continues without it. */
const timeoutMs = 3_000

/** A training's result that this browser has kept. Reads its storage and calls no server. */
export const keptResultQuery = (ownerId: string | null, purchaseId: string, attempt: string | null) =>
  queryOptions({
    queryKey: ['kept-result', ownerId, purchaseId, attempt],
    queryFn: () => (ownerId === null ? null : withTimeout(keptTrainingResult(ownerId, purchaseId, attempt), timeoutMs)),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
