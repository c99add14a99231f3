// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  answered,
  atIntro,
  begun,
  breakStorage,
  closePages,
  createServer,
  newPurchase,
  openPage,
  reaches,
  type Server,
  silence,
} from '../../tests/support/exam-in-memory.ts'
import { LockManager } from '../../tests/model/world/locks.ts'
import { play } from '../../tests/model/world/play.ts'
import { newLife, Timeline } from '../../tests/model/world/timeline.ts'
import { wishDelivery } from '../delivery/delivery-wish.ts'
import { onDeliveryNews } from '../delivery/news.ts'
import type { Locks } from '../delivery/with-lock.ts'
import { answerTo, savingOf } from '../engine/answer-book.ts'
import { readAnswers } from '../storage/answer-drafts.ts'
import { claimWriting, findDraft } from '../storage/attempt-drafts.ts'
import { closeExamDb, withDb } from '../storage/exam-db.ts'
import { readSubmission } from '../storage/outbox.ts'
import type { ExamRunner } from './exam-runner.ts'

const quiet = { report: () => undefined }
const savingOfQ1 = ({ view }: ExamRunner) => {
  const { session } = view()
  return session.phase === 'answering' ? savingOf(session.book, 'q1') : session.phase
}
const valueOfQ1 = ({ view }: ExamRunner) => {
  const { session } = view()
  return session.phase === 'answering' ? answerTo(session.book, 'q1') : session.phase
}
const draftOf = (purchaseId: string) => findDraft('owner', purchaseId, 'exam')

const fail = (): never => {
  throw new DOMException('The storage is gone', 'SecurityError')
}

/** This browser has no storage at all: a private window, a policy, a broken profile. */
async function blockStorage() {
  await closeExamDb()
  return vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('The user denied permission', 'SecurityError')
  })
}

type Silent = 'attempts' | 'answers' | 'papers'

/** From now on no transaction on these stores begins, until the function that this returns is called. */
async function silenceStorage(...stores: [Silent, ...Silent[]]) {
  let isSilent = true
  let held = Promise.resolve()
  await new Promise<void>((begun) => {
    held = withDb(async (db) => {
      const tx = db.transaction(stores, 'readwrite')
      while (isSilent) {
        await tx.objectStore(stores[0]).count()
        begun()
      }
      await tx.done
    })
  })
  return () => {
    isSilent = false
    return held
  }
}

afterEach(async () => {
  closePages()
  vi.restoreAllMocks()
  vi.useRealTimers()
  await closeExamDb()
})

