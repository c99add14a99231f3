// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Result } from '#contract/result.ts'
import { resultTexts } from '../../../messages/result.ts'
import { uiTexts } from '../../../messages/ui-texts.ts'
import { updateSession } from '../../../session/session-state.ts'
import { UiTextsContext } from '../../../ui/ui-texts.ts'
import { ShareResult } from './share-result.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const withheld: Result = { status: 'completed', attempt_id: 'a1', mode: 'exam', score: null, receipt: 'signed' }

function show(result: Result, reply: () => Response) {
  updateSession({ status: 'signed-in', user: { id: 'owner', email: 'a@b.ua' } })
  const asked = vi.fn(async (_url: string, _init: RequestInit) => reply())
  vi.stubGlobal('fetch', asked)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiTextsContext value={uiTexts}>
        <ShareResult result={result} />
      </UiTextsContext>
    </QueryClientProvider>,
  )
  return asked
}

it('one press sends a person the letter of an exam without a score, and the page names the address', async () => {
  const asked = show(withheld, () => Response.json({ to: 'olena@person.example' }))
  fireEvent.click(screen.getByRole('button', { name: resultTexts.byLetter }))
  expect(await screen.findByText(resultTexts.letterSent('olena@person.example'))).toBeDefined()
  expect(asked.mock.calls.map(([url, { method }]) => [url, method])).toEqual([['/api/result-letter/a1/', 'POST']])
})

it('the page shows the server’s reason if the server refuses the letter of a result', async () => {
  const detail = 'Спершу підтвердьте свою адресу.'
  const refusal = { detail, code: 'email_unconfirmed', status_code: 409 }
  show(withheld, () => Response.json(refusal, { status: 409 }))
  fireEvent.click(screen.getByRole('button', { name: resultTexts.byLetter }))
  expect(await screen.findByText(detail)).toBeDefined()
})

it('a training and a result without a receipt are not offered by letter', () => {
  for (const other of [{ mode: 'training' as const }, { receipt: null }]) {
    show({ ...withheld, ...other }, () => Response.error())
    expect(screen.queryByRole('button')).toBeNull()
    cleanup()
  }
})
