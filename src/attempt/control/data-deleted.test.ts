// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { forceCloseDatabase } from 'fake-indexeddb'
import { unwrap } from 'idb'
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
import { breakStorage } from '../../../tests/support/broken-storage.ts'
import { settled } from '../../../tests/support/settled.ts'
import { tabsWithLocks } from '../../../tests/support/tabs-with-locks.ts'
import { announce } from '../sync/channel.ts'
import { readAnswerRows } from '../replica/attempts.ts'
import { closeExamDb, withDb } from '../replica/database.ts'
import { readSubmission } from '../replica/submissions.ts'

const asTab = tabsWithLocks()

afterEach(async () => {
  closePages()
  vi.useRealTimers()
  await closeExamDb()
})

/** Deletes every row without telling any page. */
const deleteData = () =>
  withDb((db) => Promise.all((['attempts', 'papers', 'answers', 'outbox'] as const).map((store) => db.clear(store))))

/** The browser closes the connection by force, which says that data were deleted. */
const tellOfDeletion = () => withDb(async (db) => forceCloseDatabase(unwrap(db) as never))

/** A page with an answer that only this device has, and another tab that looks at the same exam. */
async function twoTabs() {
  const server = createServer()
  const purchaseId = newPurchase()
  const controller = await begun(server, purchaseId, asTab())
  server.reachable = false
  controller.answer('q1', 'o2')
  await vi.waitFor(() => expect(savingOfQ1(controller)).toBe('device'))
  const another = openPage(server, purchaseId, asTab())
  await reaches(another, 'answering')
  return { server, purchaseId, controller, another }
}