describe('a hand-in that the browser did not write down', () => {
  /** Handed in at a server that gives these replies, on a full disk. */
  async function handedIn(server: Server, random = () => 1) {
    const runner = await begun(server, newPurchase(), { ...quiet, random })
    breakStorage()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    runner.submit()
    await vi.advanceTimersByTimeAsync(0)
    await vi.waitFor(() => expect(server.submissions).toHaveLength(1))
    await vi.waitFor(() => expect(runner.view().nextTryAt).not.toBeNull())
    return runner
  }

  it('is sent again by the schedule of the outbox, each time later, and the page says when', async () => {
    const server = createServer()
    server.afterSubmit = silence
    const runner = await handedIn(server)
    const waits = [runner.view().nextTryAt! - Date.now()]
    await vi.advanceTimersByTimeAsync(waits[0]! - 100)
    expect(server.submissions).toHaveLength(1)
    const planned = runner.view().nextTryAt
    await vi.waitFor(() => expect(runner.view().nextTryAt).not.toBe(planned))
    expect(server.submissions).toHaveLength(2)
    waits.push(runner.view().nextTryAt! - Date.now())
    expect(waits[1]).toBeGreaterThan(waits[0]! + 1_000)
    expect(runner.view()).toMatchObject({ isUnkept: true, isUnanswered: true })
    expect(new Set(server.submissions.map((body) => JSON.stringify(body))).size).toBe(1)
  })

  it('waits as long as the server asks, whatever the person wishes, and else not longer than they wish', async () => {
    const server = createServer()
    const limited = { kind: 'refused', status: 429, code: 'too_many', message: '', resultUrl: null } as const
    server.afterSubmit = { ...limited, retryAfter: 60_000 }
    const runner = await handedIn(server)
    expect(runner.view().heldUntil - Date.now()).toBeGreaterThan(50_000)
    wishDelivery()
    runner.wake()
    await vi.advanceTimersByTimeAsync(50_000)
    expect(server.submissions).toHaveLength(1)

    server.afterSubmit = silence
    await vi.advanceTimersByTimeAsync(12_000)
    await vi.waitFor(() => expect(server.submissions).toHaveLength(2))
    server.afterSubmit = answered({ status: 'completed', attempt_id: 'a1' })
    wishDelivery()
    await vi.advanceTimersByTimeAsync(0)
    await vi.waitFor(() => expect(runner.view().session.phase).toBe('finished'))
    expect(server.submissions).toHaveLength(3)
  })

  it('that the server refuses for good is not sent again: the page keeps it, and says so', async () => {
    const server = createServer()
    server.afterSubmit = {
      kind: 'refused',
      status: 422,
      code: 'submission_mismatch',
      message: 'Здано інше.',
      resultUrl: null,
      retryAfter: null,
    }
    const runner = await begun(server, newPurchase(), quiet)
    breakStorage()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    runner.submit()
    await vi.waitFor(() => expect(runner.view().unkeptRefusal).toBe('Здано інше.'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.submissions).toHaveLength(1)
    expect(runner.view().session.phase).toBe('submitting')
  })

  it('[C.06] is told of to whoever delivers also when the page was left before a slow storage had taken it', async () => {
    const purchaseId = newPurchase()
    const runner = await begun(createServer(), purchaseId)
    const { draftId } = (await draftOf(purchaseId))!
    const news = vi.fn()
    const stopHearing = onDeliveryNews(news)
    const speak = await silenceStorage('attempts', 'answers')
    runner.submit()
    runner.stop()
    await speak()
    await vi.waitFor(async () => expect(await readSubmission(draftId)).toMatchObject({ state: 'waiting' }))
    await vi.waitFor(() => expect(news.mock.calls).toEqual([[{ draftId, change: 'enqueued' }]]))
    stopHearing()
  })

  it('goes into the outbox as soon as the browser takes it', async () => {
    const server = createServer()
    const runner = await begun(server, newPurchase(), quiet)
    server.reachable = false
    const full = breakStorage('outbox')
    runner.submit()
    await vi.waitFor(() => expect(runner.view().isUnkept).toBe(true))
    full.mockRestore()
    await vi.waitFor(() => expect(runner.view()).toMatchObject({ isUnkept: false, session: { enqueued: true } }), 5_000)
  })
})

describe('a browser without a storage', () => {
  it('is told of, although the window calls no method of another object', async () => {
    await blockStorage()
    const report = function (this: unknown) {
      if (this !== undefined) throw new TypeError('Illegal invocation')
    }
    await reaches(openPage(createServer(), newPurchase(), { report }), 'failed')
  })

  it('[R20] begins an exam when the person has read what that means, and hands it in; nothing is called saved here', async () => {
    await blockStorage()
    const server = createServer()
    const runner = openPage(server, newPurchase(), quiet)
    await reaches(runner, 'failed')
    expect(runner.view().session).toMatchObject({ failure: { kind: 'storage' } })
    runner.goOnUnkept()
    await atIntro(runner)

    const shown = new Set<string>()
    runner.subscribe(() => shown.add(savingOfQ1(runner)))
    runner.start(true)
    await reaches(runner, 'answering')
    expect(runner.view().keepsNothing).toBe(true)
    expect(server.startKeys).toHaveLength(1)
    runner.answer('q1', 'o2')
    await vi.waitFor(() => expect(savingOfQ1(runner)).toBe('server'))
    server.reachable = false
    runner.answer('q1', 'o1')
    await vi.waitFor(() => expect(savingOfQ1(runner)).toBe('unsaved'))
    server.reachable = true
    runner.submit()
    await reaches(runner, 'finished')
    expect(server.submissions).toMatchObject([{ answers: [{ question_id: 'q1', value: 'o1' }] }])
    expect(shown).not.toContain('device')
  })

  it('[R20] goes on with the open attempt after a reload, with what the server has', async () => {
    await blockStorage()
    const server = createServer()
    server.started = true
    server.events = [{ question_id: 'q1', value: 'o1', epoch: 0, seq: 4, device_id: 'phone' }]
    const runner = openPage(server, newPurchase(), quiet)
    await reaches(runner, 'failed')
    runner.goOnUnkept()
    await atIntro(runner)
    runner.start(false)
    await reaches(runner, 'answering')
    expect(valueOfQ1(runner)).toBe('o1')
    expect(server.epoch).toBe(1)
  })

  it('asks with the same start_key when only the claim was refused: the draft that stands there begins no second attempt', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const runner = openPage(server, purchaseId, quiet)
    await atIntro(runner)
    const { put } = IDBObjectStore.prototype
    let puts = 0
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      puts += this.name === 'attempts' ? 1 : 0
      if (this.name === 'attempts' && puts > 1) throw new DOMException('no room left', 'QuotaExceededError')
      return put.call(this, value, key)
    })
    runner.start(true)
    await reaches(runner, 'failed')
    const kept = await draftOf(purchaseId)
    expect(kept).toMatchObject({ state: 'opening' })
    runner.goOnUnkept()
    await reaches(runner, 'answering')
    expect(server.startKeys).toEqual([kept!.startKey])
  })

  it('asks with the same start_key after a lost reply', async () => {
    await blockStorage()
    const server = createServer()
    server.reachable = false
    const runner = openPage(server, newPurchase(), quiet)
    await reaches(runner, 'failed')
    runner.goOnUnkept()
    await atIntro(runner)
    runner.start(true)
    await vi.waitFor(() => expect(runner.view().session).toMatchObject({ failure: { kind: 'network' } }))
    server.reachable = true
    runner.tryAgain()
    await reaches(runner, 'answering')
    expect(new Set(server.startKeys).size).toBe(1)
  })

  it('[R19] that works again keeps what the page has, under a claim of its own', async () => {
    const blocked = await blockStorage()
    const server = createServer()
    const purchaseId = newPurchase()
    const runner = openPage(server, purchaseId, quiet)
    await reaches(runner, 'failed')
    runner.goOnUnkept()
    await atIntro(runner)
    runner.start(true)
    await reaches(runner, 'answering')
    server.reachable = false
    runner.answer('q1', 'o2')
    await vi.waitFor(() => expect(savingOfQ1(runner)).toBe('unsaved'))
    blocked.mockRestore()
    await vi.waitFor(() => expect(savingOfQ1(runner)).toBe('device'), 5_000)
    expect(runner.view().keepsNothing).toBe(false)
    runner.stop()

    const after = openPage(server, purchaseId)
    await reaches(after, 'answering')
    expect(valueOfQ1(after)).toBe('o2')
  })
})

