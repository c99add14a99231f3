// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { conflictOn } from '../engine/answer-conflict.ts'
import { begun, closePages, createServer, newPurchase } from '../../tests/support/exam-in-memory.ts'

afterEach(closePages)

it('[C.06] shows when what waits is tried again, until it has arrived', async () => {
  const server = createServer()
  const runner = await begun(server, newPurchase(), { random: () => 1 })
  await vi.waitFor(() => expect(runner.view().reached).toBe(true))
  expect(runner.view().nextTryAt).toBeNull()

  server.reachable = false
  const before = Date.now()
  runner.answer('q1', 'o1')
  await vi.waitFor(() => expect(runner.view().nextTryAt).toBeGreaterThanOrEqual(before + 2_000))

  server.reachable = true
  runner.wake()
  await vi.waitFor(() => expect(runner.view()).toMatchObject({ reached: true, nextTryAt: null }))
  expect(server.events).toMatchObject([{ question_id: 'q1', value: 'o1' }])
})

it('does not call a hand-in late because the answers before it did not arrive', async () => {
  const server = createServer()
  const runner = await begun(server, newPurchase(), { random: () => 1 })
  server.reachable = false
  runner.answer('q1', 'o1')
  await vi.waitFor(() => expect(runner.view().nextTryAt).not.toBeNull())
  runner.submit()
  expect(runner.view()).toMatchObject({ session: { phase: 'submitting' }, nextTryAt: null, heldUntil: 0 })
})

it('[C.06] [R09] has asked about other devices only when it can show what they answered', async () => {
  const server = createServer()
  const runner = await begun(server, newPurchase())
  runner.answer('q1', 'o1')
  await vi.waitFor(() => expect(server.events).toHaveLength(1))
  const rival = { question_id: 'q1', value: 'o2', epoch: 1, seq: 1, device_id: 'laptop' }
  const { open } = server.calls
  let answerPaper: () => void = () => undefined
  const isPaperAnswered = new Promise<void>((resolve) => {
    answerPaper = resolve
  })
  vi.spyOn(server.calls, 'open').mockImplementation(async (...how) => {
    await isPaperAnswered
    return open(...how)
  })
  server.events.push(rival)
  server.marks = { q1: rival }

  const asked = runner.ask()
  const heard = vi.fn()
  void asked.then(heard)
  await vi.waitFor(() => expect(server.asked).toBeGreaterThan(0))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(heard).not.toHaveBeenCalled()
  answerPaper()
  await asked
  const { session } = runner.view()
  expect(session.phase === 'answering' && conflictOn(session.book, 'q1')).toMatchObject({ here: 'o1', there: 'o2' })
})
