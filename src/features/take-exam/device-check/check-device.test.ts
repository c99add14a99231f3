import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { breakStorage } from '../../../../tests/support/broken-storage.ts'
import { checkDevice } from './check-device.ts'

const storage = {
  estimate: vi.fn<() => Promise<StorageEstimate>>(),
  persisted: vi.fn<() => Promise<boolean>>(),
  persist: vi.fn<() => Promise<boolean>>(),
}

beforeEach(() => {
  storage.estimate.mockResolvedValue({ quota: 5_000, usage: 1_200 })
  storage.persisted.mockResolvedValue(false)
  storage.persist.mockResolvedValue(true)
  vi.stubGlobal('navigator', { storage })
  vi.stubGlobal('fetch', async () => Response.json({}, { headers: { date: new Date().toUTCString() } }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.resetAllMocks()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('[C.06] the check of a device before an exam', () => {
  it('writes and reads, counts the space that is left, asks to be kept and looks at the server’s clock', async () => {
    const report = await checkDevice()
    expect(report).toMatchObject({ storageWorks: true, bytesLeft: 3_800, isLasting: true })
    expect(Math.abs(report.server!.offset!)).toBeLessThan(2_000)
  })

  it('[S7.02] asks the server as the person, and as a guest where their token holds no more', async () => {
    const bearers: (string | null)[] = []
    vi.stubGlobal('localStorage', { getItem: (key: string) => ({ access: 'a1', refresh: 'r1' })[key] ?? null })
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      const bearer = new Headers(init.headers).get('authorization')
      bearers.push(bearer)
      return bearer === null ? Response.json({}) : Response.json({ detail: 'Session expired' }, { status: 401 })
    })
    expect((await checkDevice()).server).not.toBeNull()
    expect(bearers).toEqual(['Bearer a1', null])
  })

  it('finds no space below none, and asks for no promise that it has', async () => {
    storage.estimate.mockResolvedValue({ quota: 1_000, usage: 1_200 })
    storage.persisted.mockResolvedValue(true)
    expect(await checkDevice()).toMatchObject({ bytesLeft: 0, isLasting: true })
    expect(storage.persist).not.toHaveBeenCalled()
  })

  it('finds what fails, and fails of nothing itself', async () => {
    breakStorage('facts')
    storage.estimate.mockRejectedValue(new TypeError('no estimate'))
    storage.persist.mockRejectedValue(new TypeError('no promise'))
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await checkDevice()).toEqual({ storageWorks: false, bytesLeft: null, isLasting: null, server: null })
  })

  it('ends where the browser says nothing of its storage, or never answers', async () => {
    vi.stubGlobal('navigator', {})
    expect(await checkDevice()).toMatchObject({ storageWorks: true, bytesLeft: null, isLasting: null })
    vi.stubGlobal('navigator', { storage })
    storage.persist.mockReturnValue(new Promise(() => undefined))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const checking = checkDevice()
    await vi.waitFor(() => expect(storage.persist).toHaveBeenCalled())
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await checking).toMatchObject({ storageWorks: true, bytesLeft: 3_800, isLasting: null })
  })
})
