import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AnswerEvent } from '#contract/question.ts'
import { newAttempt } from './attempts.ts'
import { withDb } from './database.ts'
import { newSubmission, type SubmissionRow } from '../machine/rows.ts'
import {
  noteGraded,
  noteResultsAsked,
  submissionInWork,
  cameToNothing,
  deliveredBy,
  hasFinishedTest,
  keptTrainingResult,
  refusedBefore,
  waitAgain,
  closeAsGraded,
  submissionsOf,
  updateSubmission,
  waitingSubmissions,
} from './submissions.ts'

const hour = 3_600_000
const attemptOf = (draftId: string) =>
  newAttempt({ draftId, ownerId: 'o', purchaseId: 'p', mode: 'exam', startKey: null, createdAt: 0 })
const row = (draftId: string, change: Partial<SubmissionRow> = {}): SubmissionRow => ({
  ...newSubmission(attemptOf(draftId), { body: { answers: [], submission_key: 'k' }, title: 'Логіка', now: 5 }),
  ...change,
})
const keep = (...rows: SubmissionRow[]) =>
  withDb(async (db) => {
    for (const one of rows) await db.put('outbox', one)
  })
const read = (draftId: string) => withDb((db) => db.get('outbox', draftId))
const idsOf = (rows: readonly SubmissionRow[]) => rows.map(({ draftId }) => draftId)

beforeEach(() =>
  withDb(async (db) => {
    await db.clear('outbox')
    await db.clear('attempts')
  }),
)

describe('a new submission', () => {
  it('a new submission waits without any try, and may be sent immediately', () => {
    expect(row('a')).toMatchObject({ state: 'waiting', tries: 0, madeAt: 5, nextTryAt: 5, notBefore: 0, problem: null })
  })

  it('a new submission has the field “before” only if it has no submission key', () => {
    expect(row('a')).not.toHaveProperty('before')
    expect(newSubmission(attemptOf('a'), { body: { answers: [] }, title: '', now: 0 })).toHaveProperty('before', null)
  })
})

it('hasFinishedTest is true only for a submission that the server has accepted or graded', async () => {
  await keep(row('a'), row('b', { state: 'refused' }))
  expect(await hasFinishedTest()).toBe(false)
  await keep(row('c', { state: 'accepted' }))
  expect([await hasFinishedTest(), await hasFinishedTest('c'), await hasFinishedTest('a')]).toEqual([true, true, false])
  await keep(row('c', { state: 'graded' }))
  expect(await hasFinishedTest('c')).toBe(true)
})

it('waitingSubmissions lists every person’s, and submissionsOf and deliveredBy one person’s, the oldest first', async () => {
  await keep(
    row('a', { madeAt: 3 }),
    row('b', { madeAt: 1, state: 'refused' }),
    row('c', { madeAt: 2, state: 'accepted' }),
    row('d', { madeAt: 1, state: 'graded' }),
    row('e', { madeAt: 0, ownerId: 'other' }),
  )
  expect(idsOf(await waitingSubmissions())).toEqual(['a', 'e'])
  expect(idsOf(await submissionsOf('o'))).toEqual(['b', 'a'])
  expect(idsOf(await deliveredBy('o'))).toEqual(['d', 'c'])
  expect(idsOf(await submissionsOf('other'))).toEqual(['e'])
})

it('keptTrainingResult returns its owner’s newest training result, or the result of a named attempt', async () => {
  const result = (correct: number) =>
    ({ status: 'completed', correct }) as unknown as NonNullable<SubmissionRow['result']>
  await keep(
    row('a', { madeAt: 1, attemptId: 'of-a', result: result(1) }),
    row('b', { madeAt: 3, result: result(2) }),
    row('c', { madeAt: 2, attemptId: 'of-c', result: result(3) }),
    row('d', { madeAt: 4 }),
    row('e', { madeAt: 5, ownerId: 'other', result: result(4) }),
    row('f', { madeAt: 5, purchaseId: 'other', result: result(5) }),
  )
  expect(await keptTrainingResult('o', 'p', null)).toEqual({ attemptId: 'b', madeAt: 3, result: result(2) })
  expect(await keptTrainingResult('o', 'p', 'of-a')).toMatchObject({ madeAt: 1 })
  expect(await keptTrainingResult('o', 'p', 'd')).toBeNull()
  expect(await keptTrainingResult('nobody', 'p', null)).toBeNull()
})

