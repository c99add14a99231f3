// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ExamClock } from '../../attempt/screens/attempt-bar.tsx'
import { uiTexts } from '../../messages/ui-texts.ts'
import { Notice } from '../notice.tsx'
import { UiTextsContext } from '../ui-texts.ts'
import { Modal } from './modal.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A dialog over a page, and the announcements in it: while it is open the page is not in the accessibility tree. */
function overPage(page: React.ReactNode) {
  const tree = (behind: React.ReactNode) => (
    <UiTextsContext value={uiTexts}>
      {behind}
      <Modal title="Здати екзамен?" onClose={() => undefined}>
        <p>Ви відповіли на всі запитання.</p>
      </Modal>
    </UiTextsContext>
  )
  const { rerender } = render(tree(page))
  const heard = () => screen.getByRole('dialog').querySelector('[aria-live="polite"]')!.textContent
  return { heard, change: (behind: React.ReactNode) => rerender(tree(behind)) }
}

describe('what the page says while a dialog lies over it', () => {
  it('is said in the dialog: the last minute of an exam', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const deadline = Date.now() + 62_000
    const { heard } = overPage(<ExamClock remaining={() => deadline - Date.now()} duration={1_200_000} isShown />)
    expect(heard()).toBe('')
    act(() => void vi.advanceTimersByTime(3_000))
    await expect.poll(heard).toBe('Лишилася одна хвилина.')
  })

  it('is said when it comes with its region, and once more when it is said once more', async () => {
    const { heard, change } = overPage(<main />)
    const failure = (
      <main>
        <Notice tone="danger">Не збережено</Notice>
      </main>
    )
    change(failure)
    await expect.poll(heard).toBe('Не збережено')
    const first = screen.getByRole('dialog').querySelector('[aria-live="polite"] > span')
    change(<main />)
    change(failure)
    await expect.poll(() => first?.isConnected).toBe(false)
    expect(heard()).toBe('Не збережено')
  })

  it('is not said where it is silent on the page too, nor what stood there before', async () => {
    const page = (count: number, place: string) => (
      <div role="status">
        <p>Немає зв’язку</p>
        <p aria-live="off">{`Ще не на сервері: ${count}`}</p>
        <p>{place}</p>
      </div>
    )
    const { heard, change } = overPage(page(1, ''))
    change(page(2, ''))
    await act(() => Promise.resolve())
    expect(heard()).toBe('')
    change(page(2, 'Лише тут'))
    await expect.poll(heard).toBe('Немає зв’язку Лише тут')
  })
})
