// @vitest-environment happy-dom
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Question } from '#contract/question.ts'
import { useExamKeys } from './use-attempt-keys.ts'

afterEach(cleanup)

const question: Question = { id: 'q1', kind: 'single', prompt: 'Зайве слово', options: [{ id: 'a' }, { id: 'b' }] }

function Exam({ onVisit, onAnswer }: { onVisit: (position: number) => void; onAnswer: (value: unknown) => void }) {
  useExamKeys({ question, value: null, position: 1, isReadOnly: false, onAnswer, onVisit, onFlag: () => undefined })
  return (
    <>
      <h1 tabIndex={-1}>Запитання 2 з 3</h1>
      <input type="radio" name="answer-q1" aria-label="перший" />
      <input type="checkbox" aria-label="показувати годинник" />
    </>
  )
}

/** Presses a key on the element. True if the browser still does what it does by itself. */
function isLeftToBrowser(element: HTMLElement, code: string): boolean {
  const press = createEvent.keyDown(element, { code, key: code.replace('Digit', '') })
  fireEvent(element, press)
  return !press.defaultPrevented
}

it('the exam leaves the arrow keys to a focused group of options, and turns pages by them from elsewhere', () => {
  const [onVisit, onAnswer] = [vi.fn(), vi.fn()]
  render(<Exam onVisit={onVisit} onAnswer={onAnswer} />)
  const option = screen.getByLabelText('перший')
  expect(isLeftToBrowser(option, 'ArrowRight')).toBe(true)
  expect(isLeftToBrowser(option, 'ArrowLeft')).toBe(true)
  expect(onVisit).not.toHaveBeenCalled()
  expect(isLeftToBrowser(option, 'Digit2')).toBe(false)
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith('b')

  expect(isLeftToBrowser(screen.getByRole('heading'), 'ArrowRight')).toBe(false)
  expect(isLeftToBrowser(screen.getByRole('checkbox'), 'ArrowLeft')).toBe(false)
  expect(onVisit.mock.calls).toEqual([[2], [0]])
})
