import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { SubmissionRow, SubmissionRowState } from '../attempt/machine/rows.ts'

const noteFinishedTest = vi.fn()
vi.mock('./install-offer.ts', () => ({ noteFinishedTest: () => noteFinishedTest() }))

beforeEach(() => {
  vi.resetModules()
  noteFinishedTest.mockReset()
  indexedDB = new IDBFactory()
})

/** A page over a store with one submission in this state; `settle` changes it like a delivery. */
async function openPage(state: SubmissionRowState) {
  const { withDb } = await import('../attempt/replica/database.ts')
  const { announce } = await import('../attempt/sync/channel.ts')
  const { followFinishedTests } = await import('./follow-finished-tests.ts')
  const put = (next: SubmissionRowState) =>
    withDb((db) => db.put('outbox', { draftId: 'd1', ownerId: 'anna', state: next } as SubmissionRow))
  await put(state)
  followFinishedTests()
  // Requests of the start precede this one, and so do their results.
  await withDb((db) => db.count('outbox'))
  return {
    settle: async (next: SubmissionRowState) => {
      await put(next)
      announce({ draftId: 'd1', change: 'settled' })
      // Requests that the event causes precede this one.
      await withDb((db) => db.count('outbox'))
    },
  }
}

describe('the first finished test', () => {
  it('[C.01] a page notes a finished test when it hears of the grading, and not when the server has refused it', async () => {
    const { settle } = await openPage('waiting')
    expect(noteFinishedTest).not.toHaveBeenCalled()
    await settle('refused')
    expect(noteFinishedTest).not.toHaveBeenCalled()
    await settle('graded')
    await vi.waitFor(() => expect(noteFinishedTest).toHaveBeenCalledOnce())
  })

  it('[C.01] the next page notes a finished test that the worker delivered with every window closed', async () => {
    await openPage('accepted')
    await vi.waitFor(() => expect(noteFinishedTest).toHaveBeenCalledOnce())
  })
})
