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

describe('announcements of a page behind an open dialog', () => {
  it('an open dialog repeats the page’s announcement of the exam’s last minute', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const deadline = Date.now() + 62_000
    const { heard } = overPage(<ExamClock remaining={() => deadline - Date.now()} duration={1_200_000} isShown />)
    expect(heard()).toBe('')
    act(() => void vi.advanceTimersByTime(3_000))
    await expect.poll(heard).toBe('Лишилася одна хвилина.')
  })

  it('an open dialog repeats an announcement that comes with its live region, and repeats it again when it returns', async () => {
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

  it('an open dialog repeats neither a silent part of the page nor a text that was on the page before', async () => {
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
