// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  atIntro,
  begun,
  closePages,
  createServer,
  newPurchase,
  openPage,
  reaches,
} from '../../tests/support/exam-in-memory.ts'
import { oneQuestionPaper as paper } from '../../tests/support/one-question-paper.ts'
import type { Send } from '../delivery/send.ts'
import { breakStorage, silenceStorage } from '../../tests/support/broken-storage.ts'
import { tabsWithLocks } from '../../tests/support/tabs-with-locks.ts'
import { findDraft, readAnswers } from '../storage/attempt-drafts.ts'
import { closeExamDb, withDb } from '../storage/exam-db.ts'
import { createDraft, storePaper, updateDraft } from '../../tests/support/persisted.ts'

const asTab = tabsWithLocks()

afterEach(async () => {
  closePages()
  await closeExamDb()
})

/** A page of an exam that another tab has taken over, handed in and left, with the next one begun; no news of it came. */
async function overtaken() {
  const server = createServer()
  const purchaseId = newPurchase()
  const runner = await begun(server, purchaseId, asTab())
  const old = await findDraft('owner', purchaseId, 'exam')
  const another = openPage(server, purchaseId, asTab())
  await reaches(another, 'answering')
  another.takeOver()
  await vi.waitFor(() => expect(runner.view().isWriter).toBe(false))
  await updateDraft(old!.draftId, () => ({ state: 'done' }))
  const next = {
    draftId: `next of ${purchaseId}`,
    ownerId: 'owner',
    purchaseId,
    mode: 'exam' as const,
    startKey: 'key',
  }
  await createDraft({ ...next, createdAt: old!.createdAt + 1 })
  Object.assign(server.calls, { open: () => new Promise(() => undefined) })
  const draftOf = () => findDraft('owner', purchaseId, 'exam')
  return { server, runner, next: next.draftId, draftOf, leave: another.stop }
}

describe('a tab that was frozen while another one handed its exam in and began the next', () => {
  it('[R18] goes on with the next one, whose paper has not come yet, and writes nothing of the old one into it', async () => {
    const { runner, next, draftOf, leave } = await overtaken()
    const standing = await draftOf()
    leave()
    await reaches(runner, 'opening')
    runner.answer('q1', 'o2')
    expect(await readAnswers(next)).toEqual([])
    expect(await draftOf()).toMatchObject({ draftId: next, state: standing!.state })
  })

  it('[R18] takes no word of the server on the old one for one on the next, while that is read', async () => {
    const { server, runner, next, draftOf, leave } = await overtaken()
    // Both attempts number their answers from the beginning.
    const own = { question_id: 'q1', value: 'o2', epoch: 0, seq: 1, device_id: 'phone~00001' }
    await withDb((db) => db.put('answers', { format: 1, draftId: next, questionId: 'q1', own, seen: null, mark: null }))
    server.marks = { q1: own }
    const speak = await silenceStorage('papers')
    leave()
    await vi.waitFor(async () => expect(await draftOf()).toMatchObject({ draftId: next, claim: 1 }))
    const { asked } = server
    runner.wake()
    await vi.waitFor(() => expect(server.asked).toBeGreaterThan(asked))
    await new Promise((resolve) => setTimeout(resolve, 50))
    await speak()
    await reaches(runner, 'opening')
    expect(await readAnswers(next)).toMatchObject([{ own, mark: null }])
  })
})

describe('a tab that asked for its questions and froze, while another one gave that start up and began the next', () => {
  it('[R18] takes the questions that come late for none of the next one, which has questions of its own', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const { open } = server.calls
    let answerLate: () => void = () => undefined
    const late = new Promise<void>((resolve) => {
      answerLate = resolve
    })
    const runner = openPage(server, purchaseId, asTab())
    await atIntro(runner)
    Object.assign(server.calls, { open: (id: string, key: string | null) => late.then(() => open(id, key)) })
    runner.start(true)
    await reaches(runner, 'opening')
    const old = await findDraft('owner', purchaseId, 'exam')
    Object.assign(server.calls, { open: () => new Promise(() => undefined) })
    const another = openPage(server, purchaseId, asTab())
    await reaches(another, 'opening')
    another.takeOver()
    await vi.waitFor(() => expect(runner.view().isWriter).toBe(false))
    await updateDraft(old!.draftId, () => ({ state: 'given-up' }))
    const next = { ownerId: 'owner', purchaseId, mode: 'exam' as const, startKey: 'key', createdAt: Date.now() }
    await createDraft({ ...next, draftId: `next of ${purchaseId}` })
    another.stop()
    await vi.waitFor(() => expect(runner.view().session).toMatchObject({ phase: 'opening', startKey: 'key' }))

    answerLate()
    await late
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(runner.view().session.phase).toBe('opening')
    expect(await findDraft('owner', purchaseId, 'exam')).toMatchObject({ startKey: 'key', state: 'opening' })
  })
})

describe('a reply that comes late, to a tab that has gone on with the next exam meanwhile', () => {
  /** A page whose calls of one endpoint are answered when `answerLate` is called, those of the next exam never. */
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
    const runner = openPage(server, purchaseId, asTab())
    Object.assign(server, { send })
    await atIntro(runner)
    return { server, purchaseId, runner, answerLate }
  }

  /** Another tab takes the exam over, brings it to its end and begins the next, which the page goes on with. */
  async function goOnWithNext({ server, purchaseId, runner }: Awaited<ReturnType<typeof pageWithLateReplies>>) {
    const old = await findDraft('owner', purchaseId, 'exam')
    const another = openPage(server, purchaseId, asTab())
    await vi.waitFor(() => expect(another.view().stage).toBe('running'))
    another.takeOver()
    await vi.waitFor(() => expect(runner.view().isWriter).toBe(false))
    await updateDraft(old!.draftId, () => ({ state: 'done' }))
    const draftId = `next of ${purchaseId}`
    const next = { draftId, ownerId: 'owner', purchaseId, mode: 'exam' as const, startKey: 'key' }
    await createDraft({ ...next, createdAt: old!.createdAt + 1 })
    await storePaper(draftId, { ...paper, frame: { ...paper.frame, attemptId: 'a2', ticket: 'next', begun: false } }, 0)
    another.stop()
    await vi.waitFor(() => expect(runner.view().attemptId).toBe('a2'))
  }

  it('[R18] takes the clock that has begun for none of the next one’s', async () => {
    const page = await pageWithLateReplies('saveAnswers')
    page.runner.start(true)
    await reaches(page.runner, 'ready')
    await goOnWithNext(page)
    page.answerLate()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(page.runner.view().session).toMatchObject({ paper: { frame: { attemptId: 'a2', begun: false } } })
  })

  it('[R18] takes what became of the hand-in that this page sent itself for no end of the next one', async () => {
    const page = await pageWithLateReplies('submitExam')
    page.runner.start(true)
    await reaches(page.runner, 'answering')
    const full = breakStorage('outbox')
    page.runner.submit()
    await vi.waitFor(() => expect(page.runner.view().isUnkept).toBe(true))
    full.mockRestore()
    await goOnWithNext(page)
    await reaches(page.runner, 'answering')
    page.answerLate()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(page.server.submissions).toHaveLength(1)
    expect(page.runner.view().session).toMatchObject({ paper: { frame: { attemptId: 'a2' } } })
  })
})
