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