describe('the start of an exam', () => {
  it('[R21] is told of as failed when the storage does not answer, and goes on at a wish', async () => {
    const server = createServer()
    const runner = openPage(server, newPurchase(), quiet)
    await atIntro(runner)
    const release = await silenceStorage('attempts', 'answers')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    runner.start(true)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(runner.view()).toMatchObject({ session: { phase: 'failed', failure: { kind: 'storage' } } })
    expect(server.startKeys).toEqual([])
    runner.goOnUnkept()
    await vi.advanceTimersByTimeAsync(6_000)
    vi.useRealTimers()
    await reaches(runner, 'answering')
    expect(runner.view().keepsNothing).toBe(true)
    await release()
  })

  it('[R21] is told of as failed when the storage does not answer for its paper', async () => {
    const server = createServer()
    const runner = openPage(server, newPurchase(), quiet)
    await atIntro(runner)
    let release = async () => {}
    const { open } = server.calls
    vi.spyOn(server.calls, 'open').mockImplementation(async (purchaseId, startKey) => {
      release = await silenceStorage('attempts', 'answers')
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      return open(purchaseId, startKey)
    })
    runner.start(true)
    await vi.waitFor(() => expect(runner.view().session.phase).toBe('ready'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(runner.view()).toMatchObject({ session: { phase: 'failed', failure: { kind: 'storage' } } })
    vi.useRealTimers()
    await release()
  })

  it('[R20] is not offered in place of an attempt that a slow storage finds after all', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const before = await begun(server, purchaseId, quiet)
    before.answer('q1', 'o2')
    await vi.waitFor(() => expect(savingOfQ1(before)).toBe('server'))
    before.stop()
    const release = await silenceStorage('attempts', 'answers')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const runner = openPage(server, purchaseId, quiet)
    await vi.advanceTimersByTimeAsync(15_000)
    runner.goOnUnkept()
    await vi.advanceTimersByTimeAsync(7_000)
    expect(runner.view().stage).toBe('intro')
    vi.useRealTimers()
    await release()
    await reaches(runner, 'answering')
    expect(valueOfQ1(runner)).toBe('o2')
  })

  it('goes on with the attempt that was begun when its paper could not be stored', async () => {
    const server = createServer()
    const runner = openPage(server, newPurchase(), quiet)
    await atIntro(runner)
    breakStorage('papers')
    runner.start(true)
    await reaches(runner, 'failed')
    runner.goOnUnkept()
    await reaches(runner, 'answering')
    expect(new Set(server.startKeys).size).toBe(1)
  })

  it('asks the server for nothing when the page was left meanwhile', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const runner = openPage(server, purchaseId)
    await atIntro(runner)
    runner.start(true)
    runner.stop()
    await vi.waitFor(async () => expect((await draftOf(purchaseId))?.claim).toBe(1))
    await draftOf(purchaseId)
    expect(server.startKeys).toEqual([])
  })
})

