// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AttemptController } from './controller.ts'
import { useAttempt, type WhoseAttempt } from './use-attempt.ts'
import type { AttemptView } from './view.ts'

let phase: AttemptView['state']['phase']
const wake = vi.fn()
// This test looks only at which event of the window wakes the controller.
vi.mock('./controller.ts', () => ({
  createAttemptController: (): Partial<AttemptController> => {
    const view = { state: { phase } } as unknown as AttemptView
    return { subscribe: () => () => undefined, view: () => view, wake, stop: () => undefined }
  },
}))

beforeEach(() => {
  wake.mockClear()
  vi.stubGlobal('reportError', vi.fn())
})
afterEach(cleanup)

function open(at: typeof phase) {
  phase = at
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const whose = { mode: 'exam', ownerId: 'anna', purchaseId: 'p1' } as unknown as WhoseAttempt
  renderHook(() => useAttempt(whose), { wrapper })
}
const happens = (event: string) => act(() => void window.dispatchEvent(new Event(event)))

it.each([
  ['failed', 'the press that brings the window to the front may be on a button of the failed start'],
  ['answering', 'each focus would be a call'],
] as const)('a focus of the window does not wake an attempt in the phase %s (%s)', (at, _why) => {
  open(at)
  happens('focus')
  expect(wake).not.toHaveBeenCalled()
  happens('online')
  expect(wake).toHaveBeenCalledOnce()
})

it('a focus of the window wakes a start that is under way', () => {
  open('opening')
  happens('focus')
  expect(wake).toHaveBeenCalledOnce()
})
