// @vitest-environment happy-dom
import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Verdict } from '#contract/practice.ts'
import { uiTexts } from '../../../messages/ui-texts.ts'
import { UiTextsContext } from '../../../ui/ui-texts.ts'
import { PracticeTask } from './practice-task.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const judged: Verdict = { question_id: 'q1', right: '4', given: '4', correct: true, explanation: 'Два й два — чотири.' }

/** A task that has just come, before anybody could read it. */
function task() {
  const onAnswer = vi.fn()
  const onNext = vi.fn()
  const taskOf = (verdict: Verdict | null) => (
    <UiTextsContext value={uiTexts}>
      <PracticeTask
        question={{ id: 'q1', kind: 'text', prompt: '2 + 2' }}
        headingId="task"
        verdict={verdict}
        place={null}
        failure={null}
        isPending={false}
        isLast={false}
        onAnswer={onAnswer}
        onNext={onNext}
      />
    </UiTextsContext>
  )
  const { rerender } = render(taskOf(null))
  const button = (name: string) => screen.getByRole('button', { name })
  return {
    onAnswer,
    onNext,
    button,
    press: (name: string) => fireEvent.click(button(name)),
    isJudged: () => rerender(taskOf(judged)),
    pass: (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds)),
  }
}

describe('the bar of a task', () => {
  it('the bar of a task ignores presses of «Не знаю» in its first 400 ms, because that answer is final', () => {
    const { onAnswer, press, pass } = task()
    press('Не знаю')
    pass(399)
    press('Не знаю')
    expect(onAnswer).not.toHaveBeenCalled()
    pass(1)
    press('Не знаю')
    expect(onAnswer.mock.calls).toEqual([[null]])
  })

  it('the bar of a task ignores a press of «Далі» immediately after the verdict, and takes one 400 ms later', () => {
    const { onNext, button, press, isJudged, pass } = task()
    pass(400)
    const check = button('Перевірити')
    isJudged()
    expect(button('Далі')).not.toBe(check)
    press('Далі')
    fireEvent.submit(button('Далі').closest('form')!)
    expect(onNext).not.toHaveBeenCalled()
    pass(400)
    press('Далі')
    expect(onNext).toHaveBeenCalledTimes(1)
  })

  it('the bar of a task takes a held Enter for one press', () => {
    const { button } = task()
    const isTaken = (repeat: boolean) => {
      const pressed = createEvent.keyDown(button('Перевірити'), { key: 'Enter', repeat })
      fireEvent(button('Перевірити'), pressed)
      return !pressed.defaultPrevented
    }
    expect([isTaken(false), isTaken(true)]).toEqual([true, false])
  })
})
