// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { giveAnswer, noteKeeping, openAnswers, takeMarks } from '../machine/answers.ts'
import type { Answering, AttemptState, Submitting } from '../machine/state.ts'
import { troubleOf, useWaitingAnswers } from './trouble.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

type View = Parameters<typeof useWaitingAnswers>[1]
const running = { stage: 'running', isMemoryOnly: false, isSubmissionInMemory: false } as const
const fails: View = { ...running, reached: false, nextTryAt: 1 }
const works: View = { ...running, reached: true, nextTryAt: null }

/** Two questions that were answered here; the server has the second. */
const answers = (keeping: 'kept' | 'refused' = 'kept') => {
  const answered = giveAnswer(giveAnswer(openAnswers('phone', 0), 'q1', 'so'), 'q2', 'so')
  const [first, second] = [...answered.entries.values()].map(({ own }) => own!)
  return takeMarks(noteKeeping(noteKeeping(answered, first!, keeping), second!, 'kept'), { q2: second! })
}
const state = (change: Partial<Answering> = {}) =>
  ({
    phase: 'answering',
    writer: 'here',
    answers: answers(),
    paper: { attemptInfo: { ticket: 'ticket' } },
    ...change,
  }) as Answering

function setUp(first: Answering, view: View) {
  const { result, rerender } = renderHook((props) => useWaitingAnswers(props.state, props.view), {
    initialProps: { state: first, view },
  })
  const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))
  return { result, rerender, pass }
}

describe('answers that wait for the server', () => {
  it('are spoken of once their tries have failed for four seconds, and no longer once they arrive', () => {
    const { result, rerender, pass } = setUp(state(), fails)
    pass(3_999)
    expect(result.current).toBeNull()
    pass(1)
    expect(result.current).toEqual({ kind: 'not-arriving', questionIds: ['q1'] })
    rerender({ state: state(), view: works })
    expect(result.current).toBeNull()
  })

  it('are spoken of while a server refuses them, too', () => {
    const { result, pass } = setUp(state(), { ...fails, reached: true })
    pass(4_000)
    expect(result.current?.kind).toBe('not-arriving')
  })

  it('are not spoken of while they are on their way and no try has failed', () => {
    const { result, pass } = setUp(state(), works)
    pass(59_999)
    expect(result.current).toBeNull()
  })

  it('[C.06] are in danger after a minute, however they fail', () => {
    const { result, pass } = setUp(state(), works)
    pass(60_000)
    expect(result.current).toEqual({ kind: 'device-only', questionIds: ['q1'] })
  })

  it('[C.06] that no storage has are spoken of at once without a network, and before all else', () => {
    const { result, pass } = setUp(state({ answers: answers('refused') }), fails)
    expect(result.current).toEqual({ kind: 'page-only', questionIds: ['q1'] })
    pass(60_000)
    expect(result.current?.kind).toBe('page-only')
  })

  it('[C.06] are in danger after a minute also where the storage takes nothing more', () => {
    const { result, pass } = setUp(state(), { ...works, isMemoryOnly: true })
    pass(59_999)
    expect(result.current).toBeNull()
    pass(1)
    expect(result.current).toEqual({ kind: 'device-only', questionIds: ['q1'] })
  })

  it('are not counted where another tab or device writes', () => {
    const { result, pass } = setUp(state({ writer: 'other-tab' }), fails)
    pass(60_000)
    expect(result.current).toBeNull()
  })
})

describe('where the work is that the storage did not take', () => {
  const submitting = { phase: 'submitting' } as Submitting
  const answering = (keeping?: 'kept' | 'refused') => state({ answers: answers(keeping) })
  const acknowledged = () => {
    const { answers } = answering('refused')
    return state({ answers: takeMarks(answers, { q1: answers.entries.get('q1')!.own! }) })
  }

  it.each<[string, AttemptState, ReturnType<typeof troubleOf>]>([
    ['is no matter while the storage takes all', answering(), 'none'],
    ['[C.06] is this page alone while an answer is neither kept nor acknowledged', answering('refused'), 'page-only'],
    ['is the server once it has acknowledged all of them', acknowledged(), 'server-only'],
  ])('%s', (_, given, expected) => {
    expect(troubleOf({ ...works, state: given })).toBe(expected)
  })

  it('[C.06] is this page alone while an unacknowledged answer is refused, whatever the page was begun as', () => {
    expect(troubleOf({ ...works, isMemoryOnly: true, state: answering('refused') })).toBe('page-only')
    expect(troubleOf({ ...works, isMemoryOnly: true, state: answering() })).toBe('server-only')
  })

  it('[C.06] is this page alone while only it has the submission', () => {
    expect(troubleOf({ ...works, isSubmissionInMemory: true, state: submitting })).toBe('page-only')
    expect(troubleOf({ ...works, isMemoryOnly: true, state: submitting })).toBe('none')
  })

  it('is no matter before the attempt is shown, and after it', () => {
    expect(troubleOf({ ...works, stage: 'looking', state: answering('refused') })).toBe('none')
    expect(troubleOf({ ...works, isMemoryOnly: true, state: { phase: 'finished' } as AttemptState })).toBe('none')
  })
})
