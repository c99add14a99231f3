import { vi } from 'vitest'

/**
 * How long a unit test waits for what comes about by itself, in ms. The runners' own second is less than a busy machine may
 * take between two turns of one process.
 */
const timeoutMs = 15_000

const { waitFor } = vi
vi.waitFor = (isDone, options) =>
  waitFor(isDone, { timeout: timeoutMs, ...(typeof options === 'number' ? { timeout: options } : options) })

if ('document' in globalThis) {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: timeoutMs })
}
