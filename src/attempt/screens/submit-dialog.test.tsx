// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { uiTexts } from '../../messages/ui-texts.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { oneQuestionPaper as paper } from '../../../tests/support/one-question-paper.ts'
import { type Answers, giveAnswer, openAnswers } from '../machine/answers.ts'
import type { Answering } from '../machine/state.ts'
import type { AttemptController } from '../control/controller.ts'
import { SubmitDialog } from './submit-dialog.tsx'

afterEach(cleanup)

it('the submit dialog keeps its buttons in place when another device’s answer comes while it is open', () => {
  const controller = { ask: () => Promise.resolve(), submit: vi.fn() } as unknown as AttemptController
  const dialogWith = (answers: Answers) => {
    const state = { phase: 'answering', paper, answers, flags: new Set<string>() } as unknown as Answering
    return (
      <UiTextsContext value={uiTexts}>
        <SubmitDialog state={state} controller={controller} onVisit={vi.fn()} onClose={vi.fn()} />
      </UiTextsContext>
    )
  }
  const unanswered = openAnswers('phone', 1)
  const shown = () =>
    screen
      .getAllByRole('button', { hidden: true })
      .filter(({ textContent }) => /^(Здати|Повернутися)/.test(textContent))
  const { rerender } = render(dialogWith(unanswered))
  const before = shown()
  expect(before.map(({ textContent }) => textContent)).toEqual(['Повернутися до запитань', 'Здати'])
  rerender(dialogWith(giveAnswer(unanswered, 'q1', 'слово')))
  expect(screen.getByText('Ви відповіли на всі запитання.', { exact: false })).toBeDefined()
  for (const [place, button] of shown().entries()) expect(button).toBe(before[place])
})
