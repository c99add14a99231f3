// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { TypedAnswer } from './question-view.tsx'

afterEach(cleanup)

describe('a typed answer', () => {
  const onAnswer = vi.fn()
  const field = (value: string, isReadOnly = false) => (
    <TypedAnswer kind="text" value={value} isReadOnly={isReadOnly} promptId="prompt" onAnswer={onAnswer} />
  )
  const shown = () => screen.getByRole<HTMLInputElement>('textbox').value
  const type = (value: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value } })

  it('[C.06] a typed answer is given to the exam with every key', () => {
    render(field(''))
    for (const value of ['с', 'сл', 'сло']) type(value)
    expect(onAnswer.mock.calls).toEqual([['с'], ['сл'], ['сло']])
  })

  it('[C.06] a pasted answer is given without its invisible characters', () => {
    onAnswer.mockClear()
    render(field(''))
    for (const value of ['\u202d12\u202c', '1\u00ad2\ufe0e', '\u200b']) type(value)
    expect(onAnswer.mock.calls.flat()).toEqual(['12', '12', ''])
  })

  it('the field keeps typed blanks until it loses the focus, and then shows the exam’s answer', () => {
    render(field('десять'))
    type('десять ')
    expect(shown()).toBe('десять ')
    fireEvent.blur(screen.getByRole('textbox'))
    expect(shown()).toBe('десять')
  })

  it('[C.06] the field replaces the typed text with the valid answer as soon as another device has the writing', () => {
    const { rerender } = render(field('12'))
    type('123')
    rerender(field('15', true))
    expect(shown()).toBe('15')
    rerender(field('15'))
    expect(shown()).toBe('15')
  })

  it('a number field has a button that changes the sign, and does not exceed the maximum length', () => {
    const number = (value: string) => (
      <TypedAnswer kind="number" value={value} isReadOnly={false} promptId="prompt" onAnswer={onAnswer} />
    )
    onAnswer.mockClear()
    render(number(''))
    const sign = screen.getByRole('button', { name: 'Змінити знак числа' })
    fireEvent.click(sign)
    type('−18')
    fireEvent.click(sign)
    fireEvent.click(sign)
    type('-7,5')
    fireEvent.click(sign)
    expect(onAnswer.mock.calls.flat()).toEqual(['−', '−18', '18', '−18', '-7,5', '7,5'])
    expect(shown()).toBe('7,5')
    type('\u202d-7,5\u202c')
    fireEvent.click(sign)
    expect(onAnswer.mock.lastCall).toEqual(['7,5'])
    // No key types past the maximum length, and neither does this button.
    const longest = '1'.repeat(500)
    type(longest)
    fireEvent.click(sign)
    expect(shown()).toBe(longest)
  })
})
