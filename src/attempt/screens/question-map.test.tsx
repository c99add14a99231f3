// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { oneQuestionPaper as paper } from '../../../tests/support/one-question-paper.ts'
import { examTexts } from '../../messages/exam.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { openAnswers } from '../machine/answers.ts'
import type { Answering } from '../machine/state.ts'
import { QuestionMap } from './question-map.tsx'

afterEach(cleanup)

it('the map shows its hint about waiting answers below the cells, and moves no cell', () => {
  const answers = openAnswers('phone', 1)
  const state: Answering = { phase: 'answering', paper, answers, position: 0, flags: new Set(), writer: 'here' }
  const keys = { areOn: true, wereUsed: false, turn: vi.fn() }
  const mapWith = (waiting: ReadonlySet<string>) => (
    <UiTextsContext value={uiTexts}>
      <QuestionMap state={state} waiting={waiting} keys={keys} clock={null} onVisit={vi.fn()} />
    </UiTextsContext>
  )
  const { rerender } = render(mapWith(new Set()))
  const cells = screen.getByRole('list')
  const above = () => [...cells.parentElement!.children].slice(0, [...cells.parentElement!.children].indexOf(cells))
  const before = above()
  rerender(mapWith(new Set(['q1'])))
  expect(screen.getByText(examTexts.mapWaitingHint)).toBeDefined()
  expect(screen.getByRole('list')).toBe(cells)
  expect(above()).toEqual(before)
})
