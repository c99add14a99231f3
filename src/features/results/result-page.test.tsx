// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { routePatterns } from '#contract/page-patterns.ts'
import { resultTexts } from '../../messages/result.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { queryDefaults } from '../../queries/query-client.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { ofTraining } from '../../paths.ts'
import { ResultPage } from './result-page.tsx'
import { resultQuery } from './result-query.ts'
import type { ResultState } from '../../queries/result-state.ts'

let client: QueryClient
/** The server's replies, by a part of the call's URL. Any other call never gets a reply. */
let routes: Record<string, () => Response>

beforeEach(() => {
  client = new QueryClient({ defaultOptions: queryDefaults })
  routes = {}
  vi.stubGlobal('fetch', async (url: string) => {
    const path = Object.keys(routes).find((start) => url.includes(start))
    return path === undefined ? new Promise(() => undefined) : routes[path]!()
  })
})

afterEach(() => {
  cleanup()
  client.clear()
  vi.unstubAllGlobals()
})

const test = { id: '1', slug: 'logic', type: 'logic', title: 'Логіка' }
const result = (attempt_id: string, correct: number) =>
  ({ status: 'completed', attempt_id, mode: 'exam', test, correct, total: 30 }) as const
const json = (body: unknown) => () => Response.json(body)
const serverSays = (list: readonly object[], grading: object) => {
  routes['/api/test-results/p/'] = json({ count: list.length, next: null, previous: null, results: list })
  routes['/api/exam-results-status/p/'] = json(grading)
}

/** Puts an earlier state, which is stale by now, into the query cache. */
const knew = (state: ResultState) => {
  client.setQueryData<ResultState>(resultQuery('p').queryKey, state)
  void client.invalidateQueries({ queryKey: ['test-results'] })
}

/** Resolves when the page has read the trainings that this browser keeps. From then on it waits for the server alone. */
const storageRead = () =>
  waitFor(() =>
    expect(client.getQueryCache().find({ queryKey: ['kept-result'], exact: false })?.state.status).toBe('success'),
  )

/** Opens the result page of the purchase p with this search string and this state of the history. */
function open(search: string, state?: object) {
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter initialEntries={[{ pathname: '/logic/test-result/p', search, state }]}>
          <Routes>
            <Route path={routePatterns.result} element={<ResultPage />} />
          </Routes>
          <Place />
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
}

const Place = () => <p data-testid="place">{useLocation().pathname}</p>

describe('the page of an exam that has just ended', () => {
  const openAfterSecondExam = () => {
    knew({ kind: 'results', newest: result('a', 11), earlier: [] })
    open('?attempt=b')
  }

  it('the page of an exam that has just ended shows no earlier result while its own result loads', async () => {
    openAfterSecondExam()
    await storageRead()
    expect(screen.getByText('Завантаження...')).toBeDefined()
    expect(screen.queryByText('11 з 30')).toBeNull()
    serverSays([result('b', 22), result('a', 11)], result('b', 22))
    await client.refetchQueries()
    expect(await screen.findByText('22 з 30', { selector: 'dd' })).toBeDefined()
  })

  it.each([
    [
      'refuses the list of results',
      () => new Response('{"detail":"Ні","code":"denied","status_code":403}', { status: 403 }),
    ],
    ['does not list this exam', json({ count: 1, next: null, previous: null, results: [result('a', 11)] })],
  ])('the page of an exam that has just ended shows the cached result if the server %s', async (_, list) => {
    serverSays([], result('a', 11))
    routes['/api/test-results/p/'] = list
    openAfterSecondExam()
    expect(await screen.findByText('11 з 30', { selector: 'dd' })).toBeDefined()
  })

  it('the page of an exam that has just ended does not take a cached result without an attempt id for its own', async () => {
    knew({ kind: 'bare', message: '', correct: 11, total: 30 })
    open('?attempt=b')
    await storageRead()
    expect(screen.getByText('Завантаження...')).toBeDefined()
    expect(screen.queryByText('11 з 30')).toBeNull()
    routes['/api/test-results/p/'] = () => new Response('<p>404', { status: 404 })
    routes['/api/exam-results-status/p/'] = json({ status: 'success', message: null, correct: 22, total: 30 })
    await client.refetchQueries()
    expect(await screen.findByText('22 з 30')).toBeDefined()
  })
})

