// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withDb } from '../../attempt/replica/database.ts'
import type { SubmissionRow } from '../../attempt/machine/rows.ts'
import { queryDefaults } from '../../queries/query-client.ts'
import { inWork, type ResultInWork, type ResultState } from '../../queries/result-state.ts'
import { resetSession, updateSession } from '../../session/session-state.ts'
import { startNewAsks, hasAskedEnough, resultQuery } from './result-query.ts'

const query = resultQuery('purchase')
let client: QueryClient
let asks: number
/** The server's reply about the grading. Its list of results is missing (404) unless a test sets `list`. */
let grading: () => Response
let list: () => Response
let leave: () => void

const missing = () => Response.json({ detail: 'Not found.' }, { status: 404 })
const page = (status: number) => () =>
  new Response('<!doctype html><p>page', { status, headers: { 'Content-Type': 'text/html' } })
const work = () => Response.json({ status: 'processing', attempt_id: 'a1' })
const graded = () => Response.json({ status: 'success', correct: 22, total: 30 })
const state = () => client.getQueryData<ResultState>(query.queryKey)
const waiting = () => state() as ResultInWork

function openPage(): void {
  leave = new QueryObserver(client, query).subscribe(() => undefined)
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  client = new QueryClient({ defaultOptions: queryDefaults })
  client.mount()
  asks = 0
  grading = work
  list = missing
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.includes('/exam-results-status/')) return list()
    asks += 1
    return grading()
  })
})

afterEach(() => {
  leave()
  client.clear()
  client.unmount()
  focusManager.setFocused(undefined)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the query of a result that is being graded', () => {
  it('[S9.02] the result query asks every 2000 ms, 60 times at most, and then gives up', async () => {
    openPage()
    await vi.advanceTimersByTimeAsync(0)
    expect(asks).toBe(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(asks).toBe(2)
    expect(hasAskedEnough(waiting())).toBe(false)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asks).toBe(60)
    expect(hasAskedEnough(waiting())).toBe(true)
  })

  it('[S9.02] the result query counts failed calls among its 60', async () => {
    openPage()
    await vi.advanceTimersByTimeAsync(20_000)
    grading = () => {
      throw new TypeError('no answer')
    }
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asks).toBe(60)
  })

  it('the result query continues when a person asks again, and stops at the result', async () => {
    openPage()
    await vi.advanceTimersByTimeAsync(600_000)
    startNewAsks(client, 'purchase')
    await vi.advanceTimersByTimeAsync(4_000)
    expect(asks).toBe(63)
    grading = graded
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asks).toBe(64)
    expect(state()).toMatchObject({ kind: 'bare', correct: 22 })
  })

  it('[S4.20] the result query starts from the reply to the submission, even if the server knows nothing yet', async () => {
    client.setQueryData<ResultState>(query.queryKey, inWork({ attemptId: 'a1', earlier: [], receipt: 'jws' }))
    void client.invalidateQueries()
    grading = missing
    openPage()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(waiting()).toMatchObject({ kind: 'processing', attemptId: 'a1', receipt: 'jws', asked: 11 })
    grading = work
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asks).toBe(60)
  })

  it('[S8.10] the result query reports HTML in place of JSON and keeps asking, but takes HTML with 404 for no result yet', async () => {
    openPage()
    await vi.advanceTimersByTimeAsync(0)
    grading = page(200)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(waiting()).toMatchObject({ isPage: true, asked: 2 })
    grading = page(404)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(waiting()).toMatchObject({ isPage: false, asked: 3 })
  })

  it('[S4.20] the result query stops at the server’s final refusal', async () => {
    openPage()
    await vi.advanceTimersByTimeAsync(0)
    grading = () => Response.json({ detail: 'Ні', code: 'denied', status_code: 403 }, { status: 403 })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asks).toBe(2)
    expect(client.getQueryState(query.queryKey)?.error).toMatchObject({ detail: 'Ні' })
  })

  it('the result query returns the grade although the list of results fails', async () => {
    openPage()
    await vi.advanceTimersByTimeAsync(0)
    const result = { status: 'completed', attempt_id: 'a1', correct: 1, total: 2 }
    grading = () => Response.json(result)
    list = () => Response.json({ detail: 'Пізніше' }, { status: 503 })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(state()).toMatchObject({ kind: 'results', newest: result })
  })

  it('a grade invalidates the cached purchases and achievements', async () => {
    for (const known of ['purchases', 'achievements']) client.setQueryData([known], [])
    openPage()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(client.getQueryState(['purchases'])?.isInvalidated).toBe(false)
    grading = graded
    await vi.advanceTimersByTimeAsync(2_000)
    for (const known of ['purchases', 'achievements']) {
      expect(client.getQueryState([known])?.isInvalidated, known).toBe(true)
    }
  })

  it('[R26] the result query continues in a hidden tab, and asks once, immediately, after a sleep of more than 30 s', async () => {
    openPage()
    focusManager.setFocused(false)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(asks).toBe(3)
    focusManager.setFocused(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(asks).toBe(3)
    focusManager.setFocused(false)
    // A sleep: the wall clock runs, the timers do not.
    vi.setSystemTime(Date.now() + 31_000)
    for (const isFocused of [true, false, true]) focusManager.setFocused(isFocused)
    await vi.advanceTimersByTimeAsync(0)
    expect(asks).toBe(4)
  })
})

