// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import {
  answered,
  atIntro,
  begun,
  begunAndKept,
  closePages,
  createServer,
  attemptRowOf,
  newPurchase,
  openPage,
  quiet,
  reaches,
  savingOfQ1,
  valueOfQ1,
} from '../../../tests/support/exam-in-memory.ts'
import { breakStorage, silenceStorage } from '../../../tests/support/broken-storage.ts'
import type { Send } from '../../http/send.ts'
import { closeExamDb } from '../replica/database.ts'
import { drain, retryRefused } from '../sync/drain.ts'
import { takeLeaseOf } from '../../../tests/support/persisted.ts'
import { settled } from '../../../tests/support/settled.ts'

/** The error of an older browser that lacks a function, or of a storage that did not take the session. */
const brokenHere = () => new TypeError('AbortSignal.timeout is not a function')

afterEach(async () => {
  closePages()
  vi.restoreAllMocks()
  await closeExamDb()
})

it('[C.07] [R21] a page polls the build even if the storage never confirms the counted poll', async () => {
  const server = createServer()
  server.calls = { ...server.calls, open: () => Promise.resolve(answered({ status: 'building_started' })) }
  const asked = vi.spyOn(server.calls, 'buildStatus')
  const controller = openPage(server, newPurchase(), quiet)
  await atIntro(controller)
  controller.start(true)
  await reaches(controller, 'building')
  const speak = await silenceStorage('attempts')
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  await speak()
})

it('[R20] an opening that fails on a broken storage counts as unanswered, so the person can try again', async () => {
  const server = createServer()
  server.calls = { ...server.calls, open: () => Promise.reject(new DOMException('no room', 'QuotaExceededError')) }
  const controller = openPage(server, newPurchase(), quiet)
  await atIntro(controller)
  controller.start(true)
  await reaches(controller, 'failed')
  expect(controller.view().state).toMatchObject({ failure: { kind: 'network' } })
})

it('[C.06] a save that throws in this browser is reported, and repeated like an unanswered one', async () => {
  const server = createServer()
  const { send } = server
  let isBroken = true
  server.send = ((endpoint: never, input: { body: { events?: unknown[] } }, options: never) => {
    if (isBroken && input.body.events?.length === 1) throw brokenHere()
    return send(endpoint, input as never, options)
  }) as Send
  const report = vi.fn()
  const controller = await begun(server, newPurchase(), { report })
  controller.answer('q1', 'o2')
  await vi.waitFor(() => expect(report).toHaveBeenCalledWith(expect.any(TypeError)))
  isBroken = false
  await vi.waitFor(() => expect(savingOfQ1(controller)).toBe('server'))
})

it('a request for the paper that throws in this browser is reported, and repeated on a wake', async () => {
  const server = createServer()
  const { fetchPaper } = server.calls
  let isBroken = true
  server.calls = {
    ...server.calls,
    open: () => Promise.resolve(answered({ status: 'building_started' })),
    buildStatus: () => Promise.resolve(answered({ status: 'completed', exam_cache_key: 'k' })),
    fetchPaper: (...how) => (isBroken ? Promise.reject(brokenHere()) : fetchPaper(...how)),
  }
  const report = vi.fn()
  const controller = openPage(server, newPurchase(), { report })
  await atIntro(controller)
  controller.start(true)
  await vi.waitFor(() => expect(report).toHaveBeenCalledWith(expect.any(TypeError)))
  isBroken = false
  controller.wake()
  await reaches(controller, 'answering')
})

it('a takeover that throws in this browser is reported and counts as unanswered, and the person may press again', async () => {
  const server = createServer()
  const { send } = server
  let isBroken = false
  server.send = ((endpoint: never, input: { body: { take_over?: boolean } }, options: never) => {
    if (isBroken && input.body.take_over === true) throw brokenHere()
    return send(endpoint, input as never, options)
  }) as Send
  const report = vi.fn()
  const controller = await begun(server, newPurchase(), { report })
  server.epoch += 1
  controller.wake()
  await vi.waitFor(() => expect(controller.view().state).toMatchObject({ writer: 'other-device' }))
  isBroken = true
  controller.takeOver()
  await vi.waitFor(() => expect(controller.view()).toMatchObject({ isTakingOver: false, isTakeOverUnanswered: true }))
  expect(report).toHaveBeenCalledWith(expect.any(TypeError))
  isBroken = false
  controller.takeOver()
  await vi.waitFor(() => expect(controller.view().state).toMatchObject({ writer: 'here' }))
})

