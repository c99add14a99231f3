// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Practice } from '#contract/practice.ts'
import { ApiError } from '../../../http/api-error.ts'
import { uiTexts } from '../../../messages/ui-texts.ts'
import { queryDefaults } from '../../../queries/query-defaults.ts'
import { UiTextsContext } from '../../../ui/ui-texts.ts'
import { readLog } from './practice-log.ts'
import { PracticeView } from './practice-view.tsx'

const practice: Practice = {
  attempt_id: 'a1',
  is_open: true,
  test: { id: 't', slug: 's', type: 'math', title: 'Числа' },
  questions: [{ id: 'q1', kind: 'number', prompt: '2 + 2' }],
  verdicts: [],
}
const keys = [{ question_id: 'q1', right: '4', explanation: '' }]
/** Why the server does not take the answer; null where it does. */
let refusal: string | null = null
vi.mock('../../../session/session-request.ts', () => ({
  sessionRequest: async ({ name }: Endpoint) => {
    if (name === 'beginPractice') return practice
    if (name === 'readPracticeKeys') return { keys }
    if (name === 'finishPractice') return {}
    if (refusal !== null) throw new ApiError({ kind: 'reply', status_code: 400, code: refusal })
    return { ...keys[0], given: '4', correct: true }
  },
}))

beforeEach(() => {
  indexedDB = new IDBFactory()
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

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

it('an answer that the server would not take is told apart from one that came too late, and is sent again by a press', async () => {
  refusal = 'unknown_question'
  const client = new QueryClient({ defaultOptions: queryDefaults })
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter>
          <PracticeView ownerId="anna" purchaseId="bought" startKey="key" request={{ size: 5, only: null }} />
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
  await waitFor(() => expect(client.getQueryData(['practice-keys', 'bought', 'key'])).toEqual(keys))
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: '4' } })
  await press('Перевірити')
  await screen.findByText(/^Сервер відмовився прийняти цю відповідь\./)
  await press('До підсумку')
  await screen.findByText(/^Сервер відмовився прийняти частину відповідей\./)
  refusal = null
  await press('Спробувати ще раз')
  await screen.findByText('Підсумок уже на сервері.')
  expect(screen.queryByRole('button', { name: 'Спробувати ще раз' })).toBeNull()
  const of = { ownerId: 'anna', purchaseId: 'bought', attemptId: 'a1' }
  await waitFor(async () =>
    expect(await readLog(of)).toMatchObject({ answers: [{ state: 'delivered' }], end: 'delivered' }),
  )
})
