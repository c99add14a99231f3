// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
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
import { blockStorage, breakStorage, silenceStorage } from '../../../tests/support/broken-storage.ts'
import { settled } from '../../../tests/support/settled.ts'
import { tabsWithLocks } from '../../../tests/support/tabs-with-locks.ts'
import { answerTo } from '../machine/answers.ts'
import { readAnswerRows } from '../replica/attempts.ts'
import { closeExamDb } from '../replica/database.ts'
import { readSubmission } from '../replica/submissions.ts'
import type { AttemptController } from './controller.ts'

const fail = (): never => {
  throw new DOMException('The storage is gone', 'SecurityError')
}

afterEach(async () => {
  closePages()
  vi.restoreAllMocks()
  vi.useRealTimers()
  await closeExamDb()
})

describe('an answer that is only in a page’s memory', () => {
  const withLocks = tabsWithLocks()

  it.each([
    ['keeps no answers', ['answers']],
    ['is full', []],
  ])(
    '[R18] an answer in memory survives another tab’s turn as the writer, and reaches the server; the browser %s',
    async (_, stores) => {
      const server = createServer()
      const purchaseId = newPurchase()
      const first = await begunAndKept(server, purchaseId, withLocks())
      breakStorage(...stores)
      server.reachable = false
      first.answer('q1', 'o2')
      await vi.waitFor(() => expect(savingOfQ1(first)).toBe('unsaved'))
      const second = openPage(server, purchaseId, withLocks())
      await reaches(second, 'answering')
      second.takeOver()
      await vi.waitFor(() => expect(first.view().isWriter).toBe(false))
      await vi.waitFor(() => expect(second.view().state).toMatchObject({ writer: 'here' }))

      second.stop()
      await vi.waitFor(() => expect(first.view().state).toMatchObject({ writer: 'here' }))
      expect([valueOfQ1(first), savingOfQ1(first)]).toEqual(['o2', 'unsaved'])
      server.reachable = true
      first.wake()
      await vi.waitFor(() => expect(savingOfQ1(first)).toBe('server'))
      expect(server.events.at(-1)).toMatchObject({ value: 'o2' })
    },
  )

  /** Gives the writing of this page to another page that can write, for as long as `meanwhile` takes. */
  async function whileAnotherHasIt(
    first: AttemptController,
    second: AttemptController,
    meanwhile: (second: AttemptController) => unknown,
  ) {
    await vi.waitFor(() => expect(second.view()).toMatchObject({ stage: 'running', isWriter: false }))
    second.takeOver()
    await vi.waitFor(() => expect(first.view().isWriter).toBe(false))
    await vi.waitFor(() => expect(second.view().state).toMatchObject({ phase: 'answering', writer: 'here' }))
    await meanwhile(second)
    second.stop()
    await vi.waitFor(() => expect(first.view().isWriter).toBe(true))
  }
  const keptAnswers = async (purchaseId: string) =>
    Object.fromEntries(
      (await readAnswerRows((await attemptRowOf(purchaseId))!.draftId)).map(({ questionId, own }) => [
        questionId,
        own?.value,
      ]),
    )

  it.each(['of a page without a lease', 'that the browser refused once'])(
    '[R18] a page’s answer in memory does not replace a later one of another tab: an answer %s',
    async (which) => {
      const server = createServer()
      const purchaseId = newPurchase()
      let first = await begun(server, purchaseId, withLocks())
      first.answer('q2', 'перше')
      await vi.waitFor(() => expect(server.events).toHaveLength(1))
      const full = breakStorage()
      if (which.endsWith('lease')) {
        first.stop()
        first = openPage(server, purchaseId, withLocks())
        await reaches(first, 'failed')
        first.goOnInMemory()
        await reaches(first, 'answering')
        await vi.waitFor(() => expect(server.epoch).toBe(1))
      }
      server.reachable = false
      // The page answers several times, so that the answer's `seq` is higher than that of the other page.
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
      // A slow machine writes the other value first: it is on the device before this page has read it.
      await vi.waitFor(() => expect([savingOfQ1(first), valueOfQ1(first)]).toEqual(['device', 'o1']))
      await vi.waitFor(() => expect(first.view().isMemoryOnly).toBe(false))
      first.answer('q1', 'o2')
      await vi.waitFor(() => expect(savingOfQ1(first)).toBe('device'))
      expect(await keptAnswers(purchaseId)).toEqual({ q1: 'o2', q2: 'друге' })
    },
  )

  it.each([
    ['can be read', () => undefined],
    ['cannot be read', () => void vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => fail())],
  ])(
    '[R18] a page submits its answer in memory although another tab took the exam over meanwhile; the storage %s',
    async (_, breakMore) => {
      const server = createServer()
      const purchaseId = newPurchase()
      const first = await begunAndKept(server, purchaseId, withLocks())
      breakStorage()
      server.reachable = false
      first.answer('q1', 'o2')
      await vi.waitFor(() => expect(savingOfQ1(first)).toBe('unsaved'))
      first.submit()
      await vi.waitFor(() => expect(first.view().isSubmissionInMemory).toBe(true))
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
      })
      await reaches(first, 'finished')
    },
  )

  it('[R18] a page whose exam continued in another tab submits after a second press, with that tab’s answer too', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const first = await begunAndKept(server, purchaseId, { ...withLocks(), random: () => 1 })
    const full = breakStorage('attempts')
    server.reachable = false
    first.answer('q1', 'o2')
    first.submit()
    // The disk has room again once this page is no longer the writer.
    first.subscribe(() => !first.view().isWriter && full.mockRestore())
    await vi.waitFor(() => expect(first.view().isSubmissionInMemory).toBe(true))
    await whileAnotherHasIt(first, openPage(server, purchaseId, withLocks()), async (second) => {
      second.answer('q2', 'друге')
      await vi.waitFor(async () => expect(await keptAnswers(purchaseId)).toMatchObject({ q2: 'друге' }))
    })
    await reaches(first, 'answering')
    first.submit()
    await vi.waitFor(async () => expect(await attemptRowOf(purchaseId)).toMatchObject({ state: 'closed' }))
    const row = await readSubmission((await attemptRowOf(purchaseId))!.draftId)
    expect(row?.body.answers).toEqual([
      { question_id: 'q1', value: 'o2' },
      { question_id: 'q2', value: 'друге' },
    ])
  })

  it('[R18] a page does not write its answer in memory, nor call it saved, while a tab without a lease is the writer', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const first = await begun(server, purchaseId, withLocks())
    const second = openPage(server, purchaseId, withLocks())
    await vi.waitFor(() => expect(second.view()).toMatchObject({ stage: 'running', isWriter: false }))
    server.reachable = false
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const full = breakStorage()
    first.answer('q1', 'o2')
    await vi.waitFor(() => expect(savingOfQ1(first)).toBe('unsaved'))
    second.takeOver()
    await vi.waitFor(() => expect(first.view().isWriter).toBe(false))
    full.mockRestore()
    // Longer than the pause after which refused writes are offered again.
    await vi.advanceTimersByTimeAsync(3_500)
    await settled()
    expect([savingOfQ1(first), await keptAnswers(purchaseId)]).toEqual(['unsaved', {}])
    second.stop()
    await vi.waitFor(() => expect(savingOfQ1(first)).toBe('device'))
    expect(await keptAnswers(purchaseId)).toEqual({ q1: 'o2' })
  })

  it('[R18] a page sends no submission from memory if another tab became the writer before the disk refused it', async () => {
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
    await vi.waitFor(() => expect(second.view().state).toMatchObject({ phase: 'answering', writer: 'here' }))
    expect(refused).toHaveBeenCalledOnce()
    expect([first.view().isSubmissionInMemory, server.submissions]).toEqual([false, []])
  })

  it('[R18] a page never calls an answer saved after another tab has submitted, and keeps it outside the submission', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const before = await begun(server, purchaseId, quiet)
    before.stop()
    const full = breakStorage()
    const first = openPage(server, purchaseId, quiet)
    await reaches(first, 'failed')
    first.goOnInMemory()
    await reaches(first, 'answering')
    full.mockRestore()
    server.reachable = false
    const second = openPage(server, purchaseId, quiet)
    await reaches(second, 'answering')
    second.answer('q2', 'друге')
    await vi.waitFor(async () => expect(await keptAnswers(purchaseId)).toEqual({ q2: 'друге' }))
    second.submit()
    await vi.waitFor(async () => expect(await attemptRowOf(purchaseId)).toMatchObject({ state: 'closed' }))

    const said = new Set<string>()
    first.subscribe(() => said.add(savingOfQ1(first)))
    first.answer('q1', 'o2')
    await reaches(first, 'submitting')
    expect(said).not.toContain('device')
    expect(await keptAnswers(purchaseId)).toEqual({ q1: 'o2', q2: 'друге' })
  })

  it('a page that became the writer after the storage broke gives its answer a device name of its own', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const first = await begun(server, purchaseId, withLocks())
    first.answer('q1', 'o1')
    await vi.waitFor(() => expect(savingOfQ1(first)).toBe('server'))
    const second = openPage(server, purchaseId, withLocks())
    await vi.waitFor(() => expect(second.view().state).toMatchObject({ writer: 'other-tab' }))
    await blockStorage()
    first.stop()
    await vi.waitFor(() => expect(second.view().state).toMatchObject({ writer: 'here' }))
    second.answer('q1', 'o2')
    await vi.waitFor(() => expect(savingOfQ1(second)).toBe('server'))
    expect(server.events.at(-1)?.device_id).toMatch(/.~\d{5}~/)
  })

  it('a page does not show its unsaved answer as submitted when another tab submits without it', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const first = await begunAndKept(server, purchaseId, quiet)
    breakStorage('answers')
    server.reachable = false
    first.answer('q1', 'o2')
    await vi.waitFor(() => expect(savingOfQ1(first)).toBe('unsaved'))
    const second = openPage(server, purchaseId, quiet)
    await reaches(second, 'answering')
    second.submit()
    await reaches(first, 'submitting')
    const { state } = first.view()
    expect(state.phase === 'submitting' && answerTo(state.answers, 'q1')).toBeNull()
  })
})