describe('a running exam that is taken over on a full disk', () => {
  it('[R18] goes on as a device of its own: the server is told, and nothing is written under the claim of the tab before', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const first = await begun(server, purchaseId, quiet)
    first.answer('q1', 'o1')
    await vi.waitFor(() => expect(savingOfQ1(first)).toBe('server'))
    const full = breakStorage()
    const second = openPage(server, purchaseId, quiet)
    await reaches(second, 'failed')
    expect(server.epoch).toBe(0)

    second.goOnUnkept()
    await reaches(second, 'answering')
    expect(valueOfQ1(second)).toBe('o1')
    await vi.waitFor(() => expect(server.epoch).toBe(1))
    second.answer('q1', 'o2')
    await vi.waitFor(() => expect(savingOfQ1(second)).toBe('server'))
    const [before, after] = [server.events.at(0)!, server.events.at(-1)!]
    expect(after).toMatchObject({ value: 'o2', epoch: 1 })
    expect(after.device_id).not.toBe(before.device_id)
    expect((await draftOf(purchaseId))?.claim).toBe(1)

    full.mockRestore()
    await vi.waitFor(async () => expect((await draftOf(purchaseId))?.claim).toBe(2), 5_000)
    const [kept] = await readAnswers((await draftOf(purchaseId))!.draftId)
    expect(kept).toMatchObject({ own: { value: 'o2', epoch: 1 } })
  })

  it('[R18] goes on without the server too, from what the disk has, and hands in both', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const first = await begun(server, purchaseId, quiet)
    server.reachable = false
    first.answer('q1', 'o1')
    await vi.waitFor(() => expect(savingOfQ1(first)).toBe('device'))
    first.stop()
    breakStorage()
    const second = openPage(server, purchaseId, quiet)
    await reaches(second, 'failed')
    second.goOnUnkept()
    await reaches(second, 'answering')
    second.answer('q2', 'слово')
    second.submit()
    server.reachable = true
    await vi.waitFor(() => expect(second.view().isUnkept).toBe(true))
    second.wake()
    await reaches(second, 'finished')
    expect(server.submissions).toMatchObject([
      {
        answers: [
          { question_id: 'q1', value: 'o1' },
          { question_id: 'q2', value: 'слово' },
        ],
      },
    ])
  })
})

