import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { oneQuestionPaper as paper } from '../../../tests/support/one-question-paper.ts'
import type { AnswerEvent } from '#contract/question.ts'
import { isAcknowledged } from '../machine/acknowledged.ts'
import { findAttempt, readAnswerRows, readAttemptRow, readPaper } from './attempts.ts'
import { readDeviceId, writerName } from './open-attempt.ts'
import { closeExamDb, withDb } from './database.ts'
import {
  readSubmission,
  closeAsGraded,
  waitAgain,
  submissionsOf,
  updateSubmission,
  waitingSubmissions,
} from './submissions.ts'
import {
  takeLeaseOf,
  closeAndEnqueue,
  createAttempt,
  keepAck,
  saveAnswer,
  storePaper,
  updateAttempt,
} from '../../../tests/support/persisted.ts'
import { NotTheWriter } from './persist.ts'

let attemptRows = 0
async function openAttempt(
  more: { ownerId?: string; purchaseId?: string } = {},
): Promise<{ id: string; claim: number }> {
  attemptRows += 1
  const id = `draft-${attemptRows}`
  await createAttempt({
    draftId: id,
    ownerId: 'owner',
    purchaseId: id,
    mode: 'exam',
    startKey: `start-${attemptRows}`,
    createdAt: attemptRows,
    ...more,
  })
  await storePaper(id, paper, 0)
  return { id, claim: await takeLeaseOf(id) }
}
const event = (seq: number, value: string | null = 'так'): AnswerEvent => ({
  question_id: 'q1',
  value,
  epoch: 0,
  seq,
  device_id: 'phone',
})
const submission = (claim: number) => ({ body: { answers: [] }, title: 'Логіка', claim, now: 5 })

/** Records the options of every transaction since the test's beginning. */
function watchTransactions() {
  const opened: { stores: string[]; mode: string; durability: string | undefined }[] = []
  const real = IDBDatabase.prototype.transaction
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    stores,
    mode,
    options,
  ) {
    opened.push({ stores: [stores].flat() as string[], mode: mode ?? 'readonly', durability: options?.durability })
    return real.call(this, stores, mode, options)
  })
  return opened
}

afterEach(() => vi.restoreAllMocks())

