import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readKept } from '../queries/kept/read-kept.ts'
import { isExamActive } from '../attempt/sync/exam-lock.ts'
import { fetchForLater } from './fetch-for-later.ts'

vi.mock('../queries/kept/read-kept.ts', () => ({ readKept: vi.fn() }))
vi.mock('../attempt/sync/exam-lock.ts', () => ({ isExamActive: vi.fn() }))
vi.mock('../pwa/when-idle.ts', () => ({ whenIdle: (work: () => void) => work() }))

const now = Date.now()
const hour = 3_600_000

/** Opens a page as a guest with a ready worker; returns the keys of its requests. */
async function openPage({ saveData = false } = {}) {
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve() }, connection: { saveData } })
  const client = new QueryClient()
  const asked: string[] = []
  vi.spyOn(client, 'prefetchQuery').mockImplementation(async ({ queryKey }) => {
    asked.push(JSON.stringify(queryKey))
  })
  fetchForLater(client)
  await vi.waitFor(() => expect(vi.mocked(readKept).mock.calls.length + Number(saveData)).toBe(1))
  // The rest follows in promises of this task.
  await new Promise((resolve) => setTimeout(resolve))
  return asked
}

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.mocked(readKept).mockReset().mockResolvedValue(new Map())
  vi.mocked(isExamActive).mockReset().mockResolvedValue(false)
})
afterEach(() => void vi.unstubAllGlobals())

describe('what a page fetches ahead for use without a network', () => {
  it('[C.04] a page with a ready worker fetches legal texts, contacts, examples, tests and bundles on sale ahead', async () => {
    expect(await openPage()).toEqual([
      '["legal","privacyPolicy"]',
      '["legal","termsOfService"]',
      '["legal","newsletter"]',
      '["legal","offer"]',
      '["footer"]',
      '["examples"]',
      '["tests","available",{}]',
      '["tests","bundles"]',
    ])
  })

  it('a page fetches a document ahead again only if its kept copy is older than a day', async () => {
    const kept = (hours: number) => ({ data: null, savedAt: now - hours * hour })
    vi.mocked(readKept).mockResolvedValue(
      new Map([
        ['["legal","privacyPolicy"]', kept(23)],
        ['["legal","offer"]', kept(25)],
        ['["examples"]', kept(0)],
      ]),
    )
    const asked = await openPage()
    expect(asked).not.toContain('["legal","privacyPolicy"]')
    expect(asked).not.toContain('["examples"]')
    expect(asked).toContain('["legal","offer"]')
  })

  it('a page fetches nothing ahead if the person saves data or an exam is active', async () => {
    expect(await openPage({ saveData: true })).toEqual([])
    vi.mocked(isExamActive).mockResolvedValue(true)
    expect(await openPage()).toEqual([])
  })
})
