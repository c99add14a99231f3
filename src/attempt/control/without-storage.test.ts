// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  atIntro,
  begun,
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
import { closeExamDb } from '../replica/database.ts'

afterEach(async () => {
  closePages()
  vi.restoreAllMocks()
  vi.useRealTimers()
  await closeExamDb()
})

describe('a browser without a storage', () => {
  it('a page reports a missing storage even if its report function must not be called as a method', async () => {
    await blockStorage()
    const report = function (this: unknown) {
      if (this !== undefined) throw new TypeError('Illegal invocation')
    }
    await reaches(openPage(createServer(), newPurchase(), { report }), 'failed')
  })

  it('[R20] a person begins and submits an exam without a storage after a warning, and no answer is called saved here', async () => {
    await blockStorage()
    const server = createServer()
    const controller = openPage(server, newPurchase(), quiet)
    await reaches(controller, 'failed')
    expect(controller.view().state).toMatchObject({ failure: { kind: 'storage' } })
    controller.goOnInMemory()
    await atIntro(controller)

    const shown = new Set<string>()
    controller.subscribe(() => shown.add(savingOfQ1(controller)))
    controller.start(true)
    await reaches(controller, 'answering')
    expect(controller.view().isMemoryOnly).toBe(true)
    expect(server.startKeys).toHaveLength(1)
    controller.answer('q1', 'o2')
    await vi.waitFor(() => expect(savingOfQ1(controller)).toBe('server'))
    server.reachable = false
    controller.answer('q1', 'o1')
    await vi.waitFor(() => expect(savingOfQ1(controller)).toBe('unsaved'))
    server.reachable = true
    controller.submit()
    await reaches(controller, 'finished')
    expect(server.submissions).toMatchObject([{ answers: [{ question_id: 'q1', value: 'o1' }] }])
    expect(shown).not.toContain('device')
  })

  it('[R20] a page without a storage continues the open attempt after a reload, with the server’s answers', async () => {
    await blockStorage()
    const server = createServer()
    server.started = true
    server.events = [{ question_id: 'q1', value: 'o1', epoch: 0, seq: 4, device_id: 'phone' }]
    const controller = openPage(server, newPurchase(), quiet)
    await reaches(controller, 'failed')
    controller.goOnInMemory()
    await atIntro(controller)
    controller.start(false)
    await reaches(controller, 'answering')
    expect(valueOfQ1(controller)).toBe('o1')
    expect(server.epoch).toBe(1)
  })

  it('a page whose lease was refused opens its exam once, with the start_key that is already on the disk', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const controller = openPage(server, purchaseId, quiet)
    await atIntro(controller)
    const { put } = IDBObjectStore.prototype
    let puts = 0
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      puts += this.name === 'attempts' ? 1 : 0
      if (this.name === 'attempts' && puts > 1) throw new DOMException('no room left', 'QuotaExceededError')
      return put.call(this, value, key)
    })
    controller.start(true)
    await reaches(controller, 'failed')
    const kept = await attemptRowOf(purchaseId)
    expect(kept).toMatchObject({ state: 'opening' })
    controller.goOnInMemory()
    await reaches(controller, 'answering')
    expect(server.startKeys).toEqual([kept!.startKey])
  })

  it('the page shows that it awaits the disk while a press waits for it', async () => {
    const controller = openPage(createServer(), newPurchase())
    await atIntro(controller)
    expect(controller.view().isAwaitingDisk).toBe(false)
    const speak = await silenceStorage('attempts')
    controller.start(true)
    expect(controller.view().isAwaitingDisk).toBe(true)
    await speak()
    await reaches(controller, 'answering')
    expect(controller.view().isAwaitingDisk).toBe(false)
  })

  it('a page without a storage repeats its opening with the same start_key after a lost reply', async () => {
    await blockStorage()
    const server = createServer()
    server.reachable = false
    const controller = openPage(server, newPurchase(), quiet)
    await reaches(controller, 'failed')
    controller.goOnInMemory()
    await atIntro(controller)
    controller.start(true)
    await vi.waitFor(() => expect(controller.view().state).toMatchObject({ failure: { kind: 'network' } }))
    server.reachable = true
    controller.tryAgain()
    await reaches(controller, 'answering')
    expect(new Set(server.startKeys).size).toBe(1)
  })

  it('[R19] a page whose storage works again writes its answer to the disk, and a reload finds it', async () => {
    const blocked = await blockStorage()
    const server = createServer()
    const purchaseId = newPurchase()
    const controller = openPage(server, purchaseId, quiet)
    await reaches(controller, 'failed')
    controller.goOnInMemory()
    await atIntro(controller)
    controller.start(true)
    await reaches(controller, 'answering')
    server.reachable = false
    controller.answer('q1', 'o2')
    await vi.waitFor(() => expect(savingOfQ1(controller)).toBe('unsaved'))
    blocked.mockRestore()
    await vi.waitFor(() => expect(savingOfQ1(controller)).toBe('device'))
    expect(controller.view().isMemoryOnly).toBe(false)
    controller.stop()

    const after = openPage(server, purchaseId)
    await reaches(after, 'answering')
    expect(valueOfQ1(after)).toBe('o2')
  })
})

