import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { sessionRequest } from '../session/session-request.ts'
import { ownedTestQuery } from './attempt-queries.ts'

vi.mock('../session/session-request.ts', () => ({ sessionRequest: vi.fn() }))

const idsRead = async () => {
  const { results } = await new QueryClient().fetchQuery(ownedTestQuery)
  return results.map(({ id }) => id)
}

it('the query of owned tests reads every page of the list, and lists a purchase that moved between pages once', async () => {
  vi.mocked(sessionRequest).mockImplementation((async (_: unknown, { query }: { query: { cursor?: string } }) => {
    if (query.cursor === undefined) return { next: '/api/owned-tests/?cursor=2', results: [{ id: 'a' }, { id: 'b' }] }
    return query.cursor === '2'
      ? { next: '/api/owned-tests/?cursor=3', results: [{ id: 'b' }, { id: 'c' }] }
      : { next: null, results: [{ id: 'd' }] }
  }) as never)
  expect(await idsRead()).toEqual(['a', 'b', 'c', 'd'])
})

it('the query of owned tests ends if the pages of the list never do', async () => {
  vi.mocked(sessionRequest).mockImplementation((async () => ({ next: '?cursor=2', results: [{ id: 'a' }] })) as never)
  expect(await idsRead()).toEqual(['a'])
})
