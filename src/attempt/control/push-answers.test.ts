// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { conflictOn } from '../machine/conflicts.ts'
import { begun, closePages, createServer, newPurchase } from '../../../tests/support/exam-in-memory.ts'
import { settled } from '../../../tests/support/settled.ts'

afterEach(closePages)

it('[C.06] the page shows when it will retry a waiting answer, until the answer has arrived', async () => {
  const server = createServer()
  const controller = await begun(server, newPurchase(), { random: () => 1 })
  await vi.waitFor(() => expect(controller.view().reached).toBe(true))
  expect(controller.view().nextTryAt).toBeNull()

  server.reachable = false
  const before = Date.now()
  controller.answer('q1', 'o1')
  await vi.waitFor(() => expect(controller.view().nextTryAt).toBeGreaterThanOrEqual(before + 2_000))

  server.reachable = true
  controller.wake()
  await vi.waitFor(() => expect(controller.view()).toMatchObject({ reached: true, nextTryAt: null }))
  expect(server.events).toMatchObject([{ question_id: 'q1', value: 'o1' }])
})

it('a submission does not inherit the retry time of an answer that did not arrive', async () => {
  const server = createServer()
  const controller = await begun(server, newPurchase(), { random: () => 1 })
  server.reachable = false
  controller.answer('q1', 'o1')
  await vi.waitFor(() => expect(controller.view().nextTryAt).not.toBeNull())
  controller.submit()
  expect(controller.view()).toMatchObject({ state: { phase: 'submitting' }, nextTryAt: null, pauseUntil: 0 })
})

it('[C.06] [R09] a question about other devices ends only when the page can show their answers', async () => {
  const server = createServer()
  const controller = await begun(server, newPurchase())
  controller.answer('q1', 'o1')
  await vi.waitFor(() => expect(server.events).toHaveLength(1))
  const remote = { question_id: 'q1', value: 'o2', epoch: 1, seq: 1, device_id: 'laptop' }
  const { open } = server.calls
  let answerPaper: () => void = () => undefined
  const isPaperAnswered = new Promise<void>((resolve) => {
    answerPaper = resolve
  })
  vi.spyOn(server.calls, 'open').mockImplementation(async (...how) => {
    await isPaperAnswered
    return open(...how)
  })
  server.events.push(remote)
  server.marks = { q1: remote }

  const asked = controller.ask()
  const heard = vi.fn()
  void asked.then(heard)
  await vi.waitFor(() => expect(server.asked).toBeGreaterThan(0))
  await settled()
  expect(heard).not.toHaveBeenCalled()
  answerPaper()
  await asked
  const { state } = controller.view()
  expect(state.phase === 'answering' && conflictOn(state.answers, 'q1')).toMatchObject({ here: 'o1', there: 'o2' })
})
