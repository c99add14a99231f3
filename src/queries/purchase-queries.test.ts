import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { sessionRequest } from '../session/session-request.ts'
import { rowsOf } from './next-page.ts'
import { purchaseQueries, renewOwned } from './purchase-queries.ts'

vi.mock('../session/session-request.ts', () => ({ sessionRequest: vi.fn() }))

const listOf = (...ids: string[]) => ({ count: ids.length, results: ids.map((id) => ({ id })) }) as never

it('the list of owned tests is requested again if a purchase happened while the list was on its way', async () => {
  const client = new QueryClient()
  let answer: () => void = () => undefined
  const late = new Promise<never>((resolve) => (answer = () => resolve(listOf('old'))))
  const asked = vi.mocked(sessionRequest).mockReturnValueOnce(late).mockResolvedValueOnce(listOf('new', 'old'))
  const observer = new InfiniteQueryObserver(client, purchaseQueries.owned())
  const stop = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce())
  renewOwned(client)
  answer()
  await vi.waitFor(() => expect(observer.getCurrentResult().fetchStatus).toBe('idle'))
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBeDefined())
  expect(rowsOf(observer.getCurrentResult().data).map(({ id }) => id)).toEqual(['new', 'old'])
  stop()
})
