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
const keys = questions.map(({ id }) => ({ question_id: id, right: '4', explanation: `Бо ${id}.`, kind: 'Ряди' }))
const free = { id: 't1', slug: 'logichnij-proba', type: 'logic', title: 'Проба', price: 0, currency: 'UAH' }
let replies: Record<string, () => Response>
let calls: string[]
/** Gives each test a paper of its own, because an open database outlives the test. */
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
    '/api/guest-trials/': () => Response.json({ trial: `trial-${turn}`, questions, keys }),
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
async function answerBoth() {
  await task(1)
  await type('4')
  await press(guestTrialTexts.next)
  await task(2)
  await press(guestTrialTexts.skip)
}

const address = () => screen.getByLabelText('address').textContent

/** Presses a button as soon as it takes a press. */
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  fireEvent.click(button)
}
const type = async (text: string) => fireEvent.change(await screen.findByRole('textbox'), { target: { value: text } })
const stage = (name: string) => screen.findByRole('heading', { name })
const task = (n: number) => stage(guestTrialTexts.taskOf(n, questions.length))
const kept = async () => (await readTrial())?.answers.map(({ value }) => value)

async function keptOf(account: string) {
  const db = await openDB('guest-trial-v1')
  const row: TrialRow | undefined = await db.get('trials', `${account} ${free.slug}`)
  db.close()
  return row?.answers.map(({ value }) => value)
}

function signIn() {
  for (const [name, value] of Object.entries({ user_id: 'anna', access: 'a', refresh: 'r' }))
    localStorage.setItem(name, value)
  resetSession()
}

it('a guest trial stores an answer on the device before it shows the next question, and has the answer after a reload', async () => {
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
  await stage(guestTrialTexts.resultTitle)
  expect(await kept()).toEqual(['4', null])
  expect(calls.filter((path) => path.includes('guest-trials'))).toEqual(['/api/guest-trials/'])
})

it('a guest trial keeps the question with its answer on the screen and says why if the storage is full', async () => {
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

it('[S1.03] a finished guest trial says without a network how many answers were right, and explains a wrong one', async () => {
  open()
  await task(1)
  await type('4')
  await press(guestTrialTexts.next)
  await task(2)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await type('5')
  await press(guestTrialTexts.last)
  const title = await stage(guestTrialTexts.resultTitle)
  expect(document.activeElement).toBe(title)
  expect(screen.getByText('1 з 2')).toBeDefined()
  const verdicts = ['Правильно', 'Неправильно']
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(verdicts)
  // Only the wrong one is explained, with the given and the right answer.
  expect(screen.getByText('Бо q2.')).toBeDefined()
  expect(screen.queryByText('Бо q1.')).toBeNull()
})

it('a guest trial without keys, as an earlier release drew it, ends with the account form and no count of right answers', async () => {
  replies['/api/guest-trials/'] = () => Response.json({ trial: `trial-${turn}`, questions })
  open()
  await answerBoth()
  await stage(guestTrialTexts.doneTitle)
  expect(await screen.findByLabelText('Електронна пошта')).toBeDefined()
  expect(screen.queryByText('1 з 2')).toBeNull()
})

it('an e-mail address alone creates an account with its consents and opens the trial’s review, also after a lost reply', async () => {
  const documents = {
    '/api/offer/': 'offer',
    '/api/privacy-policy/': 'privacy_policy',
    '/api/newsletter-agreement/': 'agreement',
  }
  for (const [path, name] of Object.entries(documents))
    replies[path] = () => Response.json({ [name]: { title: name, version: `${name}-1`, content: '' } })
  const sent: unknown[] = []
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (url.endsWith('/register/email/')) sent.push(JSON.parse(init!.body as string))
    return fetch(url, init)
  })
  // The reply to the first try is lost. The account exists, and this page's password opens it.
  let tries = 0
  replies['/api/auth/register/email/'] = () => {
    tries += 1
    if (tries === 1) throw new TypeError('Failed to fetch')
    return Response.json({ detail: 'Є', code: 'email_taken', status_code: 409 }, { status: 409 })
  }
  replies['/api/auth/login/'] = () => Response.json({ user_id: 'anna', access: 'a', refresh: 'r' })
  replies['/api/profile/'] = () => Response.json({ id: 'anna', email: 'olena@poshta.example' })
  open()
  await answerBoth()
  const field = await screen.findByLabelText('Електронна пошта')
  await press(guestTrialTexts.keep)
  expect(await screen.findByText('Електронна пошта обов’язкова')).toBeDefined()
  expect(sent).toEqual([])
  fireEvent.change(field, { target: { value: 'olena@poshta.example' } })
  await press(guestTrialTexts.keep)
  await screen.findByRole('alert')
  await press(guestTrialTexts.keep)
  await waitFor(() => expect(address()).toBe('/logic/test-result/bought?attempt=a1'))
  const accepted = { offer: 'offer-1', privacy: 'privacy_policy-1' }
  const consents = Object.entries(accepted).map(([kind, version]) => ({ kind, version, accepted: true }))
  const form = {
    email: 'olena@poshta.example',
    password1: expect.stringMatching(/^[0-9a-f]{32,}$/),
    consents: [...consents, { kind: 'newsletter', version: 'agreement-1', accepted: false }],
  }
  expect(sent).toEqual([form, form])
  expect(sent[0]).toEqual(sent[1])
})

