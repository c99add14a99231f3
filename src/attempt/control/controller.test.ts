// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SubmitReply } from '#contract/exam.ts'
import {
  answered,
  atIntro,
  begun,
  closePages,
  createServer,
  attemptRowOf,
  newPurchase,
  openPage,
  quiet,
  reaches,
  type Server,
  savingOfQ1,
  silence,
} from '../../../tests/support/exam-in-memory.ts'
import { breakStorage } from '../../../tests/support/broken-storage.ts'
import { settled } from '../../../tests/support/settled.ts'
import { onWake } from '../../concurrency/wake.ts'
import { onSubmissionChange, type SubmissionChange } from '../sync/channel.ts'
import { drain } from '../sync/drain.ts'
import type { Send } from '../../http/send.ts'
import { answerTo, savingOf } from '../machine/answers.ts'
import { conflictOn } from '../machine/conflicts.ts'
import { findAttempt, readAnswerRows } from '../replica/attempts.ts'
import { withDb } from '../replica/database.ts'
import type { AttemptController } from './controller.ts'

afterEach(closePages)

const unexpected = (error: unknown) => expect.unreachable(String(error))
const deliver = (server: Server, report: (error: unknown) => void = unexpected) =>
  drain({
    send: server.send,
    now: Date.now,
    random: () => 0,
    hidden: () => false,
    ownerId: () => 'owner',
    report,
    locks: null,
    wakeUp: true,
  })
const answerOf = (controller: AttemptController, questionId: string) => {
  const { state } = controller.view()
  return state.phase === 'answering' ? state.answers.entries.get(questionId)?.own?.value : state.phase
}
const kept = (purchaseId: string) =>
  vi.waitFor(async () => {
    const attemptRow = await findAttempt('owner', purchaseId, 'exam')
    const rows = await readAnswerRows(attemptRow!.draftId)
    expect(rows.length).toBeGreaterThan(0)
    return rows
  })

