// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useReadNewsOf } from './notification-queries.ts'
import { queryDefaults } from './query-client.ts'
import { unreadQuery } from './unread-query.ts'

const client = new QueryClient({ defaultOptions: queryDefaults })
afterEach(() => {
  cleanup()
  client.clear()
  vi.unstubAllGlobals()
})

const row = (id: string, kind: string, read_at: string | null = null) => ({ id, kind, title: id, message: '', read_at })

/** The calls of a page that opens with `unread` notifications. */
async function asked(unread: number, results: ReturnType<typeof row>[]): Promise<unknown[]> {
  const calls: unknown[] = []
  vi.stubGlobal('fetch', async (_: unknown, { method, body }: { method: string; body?: string }) => {
    calls.push(method === 'GET' ? 'list' : JSON.parse(body!))
    return Response.json(method === 'GET' ? { next: null, previous: null, unread_count: unread, results } : {})
  })
  client.setQueryData(unreadQuery.queryKey, unread)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  renderHook(() => useReadNewsOf('achievement', true), { wrapper })
  // When nothing is left to do, all calls have been made.
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  await new Promise((resolve) => setImmediate(resolve))
  return calls
}

describe('news of what a page shows', () => {
  it('a page marks the unread news of its kind as read by id, and no other news', async () => {
    const results = [
      row('new', 'achievement'),
      row('old', 'achievement', '2026-03-05T12:00:00.000Z'),
      row('other', 'security'),
    ]
    await expect.poll(async () => (await asked(2, results)).slice(0, 2)).toEqual(['list', { ids: ['new'] }])
  })

  it('a page requests no news if nothing is unread, and marks nothing if the unread news is of another kind', async () => {
    expect(await asked(0, [])).toEqual([])
    expect(await asked(1, [row('other', 'security')])).toEqual(['list'])
  })
})
