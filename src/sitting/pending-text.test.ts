import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPendingText } from './pending-text.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a typed answer', () => {
  function typing() {
    const saved: string[] = []
    const pending = createPendingText()
    pending.saveWith((text) => saved.push(text))
    return { pending, saved }
  }

  it('is kept 300 ms after the last key at the latest, whole words at once', () => {
    const { pending, saved } = typing()
    pending.type('с')
    vi.advanceTimersByTime(299)
    pending.type('сл')
    vi.advanceTimersByTime(299)
    expect(saved).toEqual([])
    vi.advanceTimersByTime(1)
    expect(saved).toEqual(['сл'])
  })

  it('[C.06] is kept at once when the field, the question or the page is left, and only once', () => {
    const { pending, saved } = typing()
    pending.type('слово')
    pending.flush()
    pending.flush()
    vi.advanceTimersByTime(1_000)
    expect(saved).toEqual(['слово'])
  })
})
