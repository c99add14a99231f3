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

describe('text in a field for a number', () => {
  it('a typed number is an answer, however its minus and its comma are written', () => {
    for (const text of ['12', '-12', '−12', '7,5', '7.5', ' 1 024 ', '+3']) {
      const { result, give, type } = setUp()
      type(text)
      expect(give.mock.calls, text).toEqual([[text]])
      expect(result.current.isUnread, text).toBe(false)
      cleanup()
    }
  })

  it('[C.06] text that is no number stays in the field as unread, and is not given to the exam', () => {
    const { result, give, type } = setUp()
    for (const text of ['а', 'аб', '−', '1,2,3', '12 яблук']) {
      type(text)
      expect([result.current.shown, result.current.isUnread]).toEqual([text, true])
    }
    expect(give).not.toHaveBeenCalled()
  })

  it('[C.06] text that is no number does not take back an earlier answer: only an emptied field does', () => {
    const { result, give, type } = setUp()
    for (const text of ['12', '12a', '12ab']) type(text)
    expect([result.current.shown, result.current.isUnread]).toEqual(['12ab', true])
    expect(give.mock.calls).toEqual([['12']])
    for (const text of ['13', '']) type(text)
    expect(give.mock.calls).toEqual([['12'], ['13'], ['']])
    expect(result.current.isUnread).toBe(false)
  })

  it('unread text returns with its question, and is gone when another device has the writing', () => {
    const { result, rerender, type } = setUp()
    type('abc')
    rerender({ id: 'q2', held: null, isReadOnly: false })
    expect(result.current.shown).toBeNull()
    rerender({ id: 'q1', held: null, isReadOnly: false })
    expect(result.current.shown).toBe('abc')
    rerender({ id: 'q1', held: '15', isReadOnly: true })
    expect(result.current.shown).toBe('15')
  })

  it('any typed text is an answer to a question that asks for a word', () => {
    const { result, give, type } = setUp('text')
    type('abc')
    expect(give.mock.calls).toEqual([['abc']])
    expect(result.current.isUnread).toBe(false)
  })
})