it('[S4.33] the result page does not ask about a grading if its link says that the attempt is a training', async () => {
  const training = { ...result('t', 4), mode: 'training', total: 6, test: { ...test, type: 'verbal' } }
  const asked = vi.fn(() => Response.json({ detail: 'Not found.' }, { status: 404 }))
  serverSays([training], {})
  routes['/api/exam-results-status/p/'] = asked
  open('?attempt=t', ofTraining)
  expect(await screen.findByText('4 з 6', { selector: 'dd' })).toBeDefined()
  // The page corrects the type in the address and keeps the state that says "training".
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/verbal/test-result/p'))
  await client.refetchQueries({ queryKey: ['test-results'] })
  expect(asked).not.toHaveBeenCalled()
})

describe('the type in the address of a result', () => {
  const shelf = (type: string) => ({ results: [{ id: 'p', purchase_card_title: 'Тест', test: { ...test, type } }] })
  const answerBare = () => {
    routes['/api/test-results/p/'] = () => new Response('<p>404', { status: 404 })
    routes['/api/exam-results-status/p/'] = json({ status: 'success', correct: 22, total: 30 })
  }

  it('[S2.06] the address of a result takes its type from the purchases if the result names none', async () => {
    answerBare()
    routes['/api/owned-tests/'] = json(shelf('verbal'))
    open('')
    expect(await screen.findByText('22 з 30')).toBeDefined()
    await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/verbal/test-result/p'))
  })

  it('[S2.06] the address of a result keeps its type if the type of the purchase cannot be part of an address', async () => {
    answerBare()
    const asked = vi.fn(json(shelf('Словесний')))
    routes['/api/owned-tests/'] = asked
    open('')
    expect(await screen.findByText('22 з 30')).toBeDefined()
    await waitFor(() => expect(asked).toHaveBeenCalled())
    expect(screen.getByTestId('place').textContent).toBe('/logic/test-result/p')
  })
})

describe('a grading that takes long', () => {
  afterEach(() => vi.useRealTimers())

  it('[S9.02] the result page asks about a grading 60 times at most, without retries, over a network that fails', async () => {
    vi.useFakeTimers()
    serverSays([], { status: 'processing' })
    open('')
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    let failed = 0
    routes['/api/exam-results-status/p/'] = () => {
      failed += 1
      throw new TypeError('Failed to fetch')
    }
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(failed).toBe(5)
    await act(() => vi.advanceTimersByTimeAsync(600_000))
    expect(failed).toBe(58)
  })

  it('[S4.20] the result page keeps asking about a grading that gets 404, counts each call, and asks again at a press', async () => {
    vi.useFakeTimers()
    serverSays([], { status: 'processing' })
    open('')
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    let missed = 0
    const grading = '/api/exam-results-status/p/'
    const missing = () => Response.json({ detail: 'Not found.' }, { status: 404 })
    routes['/api/test-results/p/'] = missing
    routes[grading] = () => {
      missed += 1
      return missing()
    }
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    expect(missed).toBe(3)
    expect(screen.getByText(resultTexts.processing)).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(600_000))
    expect(missed).toBe(58)
    expect(screen.getByText(resultTexts.takesLonger)).toBeDefined()
    routes[grading] = json({ status: 'success', message: null, correct: 22, total: 30 })
    fireEvent.click(screen.getByRole('button', { name: resultTexts.askAgain }))
    await act(() => vi.advanceTimersByTimeAsync(10))
    expect(screen.getByText('22 з 30')).toBeDefined()
  })

  it('the result page repeats its first call about a grading if the network fails', async () => {
    vi.useFakeTimers()
    serverSays([], { status: 'processing' })
    routes['/api/exam-results-status/p/'] = () => {
      routes['/api/exam-results-status/p/'] = json({ status: 'processing' })
      throw new TypeError('Failed to fetch')
    }
    open('')
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(screen.getByText(resultTexts.processing)).toBeDefined()
  })
})

