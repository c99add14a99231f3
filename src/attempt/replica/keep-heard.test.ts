import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { oneQuestionPaper as paper } from '../../../tests/support/one-question-paper.ts'
import { createAttempt, updateAttempt } from '../../../tests/support/persisted.ts'
import { AttemptMissing, readAnswerRows, readAttemptRow, readPaper } from './attempts.ts'
import { closeExamDb } from './database.ts'
import { keepHeard, NotTheWriter } from './persist.ts'

const shown = { question_id: 'q1', value: 'there', epoch: 0, seq: 4, device_id: 'phone' }
const attemptRow = { ownerId: 'owner', purchaseId: 'p1', mode: 'exam', startKey: 'key', createdAt: 1 } as const

afterEach(() => vi.restoreAllMocks())

describe('keepHeard', () => {
  it('[C.06] keepHeard writes the paper and the answers that came with it in one strict transaction', async () => {
    await createAttempt({ ...attemptRow, draftId: 'd1' })
    // An open connection has its own reference to `transaction`, which the spy would not replace.
    await closeExamDb()
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    await keepHeard('d1', { paper, clockOffset: 7, events: [shown] })
    expect(transaction.mock.calls.map(([, mode, how]) => [mode, how?.durability])).toEqual([['readwrite', 'strict']])
    expect(await readAttemptRow('d1')).toMatchObject({ state: 'open', clockOffset: 7, frame: { attemptId: 'a1' } })
    expect(await readPaper('d1')).toMatchObject({ questions: [{ id: 'q1' }] })
    expect(await readAnswerRows('d1')).toMatchObject([{ own: null, seen: shown, mark: { seq: 4 } }])
  })

  it('keepHeard does not replace the paper that an attempt already has', async () => {
    await createAttempt({ ...attemptRow, draftId: 'd2' })
    await keepHeard('d2', { paper, clockOffset: 7 })
    const late = { ...paper, attemptInfo: { ...paper.attemptInfo, attemptId: 'another' }, questions: [] }
    await keepHeard('d2', { paper: late, clockOffset: 8, events: [shown] })
    expect(await readAttemptRow('d2')).toMatchObject({ clockOffset: 7, frame: { attemptId: 'a1' } })
    expect(await readPaper('d2')).toMatchObject({ questions: [{ id: 'q1' }] })
    expect(await readAnswerRows('d2')).toMatchObject([{ seen: shown }])
  })

  it('[R18] keepHeard throws and writes nothing if the row of the attempt is gone', async () => {
    await expect(keepHeard('gone', { paper, events: [shown] })).rejects.toBeInstanceOf(AttemptMissing)
    expect(await readPaper('gone')).toBeUndefined()
    expect(await readAnswerRows('gone')).toEqual([])
  })

  it('[R08] keepHeard brings back an attempt whose start another tab had given up as too old', async () => {
    await createAttempt({ ...attemptRow, purchaseId: 'p3', draftId: 'd3' })
    await updateAttempt('d3', () => ({ state: 'given-up' }))
    await keepHeard('d3', { paper })
    expect(await readAttemptRow('d3')).toMatchObject({ state: 'open', frame: { attemptId: 'a1' } })
    expect(await readPaper('d3')).toMatchObject({ questions: [{ id: 'q1' }] })
  })

  it('[R18] keepHeard refuses a given-up start once another tab has begun a newer attempt', async () => {
    await createAttempt({ ...attemptRow, purchaseId: 'p4', draftId: 'd4' })
    await updateAttempt('d4', () => ({ state: 'given-up' }))
    await createAttempt({ ...attemptRow, purchaseId: 'p4', draftId: 'd5', startKey: 'another', createdAt: Date.now() })
    // The other start may still come to nothing.
    await expect(keepHeard('d4', { paper })).rejects.not.toBeInstanceOf(NotTheWriter)
    await keepHeard('d5', { paper })
    await expect(keepHeard('d4', { paper })).rejects.toBeInstanceOf(NotTheWriter)
    expect(await readAttemptRow('d4')).toMatchObject({ state: 'given-up', frame: null })
    expect(await readPaper('d4')).toBeUndefined()
  })
})
