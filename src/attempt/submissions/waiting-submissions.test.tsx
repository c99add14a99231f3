// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sendingTexts } from '../../messages/sending.ts'
import { submissionTexts } from '../../messages/submissions.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { PageTitle } from '../../ui/page.tsx'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { withDb } from '../replica/database.ts'
import type { SubmissionRow } from '../machine/rows.ts'
import { NextTry } from './next-try.tsx'
import { showSubmissionsOf } from '../sync/channel.ts'
import { WaitingSubmissions } from './waiting-submissions.tsx'

const hourAgo = Date.now() - 3_600_000
const row: SubmissionRow = {
  format: 1,
  draftId: 'draft-1',
  ownerId: 'anna',
  purchaseId: 'p1',
  mode: 'exam',
  attemptId: 'a1',
  title: 'Логіка',
  body: { answers: [], events: [] },
  madeAt: hourAgo,
  state: 'waiting',
  tries: 3,
  nextTryAt: Date.now() + 3_600_000,
  notBefore: 0,
  problem: null,
  receipt: null,
}

beforeEach(() => vi.stubGlobal('fetch', async () => Response.json({}, { status: 404 })))
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await withDb((db) => db.clear('outbox'))
  await showSubmissionsOf(null)
})

async function show(...rows: SubmissionRow[]) {
  await withDb((db) => Promise.all(rows.map((one) => db.put('outbox', one))))
  await showSubmissionsOf('anna')
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiTextsContext value={uiTexts}>
        <PageTitle>Мої тести</PageTitle>
        <WaitingSubmissions />
      </UiTextsContext>
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: submissionTexts.title })
}

describe('works that are on this device alone', () => {
  it('the page warns once about works that only this device has, however many there are', async () => {
    await show(row, { ...row, draftId: 'draft-2' }, { ...row, draftId: 'draft-3', state: 'refused' })
    expect(screen.getAllByText(submissionTexts.caution)).toHaveLength(1)
  })

  it('a press sends a refused work again and moves the focus to the heading, because its button disappears', async () => {
    await show({ ...row, state: 'refused', problem: { code: 'unknown_question', message: 'Немає' } })
    const again = screen.getByRole('button', { name: submissionTexts.tryAgain })
    again.focus()
    fireEvent.click(again)
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
    expect(await withDb((db) => db.get('outbox', row.draftId))).toMatchObject({ state: 'waiting' })
  })
})

describe('the next try', () => {
  it('a press makes the next try immediately, keeps the focus, and does not count twice', async () => {
    const sendNow = vi.fn<() => void>()
    render(
      <UiTextsContext value={uiTexts}>
        <NextTry at={Date.now() + 60_000} pauseUntil={0} onSendNow={sendNow} />
      </UiTextsContext>,
    )
    const button = screen.getByRole('button', { name: sendingTexts.sendNow })
    button.focus()
    await act(async () => fireEvent.click(button))
    await act(async () => fireEvent.click(button))
    expect(sendNow).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(button)
    expect([button.hasAttribute('disabled'), button.getAttribute('aria-disabled')]).toEqual([false, 'true'])
  })

  it('the page counts the time to the next try in minutes while the try is far away', () => {
    expect([119, 120, 597, 61].map(sendingTexts.nextTry)).toEqual([
      'Наступна спроба за 119\u00a0секунд',
      'Наступна спроба за 2\u00a0хвилини',
      'Наступна спроба за 10\u00a0хвилин',
      'Наступна спроба за 61\u00a0секунду',
    ])
  })
})