describe('a submission of this browser without a grade yet', () => {
  const row: SubmissionRow = {
    format: 1,
    draftId: 'd1',
    ownerId: 'me',
    purchaseId: 'purchase',
    mode: 'exam',
    attemptId: 'a1',
    title: '',
    body: { answers: [] },
    madeAt: 0,
    state: 'accepted',
    tries: 1,
    nextTryAt: 0,
    notBefore: 0,
    problem: null,
    receipt: 'jws',
  }
  const keep = (change: Partial<SubmissionRow>) =>
    withDb((db) => db.put('outbox', { ...row, madeAt: Date.now(), ...change }))
  const kept = () => withDb((db) => db.get('outbox', 'd1'))

  beforeEach(() => {
    vi.useRealTimers()
    updateSession({ user: { id: 'me' } })
  })
  afterEach(resetSession)

  it('[S9.02] [R27] the result query continues the count of a submission after a reload, though the server knows nothing yet', async () => {
    await keep({ resultsAsked: 40 })
    grading = missing
    openPage()
    await vi.waitFor(() => expect(waiting()).toMatchObject({ attemptId: 'a1', asked: 41, receipt: 'jws' }))
    await vi.waitFor(async () => expect(await kept()).toMatchObject({ resultsAsked: 41, state: 'accepted' }))
  })

  it('a submission is settled when its grade arrives, and the result query does not wait for it any more', async () => {
    await keep({})
    grading = graded
    openPage()
    await vi.waitFor(() => expect(state()).toMatchObject({ kind: 'bare' }))
    await vi.waitFor(async () => expect(await kept()).toMatchObject({ state: 'graded' }))
    grading = missing
    await client.refetchQueries()
    expect(state()).toEqual({ kind: 'none' })
  })

  it.each<[string, Partial<SubmissionRow>]>([
    ['of another person', { ownerId: 'other' }],
    ['of another purchase', { purchaseId: 'other' }],
    ['of a training', { mode: 'training' }],
    ['of the day before yesterday', { madeAt: Date.now() - 48 * 3_600_000 }],
  ])('the result query does not wait for a submission %s', async (_which, change) => {
    await keep(change)
    grading = missing
    openPage()
    await vi.waitFor(() => expect(state()).toEqual({ kind: 'none' }))
  })
})

describe('the list of results', () => {
  const result = (id: string) => ({ status: 'completed', attempt_id: id, mode: 'training', correct: 1, total: 2 })
  const asked: string[] = []
  const answerWith = (pages: Record<string, unknown>) =>
    vi.stubGlobal('fetch', (address: string) => {
      const { pathname, searchParams } = new URL(address, 'https://iq.example')
      if (!pathname.startsWith('/api/test-results/')) return Promise.resolve(Response.json({}, { status: 404 }))
      asked.push(searchParams.get('cursor') ?? '')
      return Promise.resolve(Response.json(pages[asked.at(-1)!]))
    })
  const read = async () => {
    vi.useRealTimers()
    leave = () => undefined
    const state = await new QueryClient().fetchQuery(resultQuery('other'))
    return state.kind === 'results' ? [state.newest, ...state.earlier].map(({ attempt_id }) => attempt_id) : state.kind
  }
  afterEach(() => {
    asked.length = 0
    vi.unstubAllGlobals()
  })

  it('the list of results is read page by page to its end, and a row that moved meanwhile appears once', async () => {
    const next = '/api/test-results/other/?limit=100&cursor=after_b'
    answerWith({
      '': { count: 3, next, previous: null, results: [result('a'), result('b')] },
      after_b: { count: 3, next: null, previous: null, results: [result('b'), result('c')] },
    })
    expect(await read()).toEqual(['a', 'b', 'c'])
    expect(asked).toEqual(['', 'after_b'])
  })

  it.each([
    ['as one page', { count: 2, results: [result('a'), result('b')] }],
    ['as its rows alone', [result('a'), result('b')]],
  ])('the list of results of another server may come %s', async (_how, list) => {
    answerWith({ '': list })
    expect(await read()).toEqual(['a', 'b'])
  })

  it('the client stops reading a list of results that names the same next page for ever', async () => {
    answerWith({
      '': { results: [result('a')], next: '?cursor=again' },
      again: { results: [result('b')], next: '?cursor=again' },
    })
    expect(await read()).toEqual(['a', 'b'])
    expect(asked).toHaveLength(4)
  })
})