describe('the controller of an exam', () => {
  it('the page stores the start_key before it calls the server, and sends the same key again after a lost reply', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    server.reachable = false
    const controller = openPage(server, purchaseId)
    await atIntro(controller)
    controller.start(true)
    await reaches(controller, 'failed')
    const attemptRow = await findAttempt('owner', purchaseId, 'exam')
    expect(server.startKeys).toEqual([attemptRow!.startKey])

    server.reachable = true
    controller.tryAgain()
    await reaches(controller, 'answering')
    expect(new Set(server.startKeys).size).toBe(1)
  })

  it('the page repeats an opening that a full server refused, with the same start_key and without another press', async () => {
    const server = createServer()
    const { open } = server.calls
    const full = { status: 503, code: 'overloaded', message: 'Зачекайте', resultUrl: null, retryAfter: 20 } as const
    vi.spyOn(server.calls, 'open').mockImplementation(async (purchaseId, startKey) => {
      const reply = await open(purchaseId, startKey, null)
      return server.startKeys.length <= 2 ? { kind: 'refused', ...full } : reply
    })
    const controller = openPage(server, newPurchase())
    await atIntro(controller)
    controller.start(true)
    await reaches(controller, 'answering')
    expect(server.startKeys).toHaveLength(3)
    expect(new Set(server.startKeys).size).toBe(1)
  })

  it('a double click on start opens the exam with one call and one start_key', async () => {
    const server = createServer()
    const controller = openPage(server, newPurchase())
    await atIntro(controller)
    controller.start(true)
    controller.start(true)
    await reaches(controller, 'answering')
    expect(server.startKeys).toHaveLength(1)
  })

  it('the page starts the exam’s clock only after the paper is stored', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    let stored: unknown = null
    const { send } = server
    server.send = (async (endpoint: never, input: never, options: never) => {
      stored ??= (await findAttempt('owner', purchaseId, 'exam'))?.state
      return send(endpoint, input, options)
    }) as Send
    await begun(server, purchaseId)
    expect(stored).toBe('open')
    expect(server.started).toBe(true)
  })

  it('[R21] the page reports a storage that does not answer within 15 s, and continues when it answers after all', async () => {
    let isSilent = true
    const held = withDb(async (db) => {
      const tx = db.transaction('facts', 'readwrite')
      while (isSilent) await tx.store.count()
      await tx.done
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const report = vi.fn()
    const controller = openPage(createServer(), newPurchase(), { report })
    await vi.advanceTimersByTimeAsync(15_000)
    vi.useRealTimers()
    expect(controller.view()).toMatchObject({ stage: 'running', state: { failure: { kind: 'storage' } } })
    expect(report).toHaveBeenCalledOnce()

    isSilent = false
    await held
    await atIntro(controller)
  })

  it('[C.06] a page reloaded without a network shows the same answers at the same question, and saves them later', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const before = await begun(server, purchaseId)
    server.reachable = false
    before.answer('q1', 'o2')
    before.visit(1)
    await kept(purchaseId)
    before.stop()

    const after = openPage(server, purchaseId)
    await reaches(after, 'answering')
    expect(after.view().state).toMatchObject({ position: 1 })
    expect(answerOf(after, 'q1')).toBe('o2')
    server.reachable = true
    after.wake()
    await vi.waitFor(() => expect(server.events).toMatchObject([{ question_id: 'q1', value: 'o2' }]))
  })

  it('[C.06] [R02] a submission that was made without a network is delivered once after a reload', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const before = await begun(server, purchaseId)
    server.reachable = false
    before.answer('q2', 'слово')
    before.submit()
    await vi.waitFor(() => expect(before.view().state).toMatchObject({ phase: 'submitting', enqueued: true }))
    await deliver(server)
    before.stop()

    const after = openPage(server, purchaseId)
    await reaches(after, 'submitting')
    server.reachable = true
    await deliver(server)
    await reaches(after, 'finished')
    await deliver(server)
    expect(server.submissions).toMatchObject([
      { answers: [{ question_id: 'q2', value: 'слово' }], submission_key: 'submission-key', events: [{ seq: 1 }] },
    ])
  })

  it('[C.06] [R18] a submission is delivered and its page finishes, even if the disk takes no more writes', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const controller = await begun(server, purchaseId, { report: () => undefined })
    controller.answer('q2', 'слово')
    controller.submit()
    await vi.waitFor(() => expect(controller.view().state).toMatchObject({ phase: 'submitting', enqueued: true }))
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Quota exceeded', 'QuotaExceededError')
    })
    await deliver(server, () => undefined)
    await reaches(controller, 'finished')
    put.mockRestore()
    await deliver(server)
    expect(new Set(server.submissions.map((body) => JSON.stringify(body))).size).toBe(1)
  })

  it('the page takes the exam’s result from the reply to the submission', async () => {
    const server = createServer()
    const result = { status: 'completed', attempt_id: 'a1', total: 2, correct: 1 } as const
    server.afterSubmit = answered<SubmitReply>(result)
    const controller = await begun(server, newPurchase())
    controller.submit()
    await vi.waitFor(() => expect(controller.view().state).toMatchObject({ phase: 'submitting', enqueued: true }))
    await deliver(server)
    await reaches(controller, 'finished')
    expect(controller.view().state).toEqual({ phase: 'finished', result })
  })

  it('[S4.20] after processing_started the exam page finishes and leaves the polling to the page of the result', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    server.afterSubmit = answered<SubmitReply>({ status: 'processing_started', attempt_id: 'a1' })
    const controller = await begun(server, purchaseId)
    controller.submit()
    await vi.waitFor(() => expect(controller.view().state).toMatchObject({ phase: 'submitting', enqueued: true }))
    await deliver(server)
    await reaches(controller, 'finished')
    expect(controller.view().state).toEqual({ phase: 'finished', result: null, isInWork: true })
    await vi.waitFor(async () => expect(await findAttempt('owner', purchaseId, 'exam')).toBeNull())
  })

  it('the page still knows after a reload which attempt is being graded', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    server.afterSubmit = answered<SubmitReply>({ status: 'processing_started', attempt_id: 'a1' })
    const controller = await begun(server, purchaseId)
    const { attemptId } = controller.view()
    controller.submit()
    await vi.waitFor(() => expect(controller.view().state).toMatchObject({ phase: 'submitting', enqueued: true }))
    controller.stop()
    await deliver(server)
    const again = openPage(server, purchaseId)
    await reaches(again, 'finished')
    expect(again.view()).toMatchObject({ attemptId, state: { isInWork: true } })
  })

  it('a device whose clock jumps a day ahead does not end the exam', async () => {
    const server = createServer()
    const device = { jump: 0 }
    const purchaseId = newPurchase()
    const controller = openPage(server, purchaseId, { device })
    await atIntro(controller)
    controller.start(true)
    await reaches(controller, 'answering')
    server.reachable = false
    device.jump = 86_400_000
    controller.wake()
    expect(controller.remaining()).toBeLessThan(0)
    expect(controller.view().state.phase).toBe('answering')
    server.reachable = true
    controller.wake()
    await vi.waitFor(() => expect(controller.remaining()).toBeGreaterThan(0))
  })

  it('a tab writes no more answers after another tab has taken the attempt over', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const first = await begun(server, purchaseId)
    const second = openPage(server, purchaseId)
    await reaches(second, 'answering')
    await vi.waitFor(async () => expect((await findAttempt('owner', purchaseId, 'exam'))?.claim).toBe(2))
    first.answer('q1', 'o1')
    await vi.waitFor(() => expect(first.view().state).toMatchObject({ writer: 'other-tab' }))
    second.answer('q1', 'o2')
    expect(await kept(purchaseId)).toMatchObject([{ own: { value: 'o2' } }])
  })

  it('a second device takes the attempt over with the server’s answers, and continues their numbering', async () => {
    const server = createServer()
    server.started = true
    server.events = [{ question_id: 'q1', value: 'o1', epoch: 0, seq: 4, device_id: 'phone' }]
    const purchaseId = newPurchase()
    const controller = openPage(server, purchaseId)
    await atIntro(controller)
    controller.start(false)
    await reaches(controller, 'answering')
    expect(server.epoch).toBe(1)
    controller.answer('q1', 'o2')
    await vi.waitFor(() => expect(server.events.at(-1)).toMatchObject({ value: 'o2', epoch: 1, seq: 5 }))
  })
})