describe('a claim that another page has raised, which froze with the writing and woke without it', () => {
  async function robbed() {
    const server = createServer()
    const purchaseId = newPurchase()
    const report = vi.fn()
    const runner = await begun(server, purchaseId, { report })
    server.reachable = false
    const { draftId } = (await draftOf(purchaseId))!
    await claimWriting(draftId)
    return { runner, draftId, report }
  }

  it('[R18] keeps no hand-in from the outbox, and is taken back in one reading', async () => {
    const { runner, draftId, report } = await robbed()
    const speak = await silenceStorage('papers')
    runner.submit()
    await vi.waitFor(() => expect(report).toHaveBeenCalled())
    await new Promise((resolve) => setTimeout(resolve, 100))
    await speak()
    await vi.waitFor(async () => expect(await readSubmission(draftId)).toMatchObject({ state: 'waiting' }))
    await vi.waitFor(() => expect(runner.view()).toMatchObject({ session: { enqueued: true }, isUnkept: false }))
    // Tried again before the reading has ended, it would begin the reading anew, and again, for as long as that takes.
    expect(report).toHaveBeenCalledTimes(1)
  })

  it('[R18] is taken back by the person who goes on here, with the answer that was refused', async () => {
    const { runner } = await robbed()
    runner.answer('q1', 'o2')
    await vi.waitFor(() => expect(runner.view().session).toMatchObject({ hand: 'other-tab' }))
    runner.takeOver()
    await vi.waitFor(() => expect([valueOfQ1(runner), savingOfQ1(runner)]).toEqual(['o2', 'device']))
  })
})

