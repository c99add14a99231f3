// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { openDB } from 'idb'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { guestTrialTexts } from '../../messages/guest-trial.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { queryDefaults } from '../../queries/query-client.ts'
import { resetSession } from '../../session/session-state.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { GuestTrial } from './guest-trial.tsx'
import { readTrial, type TrialRow } from './kept-trial.ts'

const questions = ['q1', 'q2'].map((id) => ({ id, kind: 'number', prompt: `2 + ${id}` }))
const free = { id: 't1', slug: 'logichnij-proba', type: 'logic', title: 'Проба', price: 0, currency: 'UAH' }
/** What the server says to a call by its path; a status beside a body where it refuses. */
let replies: Record<string, () => Response>
let calls: string[]
/** Papers of one test are nothing to the next: an open database stays the one that it is. */
let turn = 0

async function forgetTrial() {
  const db = await openDB('guest-trial-v1')
  await db.clear('trials')
  db.close()
}

beforeEach(() => {
  turn += 1
  calls = []
  replies = {
    '/api/available-tests/': () => Response.json({ count: 1, results: [free] }),
    '/api/guest-trials/': () => Response.json({ trial: `trial-${turn}`, questions }),
    '/api/guest-trials/claim/': () => Response.json({ purchase_id: 'bought', attempt_id: 'a1', test_type: 'logic' }),
  }
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url, 'http://x')
    calls.push(pathname)
    return replies[pathname]!()
  })
  vi.stubGlobal('reportError', vi.fn())
})
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  await forgetTrial()
  localStorage.clear()
  sessionStorage.clear()
  resetSession()
  vi.unstubAllGlobals()
})

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}

function open() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: queryDefaults })}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter initialEntries={['/?trial']}>
          <Address />
          <Routes>
            <Route path="/" element={<GuestTrial />} />
            <Route path="*" element={null} />
          </Routes>
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
}
/** The first with an answer, the second by leaving it out. */
async function answerBoth() {
  await task(1)
  await type('4')
  await press(guestTrialTexts.next)
  await task(2)
  await press(guestTrialTexts.skip)
}

const address = () => screen.getByLabelText('address').textContent

/** As soon as a press is taken. */
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  fireEvent.click(button)
}
const type = async (text: string) => fireEvent.change(await screen.findByRole('textbox'), { target: { value: text } })
const stage = (name: string) => screen.findByRole('heading', { name })
const task = (n: number) => stage(guestTrialTexts.taskOf(n, questions.length))
const kept = async () => (await readTrial())?.answers.map(({ value }) => value)

/** What waits here for an account. */
async function keptOf(account: string) {
  const db = await openDB('guest-trial-v1')
  const row: TrialRow | undefined = await db.get('trials', account)
  db.close()
  return row?.answers.map(({ value }) => value)
}

function signIn() {
  for (const [name, value] of Object.entries({ user_id: 'anna', access: 'a', refresh: 'r' }))
    localStorage.setItem(name, value)
  resetSession()
}

it('an answer is on the device before the next question shows, and there after a reload', async () => {
  open()
  const first = await task(1)
  expect(document.activeElement).toBe(first)
  await press(guestTrialTexts.next)
  expect(await screen.findByText(guestTrialTexts.chooseFirst)).toBeDefined()
  expect(await kept()).toEqual([])
  await type('4')
  await press(guestTrialTexts.next)
  const second = await task(2)
  expect(document.activeElement).toBe(second)
  expect(await kept()).toEqual(['4'])
  cleanup()
  open()
  await task(2)
  await press(guestTrialTexts.skip)
  await stage(guestTrialTexts.doneTitle)
  expect(await kept()).toEqual(['4', null])
  expect(calls.filter((path) => path.includes('guest-trials'))).toEqual(['/api/guest-trials/'])
})

it('a storage that takes nothing keeps the question on the screen, with its answer, and says why', async () => {
  open()
  await task(1)
  await type('4')
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await press(guestTrialTexts.next)
  expect(await screen.findByText(guestTrialTexts.storageFailed)).toBeDefined()
  await task(1)
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('4')
  vi.restoreAllMocks()
  await press(guestTrialTexts.next)
  await task(2)
  expect(await kept()).toEqual(['4'])
})

it.each([
  [guestTrialTexts.register, '/register'],
  [guestTrialTexts.logIn, '/login'],
])('in the end «%s» leads to an account, and from there back here', async (name, path) => {
  open()
  await answerBoth()
  fireEvent.click(await screen.findByRole('link', { name }))
  expect(address()).toBe(path)
  expect(sessionStorage.getItem('return_to')).toBe('/?trial')
})

it('who left out all of it is asked for no account, and may try others', async () => {
  open()
  await task(1)
  await press(guestTrialTexts.skip)
  await task(2)
  await press(guestTrialTexts.skip)
  await stage(guestTrialTexts.nothingTitle)
  expect(screen.queryByRole('link')).toBeNull()
  await press(guestTrialTexts.others)
  await task(1)
})

it('what was answered stays while other questions cannot be had, and goes with the first of them', async () => {
  open()
  await answerBoth()
  await stage(guestTrialTexts.doneTitle)
  const draw = replies['/api/guest-trials/']!
  replies['/api/guest-trials/'] = () => {
    throw new TypeError('Failed to fetch')
  }
  await press(guestTrialTexts.others)
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(await kept()).toEqual(['4', null])
  replies['/api/guest-trials/'] = draw
  turn += 1
  await press(guestTrialTexts.others)
  await task(1)
  expect(await kept()).toEqual([])
})

it('who has an account by then is led to its review, once it is theirs', async () => {
  open()
  await task(1)
  await type('4')
  await press(guestTrialTexts.next)
  await task(2)
  cleanup()
  signIn()
  let isDown = true
  const claim = replies['/api/guest-trials/claim/']!
  replies['/api/guest-trials/claim/'] = () =>
    isDown ? Response.json({ detail: 'Не зараз.', code: 'overloaded', status_code: 503 }, { status: 503 }) : claim()
  open()
  expect(await screen.findByText('Не зараз.')).toBeDefined()
  expect(await keptOf('anna')).toEqual(['4'])
  isDown = false
  await press('Спробувати ще раз')
  await waitFor(() => expect(address()).toBe('/logic/test-result/bought?attempt=a1'))
})

it('who is signed in and has tried nothing here is led to the tests', async () => {
  signIn()
  open()
  await waitFor(() => expect(address()).toBe('/tests'))
  expect(calls).toEqual([])
})

it.each([
  ['none is free', () => (replies['/api/available-tests/'] = () => Response.json({ count: 0, results: [] }))],
  ['the server knows no such call', () => (replies['/api/guest-trials/'] = () => new Response('', { status: 404 }))],
])('where %s, it says so and leads to the tests of the page', async (_where, arrange) => {
  arrange()
  open()
  expect(await screen.findByText(guestTrialTexts.none)).toBeDefined()
  expect(screen.getByRole('link', { name: guestTrialTexts.toTests }).getAttribute('href')).toBe('#tests')
})
