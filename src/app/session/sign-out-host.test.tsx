// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeExamDb } from '../../attempt/replica/database.ts'
import { closePracticeDb } from '../../features/training/practice/practice-db.ts'
import { siteTexts } from '../../messages/site.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { requestSignOut } from '../../session/session-events.ts'
import { resetSession, sessionState } from '../../session/session-state.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { SignOutHost } from './sign-out-host.tsx'

beforeEach(async () => {
  await Promise.all([closePracticeDb(), closeExamDb()])
  vi.stubGlobal('reportError', vi.fn())
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')))
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  for (const [key, value] of Object.entries({ access: 'a', refresh: 'r', user_id: 'anna' }))
    localStorage.setItem(key, value)
  resetSession()
  render(
    <UiTextsContext value={uiTexts}>
      <MemoryRouter>
        <SignOutHost />
      </MemoryRouter>
    </UiTextsContext>,
  )
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('[S4.05] a person who signs out while the storage never answers sees that, and can leave without it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => new IDBOpenDBRequest())
  act(requestSignOut)
  await passes(300)
  expect(screen.getByRole('status').textContent).toBe(siteTexts.loggingOut)
  expect(sessionState().status).toBe('signed-in')
  await passes(1_700)
  fireEvent.click(screen.getByText(siteTexts.logOutNow))
  // The session's own storage is silent, too: the wait for it ends after two seconds.
  await passes(2_000)
  expect(sessionState().status).toBe('guest')
  expect(screen.queryByRole('status')).toBeNull()
  // The first press gets its result at last, but its person is gone.
  await passes(20_000)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('[S4.05] a log-out shows no status line after the storage has answered', async () => {
  act(requestSignOut)
  await vi.waitFor(() => expect(sessionState().status).toBe('guest'))
  expect(screen.queryByRole('status')).toBeNull()
})
