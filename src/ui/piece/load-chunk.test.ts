import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChunkLoadError, chunkTimeoutMs, loadWithTimeout } from './load-chunk.ts'

const Page = () => null

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a page chunk', () => {
  it('[S2.11] a page chunk that comes at the last moment is still used', async () => {
    const late = () => new Promise<typeof Page>((resolve) => setTimeout(() => resolve(Page), chunkTimeoutMs - 1))
    const loading = loadWithTimeout(late)
    await vi.advanceTimersByTimeAsync(chunkTimeoutMs - 1)
    await expect(loading).resolves.toBe(Page)
  })

  it('[S9.09] [S8.24] a page chunk that does not come raises a ChunkLoadError after 120 seconds', async () => {
    expect(chunkTimeoutMs).toBe(120_000)
    const loading = loadWithTimeout(() => new Promise(() => undefined)).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(await loading).toBeInstanceOf(ChunkLoadError)
  })

  it('[S8.24] a page chunk that cannot be fetched raises a ChunkLoadError', async () => {
    const lost = new TypeError('Failed to fetch dynamically imported module')
    await expect(loadWithTimeout(() => Promise.reject(lost))).rejects.toMatchObject({
      name: 'ChunkLoadError',
      cause: lost,
    })
  })
})
