import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { standingRevocations } from '../src/storage/revocations.ts'
import { mirrorSignOut } from '../src/storage/session-mirror.ts'

const call = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()

beforeEach(() => {
  vi.stubGlobal('fetch', call)
  vi.stubGlobal('location', { origin: 'https://iq.example' })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('reportError', (error: unknown) => expect.unreachable(String(error)))
})
afterEach(() => void vi.unstubAllGlobals())

async function wake(tag = 'deliver'): Promise<unknown> {
  const { onSync } = await import('./sync.ts')
  let work: Promise<unknown> | null = null
  onSync({
    tag,
    waitUntil: (promise: Promise<unknown>) => {
      work = promise
    },
  } as SyncEvent)
  return work
}

it('[S4.05] tells the server of a log-out that it has not heard of, when no window is open', async () => {
  await mirrorSignOut('r1', 0, Date.now())
  call.mockRejectedValue(new TypeError('no network'))
  await expect(wake()).rejects.toThrow('yet')

  call.mockImplementation(async () => Response.json({ detail: 'ok' }))
  await wake()
  const [address, init] = call.mock.calls.at(-1)!
  expect(new URL(address, 'https://iq.example').pathname).toBe('/api/auth/revoke/')
  expect(init.body).toBe('{"refresh":"r1"}')
  expect(new Headers(init.headers).has('authorization')).toBe(false)
  expect(await standingRevocations()).toEqual([])

  call.mockClear()
  await wake()
  await wake('of another release')
  expect(call).not.toHaveBeenCalled()
})
