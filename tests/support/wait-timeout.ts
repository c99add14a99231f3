import { vi } from 'vitest'

/** How long a unit test polls, in ms. A busy machine may take more than the default second between two turns of a process. */
const timeoutMs = 15_000

const { waitFor } = vi
vi.waitFor = (isDone, options) =>
  waitFor(isDone, { timeout: timeoutMs, ...(typeof options === 'number' ? { timeout: options } : options) })

if ('document' in globalThis) {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: timeoutMs })
}
