import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Practice } from '#contract/practice.ts'

/** The server's reply to a call, by the call's name. It may throw. */
let reply: (name: string) => unknown
const calls: string[] = []
const limits: Record<string, number | undefined> = {}
vi.mock('../../../session/session-request.ts', () => ({
  sessionRequest: async (
    { name }: Endpoint,
    { body }: { body?: { question_id?: string } },
    { timeout }: { timeout?: number } = {},
  ) => {
    limits[name] = timeout
    calls.push(body?.question_id ?? name)
    return reply(name)
  },
}))

/** The modules of a window that has just opened. */
async function openWindow() {
  vi.resetModules()
  const [log, copy, query, errors, db] = await Promise.all([
    import('./practice-log.ts'),
    import('./practice-copy.ts'),
    import('./practice-query.ts'),
    import('../../../http/api-error.ts'),
    import('./practice-db.ts'),
  ])
  return { ...log, ...copy, ...query, ...errors, ...db }
}

let here: Awaited<ReturnType<typeof openWindow>>
beforeEach(async () => {
  const tokens = { access: 'a', refresh: 'r', user_id: 'anna' }
  vi.stubGlobal('localStorage', { getItem: (name: keyof typeof tokens) => tokens[name] ?? null })
  vi.stubGlobal('reportError', vi.fn())
  ofBuild('one')
  indexedDB = new IDBFactory()
  calls.length = 0
  reply = takes
  here = await openWindow()
  await here.keepAnswer(last, 'q1', 'x')
  await here.keepEnd(last)
})

/** The page's script, which names the build of the app. */
const ofBuild = (name: string) =>
  vi.stubGlobal('document', { querySelectorAll: () => [{ src: `https://iq.example/assets/${name}.js` }] })

const last = { ownerId: 'anna', purchaseId: 'bought', attemptId: 'a1' }
const next: Practice = {
  attempt_id: 'a2',
  is_open: true,
  test: { id: 't', slug: 's', type: 'verbal', title: '' },
  questions: [{ id: 'q1', kind: 'single', prompt: '?' }],
  verdicts: [],
}
const takes = (name: string) => (name === 'beginPractice' ? next : name === 'readPracticeChoice' ? { open: null } : {})
const refuses = (name: string) => {
  if (name !== 'answerPractice') return takes(name)
  throw new here.ApiError({ kind: 'reply', status_code: 400, code: 'unknown_question' })
}
const stumbles = (name: string, retry_after?: number) => {
  if (name !== 'answerPractice') return takes(name)
  throw new here.ApiError({ kind: 'reply', status_code: 503, ...(retry_after && { retry_after }) })
}

const address = (purchaseId = 'bought') => ({
  ownerId: 'anna',
  purchaseId,
  startKey: 'key of the next',
  request: { size: 5 as const, only: null },
})
const open = (purchaseId?: string) =>
  new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }).fetchQuery(
    here.practiceQuery(address(purchaseId)),
  )

describe('a practice that begins where answers of the last one wait', () => {
  it('begins after they have come, and its end', async () => {
    expect(await open()).toEqual(next)
    expect(calls).toEqual(['q1', 'finishPractice', 'beginPractice'])
    expect(await here.waitingLogs('anna')).toEqual([])
  })

  it('does not begin while the server does not take them; a try of the person waits for no planned one', async () => {
    reply = stumbles
    await expect(open()).rejects.toBeInstanceOf(here.AnswersWait)
    expect(calls).toEqual(['q1', 'readPracticeChoice'])
    reply = takes
    expect(await open()).toEqual(next)
    expect(calls.slice(2)).toEqual(['q1', 'finishPractice', 'beginPractice'])
  })

  it('begins although the server would not take them; a newer build tries them before', async () => {
    reply = refuses
    expect(await open()).toEqual(next)
    expect(await open()).toEqual(next)
    expect(calls).toEqual(['q1', 'beginPractice', 'beginPractice'])
    calls.length = 0
    reply = takes
    ofBuild('two')
    await here.withPracticeDb((db) => db.clear('copies'))
    await open()
    expect(calls).toEqual(['q1', 'finishPractice', 'beginPractice'])
  })

  it('leaves a server alone that has asked for a pause', async () => {
    reply = (name) => stumbles(name, 60_000)
    await expect(open()).rejects.toBeInstanceOf(here.AnswersWait)
    reply = takes
    await expect(open()).rejects.toBeInstanceOf(here.AnswersWait)
    expect(calls).toEqual(['q1', 'readPracticeChoice', 'readPracticeChoice'])
  })

  it('waits for nothing where it was begun before: on this device, or on another', async () => {
    reply = (name) => (name === 'readPracticeChoice' ? { open: { start_key: address().startKey } } : stumbles(name))
    expect(await open()).toEqual(next)
    expect(calls).toEqual(['q1', 'readPracticeChoice', 'beginPractice'])
    expect(await open()).toEqual(next)
    expect(calls.slice(3)).toEqual(['beginPractice'])
  })

  it('waits for no lost reply without end, on its way in', async () => {
    reply = stumbles
    await expect(open()).rejects.toBeInstanceOf(here.AnswersWait)
    reply = takes
    await open()
    expect([limits.readPracticeChoice, limits.beginPractice]).toEqual([15_000, 15_000])
  })

  it('waits for none of another purchase', async () => {
    reply = stumbles
    expect(await open('another')).toEqual(next)
    expect(calls).toEqual(['beginPractice'])
  })
})