describe('a grading that failed', () => {
  beforeEach(() => serverSays([result('a', 11)], { status: 'error', message: 'Не вдалося оцінити.' }))

  it('the page of a failed grading links to the earlier results of the purchase', async () => {
    open('')
    expect(await screen.findByText('Не вдалося оцінити.')).toBeDefined()
    const [link] = screen.getAllByRole('link', { name: /^Екзамен/ })
    expect(link!.getAttribute('href')).toBe('/logic/test-result/p?attempt=a')
  })

  it('the result page shows an earlier result that the address names although the newest grading failed', async () => {
    open('?attempt=a')
    expect(await screen.findByText('11 з 30', { selector: 'dd' })).toBeDefined()
    expect(screen.queryByText('Не вдалося оцінити.')).toBeNull()
  })
})

describe('[S8.10] a grading without a result', () => {
  afterEach(() => vi.useRealTimers())

  it('a failed grading without a message shows the specification’s words and what became of the attempt', async () => {
    serverSays([], { status: 'error' })
    open('')
    expect(await screen.findByText('Results processing failed')).toBeDefined()
    expect(screen.getByText(/^Ваші відповіді прийнято/)).toBeDefined()
  })

  it('[S9.02] the result page shows a timeout after 120 seconds when all its calls are used up', async () => {
    vi.useFakeTimers()
    serverSays([], { status: 'processing' })
    open('')
    await act(() => vi.advanceTimersByTimeAsync(600_000))
    expect(screen.getByText('Results processing timeout after 120 seconds')).toBeDefined()
  })

  it('[S4.20] the result page stops waiting and shows the server’s words when the server finally refuses', async () => {
    vi.useFakeTimers()
    serverSays([], { status: 'processing' })
    open('')
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    routes['/api/exam-results-status/p/'] = () => Response.json({ detail: 'Чому' }, { status: 403 })
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(screen.getByText('Чому')).toBeDefined()
    expect(screen.queryByText(resultTexts.processing)).toBeNull()
  })

  it('the result page says that HTML came in place of JSON, and keeps asking', async () => {
    vi.useFakeTimers()
    serverSays([], { status: 'processing' })
    open('')
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    routes['/api/exam-results-status/p/'] = () =>
      new Response('<!doctype html><p>', { status: 200, headers: { 'Content-Type': 'text/html' } })
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    expect(screen.getByText(/^Замість даних сервер надіслав сторінку\. Питаємо далі/)).toBeDefined()
    expect(screen.getByText(resultTexts.processing)).toBeDefined()
  })
})

describe('[S8.10] a grading that expired', () => {
  const expired = 'Results processing expired, please retake exam'
  const lines = () => screen.getAllByRole('alert').flatMap((alert) => [...alert.querySelectorAll('p')])
  const read = () => lines().map(({ textContent }) => textContent)

  it.each([
    [
      'before the server’s own message',
      'Час на обробку вийшов. Спробу повернено.',
      [expired, 'Час на обробку вийшов. Спробу повернено.'],
    ],
    ['alone if the server sends no message', null, [expired]],
    ['once if the server sends the same message', expired, [expired]],
  ])('an expired grading shows the specification’s words %s', async (_, message, said) => {
    serverSays([], { status: 'expired', message })
    open('')
    expect(await screen.findByText(expired)).toBeDefined()
    expect(read()).toEqual(said)
  })
})
