import type { QueryClient } from '@tanstack/react-query'
import type { Result } from '#contract/result.ts'
import type { ResultInWork, ResultState } from '../../queries/result-state.ts'

/**
 * A reply has just brought this result: its page shows it at once, before the other results of the purchase that it lists.
 * Where the server gives no figures, the page asks for the result itself. The key is that of the page's query, by its letters: a module
 * that both import would bring the code of the cabinet along to the first question.
 */
export function seedResult(client: QueryClient, purchaseId: string, result: Result): void {
  if (result.total == null && result.score == null) return
  client.setQueryData<ResultState>(keyOf(purchaseId), (known) => {
    const earlier = resultsIn(known).filter(({ attempt_id }) => attempt_id !== result.attempt_id)
    return { kind: 'results', newest: result, earlier }
  })
}

/** The server has just said that it grades: the page of the result waits, and asks from now on. */
export function seedWork(
  client: QueryClient,
  purchaseId: string,
  { attemptId, receipt }: Pick<ResultInWork, 'attemptId' | 'receipt'>,
): void {
  client.setQueryData<ResultState>(keyOf(purchaseId), (known) => {
    return { kind: 'processing', attemptId, receipt, earlier: resultsIn(known), asked: 0, isPage: false }
  })
}

const keyOf = (purchaseId: string) => ['test-results', purchaseId]

function resultsIn(known: ResultState | undefined): readonly Result[] {
  const newest = known?.kind === 'results' ? [known.newest] : []
  return known !== undefined && 'earlier' in known ? [...newest, ...known.earlier] : newest
}