it('a page requests another device’s answers again after a call that threw in this browser', async () => {
  const server = createServer()
  const report = vi.fn()
  const controller = await begun(server, newPurchase(), { report })
  vi.spyOn(server.calls, 'open').mockRejectedValueOnce(brokenHere())
  server.epoch += 1
  server.events = [{ question_id: 'q1', value: 'o2', epoch: 1, seq: 1, device_id: 'laptop' }]
  controller.wake()
  await vi.waitFor(() => expect(report).toHaveBeenCalledWith(expect.any(TypeError)))
  await vi.waitFor(() => expect(valueOfQ1(controller)).toBe('o2'))
})

it('[R18] a tab writes neither flags nor the position after another tab has raised the lease', async () => {
  const purchaseId = newPurchase()
  const controller = await begun(createServer(), purchaseId, quiet)
  const { draftId } = (await attemptRowOf(purchaseId))!
  controller.toggleFlag('q1')
  await vi.waitFor(async () => expect(await attemptRowOf(purchaseId)).toMatchObject({ flags: ['q1'] }))
  await takeLeaseOf(draftId)
  controller.toggleFlag('q2')
  controller.visit(1)
  await settled()
  expect(await attemptRowOf(purchaseId)).toMatchObject({ flags: ['q1'], position: 0 })
})

it('[R18] a page sends its submission from memory if the disk is too full to take the lease back', async () => {
  const server = createServer()
  const purchaseId = newPurchase()
  const controller = await begun(server, purchaseId, quiet)
  controller.answer('q1', 'o2')
  await takeLeaseOf((await attemptRowOf(purchaseId))!.draftId)
  breakStorage('attempts', 'outbox')
  controller.submit()
  await vi.waitFor(() => expect(server.submissions).toMatchObject([{ answers: [{ value: 'o2' }] }]))
  await reaches(controller, 'finished')
})

it('a submission that may not be sent from memory is not offered to a full disk again without a pause', async () => {
  const server = createServer()
  const { open } = server.calls
  server.calls = {
    ...server.calls,
    open: async (...how) => {
      const reply = await open(...how)
      return reply.kind === 'answered' ? answered({ ...reply.body, attempt: null }) : reply
    },
  }
  const report = vi.fn()
  const controller = await begunAndKept(server, newPurchase(), { report })
  breakStorage('outbox')
  controller.submit()
  await vi.waitFor(() => expect(report).toHaveBeenCalled())
  await settled()
  expect(report).toHaveBeenCalledTimes(1)
})

it('a page that shows a refusal follows its submission when a newer build sends the same bytes again', async () => {
  const server = createServer()
  const purchaseId = newPurchase()
  const page = await begun(server, purchaseId)
  page.answer('q1', 'o2')
  const taken = server.afterSubmit
  const refusal = { status: 400, code: 'unknown_question', message: '', resultUrl: null, retryAfter: null } as const
  server.afterSubmit = { kind: 'refused', ...refusal }
  const deliver = () =>
    drain({
      send: server.send,
      now: Date.now,
      random: () => 0,
      hidden: () => false,
      ownerId: () => 'owner',
      report: (error) => expect.unreachable(String(error)),
      locks: null,
      wakeUp: true,
      build: 'one',
    })
  page.submit()
  await reaches(page, 'submitting')
  await vi.waitFor(async () => {
    await deliver()
    expect(page.view().state).toMatchObject({ failure: { kind: 'needs-attention', code: 'unknown_question' } })
  })
  server.afterSubmit = taken
  await retryRefused('one', Date.now())
  expect(page.view().state.phase).toBe('failed')
  await retryRefused('two', Date.now())
  await reaches(page, 'submitting')
  await deliver()
  await reaches(page, 'finished')
  expect(new Set(server.submissions.map((body) => JSON.stringify(body))).size).toBe(1)
})
