import { type FetchQueryOptions, hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { readKept } from '../queries/kept/read-kept.ts'
import { isExamActive } from '../attempt/sync/exam-lock.ts'
import { whenIdle } from '../pwa/when-idle.ts'
import { availableTestsQuery } from '../queries/available-tests.ts'
import { bundlesQuery } from '../queries/bundles-query.ts'
import { catalogQueries } from '../queries/catalog-queries.ts'
import { exampleQueries, faqQuery } from '../queries/reading-queries.ts'
import { rowsOf } from '../queries/next-page.ts'
import { legalQueries } from '../queries/legal-queries.ts'
import { sessionState, subscribeSession } from '../session/session-state.ts'
import { footerQuery } from '../queries/footer-query.ts'

/** Kept data younger than this are not fetched again. */
const freshForMs = 24 * 3_600_000

/**
 * Fetches public data, so that pages that were never visited open without a network. Begins after the worker has kept their
 * code, in idle moments, one call after another. Does nothing if the person saves data.
 */
export function fetchForLater(client: QueryClient): void {
  if (!('serviceWorker' in navigator) || savesData()) return
  let fetchedFor: string | null | undefined
  const begin = () => {
    const { status, user } = sessionState()
    // The tests on sale carry a person's marks, and that person is not known yet, or has no session any more.
    if (status === 'ended' || (status === 'signed-in' && user === null)) return
    const owner = user?.id ?? null
    if (owner === fetchedFor) return
    fetchedFor = owner
    whenIdle(() => void fetchWhatIsOld(client))
  }
  // No limit: if no worker becomes active, nothing is kept for later, and nobody waits for this.
  void navigator.serviceWorker.ready.then(() => {
    begin()
    subscribeSession(begin)
  })
}

/** A call that fails stops nothing; the next page load repeats it. */
async function fetchWhatIsOld(client: QueryClient): Promise<void> {
  const kept = await readKept()
  const isDue = async (queryKey: QueryKey) => {
    const { savedAt = 0 } = kept.get(hashKey(queryKey)) ?? {}
    return Date.now() - savedAt > freshForMs && !(await isExamActive())
  }
  const fetch = async <Data, Key extends QueryKey>(query: FetchQueryOptions<Data, Error, Data, Key>) => {
    if (await isDue(query.queryKey)) await client.prefetchQuery({ ...query, retry: false })
  }
  for (const kind of ['privacyPolicy', 'termsOfService', 'newsletter', 'offer'] as const) {
    await fetch(legalQueries.text(kind))
  }
  await fetch(footerQuery)
  await fetch(exampleQueries.all())
  await fetch(availableTestsQuery())
  await fetch(bundlesQuery)
  // Guests cannot open the other pages.
  if (sessionState().status !== 'signed-in') return
  await fetch(faqQuery)
  const catalogue = catalogQueries.pages({})
  if (await isDue(catalogue.queryKey)) await client.prefetchInfiniteQuery({ ...catalogue, retry: false })
  const loaded = client.getQueryData(catalogue.queryKey)
  // The contract has parsed the kept data, like a reply.
  const onSale = loaded ?? (kept.get(hashKey(catalogue.queryKey))?.data as typeof loaded)
  for (const test of rowsOf(onSale)) {
    await fetch(availableTestsQuery({ slug: test.slug ?? test.id }))
    await fetch(catalogQueries.info(test))
  }
}

/** Whether the person saves data. Only Chromium has this property, and TypeScript does not know it. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
