import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { oneQuestionPaper as paper } from '../../tests/support/one-question-paper.ts'
import { createDraft } from '../../tests/support/persisted.ts'
import { DraftMissing, readAnswers, readDraft, readPaper } from './attempt-drafts.ts'
import { closeExamDb } from './exam-db.ts'
import { keepHeard } from './keep-heard.ts'

const shown = { question_id: 'q1', value: 'there', epoch: 0, seq: 4, device_id: 'phone' }
const draft = { ownerId: 'owner', purchaseId: 'p1', mode: 'exam', startKey: 'key', createdAt: 1 } as const

afterEach(() => vi.restoreAllMocks())

describe('what the server has said', () => {
  it('[C.06] is on the disk as one: the paper, and the answers that came with it', async () => {
    await createDraft({ ...draft, draftId: 'd1' })
    // The connection takes its own hold of what begins a transaction.
    await closeExamDb()
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    await keepHeard('d1', { paper, clockOffset: 7, events: [shown] })
    expect(transaction.mock.calls.map(([, mode, how]) => [mode, how?.durability])).toEqual([['readwrite', 'strict']])
    expect(await readDraft('d1')).toMatchObject({ state: 'open', clockOffset: 7, frame: { attemptId: 'a1' } })
    expect(await readPaper('d1')).toMatchObject({ questions: [{ id: 'q1' }] })
    expect(await readAnswers('d1')).toMatchObject([{ own: null, seen: shown, mark: { seq: 4 } }])
  })

  it('takes no place of the paper by which an attempt goes on', async () => {
    await createDraft({ ...draft, draftId: 'd2' })
    await keepHeard('d2', { paper, clockOffset: 7 })
    const late = { ...paper, frame: { ...paper.frame, attemptId: 'another' }, questions: [] }
    await keepHeard('d2', { paper: late, clockOffset: 8, events: [shown] })
    expect(await readDraft('d2')).toMatchObject({ clockOffset: 7, frame: { attemptId: 'a1' } })
    expect(await readPaper('d2')).toMatchObject({ questions: [{ id: 'q1' }] })
    expect(await readAnswers('d2')).toMatchObject([{ seen: shown }])
  })

  it('[R18] is refused, and nothing of it written, where the attempt of its paper is gone', async () => {
    await expect(keepHeard('gone', { paper, events: [shown] })).rejects.toBeInstanceOf(DraftMissing)
    expect(await readPaper('gone')).toBeUndefined()
    expect(await readAnswers('gone')).toEqual([])
  })
})
