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
  it('the page mentions waiting answers once their tries have failed for four seconds, until they arrive', () => {
    const { result, rerender, pass } = setUp(state(), fails)
    pass(3_999)
    expect(result.current).toBeNull()
    pass(1)
    expect(result.current).toEqual({ kind: 'not-arriving', questionIds: ['q1'] })
    rerender({ state: state(), view: works })
    expect(result.current).toBeNull()
  })

  it('the page also mentions waiting answers while a server refuses them', () => {
    const { result, pass } = setUp(state(), { ...fails, reached: true })
    pass(4_000)
    expect(result.current?.kind).toBe('not-arriving')
  })

  it('the page does not mention answers on their way for less than a minute if no try has failed', () => {
    const { result, pass } = setUp(state(), works)
    pass(59_999)
    expect(result.current).toBeNull()
  })

  it('[C.06] the page calls waiting answers in danger after a minute, even if no try has failed', () => {
    const { result, pass } = setUp(state(), works)
    pass(60_000)
    expect(result.current).toEqual({ kind: 'device-only', questionIds: ['q1'] })
  })

  it('[C.06] the page mentions answers that no storage has immediately without a network, and before any other trouble', () => {
    const { result, pass } = setUp(state({ answers: answers('refused') }), fails)
    expect(result.current).toEqual({ kind: 'page-only', questionIds: ['q1'] })
    pass(60_000)
    expect(result.current?.kind).toBe('page-only')
  })

  it('[C.06] a memory-only page calls waiting answers in danger after a minute', () => {
    const { result, pass } = setUp(state(), { ...works, isMemoryOnly: true })
    pass(59_999)
    expect(result.current).toBeNull()
    pass(1)
    expect(result.current).toEqual({ kind: 'device-only', questionIds: ['q1'] })
  })

  it('the page does not mention waiting answers while another tab writes', () => {
    const { result, pass } = setUp(state({ writer: 'other-tab' }), fails)
    pass(60_000)
    expect(result.current).toBeNull()
  })
})

describe('the place of the work that the storage did not take', () => {
  const submitting = { phase: 'submitting' } as Submitting
  const answering = (keeping?: 'kept' | 'refused') => state({ answers: answers(keeping) })
  const acknowledged = () => {
    const { answers } = answering('refused')
    return state({ answers: takeMarks(answers, { q1: answers.entries.get('q1')!.own! }) })
  }

  it.each<[string, AttemptState, ReturnType<typeof troubleOf>]>([
    ['the page shows no trouble while the storage takes every answer', answering(), 'none'],
    [
      '[C.06] the page calls itself the only place while an answer is neither kept nor acknowledged',
      answering('refused'),
      'page-only',
    ],
    [
      'the page calls the server the only place once the server has acknowledged every answer',
      acknowledged(),
      'server-only',
    ],
  ])('%s', (_, given, expected) => {
    expect(troubleOf({ ...works, state: given })).toBe(expected)
  })

  it('[C.06] a memory-only page calls itself the only place while an unacknowledged answer is refused', () => {
    expect(troubleOf({ ...works, isMemoryOnly: true, state: answering('refused') })).toBe('page-only')
    expect(troubleOf({ ...works, isMemoryOnly: true, state: answering() })).toBe('server-only')
  })

  it('[C.06] the page calls itself the only place while only it has the submission', () => {
    expect(troubleOf({ ...works, isSubmissionInMemory: true, state: submitting })).toBe('page-only')
    expect(troubleOf({ ...works, isMemoryOnly: true, state: submitting })).toBe('none')
  })

  it('the page shows no trouble before the attempt is shown, and after its end', () => {
    expect(troubleOf({ ...works, stage: 'looking', state: answering('refused') })).toBe('none')
    expect(troubleOf({ ...works, isMemoryOnly: true, state: { phase: 'finished' } as AttemptState })).toBe('none')
  })
})
