// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  atIntro,
  attemptRowOf,
  begun,
  closePages,
  createServer,
  newPurchase,
  openPage,
  reaches,
  savingOfQ1,
  valueOfQ1,
} from '../../../tests/support/exam-in-memory.ts'
import { oneQuestionPaper as paper } from '../../../tests/support/one-question-paper.ts'
import type { Send } from '../../http/send.ts'
import { breakStorage, silenceStorage } from '../../../tests/support/broken-storage.ts'
import { tabsWithLocks } from '../../../tests/support/tabs-with-locks.ts'
import { findAttempt, readAnswerRows } from '../replica/attempts.ts'
import { closeExamDb, withDb } from '../replica/database.ts'
import { createAttempt, storePaper, updateAttempt } from '../../../tests/support/persisted.ts'
import { settled } from '../../../tests/support/settled.ts'

const asTab = tabsWithLocks()

afterEach(async () => {
  closePages()
  await closeExamDb()
})

/** A page of an exam that another tab has taken over, submitted and left, to begin the next one. The page got no news of it. */
async function overtaken() {
  const server = createServer()
  const purchaseId = newPurchase()
  const controller = await begun(server, purchaseId, asTab())
  const old = await findAttempt('owner', purchaseId, 'exam')
  const another = openPage(server, purchaseId, asTab())
  await reaches(another, 'answering')
  another.takeOver()
  await vi.waitFor(() => expect(controller.view().isWriter).toBe(false))
  await updateAttempt(old!.draftId, () => ({ state: 'done' }))
  const next = {
    draftId: `next of ${purchaseId}`,
    ownerId: 'owner',
    purchaseId,
    mode: 'exam' as const,
    startKey: 'key',
  }
  await createAttempt({ ...next, createdAt: old!.createdAt + 1 })
  Object.assign(server.calls, { open: () => new Promise(() => undefined) })
  const attemptRowOf = () => findAttempt('owner', purchaseId, 'exam')
  return { server, controller, next: next.draftId, attemptRowOf, leave: another.stop }
}

describe('a tab that was frozen while another tab submitted its exam and began the next', () => {
  it('[R18] a frozen tab continues with the next exam before its paper has come, and writes no answer into it', async () => {
    const { controller, next, attemptRowOf, leave } = await overtaken()
    const before = await attemptRowOf()
    leave()
    await reaches(controller, 'opening')
    controller.answer('q1', 'o2')
    expect(await readAnswerRows(next)).toEqual([])
    expect(await attemptRowOf()).toMatchObject({ draftId: next, state: before!.state })
  })

  it('[R18] a frozen tab that reads the next exam’s paper keeps the old exam’s acknowledgements out of it', async () => {
    const { server, controller, next, attemptRowOf, leave } = await overtaken()
    // Both attempts number their answers from the beginning.
    const own = { question_id: 'q1', value: 'o2', epoch: 0, seq: 1, device_id: 'phone~00001' }
    await withDb((db) => db.put('answers', { format: 1, draftId: next, questionId: 'q1', own, seen: null, mark: null }))
    server.marks = { q1: own }
    const speak = await silenceStorage('papers')
    leave()
    await vi.waitFor(async () => expect(await attemptRowOf()).toMatchObject({ draftId: next, claim: 1 }))
    const { asked } = server
    controller.wake()
    await vi.waitFor(() => expect(server.asked).toBeGreaterThan(asked))
    await settled()
    await speak()
    await reaches(controller, 'opening')
    expect(await readAnswerRows(next)).toMatchObject([{ own, mark: null }])
  })
})

describe('a tab that requested its questions and froze, while another tab gave that start up and began the next', () => {
  it('[R18] a frozen tab does not take the late questions of the old start for those of the next exam', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const { open } = server.calls
    let answerLate: () => void = () => undefined
    const late = new Promise<void>((resolve) => {
      answerLate = resolve
    })
    const controller = openPage(server, purchaseId, asTab())
    await atIntro(controller)
    Object.assign(server.calls, { open: (id: string, key: string | null) => late.then(() => open(id, key, null)) })
    controller.start(true)
    await reaches(controller, 'opening')
    const old = await findAttempt('owner', purchaseId, 'exam')
    Object.assign(server.calls, { open: () => new Promise(() => undefined) })
    const another = openPage(server, purchaseId, asTab())
    await reaches(another, 'opening')
    another.takeOver()
    await vi.waitFor(() => expect(controller.view().isWriter).toBe(false))
    await updateAttempt(old!.draftId, () => ({ state: 'given-up' }))
    const next = { ownerId: 'owner', purchaseId, mode: 'exam' as const, startKey: 'key', createdAt: Date.now() }
    await createAttempt({ ...next, draftId: `next of ${purchaseId}` })
    another.stop()
    await vi.waitFor(() => expect(controller.view().state).toMatchObject({ phase: 'opening', startKey: 'key' }))

    answerLate()
    await late
    await settled()
    expect(controller.view().state.phase).toBe('opening')
    expect(await findAttempt('owner', purchaseId, 'exam')).toMatchObject({ startKey: 'key', state: 'opening' })
  })
})