describe('a storage that fails in the middle of an exam', () => {
  afterEach(() => void vi.restoreAllMocks())

  async function withoutStorage(server: Server, ...stores: string[]): Promise<AttemptController> {
    const controller = openPage(server, newPurchase(), { report: () => undefined })
    await atIntro(controller)
    controller.start(true)
    await reaches(controller, 'answering')
    breakStorage(...stores)
    return controller
  }
  const savingOfQ1 = ({ view }: AttemptController) => {
    const { state } = view()
    return state.phase === 'answering' ? savingOf(state.answers, 'q1') : state.phase
  }

  it('[R18] an answer that the disk refuses still reaches the server, and the screen never calls it saved on this device', async () => {
    const server = createServer()
    const controller = await withoutStorage(server, 'answers')
    const shown = new Set<string>()
    controller.subscribe(() => shown.add(savingOfQ1(controller)))
    server.reachable = false
    controller.answer('q1', 'o2')
    await vi.waitFor(() => expect(savingOfQ1(controller)).toBe('unsaved'))
    server.reachable = true
    controller.wake()
    await vi.waitFor(() => expect(savingOfQ1(controller)).toBe('server'))
    expect(server.events).toMatchObject([{ question_id: 'q1', value: 'o2' }])
    expect(shown).not.toContain('device')
  })

  it('[R18] an exam is submitted once although the storage has failed', async () => {
    const server = createServer()
    const controller = await withoutStorage(server, 'answers', 'outbox')
    controller.answer('q2', 'слово')
    controller.submit()
    await reaches(controller, 'finished')
    expect(server.submissions).toMatchObject([
      { answers: [{ question_id: 'q2', value: 'слово' }], submission_key: 'submission-key' },
    ])
  })
})

