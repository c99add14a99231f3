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
  it('the device check tries the storage, counts the free space, requests persistence and reads the server’s clock', async () => {
    const report = await checkDevice()
    expect(report).toMatchObject({ storageWorks: true, bytesLeft: 3_800, isLasting: true })
    expect(Math.abs(report.server!.offset!)).toBeLessThan(2_000)
  })

  it('[S7.02] the device check calls the server with the person’s token, and without it after a 401', async () => {
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

  it('the device check reports no negative space, and does not request persistence that it already has', async () => {
    storage.estimate.mockResolvedValue({ quota: 1_000, usage: 1_200 })
    storage.persisted.mockResolvedValue(true)
    expect(await checkDevice()).toMatchObject({ bytesLeft: 0, isLasting: true })
    expect(storage.persist).not.toHaveBeenCalled()
  })

  it('the device check reports what fails, and does not fail itself', async () => {
    breakStorage('facts')
    storage.estimate.mockRejectedValue(new TypeError('no estimate'))
    storage.persist.mockRejectedValue(new TypeError('no promise'))
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await checkDevice()).toEqual({ storageWorks: false, bytesLeft: null, isLasting: null, server: null })
  })

  it('the device check ends if the browser has no storage API, or does not answer within 3 s', async () => {
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
