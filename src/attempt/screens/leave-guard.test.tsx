// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { routePatterns } from '#contract/page-patterns.ts'
import { examTexts } from '../../messages/exam.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { paths } from '../../paths.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import type { AttemptView } from '../control/view.ts'
import { LeaveGuard } from './leave-guard.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A submission that only this page has. */
const view = {
  stage: 'running',
  state: { phase: 'submitting' },
  isMemoryOnly: false,
  isSubmissionInMemory: true,
} as unknown as AttemptView

function open() {
  render(
    <UiTextsContext value={uiTexts}>
      <MemoryRouter initialEntries={[paths.exam('1', 'p1')]}>
        <Routes>
          <Route path={routePatterns.exam} element={<LeaveGuard view={view} purchaseId="p1" />} />
          <Route path={routePatterns.purchases} element={<h1>shelf</h1>} />
        </Routes>
      </MemoryRouter>
    </UiTextsContext>,
  )
  const goBack = () => act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
  const passes = () => act(() => vi.advanceTimersByTimeAsync(300))
  return { goBack, passes }
}

it('a person without a page to go back to is led to their tests when they leave without the answers', async () => {
  vi.spyOn(window.history, 'back').mockImplementation(() => undefined)
  const { goBack, passes } = open()
  goBack()
  fireEvent.click(screen.getByText(examTexts.leaveGo))
  expect(screen.queryByText('shelf')).toBeNull()
  await passes()
  expect(screen.getByText('shelf')).toBeDefined()
})

it.each([
  ['of this site', () => cleanup()],
  ['of this site whose code loads slowly', () => void window.dispatchEvent(new PopStateEvent('popstate'))],
  ['of another document that loads slowly', () => void window.dispatchEvent(new Event('beforeunload'))],
  [
    'of another document in a browser that reports the leaving late',
    () => void window.dispatchEvent(new Event('pagehide')),
  ],
])('a person who goes back to a page %s is not led to their tests', async (_what, leaves) => {
  // The browser goes back after the press has been handled.
  const back = vi.spyOn(window.history, 'back').mockImplementation(() => queueMicrotask(leaves))
  const { goBack, passes } = open()
  goBack()
  fireEvent.click(screen.getByText(examTexts.leaveGo))
  expect(back).toHaveBeenCalledOnce()
  await passes()
  expect(screen.queryByText('shelf')).toBeNull()
})