describe('attempts', () => {
  it('[C.06] the disk writes a start_key, a paper, a lease, an answer and a submission with strict durability', async () => {
    const opened = watchTransactions()
    const { id, claim } = await openAttempt()
    await saveAnswer(id, event(1), claim)
    await closeAndEnqueue(id, submission(claim))
    const writes = opened.filter(({ mode }) => mode === 'readwrite')
    expect(writes.map(({ durability }) => durability)).toEqual(writes.map(() => 'strict'))
    expect(writes.map(({ stores }) => stores.join('+'))).toEqual([
      'attempts',
      'attempts+papers',
      'attempts',
      'attempts+answers',
      'attempts+outbox+answers',
    ])
  })

  it('writerName gives each lease of a device another name, a later lease a greater one, within 64 characters', () => {
    expect(writerName('phone', 2)).not.toBe(writerName('phone', 1))
    expect(writerName('phone', 10) > writerName('phone', 9)).toBe(true)
    expect(writerName(crypto.randomUUID(), 99_999).length).toBeLessThanOrEqual(64)
  })

  it('the disk keeps the answers of a tab whose attempt another tab has submitted', async () => {
    const { id, claim } = await openAttempt()
    const first = await closeAndEnqueue(id, submission(claim))
    const late = { ...submission(claim - 1), body: { answers: [], events: [event(1)] } }
    expect(await closeAndEnqueue(id, late)).toEqual(first)
    expect((await readAnswerRows(id)).map(({ own }) => own)).toEqual([event(1)])
  })

  it('findAttempt finds the attempt of one owner, purchase and mode that is not over', async () => {
    const { id } = await openAttempt({ ownerId: 'anna', purchaseId: 'p1' })
    await openAttempt({ ownerId: 'borys', purchaseId: 'p1' })
    expect(await findAttempt('anna', 'p1', 'exam')).toMatchObject({ draftId: id, state: 'open', format: 1 })
    expect(await findAttempt('anna', 'p2', 'exam')).toBeNull()
    expect(await findAttempt('anna', 'p1', 'training')).toBeNull()
    await updateAttempt(id, () => ({ state: 'given-up' }))
    expect(await findAttempt('anna', 'p1', 'exam')).toBeNull()
  })

  it('the disk keeps the paper apart from the small row of the attempt', async () => {
    const { id } = await openAttempt()
    expect(await readAttemptRow(id)).toMatchObject({ frame: { attemptId: 'a1', ticket: 'ticket-of-this-attempt' } })
    expect(await readPaper(id)).toMatchObject({ questions: [{ id: 'q1' }] })
  })

  it('the disk keeps one row a question with the latest change, in whatever order the writes come', async () => {
    const { id, claim } = await openAttempt()
    await Promise.all([saveAnswer(id, event(2, 'друга'), claim), saveAnswer(id, event(1, 'перша'), claim)])
    expect(await readAnswerRows(id)).toMatchObject([{ format: 1, own: { value: 'друга', seq: 2 } }])
  })

  it('a frozen tab that wakes after a takeover can write neither an answer nor a submission', async () => {
    const { id, claim } = await openAttempt()
    const next = await takeLeaseOf(id)
    await expect(saveAnswer(id, event(9), claim)).rejects.toBeInstanceOf(NotTheWriter)
    await saveAnswer(id, event(1, 'нова вкладка'), next)
    expect(await readAnswerRows(id)).toMatchObject([{ own: { value: 'нова вкладка' } }])
    await expect(closeAndEnqueue(id, submission(claim))).rejects.toBeInstanceOf(NotTheWriter)
    expect(await readSubmission(id)).toBeUndefined()
  })

  it('the disk takes no answer after the exam was submitted', async () => {
    const { id, claim } = await openAttempt()
    await closeAndEnqueue(id, submission(claim))
    await expect(saveAnswer(id, event(1), claim)).rejects.toMatchObject({ because: 'closed' })
  })

  it('the disk keeps the server’s greatest mark and answer together with the own change', async () => {
    const { id, claim } = await openAttempt()
    await saveAnswer(id, event(3), claim)
    await keepAck(id, { q1: event(3) })
    await keepAck(id, { q1: event(1) }, { events: [event(2, 'стара')] })
    expect(await readAnswerRows(id)).toMatchObject([{ own: { seq: 3 }, seen: { seq: 2 }, mark: { seq: 3 } }])
  })

  it('a greater mark does not acknowledge an own change that was not sent yet', async () => {
    const { id, claim } = await openAttempt()
    await saveAnswer(id, event(3), claim)
    await keepAck(id, { q1: event(5) }, { events: [event(5, 'чужа')] })
    expect(await readAnswerRows(id)).toMatchObject([{ own: { seq: 3 }, mark: { seq: 5 }, untold: true }])
    await keepAck(id, { q1: event(5) }, { sent: [event(3)] })
    const [answered] = await readAnswerRows(id)
    expect(isAcknowledged(answered!)).toBe(true)
  })

  it('the browser gets its device name once', async () => {
    const first = await readDeviceId(() => 'name-1')
    expect(await readDeviceId(() => 'name-2')).toBe(first)
  })
})

