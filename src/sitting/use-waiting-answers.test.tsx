// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { giveAnswer, noteKeeping, openBook, takeMarks } from '../engine/answer-book.ts'
import type { Answering } from '../engine/exam-phase.ts'
import { useWaitingAnswers } from './use-waiting-answers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const fails = { reached: false, nextTryAt: 1, keepsNothing: false }
const works = { reached: true, nextTryAt: null, keepsNothing: false }

/** Two questions answered here and kept; the server has the second. */
const book = (keeping: 'kept' | 'refused' = 'kept') => {
  const answered = giveAnswer(giveAnswer(openBook('phone', 0), 'q1', 'so'), 'q2', 'so')
  const [first, second] = [...answered.entries.values()].map(({ own }) => own!)
  return takeMarks(noteKeeping(noteKeeping(answered, first!, keeping), second!, 'kept'), { q2: second! })
}
const session = (change: Partial<Answering> = {}) =>
  ({ hand: 'here', book: book(), paper: { frame: { ticket: 'ticket' } }, ...change }) as Answering

function setUp(first: Answering, view: typeof fails | typeof works) {
  const { result, rerender } = renderHook((props) => useWaitingAnswers(props.session, props.view), {
    initialProps: { session: first, view },
  })
  const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))
  return { result, rerender, pass }
}

describe('answers that wait for the server', () => {
  it('are spoken of once their tries have failed for four seconds, and no longer once they arrive', () => {
    const { result, rerender, pass } = setUp(session(), fails)
    pass(3_999)
    expect(result.current).toBeNull()
    pass(1)
    expect(result.current).toEqual({ kind: 'not-arriving', questionIds: ['q1'] })
    rerender({ session: session(), view: works })
    expect(result.current).toBeNull()
  })

  it('are spoken of while a server refuses them, too', () => {
    const { result, pass } = setUp(session(), { ...fails, reached: true })
    pass(4_000)
    expect(result.current?.kind).toBe('not-arriving')
  })

  it('are not spoken of while they are on their way and no try has failed', () => {
    const { result, pass } = setUp(session(), works)
    pass(59_999)
    expect(result.current).toBeNull()
  })

  it('[C.06] are in danger after a minute, however they fail', () => {
    const { result, pass } = setUp(session(), works)
    pass(60_000)
    expect(result.current).toEqual({ kind: 'device-only', questionIds: ['q1'] })
  })

  it('[C.06] that no storage has are spoken of at once without a network, and before all else', () => {
    const { result, pass } = setUp(session({ book: book('refused') }), fails)
    expect(result.current).toEqual({ kind: 'page-only', questionIds: ['q1'] })
    pass(60_000)
    expect(result.current?.kind).toBe('page-only')
  })

  it('are not counted where another tab or device writes', () => {
    const { result, pass } = setUp(session({ hand: 'other-tab' }), fails)
    pass(60_000)
    expect(result.current).toBeNull()
  })
})