describe('an exam whose ticket has ended before the person comes back', () => {
  /** Answers without a network, closes the tab, and opens the browser after the end of the exam's time and of its ticket. */
  async function comeBack(server: Server, purchaseId: string): Promise<AttemptController> {
    const before = await begun(server, purchaseId)
    server.reachable = false
    before.answer('q1', 'o2')
    await kept(purchaseId)
    before.stop()
    Object.assign(server, { reachable: true, ticketEnded: true, closed: true })
    return openPage(server, purchaseId)
  }

  it('a page that opens after the ticket’s end submits this device’s unsent answer once, and finishes', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const controller = await comeBack(server, purchaseId)
    await reaches(controller, 'submitting')
    await vi.waitFor(() => expect(controller.view().state).toMatchObject({ enqueued: true }))
    await deliver(server)
    await reaches(controller, 'finished')
    await deliver(server)
    expect(server.submissions).toEqual([
      expect.objectContaining({ submission_key: 'submission-key', events: [expect.objectContaining({ value: 'o2' })] }),
    ])
    controller.stop()
    await atIntro(openPage(server, purchaseId))
  })

  it('a page that opens after the ticket’s end leads to the result and submits nothing if the server has every answer', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const before = await begun(server, purchaseId)
    before.answer('q1', 'o2')
    await vi.waitFor(async () => expect(await kept(purchaseId)).toMatchObject([{ mark: { seq: 1 } }]))
    before.stop()
    Object.assign(server, { ticketEnded: true, closed: true })
    const controller = openPage(server, purchaseId)
    await reaches(controller, 'no-open-attempt')
    expect(controller.view().state).toMatchObject({ resultUrl: '/logic/test-result/1' })
    expect(server.submissions).toEqual([])
  })

  it('a page asks about the attempt again after a call without a reply, and then submits', async () => {
    const server = createServer()
    const open = server.calls.open
    const asked = vi.spyOn(server.calls, 'open').mockImplementationOnce(open).mockResolvedValueOnce(silence)
    const controller = await comeBack(server, newPurchase())
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
    expect(answerOf(controller, 'q1')).toBe('o2')
    controller.wake()
    await reaches(controller, 'submitting')
  })

  it('an exam whose ticket has ended continues if the server says that the attempt is still open', async () => {
    const server = createServer()
    const asked = vi.spyOn(server.calls, 'open')
    const controller = await begun(server, newPurchase())
    server.ticketEnded = true
    controller.answer('q1', 'o2')
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
    await settled()
    expect(answerOf(controller, 'q1')).toBe('o2')
    expect(server.submissions).toEqual([])
  })

  it('a training whose ticket has ended never calls for its attempt, because that would open another one', async () => {
    const server = createServer()
    const asked = vi.spyOn(server.calls, 'open')
    const sent = vi.spyOn(server, 'send')
    const controller = await begun(server, newPurchase(), { mode: 'training' })
    const before = sent.mock.calls.length
    server.ticketEnded = true
    controller.answer('q1', 'o2')
    await vi.waitFor(() => expect(sent.mock.calls.length).toBeGreaterThan(before))
    await settled()
    expect(asked).toHaveBeenCalledTimes(1)
  })
})

describe('an exam page that the person leaves for another page of the same window', () => {
  it('[C.06] an exam page that closes requests delivery if the server lacks an answer, and otherwise not', async () => {
    const wished = vi.fn()
    const stopHearing = onWake(['asked'], wished)
    const server = createServer()
    const purchaseId = newPurchase()
    const controller = await begun(server, purchaseId)
    server.reachable = false
    controller.answer('q1', 'o2')
    controller.stop()
    expect(wished).toHaveBeenCalledTimes(1)
    const unanswered = await begun(createServer(), newPurchase())
    unanswered.stop()
    expect(wished).toHaveBeenCalledTimes(1)
    stopHearing()
  })
})

