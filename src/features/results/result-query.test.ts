// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryDefaults } from '../../queries/query-defaults.ts'
import { hasAskedEnough, resultQuery } from './result-query.ts'
import type { ResultState } from './result-state.ts'

const client = new QueryClient({ defaultOptions: queryDefaults })
const query = resultQuery('purchase')
const stateOf = () => client.getQueryState(query.queryKey)!
let asks = 0
let reply: () => ResultState
let leave: () => void

beforeEach(() => {
  vi.useFakeTimers()
  asks = 0
  reply = () => ({ kind: 'processing', attemptId: 'a1', earlier: [] })
  const page = new QueryObserver(client, {
    ...query,
    queryFn: () => {
      asks += 1
      return reply()
    },
  })
  leave = page.subscribe(() => undefined)
})

afterEach(() => {
  leave()
  client.clear()
  vi.useRealTimers()
})

describe('the page of a result that is being worked out', () => {
  it('[S9.02] asks every 2000 ms, 60 times at most, and says then that it has given up', async () => {
    await vi.advanceTimersByTimeAsync(0)
    expect(asks).toBe(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(asks).toBe(2)
    expect(hasAskedEnough(stateOf())).toBe(false)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asks).toBe(60)
    expect(hasAskedEnough(stateOf())).toBe(true)
  })

  it('[S9.02] counts the asks that failed', async () => {
    await vi.advanceTimersByTimeAsync(20_000)
    reply = () => {
      throw new Error('no answer')
    }
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asks).toBe(60)
  })

  it('asks on when a person asks once more, and ends with the result', async () => {
    await vi.advanceTimersByTimeAsync(600_000)
    void client.refetchQueries({ queryKey: query.queryKey })
    await vi.advanceTimersByTimeAsync(4_000)
    expect(asks).toBe(63)
    reply = () => ({ kind: 'none' })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asks).toBe(64)
  })
})

describe('the list of results', () => {
  const result = (id: string) => ({ status: 'completed', attempt_id: id, mode: 'training', correct: 1, total: 2 })
  const asked: string[] = []
  const answerWith = (pages: Record<string, unknown>) =>
    vi.stubGlobal('fetch', (address: string) => {
      const { pathname, searchParams } = new URL(address, 'https://iq.example')
      if (!pathname.startsWith('/api/test-results/')) return Promise.resolve(Response.json({}, { status: 404 }))
      asked.push(searchParams.get('cursor') ?? '')
      return Promise.resolve(Response.json(pages[asked.at(-1)!]))
    })
  const read = async () => {
    vi.useRealTimers()
    const state = await new QueryClient().fetchQuery(resultQuery('other'))
    return state.kind === 'results' ? [state.newest, ...state.earlier].map(({ attempt_id }) => attempt_id) : state.kind
  }
  afterEach(() => {
    asked.length = 0
    vi.unstubAllGlobals()
  })

  it('is read to its end, page by page; a row that moved meanwhile stands once', async () => {
    const next = '/api/test-results/other/?limit=100&cursor=after_b'
    answerWith({
      '': { count: 3, next, previous: null, results: [result('a'), result('b')] },
      after_b: { count: 3, next: null, previous: null, results: [result('b'), result('c')] },
    })
    expect(await read()).toEqual(['a', 'b', 'c'])
    expect(asked).toEqual(['', 'after_b'])
  })

  it.each([
    ['as one page', { count: 2, results: [result('a'), result('b')] }],
    ['as its rows alone', [result('a'), result('b')]],
  ])('of another server may come %s', async (_how, list) => {
    answerWith({ '': list })
    expect(await read()).toEqual(['a', 'b'])
  })

  it('that names itself as its next page for ever is left', async () => {
    answerWith({
      '': { results: [result('a')], next: '?cursor=again' },
      again: { results: [result('b')], next: '?cursor=again' },
    })
    expect(await read()).toEqual(['a', 'b'])
    expect(asked).toHaveLength(4)
  })
})
