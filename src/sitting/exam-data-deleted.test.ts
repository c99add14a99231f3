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
  draftOf,
  newPurchase,
  openPage,
  quiet,
  reaches,
  savingOfQ1,
  valueOfQ1,
} from '../../tests/support/exam-in-memory.ts'
import { breakStorage } from '../../tests/support/broken-storage.ts'
import { tabsWithLocks } from '../../tests/support/tabs-with-locks.ts'
import { announce } from '../delivery/news.ts'
import { readAnswers } from '../storage/attempt-drafts.ts'
import { closeExamDb, withDb } from '../storage/exam-db.ts'
import { readSubmission } from '../storage/outbox.ts'

const asTab = tabsWithLocks()

afterEach(async () => {
  closePages()
  await closeExamDb()
})

/** Every row is gone, and no page is told. */
const deleteData = () =>
  withDb((db) => Promise.all((['attempts', 'papers', 'answers', 'outbox'] as const).map((store) => db.clear(store))))

/** The browser says, as it closes the connection by force, that data were deleted. */
const tellOfDeletion = () => withDb(async (db) => forceCloseDatabase(unwrap(db) as never))

/** A page with an answer that stands on this device only, and another tab that looks at the same exam. */
async function twoTabs() {
  const server = createServer()
  const purchaseId = newPurchase()
  const runner = await begun(server, purchaseId, asTab())
  server.reachable = false
  runner.answer('q1', 'o2')
  await vi.waitFor(() => expect(savingOfQ1(runner)).toBe('device'))
  const another = openPage(server, purchaseId, asTab())
  await reaches(another, 'answering')
  return { server, purchaseId, runner, another }
}

