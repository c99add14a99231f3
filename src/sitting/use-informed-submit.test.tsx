// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { giveAnswer, openBook, takeContested, takeMarks } from '../engine/answer-book.ts'
import type { ExamRunner } from './exam-runner.ts'
import { differingIn, useInformedSubmit } from './use-informed-submit.ts'

afterEach(cleanup)

/** An exam of two questions, both answered here; `differ` says which another device has answered otherwise. */
function setUp() {
  const answered = ['q1', 'q2'].reduce((book, id) => giveAnswer(book, id, 'here'), openBook('phone', 1))
  const marks = Object.fromEntries([...answered.entries].map(([id, { own }]) => [id, own!]))
  let book = takeMarks(answered, marks)
  let speak = () => {}
  const submit = vi.fn()
  const questions = [{ id: 'q1' }, { id: 'q2' }]
  const view = () => ({ session: { phase: 'answering', paper: { questions }, book } })
  const ask = () => new Promise<void>((resolve) => (speak = resolve))
  const runner = { view, ask, submit } as unknown as ExamRunner
  const { result, unmount } = renderHook(() => useInformedSubmit(runner))
  const differ = (at: number, ...ids: string[]) => {
    const there = ids.map((id) => ({ question_id: id, value: 'there', epoch: 0, seq: 1, device_id: 'laptop' }))
    book = takeContested(book, there, at)
  }
  const press = (...shown: number[]) => act(async () => result.current.submit(shown))
  return { result, unmount, differ, press, submit, speak: () => act(async () => speak()), book: () => book }
}

describe('a hand-in from the dialog', () => {
  it('waits for what the server says of other devices', async () => {
    const { result, press, speak, submit } = setUp()
    await press()
    expect(result.current.isPending).toBe(true)
    expect(submit).not.toHaveBeenCalled()
    await speak()
    expect(submit).toHaveBeenCalledOnce()
  })

  it('[C.06] [R09] is void where a difference came that was not on the screen, also when it goes again', async () => {
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

  it('[C.06] [R09] is void where another difference came in place of the one that was on the screen', async () => {
    const { press, speak, differ, submit, book } = setUp()
    differ(1, 'q1')
    await press(1)
    differ(2, 'q2')
    await speak()
    expect(submit).not.toHaveBeenCalled()
    expect(differingIn({ paper: { questions: [{ id: 'q1' }, { id: 'q2' }] }, book: book() } as never)).toEqual([2])
    await press(2)
    expect(submit).toHaveBeenCalledOnce()
  })

  it('does not happen when the dialog was closed meanwhile', async () => {
    const { unmount, press, speak, submit } = setUp()
    await press()
    unmount()
    await speak()
    expect(submit).not.toHaveBeenCalled()
  })
})
