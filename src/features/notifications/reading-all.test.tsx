// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rowsOf } from '../../queries/next-page.ts'
import { notificationQueries } from '../../queries/notification-queries.ts'
import { queryDefaults } from '../../queries/query-client.ts'
import { useReading } from './use-reading.ts'

let client: QueryClient
/** The bodies of the calls that mark news as read. */
let asked: unknown[]

beforeEach(() => {
  asked = []
  client = new QueryClient({ defaultOptions: queryDefaults })
  vi.stubGlobal('fetch', async (_: unknown, { body }: { body: string }) => {
    asked.push(JSON.parse(body))
    return Response.json({})
  })
})

afterEach(() => {
  cleanup()
  client.clear()
  vi.unstubAllGlobals()
})

const row = (id: string) => ({ id, title: id, message: '', read_at: null })

const pageOf = (ids: readonly string[]) => ({
  count: ids.length,
  next: null,
  previous: null,
  unread_count: ids.length,
  results: ids.map(row),
})
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)

function show(ids: readonly string[], updatedAt = Date.now()): void {
  const data = { pages: [pageOf(ids)], pageParams: [{}] } as never
  client.setQueryData(notificationQueries.list().queryKey, data, { updatedAt })
}

async function read(which: readonly string[] | 'all', shown: readonly string[]): Promise<void> {
  show(shown)
  const { result } = renderHook(() => useReading(), { wrapper })
  await act(() => result.current.mutateAsync(which))
}

describe('the call that marks notifications as read', () => {
  it('reading all marks notifications only up to the newest shown one, so that later ones stay unread', async () => {
    await read('all', ['newest', 'older'])
    expect(asked).toEqual([{ until: 'newest' }])
  })

  it('opening one notification marks this one alone as read', async () => {
    await read(['older'], ['newest', 'older'])
    expect(asked).toEqual([{ ids: ['older'] }])
  })
})

describe('a list of notifications that loads during a read', () => {
  it('the client reloads an interrupted list of notifications once, after the server has replied to every mark', async () => {
    const calls: string[] = []
    const marks: (() => void)[] = []
    vi.stubGlobal('fetch', async (_: unknown, { method, signal }: { method: string; signal?: AbortSignal }) => {
      calls.push(method)
      if (method === 'POST') {
        await new Promise<void>((resolve) => marks.push(resolve))
        return Response.json({})
      }
      if (calls.length > 1) return Response.json(pageOf(['came since', 'newest', 'older']))
      return new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)))
    })
    // Data of another day is shown immediately, and asked for again.
    show(['newest', 'older'], 0)
    const { result } = renderHook(
      () => ({ list: useInfiniteQuery(notificationQueries.list()), reading: useReading() }),
      { wrapper },
    )
    await vi.waitFor(() => expect(calls).toEqual(['GET']))
    act(() => result.current.reading.mutate(['older']))
    await vi.waitFor(() => expect(marks).toHaveLength(1))
    act(() => result.current.reading.mutate(['newest']))
    await vi.waitFor(() => expect(marks).toHaveLength(2))
    await act(async () => marks[0]!())
    expect(calls).toEqual(['GET', 'POST', 'POST'])
    await act(async () => marks[1]!())
    await vi.waitFor(() =>
      expect(rowsOf(result.current.list.data).map(({ id }) => id)).toEqual(['came since', 'newest', 'older']),
    )
    expect(calls).toEqual(['GET', 'POST', 'POST', 'GET'])
  })
})