describe('an exam whose data were deleted in the browser while its pages are open', () => {
  it('[R18] a page that becomes the writer after the deletion continues the exam and writes all of it to the disk again', async () => {
    const { purchaseId, controller, another } = await twoTabs()
    another.takeOver()
    await vi.waitFor(() => expect(controller.view().isWriter).toBe(false))
    await deleteData()
    another.stop()
    await vi.waitFor(() => expect(controller.view().isWriter).toBe(true))
    await vi.waitFor(async () => expect(await attemptRowOf(purchaseId)).toMatchObject({ state: 'open' }))
    await vi.waitFor(() => expect([valueOfQ1(controller), savingOfQ1(controller)]).toEqual(['o2', 'device']))
    expect(controller.view()).toMatchObject({ stage: 'running', isMemoryOnly: false, state: { writer: 'here' } })
    const [row] = await readAnswerRows((await attemptRowOf(purchaseId))!.draftId)
    expect(row).toMatchObject({ questionId: 'q1', own: { value: 'o2' } })
  })

  it('[R18] a memory-only page calls a deleted answer unsaved while the disk is full, and kept once it is written again', async () => {
    const { server, purchaseId, controller, another } = await twoTabs()
    another.stop()
    controller.stop()
    const full = breakStorage()
    const page = openPage(server, purchaseId, asTab())
    await reaches(page, 'failed')
    page.goOnInMemory()
    await vi.waitFor(() => expect([valueOfQ1(page), savingOfQ1(page)]).toEqual(['o2', 'device']))
    await deleteData()
    await tellOfDeletion()
    await vi.waitFor(() => expect(savingOfQ1(page)).toBe('unsaved'))
    full.mockRestore()
    await vi.waitFor(() => expect(savingOfQ1(page)).toBe('device'))
    const [row] = await readAnswerRows((await attemptRowOf(purchaseId))!.draftId)
    expect(row).toMatchObject({ questionId: 'q1', own: { value: 'o2' } })
  })

  it('[R18] a page that restores its deleted attempt writes the newest position and flags', async () => {
    const purchaseId = newPurchase()
    const controller = await begun(createServer(), purchaseId, asTab())
    const before = await attemptRowOf(purchaseId)
    await deleteData()
    await withDb(async (db) => {
      forceCloseDatabase(unwrap(db) as never)
      // The write that puts the attempt back is under way by now.
      controller.visit(1)
      controller.toggleFlag('q2')
    })
    await vi.waitFor(async () => expect(await attemptRowOf(purchaseId)).toMatchObject({ position: 1, flags: ['q2'] }))
    expect((await attemptRowOf(purchaseId))!.claim).toBeGreaterThan(before!.claim)
  })

  it('[R18] a page offers its deleted attempt to a full disk at intervals, and not in a tight loop', async () => {
    const report = vi.fn()
    const purchaseId = newPurchase()
    const controller = await begun(createServer(), purchaseId, { ...asTab(), report })
    controller.answer('q1', 'o2')
    await vi.waitFor(() => expect(savingOfQ1(controller)).toBe('server'))
    await deleteData()
    const full = breakStorage()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await tellOfDeletion()
    await vi.waitFor(() => expect(report).toHaveBeenCalled())
    await vi.advanceTimersByTimeAsync(1_000)
    await settled()
    expect(report.mock.calls.length).toBeLessThan(4)
    full.mockRestore()
    await vi.waitFor(async () => expect(await attemptRowOf(purchaseId)).toMatchObject({ state: 'open' }))
  })

  it('[R18] a page adds its missing answer to an attempt that another tab has restored without it', async () => {
    const { purchaseId, controller } = await twoTabs()
    const { draftId } = (await attemptRowOf(purchaseId))!
    // The other tab knew the exam, but not this answer.
    await withDb((db) => db.clear('answers'))
    controller.answer('q2', 'слово')
    await vi.waitFor(async () =>
      expect((await readAnswerRows(draftId)).map(({ questionId }) => questionId)).toContain('q2'),
    )
    await tellOfDeletion()
    await vi.waitFor(async () => expect(await readAnswerRows(draftId)).toMatchObject([{ own: { value: 'o2' } }, {}]))
    await vi.waitFor(() => expect(savingOfQ1(controller)).toBe('device'))
  })

  it('[R18] a page continues in the new row of a tab that fetched the exam again, and brings its own answer into it', async () => {
    const { server, purchaseId, controller, another } = await twoTabs()
    const old = await attemptRowOf(purchaseId)
    another.takeOver()
    await vi.waitFor(() => expect(controller.view().isWriter).toBe(false))
    await deleteData()
    const fetching = openPage(server, purchaseId, asTab())
    await atIntro(fetching)
    fetching.takeOver()
    await vi.waitFor(() => expect(fetching.view().isWriter).toBe(true))
    another.stop()
    server.reachable = true
    fetching.start(true)
    await reaches(fetching, 'answering')
    fetching.stop()

    await vi.waitFor(() => expect(controller.view().isWriter).toBe(true))
    await vi.waitFor(() => expect([valueOfQ1(controller), savingOfQ1(controller)]).toEqual(['o2', 'server']))
    const { draftId } = (await attemptRowOf(purchaseId))!
    expect(draftId).not.toBe(old!.draftId)
    expect(await readAnswerRows(draftId)).toMatchObject([{ own: { value: 'o2' } }])
  })

  it('[R18] a frozen page never calls an answer saved after another tab has fetched the exam again and submitted it', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    // Without Web Locks nothing tells this page of the other one.
    const controller = await begun(server, purchaseId, quiet)
    await deleteData()
    const another = openPage(server, purchaseId, quiet)
    await atIntro(another)
    another.start(true)
    await reaches(another, 'answering')
    const { draftId } = (await attemptRowOf(purchaseId))!
    another.submit()
    await vi.waitFor(async () => expect(await readSubmission(draftId)).toBeDefined())
    server.reachable = false
    const called: string[] = []
    controller.subscribe(() => called.push(savingOfQ1(controller)))
    controller.answer('q1', 'o2')

    await reaches(controller, 'submitting')
    expect(called).not.toContain('device')
    // The answer is kept outside the submission, to be delivered as a late one.
    expect(await readAnswerRows(draftId)).toMatchObject([{ own: { value: 'o2' } }])
    expect(await withDb((db) => db.count('attempts'))).toBe(1)
  })

  it('[R18] a memory-only page continues in another tab’s new row, with fewer than five further calls', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const asked = vi.spyOn(server, 'send')
    const full = breakStorage()
    const controller = openPage(server, purchaseId, asTab())
    await atIntro(controller)
    controller.start(true, true)
    await reaches(controller, 'answering')
    controller.answer('q1', 'o2')
    await vi.waitFor(() => expect(controller.view().isMemoryOnly).toBe(true))
    const another = openPage(server, purchaseId, asTab())
    await vi.waitFor(() => expect(another.view().stage).not.toBe('looking'))
    another.takeOver()
    await vi.waitFor(() => expect(another.view().isWriter).toBe(true))
    full.mockRestore()
    another.start(true)
    await reaches(another, 'answering')
    another.stop()
    await vi.waitFor(() => expect(controller.view()).toMatchObject({ isWriter: true, isMemoryOnly: false }))
    expect(valueOfQ1(controller)).toBe('o2')
    const { draftId } = (await attemptRowOf(purchaseId))!
    await vi.waitFor(async () => expect(await readAnswerRows(draftId)).toMatchObject([{ own: { value: 'o2' } }]))
    const before = asked.mock.calls.length
    await settled()
    expect(asked.mock.calls.length - before).toBeLessThan(5)
  })

  it('[R18] the writing page restores the deleted exam at its next read, and a tab that only looks on still shows it', async () => {
    const { purchaseId, controller, another } = await twoTabs()
    const { draftId } = (await attemptRowOf(purchaseId))!
    await deleteData()
    announce({ draftId, change: 'settled' })
    await vi.waitFor(async () => expect(await attemptRowOf(purchaseId)).toMatchObject({ draftId, state: 'open' }))
    await vi.waitFor(() => expect([valueOfQ1(controller), savingOfQ1(controller)]).toEqual(['o2', 'device']))
    expect(another.view()).toMatchObject({ isWriter: false, stage: 'running', state: { phase: 'answering' } })
  })

  it('[R18] a reloaded page restores its deleted submission with the same bytes', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const before = await begun(server, purchaseId, asTab())
    before.answer('q2', 'слово')
    before.answer('q1', 'o2')
    await vi.waitFor(() => expect(savingOfQ1(before)).toBe('server'))
    server.reachable = false
    before.submit()
    await vi.waitFor(() => expect(before.view().state).toMatchObject({ phase: 'submitting', enqueued: true }))
    const { draftId } = (await attemptRowOf(purchaseId))!
    const sent = await readSubmission(draftId)
    before.stop()
    const controller = openPage(server, purchaseId, asTab())
    await vi.waitFor(() => expect(controller.view().state).toMatchObject({ phase: 'submitting', enqueued: true }))
    await deleteData()
    controller.wake()
    await vi.waitFor(async () => expect(await readSubmission(draftId)).toBeDefined())
    expect(JSON.stringify((await readSubmission(draftId))!.body)).toBe(JSON.stringify(sent!.body))
  })

  it('[R18] a page restores its deleted submission after the tab that took the exam over has closed', async () => {
    const { purchaseId, controller, another } = await twoTabs()
    controller.submit()
    await vi.waitFor(() => expect(controller.view().state).toMatchObject({ phase: 'submitting', enqueued: true }))
    const { draftId } = (await attemptRowOf(purchaseId))!
    another.takeOver()
    await vi.waitFor(() => expect(controller.view().isWriter).toBe(false))
    await deleteData()
    another.stop()
    await vi.waitFor(async () => expect((await readSubmission(draftId))?.body.events).toMatchObject([{ value: 'o2' }]))
    expect(controller.view().state.phase).toBe('submitting')
  })

  it('[R18] a start pressed just after the deleted exam was put back continues in its old row', async () => {
    const { server, purchaseId, controller, another } = await twoTabs()
    const old = await attemptRowOf(purchaseId)
    const stores = ['attempts', 'papers', 'answers'] as const
    const rows = await withDb((db) => Promise.all(stores.map((store) => db.getAll(store))))
    controller.stop()
    another.stop()
    await deleteData()
    const fresh = openPage(server, purchaseId, asTab())
    await atIntro(fresh)
    await withDb((db) =>
      Promise.all(stores.flatMap((store, at) => rows[at]!.map((row) => db.put(store, row as never)))),
    )
    fresh.start(true)
    await reaches(fresh, 'answering')
    expect(valueOfQ1(fresh)).toBe('o2')
    expect(await attemptRowOf(purchaseId)).toMatchObject({ draftId: old!.draftId })
  })
})
