import { afterEach, beforeEach, expect, it, vi } from 'vitest'

type Listener = (event: { data?: unknown; waitUntil: (work: Promise<unknown>) => void }) => void

const skipWaiting = vi.fn(async () => undefined)
const unregister = vi.fn(async () => true)
const remove = vi.fn(async (_name: string) => true)
const query = vi.fn<() => Promise<{ held: { name: string }[] }>>()
const listeners = new Map<string, Listener>()

beforeEach(async () => {
  vi.stubGlobal('self', {
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    skipWaiting,
    registration: { unregister },
  })
  vi.stubGlobal('caches', { keys: async () => ['precache', 'media'], delete: remove })
  vi.stubGlobal('navigator', { locks: { query } })
  vi.resetModules()
  await import('./kill-switch.ts')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  listeners.clear()
})

async function happens(type: string, data?: unknown) {
  let work: Promise<unknown> = Promise.resolve()
  const waitUntil = (promise: Promise<unknown>) => {
    work = promise
  }
  listeners.get(type)!({ data, waitUntil })
  await work
}

it('the kill switch waits while a page holds the lock of an open exam, and takes over when it is asked again', async () => {
  const held: { name: string }[] = []
  query.mockImplementation(async () => ({ held }))
  const request = (name: string, _options: unknown, hold: () => Promise<unknown>) => {
    held.push({ name })
    return hold().finally(() => held.pop())
  }
  vi.stubGlobal('navigator', { locks: { query, request } })
  const { holdExamLock } = await import('../src/attempt/sync/exam-lock.ts')
  const release = holdExamLock()
  await happens('install')
  await happens('message', { type: 'SKIP_WAITING' })
  expect(skipWaiting).not.toHaveBeenCalled()
  release()
  await vi.waitFor(() => expect(held).toEqual([]))
  await happens('message', { type: 'something else' })
  expect(skipWaiting).not.toHaveBeenCalled()
  await happens('message', { type: 'SKIP_WAITING' })
  expect(skipWaiting).toHaveBeenCalledOnce()
})

it('the kill switch assumes a running exam if the browser does not list its locks', async () => {
  query.mockRejectedValue(new Error('no'))
  await happens('install')
  expect(skipWaiting).not.toHaveBeenCalled()
})

it('the kill switch removes every cache and itself', async () => {
  await happens('activate')
  expect(remove.mock.calls).toEqual([['precache'], ['media']])
  expect(unregister).toHaveBeenCalledOnce()
})
