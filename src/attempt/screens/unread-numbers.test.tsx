// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AnswerValue, Question } from '#contract/question.ts'
import { useUnreadNumbers } from './question-view.tsx'

afterEach(cleanup)

const question = (id: string, kind: Question['kind']): Question => ({ id, kind, prompt: '' })

function setUp(kind: Question['kind'] = 'number') {
  const give = vi.fn<(value: AnswerValue | null) => void>()
  const { result, rerender } = renderHook(
    (props) => useUnreadNumbers(question(props.id, kind), props.held, props.isReadOnly, give),
    { initialProps: { id: 'q1', held: null as AnswerValue | null, isReadOnly: false } },
  )
  /** Types a text; the exam then holds what it was given. */
  const type = (text: string) => {
    act(() => result.current.answer(text))
    const held = give.mock.lastCall?.[0] ?? null
    rerender({ id: 'q1', held, isReadOnly: false })
  }
  return { result, rerender, give, type }
}

describe('what is typed where a number is asked for', () => {
  it('is an answer when it is a number, however its minus and its comma are written', () => {
    for (const text of ['12', '-12', '−12', '7,5', '7.5', ' 1 024 ', '+3']) {
      const { result, give, type } = setUp()
      type(text)
      expect(give.mock.calls, text).toEqual([[text]])
      expect(result.current.isUnread, text).toBe(false)
      cleanup()
    }
  })

  it('[C.06] stays in the field when it is none, and is neither given nor to be called saved', () => {
    const { result, give, type } = setUp()
    for (const text of ['а', 'аб', '−', '1,2,3', '12 яблук']) {
      type(text)
      expect([result.current.shown, result.current.isUnread]).toEqual([text, true])
    }
    expect(give).not.toHaveBeenCalled()
  })

  it('[C.06] takes no answer back that was one: only an emptied field does', () => {
    const { result, give, type } = setUp()
    for (const text of ['12', '12a', '12ab']) type(text)
    expect([result.current.shown, result.current.isUnread]).toEqual(['12ab', true])
    expect(give.mock.calls).toEqual([['12']])
    for (const text of ['13', '']) type(text)
    expect(give.mock.calls).toEqual([['12'], ['13'], ['']])
    expect(result.current.isUnread).toBe(false)
  })

  it('is found again at a question that was left, and gone when another device goes on', () => {
    const { result, rerender, type } = setUp()
    type('abc')
    rerender({ id: 'q2', held: null, isReadOnly: false })
    expect(result.current.shown).toBeNull()
    rerender({ id: 'q1', held: null, isReadOnly: false })
    expect(result.current.shown).toBe('abc')
    rerender({ id: 'q1', held: '15', isReadOnly: true })
    expect(result.current.shown).toBe('15')
  })

  it('is an answer whatever it says where a word is asked for', () => {
    const { result, give, type } = setUp('text')
    type('abc')
    expect(give.mock.calls).toEqual([['abc']])
    expect(result.current.isUnread).toBe(false)
  })
})
