// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { TypedAnswer } from './typed-answer.tsx'

afterEach(cleanup)

function typed() {
  const saved: string[] = []
  const field = (question: string) => (
    <TypedAnswer
      key={question}
      kind="text"
      value=""
      isReadOnly={false}
      promptId="prompt"
      onAnswer={(value) => saved.push(`${question}: ${value}`)}
    />
  )
  const { rerender } = render(field('q1'))
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'слово' } })
  return { saved, showQuestion: (question: string) => rerender(field(question)) }
}

describe('an answer that was typed a moment ago', () => {
  it.each([
    ['the page is hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['the page goes away', () => window.dispatchEvent(new Event('pagehide'))],
    ['the field is left', () => fireEvent.blur(screen.getByRole('textbox'))],
  ])('[C.06] is kept when %s', (_, leave) => {
    const { saved } = typed()
    expect(saved).toEqual([])
    leave()
    expect(saved).toEqual(['q1: слово'])
  })

  it('[C.06] is kept for its own question when another one is shown', () => {
    const { saved, showQuestion } = typed()
    showQuestion('q2')
    expect(saved).toEqual(['q1: слово'])
  })
})
