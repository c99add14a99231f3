// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { oneQuestionPaper } from '../../../tests/support/one-question-paper.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import hidden from '../../ui/visually-hidden.module.css'
import type { AttemptView } from '../control/view.ts'
import { giveAnswer, openAnswers, takeMarks } from '../machine/answers.ts'
import type { Answering } from '../machine/state.ts'
import { ConnectionLine } from './connection-line.tsx'
import type { WaitingAnswers } from './trouble.ts'

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const unsent = giveAnswer(openAnswers('phone', 0), 'q1', 'слово')
const sent = takeMarks(unsent, { q1: unsent.entries.get('q1')!.own! })
const question = { ...oneQuestionPaper.questions[0]!, id: 'q2' }
const paper = { ...oneQuestionPaper, questions: [...oneQuestionPaper.questions, question] }
const view = {
  stage: 'running',
  reached: true,
  nextTryAt: Date.now() + 60_000,
  pauseUntil: 0,
  clockRanSince: null,
  isTakingOver: false,
} as unknown as AttemptView
const waits: WaitingAnswers = { kind: 'device-only', questionIds: ['q1'] }

interface Shown {
  writer?: Answering['writer']
  waiting?: WaitingAnswers | null
  answers?: Answering['answers']
  position?: number
  reached?: boolean
}

/** The line over a question, with this to say. */
function lineThatSays(first: Shown) {
  const onTakeOver = vi.fn()
  const onFocusLost = vi.fn()
  const lineOf = ({ writer = 'here', waiting = null, answers = sent, position = 0, reached = true }: Shown) => (
    <UiTextsContext value={uiTexts}>
      <ConnectionLine
        purchaseId="p"
        state={{ phase: 'answering', writer, answers, position, paper, flags: new Set() } as Answering}
        view={{ ...view, reached, state: { phase: 'answering', answers } } as AttemptView}
        waiting={waiting}
        besideOptions={null}
        onTakeOver={onTakeOver}
        onChoose={vi.fn()}
        onSendNow={vi.fn()}
        onFocusLost={onFocusLost}
      />
    </UiTextsContext>
  )
  const { rerender } = render(lineOf(first))
  return { onTakeOver, onFocusLost, says: (next: Shown) => rerender(lineOf(next)) }
}

const line = () => screen.queryByRole('button', { expanded: true })
const button = (name: string) => screen.getByRole('button', { name })

it('a working connection is announced to screen readers only, and a lost connection is shown to everybody', () => {
  lineThatSays({})
  expect(screen.getByText('Зв’язок є').className).toBe(hidden.visuallyHidden)
  expect(screen.getByRole('status').dataset.well).toBe('true')
  cleanup()
  lineThatSays({ reached: false })
  expect(screen.getByText('Зв’язку немає').className).not.toContain(hidden.visuallyHidden)
  expect(screen.getByRole('status').dataset.well).toBe('false')
})

describe('the unfolded line over a question', () => {
  it('[C.06] an unfolded line stays when every answer has reached the server, says so, and disappears when it is folded', () => {
    const { says } = lineThatSays({ waiting: waits, answers: unsent })
    fireEvent.click(button('Відповіді лише тут — на цьому пристрої'))
    expect(button('Надіслати зараз')).toBeDefined()
    says({ waiting: null })
    expect(screen.getByText('Усі відповіді вже на сервері.', { exact: false })).toBeDefined()
    fireEvent.click(line()!)
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByText('Зв’язок є')).toBeDefined()
  })

  it('an unfolded line does not call an unsent answer sent', () => {
    const { says } = lineThatSays({ waiting: waits, answers: unsent })
    fireEvent.click(button('Відповіді лише тут — на цьому пристрої'))
    says({ waiting: null, answers: unsent })
    expect(screen.queryByText(/на сервері/)).toBeNull()
    expect(line()).not.toBeNull()
  })

  it('an unfolded line stays when the other tab gives the writing up, and disappears when the person takes it back', () => {
    const unasked = lineThatSays({ writer: 'other-tab' })
    expect(line()).not.toBeNull()
    unasked.says({ writer: 'here' })
    expect(line()).not.toBeNull()
    cleanup()

    const asked = lineThatSays({ writer: 'other-tab' })
    fireEvent.click(button('Продовжити тут'))
    asked.says({ writer: 'here' })
    expect(screen.queryByRole('button')).toBeNull()
    // The next time the writing comes back without a press.
    asked.says({ writer: 'other-tab' })
    asked.says({ writer: 'here' })
    expect(line()).not.toBeNull()
  })

  it('an unfolded line does not stay over the next question', () => {
    const { says } = lineThatSays({ waiting: waits, answers: unsent })
    fireEvent.click(button('Відповіді лише тут — на цьому пристрої'))
    says({ waiting: null })
    says({ waiting: null, position: 1 })
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('an unfolded line takes the focus when the button that had it disappears', () => {
    const { says, onFocusLost } = lineThatSays({ waiting: waits, answers: unsent })
    fireEvent.click(button('Відповіді лише тут — на цьому пристрої'))
    act(() => button('Завантажити мої відповіді').focus())
    says({ waiting: null })
    expect(document.activeElement).toBe(line())
    expect(onFocusLost).not.toHaveBeenCalled()
  })
})