describe('the store of submissions', () => {
  it('[C.06] one transaction closes the attempt and stores its submission, never one without the other', async () => {
    const { id, claim } = await openAttempt()
    const put = IDBObjectStore.prototype.put
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      const request = put.call(this, value, key)
      // The browser dies after the first of the two writes.
      if (this.name === 'outbox') this.transaction.abort()
      return request
    })
    await expect(closeAndEnqueue(id, submission(claim))).rejects.toThrow()
    vi.restoreAllMocks()
    expect(await readAttemptRow(id)).toMatchObject({ state: 'open' })
    expect(await readSubmission(id)).toBeUndefined()

    await closeAndEnqueue(id, submission(claim))
    expect(await readAttemptRow(id)).toMatchObject({ state: 'closed' })
    expect(await readSubmission(id)).toMatchObject({ state: 'waiting', tries: 0, body: { answers: [] } })
  })

  it('an attempt that is closed twice keeps the bytes of its first submission', async () => {
    const { id, claim } = await openAttempt()
    await closeAndEnqueue(id, submission(claim))
    const again = { ...submission(claim), body: { answers: [{ question_id: 'q1', value: 'інша' }] } }
    expect((await closeAndEnqueue(id, again)).body).toEqual({ answers: [] })
  })

  it('[C.06] an answer that was unsaved when another tab submitted is numbered after that tab’s answer', async () => {
    const { id, claim } = await openAttempt()
    const event = (device_id: string, value: string) => ({ question_id: 'q1', value, epoch: 0, seq: 1, device_id })
    const [theirs, mine] = [event('phone~00002', 'їхня'), event('phone~00001', 'моя')]
    await saveAnswer(id, theirs, claim)
    await closeAndEnqueue(id, submission(claim))
    const late = { ...submission(claim), body: { answers: [], events: [mine] }, unpersisted: [mine] }
    await closeAndEnqueue(id, late)
    expect(await readAnswerRows(id)).toMatchObject([{ own: { ...mine, seq: 2 } }])
  })

  it('a settled submission stays settled, and ends its attempt', async () => {
    const { id, claim } = await openAttempt()
    await closeAndEnqueue(id, submission(claim))
    await updateSubmission(id, () => ({ state: 'graded' }))
    expect(await updateSubmission(id, () => ({ state: 'refused' }))).toMatchObject({ state: 'graded' })
    expect(await readAttemptRow(id)).toMatchObject({ state: 'done' })
    expect((await waitingSubmissions()).map((row) => row.draftId)).not.toContain(id)
  })

  it('[S4.20] waitAgain makes an expired or a refused submission wait again with the same bytes', async () => {
    const { id, claim } = await openAttempt()
    const { body } = await closeAndEnqueue(id, submission(claim))
    expect(await waitAgain(id, 5)).toMatchObject({ state: 'waiting', tries: 0 })
    const ended = (code: string) =>
      ({ state: 'refused', problem: { code, message: '' }, tries: 1, before: '' }) as const
    await updateSubmission(id, () => ended('expired'))
    const again = { state: 'waiting', body, tries: 1, nextTryAt: 5, problem: null, before: null }
    expect(await waitAgain(id, 5)).toMatchObject(again)
    // A grade of an earlier exam says nothing of this one: the server is asked again before the second send.
    expect(await readSubmission(id)).toMatchObject(again)
    // A refusal may be the fault of one release.
    await updateSubmission(id, () => ended('unknown_question'))
    expect(await waitAgain(id, 5)).toMatchObject(again)
  })

  it('submissionsOf returns only the submissions of one person', async () => {
    const { id, claim } = await openAttempt({ ownerId: 'vira' })
    await closeAndEnqueue(id, submission(claim))
    expect((await submissionsOf('vira')).map((row) => row.draftId)).toEqual([id])
    expect(await submissionsOf('halyna')).toEqual([])
  })
})

describe('a storage that drops its connection', () => {
  beforeEach(() => closeExamDb())

  it.each(['UnknownError', 'InvalidStateError', 'AbortError'])(
    'the storage is opened again after %s, and the answer is saved',
    async (name) => {
      const { id, claim } = await openAttempt()
      const real = IDBDatabase.prototype.transaction
      let failures = 1
      vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
        if (failures-- > 0) throw new DOMException('Connection to Indexed Database server lost', name)
        return real.apply(this, args)
      })
      await saveAnswer(id, event(1), claim)
      expect(await readAnswerRows(id)).toHaveLength(1)
    },
  )

  it('withDb throws the storage’s error when the storage stays broken or is full', async () => {
    const broken = (name: string) => withDb(() => Promise.reject(new DOMException('no', name)))
    await expect(broken('UnknownError')).rejects.toMatchObject({ name: 'UnknownError' })
    await expect(broken('QuotaExceededError')).rejects.toMatchObject({ name: 'QuotaExceededError' })
  })
})

describe('a refused submission whose answers came to the server as a file', () => {
  const events = [event(1)]
  async function refused() {
    const { id, claim } = await openAttempt()
    await closeAndEnqueue(id, { ...submission(claim), body: { answers: [], events } })
    await updateSubmission(id, () => ({ state: 'refused' }))
    return id
  }

  it('a file with the same answers settles the refused submission and ends its attempt', async () => {
    const id = await refused()
    expect(await closeAsGraded('a1', events)).toContain(id)
    expect((await readSubmission(id))?.state).toBe('graded')
    expect((await readAttemptRow(id))?.state).toBe('done')
  })

  it('a submission stays refused when the file was of another attempt or had other answers', async () => {
    const id = await refused()
    expect(await closeAsGraded('a2', events)).toEqual([])
    expect(await closeAsGraded('a1', [])).not.toContain(id)
    expect(await closeAsGraded('a1', [event(1, 'ні')])).not.toContain(id)
    expect((await readSubmission(id))?.state).toBe('refused')
  })

  it('a file does not settle a submission that still waits for its delivery', async () => {
    const { id, claim } = await openAttempt()
    await closeAndEnqueue(id, { ...submission(claim), body: { answers: [], events } })
    await closeAsGraded('a1', events)
    expect((await readSubmission(id))?.state).toBe('waiting')
  })
})