it('the account form of a trial says that an address is taken, and links to a log-in that returns to the trial', async () => {
  for (const [path, name] of [
    ['offer', 'offer'],
    ['privacy-policy', 'privacy_policy'],
    ['newsletter-agreement', 'agreement'],
  ])
    replies[`/api/${path}/`] = () => Response.json({ [name!]: { title: '', version: '1', content: '' } })
  replies['/api/auth/register/email/'] = () =>
    Response.json({ detail: 'Є', code: 'email_taken', status_code: 409 }, { status: 409 })
  open()
  await answerBoth()
  fireEvent.change(await screen.findByLabelText('Електронна пошта'), { target: { value: 'borys@poshta.example' } })
  await press(guestTrialTexts.keep)
  expect(await screen.findByText(guestTrialTexts.taken)).toBeDefined()
  fireEvent.click(await screen.findByRole('link', { name: guestTrialTexts.logIn }))
  expect(address()).toBe('/login')
  expect(sessionStorage.getItem('return_to')).toBe('/?trial')
})

it('each kind of test has its own guest trial, and the answers of one trial stay while another is taken', async () => {
  const ofWords = { ...free, id: 't2', slug: 'verbalnij-proba', type: 'verbal', title: 'Слова' }
  replies['/api/available-tests/'] = () => Response.json({ count: 2, results: [free, ofWords] })
  open()
  await answerBoth()
  const first = turn
  turn += 1
  fireEvent.click(await screen.findByRole('link', { name: guestTrialTexts.otherKinds.verbal }))
  expect(address()).toBe('/?trial=verbalnij-proba')
  await task(1)
  expect((await readTrial('verbalnij-proba'))?.trial).toBe(`trial-${turn}`)
  expect((await readTrial('logichnij-proba'))?.trial).toBe(`trial-${first}`)
  await type('7')
  await press(guestTrialTexts.next)
  await task(2)
  await press(guestTrialTexts.skip)
  expect(await screen.findByText('0 з 2')).toBeDefined()
  fireEvent.click(await screen.findByRole('link', { name: guestTrialTexts.otherKinds.logic }))
  expect(await screen.findByText('1 з 2')).toBeDefined()
})

it('a guest trial in which every question was skipped asks for no account and offers other questions', async () => {
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

it('a guest trial keeps its answers while new questions cannot be fetched, and drops them when new questions arrive', async () => {
  open()
  await answerBoth()
  await stage(guestTrialTexts.resultTitle)
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

it('the trial of a person who has signed in waits while its claim gets 503, and opens its review after a retry', async () => {
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

it('the trial page sends a signed-in person without a trial to the catalogue, without a call to the server', async () => {
  signIn()
  open()
  await waitFor(() => expect(address()).toBe('/tests'))
  expect(calls).toEqual([])
})

it.each([
  ['no test is free', () => (replies['/api/available-tests/'] = () => Response.json({ count: 0, results: [] }))],
  [
    'the server does not know the call',
    () => (replies['/api/guest-trials/'] = () => new Response('', { status: 404 })),
  ],
])('the trial page says that it has no trial and links to the tests of the page if %s', async (_where, arrange) => {
  arrange()
  open()
  expect(await screen.findByText(guestTrialTexts.none)).toBeDefined()
  expect(screen.getByRole('link', { name: guestTrialTexts.toTests }).getAttribute('href')).toBe('#tests')
})
