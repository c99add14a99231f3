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

describe('a new practice while answers of the last practice wait', () => {
  it('a new practice begins after the waiting answers and the end of the last practice are delivered', async () => {
    expect(await open()).toEqual(next)
    expect(calls).toEqual(['q1', 'finishPractice', 'beginPractice'])
    expect(await here.waitingLogs('anna')).toEqual([])
  })

  it('a new practice does not begin while the waiting answers get 503, and the person’s next try sends them immediately', async () => {
    reply = stumbles
    await expect(open()).rejects.toBeInstanceOf(here.AnswersWait)
    expect(calls).toEqual(['q1', 'readPracticeChoice'])
    reply = takes
    expect(await open()).toEqual(next)
    expect(calls.slice(2)).toEqual(['q1', 'finishPractice', 'beginPractice'])
  })

  it('a new practice begins although the server refused the waiting answers, and a newer build sends them first again', async () => {
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

  it('a new practice sends no waiting answers to a server that has asked for a pause', async () => {
    reply = (name) => stumbles(name, 60_000)
    await expect(open()).rejects.toBeInstanceOf(here.AnswersWait)
    reply = takes
    await expect(open()).rejects.toBeInstanceOf(here.AnswersWait)
    expect(calls).toEqual(['q1', 'readPracticeChoice', 'readPracticeChoice'])
  })

  it('a practice that was begun before, on this device or on another, does not wait for the answers of the last one', async () => {
    reply = (name) => (name === 'readPracticeChoice' ? { open: { start_key: address().startKey } } : stumbles(name))
    expect(await open()).toEqual(next)
    expect(calls).toEqual(['q1', 'readPracticeChoice', 'beginPractice'])
    expect(await open()).toEqual(next)
    expect(calls.slice(3)).toEqual(['beginPractice'])
  })

  it('the calls that open a new practice over waiting answers time out after 15 s', async () => {
    reply = stumbles
    await expect(open()).rejects.toBeInstanceOf(here.AnswersWait)
    reply = takes
    await open()
    expect([limits.readPracticeChoice, limits.beginPractice]).toEqual([15_000, 15_000])
  })

  it('a new practice does not wait for the answers of another purchase', async () => {
    reply = stumbles
    expect(await open('another')).toEqual(next)
    expect(calls).toEqual(['beginPractice'])
  })
})
