// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import {
  answered,
  begun,
  closePages,
  createServer,
  newPurchase,
  quiet,
  savingOfQ1,
  silence,
} from '../../../tests/support/exam-in-memory.ts'
import { breakStorage } from '../../../tests/support/broken-storage.ts'
import { settled } from '../../../tests/support/settled.ts'
import type { Reply } from '../../http/reply.ts'
import type { Send } from '../../http/send.ts'
import { closeExamDb } from '../replica/database.ts'
import type { AttemptRow } from '../machine/rows.ts'
import { isPaused } from '../machine/transition.ts'

afterEach(async () => {
  closePages()
  vi.restoreAllMocks()
  await closeExamDb()
})

const minutes = 60_000
const fresh = { current: null, left: 2, left_ms: 150 * minutes }
const noPause = { kind: 'refused', message: 'Паузи вже використано.', resultUrl: null, retryAfter: null } as const

/** A server that knows pauses. `brought`: what each call brought. `reply`: its reply to pauses; null for the ordinary one. */
function pausingServer(reply: () => Reply<never> | null = () => null) {
  const server = createServer()
  const brought: { name: string; pauses?: { name: string; ended_ago_ms?: number }[]; events: object[] }[] = []
  const { send, calls } = server
  const open: typeof calls.open = async (...how) => {
    const opened = await calls.open(...how)
    if (opened.kind !== 'answered') return opened
    return answered({ ...opened.body, attempt: { ...opened.body.attempt!, pauses: fresh } })
  }
  server.calls = { ...calls, open, fetchPaper: () => open('', null, 0) }
  server.send = (async (endpoint, input: { body: (typeof brought)[number] }, options) => {
    if (!server.reachable) return silence
    const refusal = endpoint.name === 'pauseExam' ? reply() : null
    brought.push({ ...input.body, name: endpoint.name })
    const saved = await send(endpoint, input as never, options)
    if (refusal !== null) return refusal
    return endpoint.name === 'pauseExam' && saved.kind === 'answered'
      ? answered({ ...(saved.body as object), pauses: { ...fresh, left: 1 } })
      : saved
  }) as Send
  return Object.assign(server, { brought })
}
const isStopped = (controller: Awaited<ReturnType<typeof begun>>) => {
  const { state } = controller.view()
  return state.phase === 'answering' && isPaused(state)
}

it('the page writes an answer and the end of the pause before it in one transaction', async () => {
  const server = pausingServer()
  const controller = await begun(server, newPurchase())
  await vi.waitFor(() => expect(controller.view().reached).toBe(true))
  server.reachable = false
  const written: { store: string; value: Partial<AttemptRow>; tx: IDBTransaction }[] = []
  const { put } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    written.push({ store: this.name, value, tx: this.transaction })
    return put.call(this, value, key)
  })
  controller.pause('power')
  controller.goOn()
  controller.answer('q1', 'o2')
  await vi.waitFor(() => expect(savingOfQ1(controller)).toBe('device'))
  const { tx } = written.find(({ store }) => store === 'answers')!
  const [row] = written.filter((one) => one.store === 'attempts' && one.tx === tx)
  expect(row!.value.frame!.pauses!.untold).toMatchObject([{ cause: 'power', to: expect.any(Number) }])
})

it('the page sends a pause, its end and the answers in one call, and later answers by the ordinary save', async () => {
  const server = pausingServer()
  const controller = await begun(server, newPurchase())
  server.reachable = false
  controller.pause('power')
  controller.goOn()
  controller.answer('q1', 'o1')
  await vi.waitFor(() => expect(savingOfQ1(controller)).toBe('device'))
  server.brought.length = 0
  server.reachable = true
  controller.wake()
  await vi.waitFor(() => expect(savingOfQ1(controller)).toBe('server'))
  const [first] = server.brought
  expect(first).toMatchObject({ name: 'pauseExam', pauses: [{ ended_ago_ms: expect.any(Number) }] })
  expect(first!.events).toMatchObject([{ question_id: 'q1', value: 'o1' }])
  controller.answer('q2', 'так')
  await vi.waitFor(() => expect(server.brought.at(-1)!.events).toMatchObject([{ question_id: 'q2' }]))
  expect(server.brought.at(-1)!.name).toBe('saveAnswers')
})

it('the page sends the beginning of a pause to the server only after the disk has it', async () => {
  const server = pausingServer()
  const controller = await begun(server, newPurchase(), quiet)
  await vi.waitFor(() => expect(controller.view().reached).toBe(true))
  const broken = breakStorage('attempts')
  controller.pause('power')
  expect(isStopped(controller)).toBe(true)
  controller.wake()
  await settled()
  expect(server.brought.filter(({ name }) => name === 'pauseExam')).toEqual([])
  broken.mockRestore()
  controller.wake()
  await vi.waitFor(() => expect(server.brought.filter(({ name }) => name === 'pauseExam')).toHaveLength(1), 10_000)
})

it('the page takes back a pause that the server refuses, shows the server’s message, and saves the next answer', async () => {
  const server = pausingServer(() => ({ ...noPause, status: 409, code: 'too_many_pauses' }))
  const controller = await begun(server, newPurchase())
  controller.pause('power')
  await vi.waitFor(() => expect(controller.view().pauseRefused).toBe(noPause.message))
  expect(isStopped(controller)).toBe(false)
  controller.answer('q1', 'o1')
  await vi.waitFor(() => expect(savingOfQ1(controller)).toBe('server'))
})

it.each([
  ['of an earlier release that knows no pauses', 404, 'not_found'],
  ['that has not heard that the exam began', 409, 'attempt_not_started'],
])('the page sends answers by the ordinary save to a server %s', async (_, status, code) => {
  const server = pausingServer(() => ({ ...noPause, status, code }))
  const controller = await begun(server, newPurchase())
  controller.pause('power')
  controller.goOn()
  controller.answer('q1', 'o1')
  await vi.waitFor(() => expect(savingOfQ1(controller)).toBe('server'))
  expect(server.brought.at(-1)).toMatchObject({ name: 'saveAnswers' })
})
