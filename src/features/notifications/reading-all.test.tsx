// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { notificationQueries } from '../../queries/notification-queries.ts'
import { queryDefaults } from '../../queries/query-defaults.ts'
import { useReading } from './use-reading.ts'

let client: QueryClient
/** What the server was asked to mark. */
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

async function read(which: readonly string[] | 'all', shown: readonly string[]): Promise<void> {
  const page = { count: shown.length, next: null, previous: null, unread_count: shown.length, results: shown.map(row) }
  client.setQueryData(notificationQueries.list().queryKey, { pages: [page], pageParams: [{}] } as never)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useReading(), { wrapper })
  await act(() => result.current.mutateAsync(which))
}

describe('what the server is asked to mark as read', () => {
  it('is all up to the newest that was shown: what has come since was seen by nobody', async () => {
    await read('all', ['newest', 'older'])
    expect(asked).toEqual([{ until: 'newest' }])
  })

  it('is what was opened, and nothing older than it', async () => {
    await read(['older'], ['newest', 'older'])
    expect(asked).toEqual([{ ids: ['older'] }])
  })
})