describe('a late reply to a tab that already continues with the next exam', () => {
  /** A page whose calls of one endpoint get their replies when `answerLate` is called. Calls of the next exam get none. */
  async function pageWithLateReplies(held: string) {
    const server = createServer()
    const purchaseId = newPurchase()
    const { send } = server
    let answerLate: () => void = () => undefined
    const late = new Promise<void>((resolve) => {
      answerLate = resolve
    })
    const slowly = (async (endpoint, input, options) => {
      const isOfNext = (input.body as { ticket?: string }).ticket === 'next'
      if (endpoint.name === held) await (isOfNext ? new Promise(() => undefined) : late)
      return send(endpoint, input, options)
    }) as Send
    Object.assign(server, { send: slowly })
    const controller = openPage(server, purchaseId, asTab())
    Object.assign(server, { send })
    await atIntro(controller)
    return { server, purchaseId, controller, answerLate }
  }

  /** Another tab takes the exam over, ends it and begins the next. The page continues with the next exam. */
  async function goOnWithNext({ server, purchaseId, controller }: Awaited<ReturnType<typeof pageWithLateReplies>>) {
    const old = await findAttempt('owner', purchaseId, 'exam')
    const another = openPage(server, purchaseId, asTab())
    await vi.waitFor(() => expect(another.view().stage).toBe('running'))
    another.takeOver()
    await vi.waitFor(() => expect(controller.view().isWriter).toBe(false))
    await updateAttempt(old!.draftId, () => ({ state: 'done' }))
    const draftId = `next of ${purchaseId}`
    const next = { draftId, ownerId: 'owner', purchaseId, mode: 'exam' as const, startKey: 'key' }
    await createAttempt({ ...next, createdAt: old!.createdAt + 1 })
    await storePaper(
      draftId,
      { ...paper, attemptInfo: { ...paper.attemptInfo, attemptId: 'a2', ticket: 'next', begun: false } },
      0,
    )
    another.stop()
    await vi.waitFor(() => expect(controller.view().attemptId).toBe('a2'))
  }

  it('[R18] a late reply about the old exam’s clock does not begin the clock of the next exam', async () => {
    const page = await pageWithLateReplies('saveAnswers')
    page.controller.start(true)
    await reaches(page.controller, 'ready')
    await goOnWithNext(page)
    page.answerLate()
    await settled()
    expect(page.controller.view().state).toMatchObject({ paper: { attemptInfo: { attemptId: 'a2', begun: false } } })
  })

  it('[R18] a late reply to the old exam’s submission does not end the next exam', async () => {
    const page = await pageWithLateReplies('submitExam')
    page.controller.start(true)
    await reaches(page.controller, 'answering')
    const full = breakStorage('outbox')
    page.controller.submit()
    await vi.waitFor(() => expect(page.controller.view().isSubmissionInMemory).toBe(true))
    full.mockRestore()
    await goOnWithNext(page)
    await reaches(page.controller, 'answering')
    page.answerLate()
    await settled()
    expect(page.server.submissions).toHaveLength(1)
    expect(page.controller.view().state).toMatchObject({ paper: { attemptInfo: { attemptId: 'a2' } } })
  })
})

describe('a tab at its start screen that takes the writing over from a tab that has begun since', () => {
  it('[C.06] [R18] a start pressed before the tab shows the first attempt begins no second one, and the answers are shown', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const first = openPage(server, purchaseId, asTab())
    await atIntro(first)
    const second = openPage(server, purchaseId, asTab())
    await vi.waitFor(() => expect(second.view()).toMatchObject({ stage: 'intro', isWriter: false }))
    first.start(true)
    await reaches(first, 'answering')
    server.reachable = false
    first.answer('q1', 'o1')
    await vi.waitFor(() => expect(savingOfQ1(first)).toBe('device'))

    const speak = await silenceStorage('papers')
    second.takeOver()
    await vi.waitFor(async () => expect(await attemptRowOf(purchaseId)).toMatchObject({ claim: 2 }))
    expect(second.view().stage).toBe('intro')
    second.start(false)
    await speak()
    await reaches(second, 'answering')
    expect(valueOfQ1(second)).toBe('o1')
    const attempts = await withDb((db) => db.getAllFromIndex('attempts', 'byPurchase', ['owner', purchaseId]))
    expect(attempts).toHaveLength(1)
  })
})