describe('an exam that turns out to be over while the person answers', () => {
  /** As soon as `tell` is called, the server says that the exam was graded. */
  async function overSoon(ports = {}) {
    const server = createServer()
    const { send } = server
    let isOver = false
    let tell = () => {}
    const replied = new Promise<void>((resolve) => {
      tell = resolve
    })
    server.send = (async (...call: Parameters<typeof send>) => {
      const reply = await send(...call)
      if (!isOver || reply.kind !== 'answered') return reply
      await replied
      return { ...reply, body: { ...(reply.body as object), state: 'graded' } }
    }) as typeof send
    const purchaseId = newPurchase()
    const controller = await begun(server, purchaseId, ports)
    isOver = true
    const asked = server.asked
    void controller.ask()
    await vi.waitFor(() => expect(server.asked).toBe(asked + 1))
    return { controller, purchaseId, tell }
  }

  it('[C.06] a page that learns of the exam’s end requests delivery of the answer that the server lacks, once', async () => {
    const wished = vi.fn()
    const stopHearing = onWake(['asked'], wished)
    const { controller, tell } = await overSoon()
    controller.answer('q1', 'o2')
    await vi.waitFor(() => expect(savingOfQ1(controller)).toBe('device'))
    tell()
    await reaches(controller, 'finished')
    expect(wished).toHaveBeenCalledTimes(1)
    stopHearing()
  })

  it('[C.06] a page requests delivery once more when a full disk takes the answer only after the exam’s end', async () => {
    const wished = vi.fn()
    const { controller, purchaseId, tell } = await overSoon(quiet)
    const { draftId } = (await attemptRowOf(purchaseId))!
    breakStorage()
    controller.answer('q1', 'o2')
    await vi.waitFor(() => expect(savingOfQ1(controller)).toBe('unsaved'))
    tell()
    await reaches(controller, 'finished')
    const stopHearing = onWake(['asked'], wished)
    vi.restoreAllMocks()
    await vi.waitFor(() => expect(wished).toHaveBeenCalledTimes(1), { timeout: 6_000, interval: 50 })
    expect(await readAnswerRows(draftId)).toMatchObject([{ questionId: 'q1', own: { value: 'o2' } }])
    stopHearing()
  })
})

it('a page announces once that a submission waits for its delivery', async () => {
  const controller = await begun(createServer(), newPurchase())
  const changes: SubmissionChange[] = []
  const stop = onSubmissionChange((change) => changes.push(change))
  controller.submit()
  await vi.waitFor(() => expect(controller.view().state).toMatchObject({ phase: 'submitting', enqueued: true }))
  await settled()
  stop()
  expect(changes.map(({ change }) => change)).toEqual(['enqueued'])
})

describe('an attempt on two devices', () => {
  it('[R09] a device that comes back shows the other device’s answers, and both answers to a question if they differ', async () => {
    const server = createServer()
    const controller = await begun(server, newPurchase())
    controller.answer('q1', 'o1')
    await vi.waitFor(() => expect(server.events).toHaveLength(1))
    server.epoch += 1
    server.events = [
      { question_id: 'q1', value: 'o2', epoch: 1, seq: 2, device_id: 'laptop' },
      { question_id: 'q2', value: 'слово', epoch: 1, seq: 1, device_id: 'laptop' },
    ]
    controller.wake()
    await vi.waitFor(() => expect(controller.view().state).toMatchObject({ writer: 'other-device' }))
    const answers = () => {
      const { state } = controller.view()
      if (state.phase !== 'answering') throw new Error(state.phase)
      return state.answers
    }
    await vi.waitFor(() => expect(answerTo(answers(), 'q2')).toBe('слово'))
    expect(conflictOn(answers(), 'q1')).toEqual({ here: 'o1', there: 'o2', holds: 'there' })

    controller.takeOver()
    await vi.waitFor(() => expect(controller.view().state).toMatchObject({ writer: 'here' }))
    controller.answer('q1', 'o1')
    await vi.waitFor(() => expect(server.events.at(-1)).toMatchObject({ value: 'o1', epoch: 2, seq: 3 }))
    expect(conflictOn(answers(), 'q1')).toBeNull()
  })

  it('a page says that its takeover got no reply, and lets the person press again', async () => {
    const server = createServer()
    const controller = await begun(server, newPurchase())
    server.epoch += 1
    controller.wake()
    await vi.waitFor(() => expect(controller.view().state).toMatchObject({ writer: 'other-device' }))
    server.reachable = false
    controller.takeOver()
    expect(controller.view()).toMatchObject({ isTakingOver: true, isTakeOverUnanswered: false })
    await vi.waitFor(() => expect(controller.view()).toMatchObject({ isTakingOver: false, isTakeOverUnanswered: true }))
    server.reachable = true
    controller.takeOver()
    expect(controller.view().isTakeOverUnanswered).toBe(false)
    await vi.waitFor(() => expect(controller.view().state).toMatchObject({ writer: 'here' }))
  })
})
