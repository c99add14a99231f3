// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { giveAnswer, openAnswers, takeContested, takeMarks } from '../machine/answers.ts'
import type { AttemptController } from '../control/controller.ts'
import { useInformedSubmit } from './use-informed-submit.ts'

afterEach(cleanup)

/** An exam of two questions, both answered here. `differ` names those that another device has answered differently. */
function setUp() {
  const answered = ['q1', 'q2'].reduce((answers, id) => giveAnswer(answers, id, 'here'), openAnswers('phone', 1))
  const marks = Object.fromEntries([...answered.entries].map(([id, { own }]) => [id, own!]))
  let answers = takeMarks(answered, marks)
  let speak = () => {}
  const submit = vi.fn()
  const questions = [{ id: 'q1' }, { id: 'q2' }]
  const view = () => ({ state: { phase: 'answering', paper: { questions }, answers } })
  const ask = () => new Promise<void>((resolve) => (speak = resolve))
  const controller = { view, ask, submit } as unknown as AttemptController
  const { result, unmount } = renderHook(() => useInformedSubmit(controller))
  const differ = (at: number, ...ids: string[]) => {
    const there = ids.map((id) => ({ question_id: id, value: 'there', epoch: 0, seq: 1, device_id: 'laptop' }))
    answers = takeContested(answers, there, at)
  }
  const press = (...shown: number[]) => act(async () => result.current.submit(shown))
  return { result, unmount, differ, press, submit, speak: () => act(async () => speak()) }
}

describe('a submission from the dialog', () => {
  it('a submission from the dialog waits for the server’s reply about other devices', async () => {
    const { result, press, speak, submit } = setUp()
    await press()
    expect(result.current.isPending).toBe(true)
    expect(submit).not.toHaveBeenCalled()
    await speak()
    expect(submit).toHaveBeenCalledOnce()
  })

  it('[C.06] [R09] a submission is void if a difference came that was not on the screen, even if it disappears again', async () => {
    const { result, press, speak, differ, submit } = setUp()
    await press()
    differ(1, 'q1')
    await speak()
    expect(result.current.isPending).toBe(false)
    differ(2)
    await speak()
    expect(submit).not.toHaveBeenCalled()
    await press()
    expect(submit).toHaveBeenCalledOnce()
  })

  it('[C.06] [R09] a submission is void if another difference replaced the one that was on the screen', async () => {
    const { press, speak, differ, submit } = setUp()
    differ(1, 'q1')
    await press(1)
    differ(2, 'q2')
    await speak()
    expect(submit).not.toHaveBeenCalled()
    await press(2)
    expect(submit).toHaveBeenCalledOnce()
  })

  it('a submission does not happen if its dialog was closed meanwhile', async () => {
    const { unmount, press, speak, submit } = setUp()
    await press()
    unmount()
    await speak()
    expect(submit).not.toHaveBeenCalled()
  })
})