describe('[C.06] a submission that was refused', () => {
  const event: AnswerEvent = { question_id: 'q1', value: 'так', epoch: 0, seq: 1, device_id: 'd' }
  it('only a file with the same events settles a refused submission, and ends its attempt if that is here', async () => {
    await withDb((db) => db.put('attempts', { ...attemptOf('a'), state: 'closed' }))
    const refused = { state: 'refused', attemptId: 'x' } as const
    const body = { answers: [], submission_key: 'k', events: [event] }
    await keep(
      row('a', { ...refused, body }),
      row('b', { ...refused, body }),
      row('c', { ...refused, body: { ...body, events: [{ ...event, seq: 2 }] } }),
      row('d', { ...refused, attemptId: 'y', body }),
      row('e', { attemptId: 'x', body }),
      row('f', refused),
    )
    expect(await closeAsGraded('x', [event])).toEqual(['a', 'b'])
    expect(await withDb((db) => db.get('attempts', 'a'))).toMatchObject({ state: 'done' })
    expect(await withDb((db) => db.get('attempts', 'b'))).toBeUndefined()
    for (const id of ['c', 'd', 'f']) expect(await read(id)).toMatchObject({ state: 'refused' })
    expect(await read('e')).toMatchObject({ state: 'waiting' })
    expect(await closeAsGraded('x', [])).toEqual(['f'])
  })

  const problem = (code: string) => ({ state: 'refused', problem: { code, message: '' } }) as const
  it('cameToNothing is true for a refused submission with the code error or expired, and false for any other', () => {
    const ungraded = [problem('error'), problem('expired')]
    expect(ungraded.map((change) => cameToNothing(row('a', change)))).toEqual([true, true])
    for (const change of [problem('late'), { state: 'refused' }, { ...problem('error'), state: 'waiting' }] as const) {
      expect(cameToNothing(row('a', change))).toBe(false)
    }
  })

  it('a refused submission may be tried once by each build, and by the same build again after a day', async () => {
    const refusal = (refusedBy: string, refusedAt: number) => ({ ...problem('late'), refusedBy, refusedAt })
    await keep(
      row('a', problem('late')),
      row('b', refusal('two', 0)),
      row('c', { ...refusal('one', 0), state: 'waiting' }),
    )
    await keep(row('d', refusal('one', 0)), row('e', refusal('', 0)))
    expect(await refusedBefore('two', 24 * hour)).toEqual(['a', 'd', 'e'])
    expect(await refusedBefore('two', 24 * hour + 1)).toEqual(['a', 'b', 'd', 'e'])
    // Noted by a clock that was fast.
    expect(await refusedBefore('two', -24 * hour - 1)).toContain('b')
  })

  it('waitAgain makes a refused submission wait with the same bytes for an immediate try, and changes no graded one', async () => {
    const before = row('a', { ...problem('error'), tries: 3, notBefore: 99 })
    await keep(
      before,
      row('b', { state: 'graded' }),
      row('c', { ...problem('error'), body: { answers: [] }, before: 'r' }),
    )
    const next = await waitAgain('a', 50)
    expect(next).toEqual({ ...before, state: 'waiting', problem: null, nextTryAt: 50, notBefore: 0 })
    expect(await read('a')).toEqual(next)
    expect(await waitAgain('b', 50)).toEqual(row('b', { state: 'graded' }))
    expect(await waitAgain('c', 50)).toMatchObject({ state: 'waiting', before: null })
    expect(await waitAgain('nothing', 50)).toBeUndefined()
  })
})

describe('[C.06] a change of a submission', () => {
  it('a submission changes only while it waits, and only a grade ends its attempt', async () => {
    await withDb((db) => db.put('attempts', { ...attemptOf('a'), state: 'closed' }))
    await keep(row('a'), row('b', { state: 'graded' }))
    expect(await updateSubmission('nothing', () => ({ tries: 1 }))).toBeUndefined()
    expect(await updateSubmission('b', () => ({ tries: 1 }))).toMatchObject({ tries: 0 })
    expect(await updateSubmission('a', ({ tries }) => ({ tries: tries + 1 }))).toMatchObject({ tries: 1 })
    expect(await withDb((db) => db.get('attempts', 'a'))).toMatchObject({ state: 'closed' })
    await updateSubmission('a', () => ({ state: 'graded' }))
    expect(await withDb((db) => db.get('attempts', 'a'))).toMatchObject({ state: 'done' })
    expect(await read('a')).toMatchObject({ state: 'graded', tries: 1 })
  })
})

describe('[R27] a submission that the server grades', () => {
  const inWork = (change: Partial<SubmissionRow> = {}) => row('a', { state: 'accepted', madeAt: 0, ...change })
  it('submissionInWork finds the newest accepted exam of one owner and purchase for a day', async () => {
    await keep(inWork(), row('old', { state: 'accepted', madeAt: -1 }), row('x', { madeAt: 9, mode: 'training' }))
    await keep(row('y', { madeAt: 9, ownerId: 'other' }), row('z', { madeAt: 9, purchaseId: 'other' }))
    expect(await submissionInWork('o', 'p', 24 * hour - 1)).toMatchObject({ draftId: 'a' })
    expect(await submissionInWork('o', 'p', 24 * hour)).toBeNull()
    expect(await submissionInWork('nobody', 'p', 0)).toBeNull()
  })

  it('submissionInWork finds nothing when a newer submission exists that is waiting, refused or graded', async () => {
    for (const state of ['waiting', 'refused', 'graded'] as const) {
      await keep(inWork(), row('b', { state, madeAt: 1 }))
      expect(await submissionInWork('o', 'p', 2)).toBeNull()
    }
  })

  it('only an accepted submission stores how often its result was requested, and then that it is graded', async () => {
    await keep(inWork(), row('b'))
    await noteResultsAsked('a', 4)
    expect(await submissionInWork('o', 'p', 1)).toBeNull()
    await keep(row('b', { madeAt: -1 }))
    expect(await submissionInWork('o', 'p', 1)).toMatchObject({ draftId: 'a', resultsAsked: 4 })
    await noteGraded('a')
    expect(await read('a')).toEqual(inWork({ state: 'graded', resultsAsked: 4 }))
    for (const note of [noteGraded('b'), noteGraded('nothing'), noteResultsAsked('b', 1)]) await note
    expect(await read('b')).toEqual(row('b', { madeAt: -1 }))
    expect(await read('nothing')).toBeUndefined()
  })
})
