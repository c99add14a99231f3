// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { uiTexts } from '../../messages/ui-texts.ts'
import { queryDefaults } from '../../queries/query-client.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { IntroScreen } from './intro-screen.tsx'

/** Reports the state of the storage, as the device check does. */
let sayStorage: (works: boolean) => void
vi.mock('./device-check/device-check-place.tsx', () => ({
  DeviceCheckPlace: ({ onStorage }: { onStorage: (works: boolean) => void }) => {
    sayStorage = onStorage
    return null
  },
  useIsFirstExam: () => true,
}))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function intro(isAwaitingDisk = false) {
  const client = new QueryClient({ defaultOptions: queryDefaults })
  const bought = { id: 'b', purchase_card_title: 'Тест', status: 'paid' }
  client.setQueryData(['owned-tests'], { count: 1, next: null, previous: null, results: [bought] })
  const onStart = vi.fn()
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter>
          <IntroScreen purchaseId="b" isAwaitingDisk={isAwaitingDisk} onStart={onStart} />
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
  return { onStart, press: (name: string) => fireEvent.click(screen.getByRole('button', { name })) }
}

it('[R20] a press immediately after the label of the start button has changed starts no exam', () => {
  const { onStart, press } = intro()
  act(() => sayStorage(false))
  press('Почати все одно')
  expect(onStart).not.toHaveBeenCalled()
})

it('[R20] a press 1 s after the label has changed starts the exam and accepts that this browser keeps nothing', () => {
  const { onStart, press } = intro()
  act(() => sayStorage(false))
  act(() => void vi.advanceTimersByTime(1_000))
  press('Почати все одно')
  expect(onStart.mock.calls).toEqual([[true, true]])
})

it('the start button shows that it loads while the disk has not answered, and a press does not start again', () => {
  const { onStart, press } = intro(true)
  press(uiTexts.loading)
  expect(onStart).not.toHaveBeenCalled()
})
