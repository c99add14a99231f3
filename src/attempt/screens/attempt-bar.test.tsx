// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ExamClock } from './attempt-bar.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const minutes = (n: number) => n * 60_000

describe('the clock of an exam', () => {
  it('the clock speaks when half of the time, five minutes and one minute are left, and is silent between', () => {
    const deadline = Date.now() + minutes(20)
    const remaining = () => deadline - Date.now()
    render(<ExamClock remaining={remaining} duration={minutes(20)} isShown />)
    const spoken: string[] = []
    const voice = screen.getByRole('status')
    for (let step = 0; step < 120; step += 1) {
      act(() => void vi.advanceTimersByTime(10_000))
      if (voice.textContent !== (spoken.at(-1)?.split(' ').slice(1).join(' ') ?? '')) {
        spoken.push(`${screen.getByRole('timer').textContent} ${voice.textContent}`)
      }
    }
    expect(spoken).toEqual([
      '10:00 Минула половина часу.',
      '05:00 Лишилося п’ять хвилин. До чого в кінці не дійдете, того не вважаємо помилкою.',
      '01:00 Лишилася одна хвилина.',
    ])
  })

  it('the clock shows each second from the second’s beginning, whenever the question was opened', () => {
    const deadline = Date.now() + minutes(20) - 600
    render(<ExamClock remaining={() => deadline - Date.now()} duration={minutes(20)} isShown />)
    const shown = () => screen.getByRole('timer').textContent
    act(() => void vi.advanceTimersByTime(399))
    expect(shown()).toBe('20:00')
    for (const face of ['19:59', '19:58', '19:57']) {
      act(() => void vi.advanceTimersByTime(1))
      expect(shown()).toBe(face)
      act(() => void vi.advanceTimersByTime(999))
      expect(shown()).toBe(face)
    }
  })

  it('the clock is hidden from a person who switched it off, until the last minute', () => {
    const deadline = Date.now() + minutes(3)
    render(<ExamClock remaining={() => deadline - Date.now()} duration={minutes(20)} isShown={false} />)
    act(() => void vi.advanceTimersByTime(minutes(1)))
    expect(screen.queryByRole('timer')).toBeNull()
    act(() => void vi.advanceTimersByTime(minutes(1)))
    expect(screen.getByRole('timer').textContent).toBe('01:00')
  })
})
