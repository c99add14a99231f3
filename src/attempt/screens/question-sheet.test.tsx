// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { oneQuestionPaper } from '../../../tests/support/one-question-paper.ts'
import { examTexts } from '../../messages/exam.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import type { AttemptController } from '../control/controller.ts'
import type { AttemptView } from '../control/view.ts'
import { giveAnswer, openAnswers } from '../machine/answers.ts'
import type { Answering } from '../machine/state.ts'
import { AnsweringScreen } from './answering-screen.tsx'

const visit = vi.fn()
beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  visit.mockClear()
})

const [first] = oneQuestionPaper.questions
const paper = { ...oneQuestionPaper, questions: ['q1', 'q2', 'q3'].map((id) => ({ ...first!, id })) }
const answers = giveAnswer(openAnswers('phone', 0), 'q1', 'слово')
const view = { stage: 'running', reached: true, nextTryAt: 0, pauseUntil: 0, clockRanSince: null, isTakingOver: false }

/** An exam of three questions, of which the first is answered. */
function Exam({ writer = 'here' }: { writer?: Answering['writer'] }) {
  const [position, setPosition] = useState(0)
  const state = { phase: 'answering', writer, answers, position, paper, flags: new Set(['q2']) }
  const controller = {
    visit: (next: number) => {
      visit(next)
      setPosition(next)
    },
    remaining: () => 600_000,
  }
  return (
    <UiTextsContext value={uiTexts}>
      <AnsweringScreen
        purchaseId="p"
        controller={controller as unknown as AttemptController}
        view={{ ...view, state } as unknown as AttemptView}
        state={state as unknown as Answering}
      />
    </UiTextsContext>
  )
}

const wayToMap = () => screen.getByRole('button', { name: new RegExp(`${examTexts.map}$`) })
const sheet = () => screen.queryByRole('dialog', { name: examTexts.map })
const open = () => fireEvent.click(wayToMap())

describe('the sheet of all questions', () => {
  it('one press on the question’s number opens the sheet of all questions, with the signs of the map', () => {
    render(<Exam />)
    expect(sheet()).toBeNull()
    open()
    const cells = within(sheet()!).getAllByRole('button', { name: /^\d/ })
    expect(cells.map((cell) => cell.getAttribute('aria-label'))).toEqual([
      '1, є відповідь',
      '2, без відповіді, позначено',
      '3, без відповіді',
    ])
    expect(within(sheet()!).getByText(examTexts.mapCount(1, 3))).toBeDefined()
  })

  it('a press in the sheet opens that question, closes the sheet and focuses the question’s number', async () => {
    render(<Exam />)
    open()
    fireEvent.click(within(sheet()!).getByRole('button', { name: /^3,/ }))
    expect(visit).toHaveBeenLastCalledWith(2)
    expect(sheet()).toBeNull()
    const number = screen.getByRole('heading', { level: 1, name: examTexts.questionOf(3, 3) })
    await vi.waitFor(() => expect(document.activeElement).toBe(number))
  })

  it('a person can close the sheet without the choice of a question', () => {
    render(<Exam />)
    open()
    act(() => within(sheet()!).getByRole('button', { name: uiTexts.close }).click())
    expect(sheet()).toBeNull()
    expect(visit).not.toHaveBeenCalled()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(examTexts.questionOf(1, 3))
  })

  it('the sheet closes when another device takes the writing, and does not return with the writing', () => {
    const { rerender } = render(<Exam />)
    open()
    rerender(<Exam writer="other-device" />)
    expect(sheet()).toBeNull()
    rerender(<Exam />)
    expect(sheet()).toBeNull()
  })

  it('the sheet closes when the window becomes wide enough for the map at the question’s side', () => {
    const wide = new EventTarget()
    vi.spyOn(window, 'matchMedia').mockReturnValue(wide as MediaQueryList)
    render(<Exam />)
    open()
    act(() => void wide.dispatchEvent(new Event('change')))
    expect(sheet()).toBeNull()
  })

  it('the button of the sheet comes before «Здати», and «Здати» before the heading, in the order of the document', () => {
    render(<Exam />)
    const inOrder = [
      wayToMap(),
      screen.getByRole('button', { name: /^Здати/ }),
      screen.getByRole('heading', { level: 1 }),
    ]
    for (const [place, each] of inOrder.slice(1).entries()) {
      expect(inOrder[place]!.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    }
  })
})

it('the line at the bar’s end is as long as the share of answered questions', () => {
  const { container } = render(<Exam />)
  const line = container.querySelector<HTMLElement>('[aria-hidden="true"][style]')!
  expect(Number.parseFloat(line.style.scale)).toBeCloseTo(1 / 3)
})