describe('the start of an exam', () => {
  it('[R21] a start fails when the storage is silent for 15 s, and continues in memory when the person asks for it', async () => {
    const server = createServer()
    const controller = openPage(server, newPurchase(), quiet)
    await atIntro(controller)
    const release = await silenceStorage('attempts', 'answers')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    controller.start(true)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(controller.view()).toMatchObject({ state: { phase: 'failed', failure: { kind: 'storage' } } })
    expect(server.startKeys).toEqual([])
    controller.goOnInMemory()
    await vi.advanceTimersByTimeAsync(6_000)
    vi.useRealTimers()
    await reaches(controller, 'answering')
    expect(controller.view().isMemoryOnly).toBe(true)
    await release()
  })

  it('[R21] a start fails when the storage does not answer the write of its paper within 10 s', async () => {
    const server = createServer()
    const controller = openPage(server, newPurchase(), quiet)
    await atIntro(controller)
    let release = async () => {}
    const { open } = server.calls
    vi.spyOn(server.calls, 'open').mockImplementation(async (purchaseId, startKey) => {
      release = await silenceStorage('attempts', 'answers')
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      return open(purchaseId, startKey, null)
    })
    controller.start(true)
    await vi.waitFor(() => expect(controller.view().state.phase).toBe('ready'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(controller.view()).toMatchObject({ state: { phase: 'failed', failure: { kind: 'storage' } } })
    vi.useRealTimers()
    await release()
  })

  it('[R20] a page replaces its start screen with the attempt that a slow storage finds after all', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const before = await begun(server, purchaseId, quiet)
    before.answer('q1', 'o2')
    await vi.waitFor(() => expect(savingOfQ1(before)).toBe('server'))
    before.stop()
    const release = await silenceStorage('attempts', 'answers')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const controller = openPage(server, purchaseId, quiet)
    await vi.advanceTimersByTimeAsync(15_000)
    controller.goOnInMemory()
    await vi.advanceTimersByTimeAsync(7_000)
    expect(controller.view().stage).toBe('intro')
    vi.useRealTimers()
    await release()
    await reaches(controller, 'answering')
    expect(valueOfQ1(controller)).toBe('o2')
  })

  it('a start whose paper could not be stored continues in memory under the same start_key', async () => {
    const server = createServer()
    const controller = openPage(server, newPurchase(), quiet)
    await atIntro(controller)
    breakStorage('papers')
    controller.start(true)
    await reaches(controller, 'failed')
    controller.goOnInMemory()
    await reaches(controller, 'answering')
    expect(new Set(server.startKeys).size).toBe(1)
  })

  it('a start sends no call to the server if the person leaves the page before the disk has it', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const controller = openPage(server, purchaseId)
    await atIntro(controller)
    controller.start(true)
    controller.stop()
    // The disk has the press and no lease: the next page takes the first one.
    await vi.waitFor(async () => expect(await attemptRowOf(purchaseId)).toMatchObject({ state: 'opening', claim: 0 }))
    await attemptRowOf(purchaseId)
    expect(server.startKeys).toEqual([])
  })
})