describe('an exam whose data were deleted in the browser, with its pages open', () => {
  it('[R18] goes on where its page becomes the one that writes: it is not over, and all of it is written anew', async () => {
    const { purchaseId, runner, another } = await twoTabs()
    another.takeOver()
    await vi.waitFor(() => expect(runner.view().isWriter).toBe(false))
    await deleteData()
    another.stop()
    await vi.waitFor(() => expect(runner.view().isWriter).toBe(true))
    await vi.waitFor(async () => expect(await draftOf(purchaseId)).toMatchObject({ state: 'open' }))
    await vi.waitFor(() => expect([valueOfQ1(runner), savingOfQ1(runner)]).toEqual(['o2', 'device']))
    expect(runner.view()).toMatchObject({ stage: 'running', keepsNothing: false, session: { hand: 'here' } })
    const [row] = await readAnswers((await draftOf(purchaseId))!.draftId)
    expect(row).toMatchObject({ questionId: 'q1', own: { value: 'o2' } })
  })

  it('[R18] is not called kept by a page without a claim that a full disk lets put nothing back', async () => {
    const { server, purchaseId, runner, another } = await twoTabs()
    another.stop()
    runner.stop()
    const full = breakStorage()
    const page = openPage(server, purchaseId, asTab())
    await reaches(page, 'failed')
    page.goOnUnkept()
    await vi.waitFor(() => expect([valueOfQ1(page), savingOfQ1(page)]).toEqual(['o2', 'device']))
    await deleteData()
    await tellOfDeletion()
    await vi.waitFor(() => expect(savingOfQ1(page)).toBe('unsaved'))
    full.mockRestore()
    await vi.waitFor(() => expect(savingOfQ1(page)).toBe('device'))
    const [row] = await readAnswers((await draftOf(purchaseId))!.draftId)
    expect(row).toMatchObject({ questionId: 'q1', own: { value: 'o2' } })
  })

  it('[R18] is offered to a full disk again in a while, and not at once', async () => {
    const report = vi.fn()
    const purchaseId = newPurchase()
    const runner = await begun(createServer(), purchaseId, { ...asTab(), report })
    runner.answer('q1', 'o2')
    await vi.waitFor(() => expect(savingOfQ1(runner)).toBe('server'))
    await deleteData()
    const full = breakStorage()
    await tellOfDeletion()
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(report.mock.calls.length).toBeLessThan(4)
    full.mockRestore()
    await vi.waitFor(async () => expect(await draftOf(purchaseId)).toMatchObject({ state: 'open' }))
  })

  it('[R18] is completed where another tab has put it back: what only this page knew is not called kept before', async () => {
    const { purchaseId, runner } = await twoTabs()
    const { draftId } = (await draftOf(purchaseId))!
    // The other tab knew the exam, and not this answer.
    await withDb((db) => db.clear('answers'))
    runner.answer('q2', 'слово')
    await vi.waitFor(async () =>
      expect((await readAnswers(draftId)).map(({ questionId }) => questionId)).toContain('q2'),
    )
    await tellOfDeletion()
    await vi.waitFor(async () => expect(await readAnswers(draftId)).toMatchObject([{ own: { value: 'o2' } }, {}]))
    await vi.waitFor(() => expect(savingOfQ1(runner)).toBe('device'))
  })

  it('[R18] goes on in the draft into which another tab has fetched it since, with all that stands on this page', async () => {
    const { server, purchaseId, runner, another } = await twoTabs()
    const old = await draftOf(purchaseId)
    another.takeOver()
    await vi.waitFor(() => expect(runner.view().isWriter).toBe(false))
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

    await vi.waitFor(() => expect(runner.view().isWriter).toBe(true))
    await vi.waitFor(() => expect([valueOfQ1(runner), savingOfQ1(runner)]).toEqual(['o2', 'server']))
    const { draftId } = (await draftOf(purchaseId))!
    expect(draftId).not.toBe(old!.draftId)
    expect(await readAnswers(draftId)).toMatchObject([{ own: { value: 'o2' } }])
  })

  it('[R18] is over for a page that was frozen while another tab fetched it anew and handed it in: an answer then is not called kept', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    // Without Web Locks: nobody tells this page of the other one.
    const runner = await begun(server, purchaseId, quiet)
    await deleteData()
    const another = openPage(server, purchaseId, quiet)
    await atIntro(another)
    another.start(true)
    await reaches(another, 'answering')
    const { draftId } = (await draftOf(purchaseId))!
    another.submit()
    await vi.waitFor(async () => expect(await readSubmission(draftId)).toBeDefined())
    server.reachable = false
    const called: string[] = []
    runner.subscribe(() => called.push(savingOfQ1(runner)))
    runner.answer('q1', 'o2')

    await reaches(runner, 'submitting')
    expect(called).not.toContain('device')
    // It stands beside the hand-in, to be delivered as what came too late.
    expect(await readAnswers(draftId)).toMatchObject([{ own: { value: 'o2' } }])
    expect(await withDb((db) => db.count('attempts'))).toBe(1)
  })

  it('[R18] goes on in it, and not in circles, where the page had gone on without the storage', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const asked = vi.spyOn(server, 'send')
    const full = breakStorage()
    const runner = openPage(server, purchaseId, asTab())
    await atIntro(runner)
    runner.start(true, true)
    await reaches(runner, 'answering')
    runner.answer('q1', 'o2')
    await vi.waitFor(() => expect(runner.view().keepsNothing).toBe(true))
    const another = openPage(server, purchaseId, asTab())
    await vi.waitFor(() => expect(another.view().stage).not.toBe('looking'))
    another.takeOver()
    await vi.waitFor(() => expect(another.view().isWriter).toBe(true))
    full.mockRestore()
    another.start(true)
    await reaches(another, 'answering')
    another.stop()
    await vi.waitFor(() => expect(runner.view()).toMatchObject({ isWriter: true, keepsNothing: false }))
    expect(valueOfQ1(runner)).toBe('o2')
    const { draftId } = (await draftOf(purchaseId))!
    await vi.waitFor(async () => expect(await readAnswers(draftId)).toMatchObject([{ own: { value: 'o2' } }]))
    const before = asked.mock.calls.length
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(asked.mock.calls.length - before).toBeLessThan(5)
  })

  it('[R18] is put back by the page that writes as soon as it reads; a tab that looks on goes on showing it', async () => {
    const { purchaseId, runner, another } = await twoTabs()
    const { draftId } = (await draftOf(purchaseId))!
    await deleteData()
    announce({ draftId, change: 'settled' })
    await vi.waitFor(async () => expect(await draftOf(purchaseId)).toMatchObject({ draftId, state: 'open' }))
    await vi.waitFor(() => expect([valueOfQ1(runner), savingOfQ1(runner)]).toEqual(['o2', 'device']))
    expect(another.view()).toMatchObject({ isWriter: false, stage: 'running', session: { phase: 'answering' } })
  })

  it('[R18] is handed in by the same bytes again where the hand-in was deleted, also in a page that was loaded anew', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const before = await begun(server, purchaseId, asTab())
    before.answer('q2', 'слово')
    before.answer('q1', 'o2')
    await vi.waitFor(() => expect(savingOfQ1(before)).toBe('server'))
    server.reachable = false
    before.submit()
    await vi.waitFor(() => expect(before.view().session).toMatchObject({ phase: 'submitting', enqueued: true }))
    const { draftId } = (await draftOf(purchaseId))!
    const sent = await readSubmission(draftId)
    before.stop()
    const runner = openPage(server, purchaseId, asTab())
    await vi.waitFor(() => expect(runner.view().session).toMatchObject({ phase: 'submitting', enqueued: true }))
    await deleteData()
    runner.wake()
    await vi.waitFor(async () => expect(await readSubmission(draftId)).toBeDefined())
    expect(JSON.stringify((await readSubmission(draftId))!.body)).toBe(JSON.stringify(sent!.body))
  })

  it('[R18] is handed in by the page that had handed it in, when another tab that took it over is gone with its data', async () => {
    const { purchaseId, runner, another } = await twoTabs()
    runner.submit()
    await vi.waitFor(() => expect(runner.view().session).toMatchObject({ phase: 'submitting', enqueued: true }))
    const { draftId } = (await draftOf(purchaseId))!
    another.takeOver()
    await vi.waitFor(() => expect(runner.view().isWriter).toBe(false))
    await deleteData()
    another.stop()
    await vi.waitFor(async () => expect((await readSubmission(draftId))?.body.events).toMatchObject([{ value: 'o2' }]))
    expect(runner.view().session.phase).toBe('submitting')
  })

  it('[R18] goes on in its own draft for whoever presses start just as it is put back: no second one is begun', async () => {
    const { server, purchaseId, runner, another } = await twoTabs()
    const old = await draftOf(purchaseId)
    const stores = ['attempts', 'papers', 'answers'] as const
    const rows = await withDb((db) => Promise.all(stores.map((store) => db.getAll(store))))
    runner.stop()
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
    expect(await draftOf(purchaseId)).toMatchObject({ draftId: old!.draftId })
  })
})