describe('an answer that is on this page only', () => {
  /** Web Locks as the fault model has them; Node has none. */
  const timeline = new Timeline((error) => {
    throw error
  })
  const manager = new LockManager(timeline)
  const withLocks = () => ({ ...quiet, locks: manager.of(newLife()) as unknown as Locks })
  let turning: ReturnType<typeof setInterval>
  beforeEach(() => {
    turning = setInterval(() => void play(timeline, timeline.now + 10), 5)
  })
  afterEach(() => clearInterval(turning))

  it.each([
    ['keeps no answers', ['answers']],
    ['is full', []],
  ])('[R18] survives that another tab has the exam for a while; the browser %s', async (_, stores) => {
    const server = createServer()
    const purchaseId = newPurchase()
    const first = await begun(server, purchaseId, withLocks())
    breakStorage(...stores)
    server.reachable = false
    first.answer('q1', 'o2')
    await vi.waitFor(() => expect(savingOfQ1(first)).toBe('unsaved'))
    const second = openPage(server, purchaseId, withLocks())
    await reaches(second, 'answering')
    second.takeOver()
    await vi.waitFor(() => expect(first.view().isWriter).toBe(false))
    await vi.waitFor(() => expect(second.view().session).toMatchObject({ hand: 'here' }))

    second.stop()
    await vi.waitFor(() => expect(first.view().session).toMatchObject({ hand: 'here' }))
    expect([valueOfQ1(first), savingOfQ1(first)]).toEqual(['o2', 'unsaved'])
    server.reachable = true
    first.wake()
    await vi.waitFor(() => expect(savingOfQ1(first)).toBe('server'))
    expect(server.events.at(-1)).toMatchObject({ value: 'o2' })
  })

  /** This page has the writing; the function gives it to another one that can write, for as long as `meanwhile` takes. */
  async function whileAnotherHasIt(first: ExamRunner, second: ExamRunner, meanwhile: (second: ExamRunner) => unknown) {
    await vi.waitFor(() => expect(second.view()).toMatchObject({ stage: 'running', isWriter: false }))
    second.takeOver()
    await vi.waitFor(() => expect(first.view().isWriter).toBe(false))
    await vi.waitFor(() => expect(second.view().session).toMatchObject({ phase: 'answering', hand: 'here' }))
    await meanwhile(second)
    second.stop()
    await vi.waitFor(() => expect(first.view().isWriter).toBe(true))
  }
  const keptAnswers = async (purchaseId: string) =>
    Object.fromEntries(
      (await readAnswers((await draftOf(purchaseId))!.draftId)).map(({ questionId, own }) => [questionId, own?.value]),
    )

  it.each(['of a page without a claim', 'that the browser refused once'])(
    '[R18] does not take the place of what another tab kept after it: an answer %s',
    async (which) => {
      const server = createServer()
      const purchaseId = newPurchase()
      let first = await begun(server, purchaseId, withLocks())
      first.answer('q2', 'перше')
      await vi.waitFor(() => expect(server.events).toHaveLength(1))
      const full = breakStorage()
      if (which.endsWith('claim')) {
        first.stop()
        first = openPage(server, purchaseId, withLocks())
        await reaches(first, 'failed')
        first.goOnUnkept()
        await reaches(first, 'answering')
        await vi.waitFor(() => expect(server.epoch).toBe(1))
      }
      server.reachable = false
      // Several times, so that its number is the higher one.
      for (const value of ['o2', 'o1', 'o2']) first.answer('q1', value)
      await vi.waitFor(() => expect(savingOfQ1(first)).toBe('unsaved'))
      const second = openPage(server, purchaseId, withLocks())
      await vi.waitFor(() => expect(second.view().isWriter).toBe(false))
      full.mockRestore()
      await whileAnotherHasIt(first, second, async () => {
        second.answer('q1', 'o1')
        second.answer('q2', 'друге')
        await vi.waitFor(() => expect(savingOfQ1(second)).toBe('device'))
      })
      await vi.waitFor(() => expect(savingOfQ1(first)).toBe('device'), 5_000)
      expect(valueOfQ1(first)).toBe('o1')
      await vi.waitFor(() => expect(first.view().keepsNothing).toBe(false), 5_000)
      first.answer('q1', 'o2')
      await vi.waitFor(() => expect(savingOfQ1(first)).toBe('device'))
      expect(await keptAnswers(purchaseId)).toEqual({ q1: 'o2', q2: 'друге' })
    },
    15_000,
  )

  it.each([
    ['can be read', () => undefined],
    ['cannot be read', () => void vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => fail())],
  ])(
    '[R18] is handed in from here although another tab had the exam meanwhile; the storage %s',
    async (_, breakMore) => {
      const server = createServer()
      const purchaseId = newPurchase()
      const first = await begun(server, purchaseId, withLocks())
      breakStorage()
      server.reachable = false
      first.answer('q1', 'o2')
      await vi.waitFor(() => expect(savingOfQ1(first)).toBe('unsaved'))
      first.submit()
      await vi.waitFor(() => expect(first.view().isUnkept).toBe(true))
      const second = openPage(server, purchaseId, withLocks())
      await vi.waitFor(() => expect(second.view().stage).toBe('running'))
      second.takeOver()
      await vi.waitFor(() => expect(first.view().isWriter).toBe(false))
      await closeExamDb()
      breakMore()
      second.stop()
      await vi.waitFor(() => expect(first.view().isWriter).toBe(true))
      server.reachable = true
      await vi.waitFor(() => {
        first.wake()
        expect(server.submissions).toMatchObject([{ answers: [{ question_id: 'q1', value: 'o2' }] }])
      }, 5_000)
      await reaches(first, 'finished')
    },
  )

  it('[R18] is handed in only when the person says so again where the exam went on in another tab, and with what it kept', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const first = await begun(server, purchaseId, { ...withLocks(), random: () => 1 })
    const full = breakStorage('attempts')
    server.reachable = false
    first.answer('q1', 'o2')
    first.submit()
    // There is room again before this page can use it.
    first.subscribe(() => !first.view().isWriter && full.mockRestore())
    await vi.waitFor(() => expect(first.view().isUnkept).toBe(true))
    await whileAnotherHasIt(first, openPage(server, purchaseId, withLocks()), async (second) => {
      second.answer('q2', 'друге')
      await vi.waitFor(async () => expect(await keptAnswers(purchaseId)).toMatchObject({ q2: 'друге' }))
    })
    await reaches(first, 'answering')
    first.submit()
    await vi.waitFor(async () => expect(await draftOf(purchaseId)).toMatchObject({ state: 'closed' }))
    const row = await readSubmission((await draftOf(purchaseId))!.draftId)
    expect(row?.body.answers).toEqual([
      { question_id: 'q1', value: 'o2' },
      { question_id: 'q2', value: 'друге' },
    ])
  })

  it('[R18] is not written, nor called saved, behind the back of a tab that has the writing and could not claim it', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const first = await begun(server, purchaseId, withLocks())
    const second = openPage(server, purchaseId, withLocks())
    await vi.waitFor(() => expect(second.view()).toMatchObject({ stage: 'running', isWriter: false }))
    server.reachable = false
    const full = breakStorage()
    first.answer('q1', 'o2')
    await vi.waitFor(() => expect(savingOfQ1(first)).toBe('unsaved'))
    second.takeOver()
    await vi.waitFor(() => expect(first.view().isWriter).toBe(false))
    full.mockRestore()
    // Longer than it takes until what was refused is offered again.
    await new Promise((resolve) => setTimeout(resolve, 3_500))
    expect([savingOfQ1(first), await keptAnswers(purchaseId)]).toEqual(['unsaved', {}])
    second.stop()
    await vi.waitFor(() => expect(savingOfQ1(first)).toBe('device'), 5_000)
    expect(await keptAnswers(purchaseId)).toEqual({ q1: 'o2' })
  }, 15_000)

  it('[R18] is not handed in from here when another tab has got the writing before the browser refused that', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const first = await begun(server, purchaseId, withLocks())
    first.answer('q1', 'o2')
    await vi.waitFor(() => expect(savingOfQ1(first)).toBe('server'))
    const second = openPage(server, purchaseId, withLocks())
    await vi.waitFor(() => expect(second.view()).toMatchObject({ stage: 'running', isWriter: false }))
    const { put } = IDBObjectStore.prototype
    const refused = vi.fn()
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      if (value.state !== 'closed') return put.call(this, value, key)
      refused()
      throw new DOMException('no room left', 'QuotaExceededError')
    })
    const release = await silenceStorage('attempts', 'answers')
    first.submit()
    second.takeOver()
    await vi.waitFor(() => expect(first.view().isWriter).toBe(false))
    await release()
    await vi.waitFor(() => expect(second.view().session).toMatchObject({ phase: 'answering', hand: 'here' }))
    expect(refused).toHaveBeenCalledOnce()
    expect([first.view().isUnkept, server.submissions]).toEqual([false, []])
  })

  it('[R18] is not called saved when another tab has handed in without it, but is kept beside the hand-in', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const before = await begun(server, purchaseId, quiet)
    before.stop()
    const full = breakStorage()
    const first = openPage(server, purchaseId, quiet)
    await reaches(first, 'failed')
    first.goOnUnkept()
    await reaches(first, 'answering')
    full.mockRestore()
    server.reachable = false
    const second = openPage(server, purchaseId, quiet)
    await reaches(second, 'answering')
    second.answer('q2', 'друге')
    await vi.waitFor(async () => expect(await keptAnswers(purchaseId)).toEqual({ q2: 'друге' }))
    second.submit()
    await vi.waitFor(async () => expect(await draftOf(purchaseId)).toMatchObject({ state: 'closed' }))

    const said = new Set<string>()
    first.subscribe(() => said.add(savingOfQ1(first)))
    first.answer('q1', 'o2')
    await reaches(first, 'submitting')
    expect(said).not.toContain('device')
    expect(await keptAnswers(purchaseId)).toEqual({ q1: 'o2', q2: 'друге' })
  })

  it('bears a name also where the page only looked on before the storage broke', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const first = await begun(server, purchaseId, withLocks())
    first.answer('q1', 'o1')
    await vi.waitFor(() => expect(savingOfQ1(first)).toBe('server'))
    const second = openPage(server, purchaseId, withLocks())
    await vi.waitFor(() => expect(second.view().session).toMatchObject({ hand: 'other-tab' }))
    await blockStorage()
    first.stop()
    await vi.waitFor(() => expect(second.view().session).toMatchObject({ hand: 'here' }))
    second.answer('q1', 'o2')
    await vi.waitFor(() => expect(savingOfQ1(second)).toBe('server'))
    expect(server.events.at(-1)?.device_id).toMatch(/.~\d{5}~/)
  })

  it('is not taken for handed in when another tab hands in without it', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const first = await begun(server, purchaseId, quiet)
    breakStorage('answers')
    server.reachable = false
    first.answer('q1', 'o2')
    await vi.waitFor(() => expect(savingOfQ1(first)).toBe('unsaved'))
    const second = openPage(server, purchaseId, quiet)
    await reaches(second, 'answering')
    second.submit()
    await reaches(first, 'submitting')
    const { session } = first.view()
    expect(session.phase === 'submitting' && answerTo(session.book, 'q1')).toBeNull()
  })
})
