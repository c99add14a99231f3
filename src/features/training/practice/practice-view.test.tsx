// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Practice } from '#contract/practice.ts'
import { ApiError } from '../../../http/api-error.ts'
import { uiTexts } from '../../../messages/ui-texts.ts'
import { queryDefaults } from '../../../queries/query-client.ts'
import { UiTextsContext } from '../../../ui/ui-texts.ts'
import type { PracticeRequest } from '../practice-request.ts'
import { readLog } from './practice-log.ts'
import { PracticeView } from './practice-view.tsx'

const practice: Practice = {
  attempt_id: 'a1',
  is_open: true,
  test: { id: 't', slug: 's', type: 'math', title: 'Числа' },
  questions: [{ id: 'q1', kind: 'number', prompt: '2 + 2' }],
  verdicts: [],
}
const keys = [{ question_id: 'q1', right: '4', explanation: 'Два й два — чотири.' }]
const ofKind = (attempt_id: string, correct: number) => ({
  status: 'completed',
  attempt_id,
  pace: 'one-by-one',
  total: 1,
  review: [{ given: '4' }],
  by_family: [{ family: 'sums', title: 'Суми', correct, total: 1 }],
})
/** The code of the server's refusal of an answer; null where it takes answers. */
let refusal: string | null = null
let areKeysRefused = false
vi.mock('../../../session/session-request.ts', () => ({
  sessionRequest: async ({ name }: Endpoint, { body }: { body?: { value?: string | null } }) => {
    if (name === 'listTestResults') return { results: [ofKind(practice.attempt_id, 1), ofKind('a0', 0)] }
    if (name === 'beginPractice') return practice
    if (name === 'readPracticeKeys' && areKeysRefused) {
      throw new ApiError({ kind: 'reply', status_code: 429, code: 'too_many' })
    }
    if (name === 'readPracticeKeys') return { keys }
    if (name === 'finishPractice') return {}
    if (refusal !== null) throw new ApiError({ kind: 'reply', status_code: 400, code: refusal })
    const given = body?.value ?? null
    return { ...keys[0], given, correct: given === '4' }
  },
}))

/** Gives each test an attempt of its own, because an open database outlives the test. */
let turn = 0

beforeEach(() => {
  indexedDB = new IDBFactory()
  refusal = null
  areKeysRefused = false
  practice.attempt_id = `a${(turn += 1)}`
  vi.stubGlobal('reportError', vi.fn())
  localStorage.setItem('user_id', 'anna')
  localStorage.setItem('access', 'a')
  localStorage.setItem('refresh', 'r')
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** Presses a button as soon as it takes a press. */
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  fireEvent.click(button)
}

function Address() {
  return <output aria-label="address">{useLocation().search}</output>
}

function open(only: PracticeRequest['only'] = null): QueryClient {
  const client = new QueryClient({ defaultOptions: queryDefaults })
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter>
          <PracticeView ownerId="anna" purchaseId="bought" startKey={`key ${turn}`} request={{ size: 5, only }} />
          <Address />
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
  return client
}
const type = async (value: string) => fireEvent.change(await screen.findByRole('textbox'), { target: { value } })
/** The sheet, once no call is under way. */
const sheet = async () => (await screen.findByRole('button', { name: 'До підсумку' })).parentElement!.parentElement!

describe('the sheet at the foot of a task', () => {
  it('the sheet of a wrong answer has the verdict, the right answer, the explanation and the next button, and gets the focus', async () => {
    open()
    await type('5')
    await press('Перевірити')
    await screen.findByText('Не цього разу.')
    const shown = await sheet()
    expect(shown.textContent).toBe('Не цього разу.Правильна відповідь: 4.Два й два — чотири.До підсумку')
    expect(shown.className).toContain('wrong')
    expect(shown.contains(document.activeElement)).toBe(true)
  })

  it('the sheet after «Не знаю» does not look like a mistake', async () => {
    open()
    await press('Не знаю')
    await screen.findByText('Розберімо разом.')
    const shown = await sheet()
    expect(shown.className).not.toContain('wrong')
    expect(shown.querySelector('[class*=danger]')).toBeNull()
  })

  it('the sheet of a right answer does not repeat the answer', async () => {
    open()
    await type('4')
    await press('Перевірити')
    await screen.findByText('Правильно!')
    expect((await sheet()).textContent).toBe('Правильно!Два й два — чотири.До підсумку')
  })
})

describe('the end of a practice', () => {
  it('the summary of a practice compares its kind with the practice before, and one press begins as many tasks of that kind', async () => {
    open({ kind: 'sums' })
    await type('4')
    await press('Перевірити')
    await press('До підсумку')
    await screen.findByRole('heading', { name: 'Підсумок тренування' })
    expect((await screen.findByText('Суми')).parentElement!.textContent).toBe('Сумибуло 0 з 1 → стало 1 з 1')
    expect(screen.queryByText(/на сервері/)).toBeNull()
    await press('Ще 5\u00a0завдань')
    const { practice: key, ...next } = Object.fromEntries(
      new URLSearchParams(screen.getByLabelText('address').textContent),
    )
    expect(next).toEqual({ size: '5', kind: 'sums' })
    expect(key).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('the summary of a practice of mistakes links back to the choice of a training, and offers no repetition', async () => {
    open('mistakes')
    await type('4')
    await press('Перевірити')
    await press('До підсумку')
    await screen.findByRole('link', { name: 'До результату з розбором' })
    expect(screen.queryByRole('button', { name: /^Ще/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'До вибору тренування' })).toBeDefined()
  })
})

it('a practice says that the server refused to take an answer, and a press sends the answer again', async () => {
  refusal = 'unknown_question'
  const client = open()
  await waitFor(() => expect(client.getQueryData(['practice-keys', 'bought', `key ${turn}`])).toEqual(keys))
  await type('4')
  await press('Перевірити')
  await screen.findByText(/^Сервер відмовився прийняти цю відповідь\./)
  await press('До підсумку')
  await screen.findByText(/^Сервер відмовився прийняти частину відповідей\./)
  refusal = null
  await press('Спробувати ще раз')
  await screen.findByText('Підсумок уже на сервері.')
  expect(screen.queryByRole('button', { name: 'Спробувати ще раз' })).toBeNull()
  const of = { ownerId: 'anna', purchaseId: 'bought', attemptId: practice.attempt_id }
  await waitFor(async () =>
    expect(await readLog(of)).toMatchObject({ answers: [{ state: 'delivered' }], end: 'delivered' }),
  )
})

it('a practice requests missing keys again when the network is back, and keeps the typed answer', async () => {
  areKeysRefused = true
  const client = open()
  const key = ['practice-keys', 'bought', `key ${turn}`]
  await waitFor(() => expect(client.getQueryState(key)?.status).toBe('error'))
  await type('4')
  areKeysRefused = false
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(client.getQueryData(key)).toEqual(keys))
  expect((await screen.findByRole<HTMLInputElement>('textbox')).value).toBe('4')
  // From now on the keys judge without a server.
  refusal = 'overloaded'
  await press('Перевірити')
  await screen.findByText('Правильно!')
})
