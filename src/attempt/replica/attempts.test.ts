import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import { paperOf } from '../machine/paper.ts'
import {
  attemptsWithPaper,
  beginAttemptRow,
  findAttempt,
  hasSatExam,
  keptExams,
  newAttempt,
  readAnswerRows,
} from './attempts.ts'
import { withDb } from './database.ts'
import { type AttemptRow, blankAnswer } from '../machine/rows.ts'

const frame = paperOf({ questions: [{ id: 'q1', kind: 'text', prompt: '?' }], attempt: null, test: null })!.attemptInfo
const draftOf = (draftId: string, createdAt = 0) =>
  ({ draftId, ownerId: 'o', purchaseId: 'p', mode: 'exam', startKey: draftId, createdAt }) as const
const row = (draftId: string, change: Partial<AttemptRow> = {}): AttemptRow => ({
  ...newAttempt(draftOf(draftId, change.createdAt)),
  ...change,
})
const keep = (...rows: AttemptRow[]) =>
  withDb(async (db) => {
    for (const one of rows) await db.put('attempts', one)
  })
const keptIds = () => withDb((db) => db.getAllKeys('attempts'))
const idsOf = (rows: readonly AttemptRow[]) => rows.map(({ draftId }) => draftId).toSorted()

beforeEach(() =>
  withDb(async (db) => {
    await db.clear('attempts')
    await db.clear('answers')
  }),
)

it('[R08] a start is kept as it is, with nothing of an attempt in it yet', async () => {
  const begun = await beginAttemptRow(draftOf('d1', 7), { shown: null })
  expect(begun).toMatchObject({ state: 'opening', building: false, frame: null, claim: 0, createdAt: 7 })
  expect(begun.flags).toEqual([])
  expect(await withDb((db) => db.get('attempts', 'd1'))).toEqual(begun)
})

describe('[C.06] beside an attempt that goes on', () => {
  const shown = { draftId: 'shown', createdAt: 10 }
  it.each<[string, Partial<AttemptRow>, typeof shown | null, 'there' | 'new']>([
    ['none is begun by a page that shows none', { state: 'open' }, null, 'there'],
    ['nor where it was only asked for', { state: 'opening' }, null, 'there'],
    ['nor where it was submitted and not taken yet', { state: 'closed' }, null, 'there'],
    ['nor after the one that the page shows, where it was begun later', { createdAt: 11 }, shown, 'there'],
    ['nor where both were begun in one millisecond', { createdAt: 10 }, shown, 'there'],
    ['one is begun where it came before what the page shows', { createdAt: 9 }, shown, 'new'],
    ['one is begun where the server has taken it', { state: 'done' }, null, 'new'],
    ['one is begun where it was given up', { state: 'given-up' }, null, 'new'],
    ['one is begun beside a training', { mode: 'training' }, null, 'new'],
    ['one is begun beside another person’s', { ownerId: 'other' }, null, 'new'],
    ['one is begun beside one of another purchase', { purchaseId: 'other' }, null, 'new'],
  ])('%s', async (_, change, on, which) => {
    const there = row('there', { state: 'open', ...change })
    await keep(there)
    const got = await beginAttemptRow(draftOf('new', 20), { shown: on })
    expect(got.draftId).toBe(which)
    expect(await keptIds()).toEqual(which === 'new' ? ['new', 'there'] : ['there'])
    // The former row was not overwritten.
    expect(await withDb((db) => db.get('attempts', 'there'))).toEqual(there)
  })

  it('one is begun after the very one that the page shows', async () => {
    await keep(row('shown', { state: 'open', createdAt: 10 }))
    expect((await beginAttemptRow(draftOf('new', 20), { shown })).draftId).toBe('new')
  })
})

it('[C.06] of several attempts that go on the newest is found', async () => {
  await keep(row('a', { createdAt: 1 }), row('b', { createdAt: 3 }), row('c', { createdAt: 2 }))
  expect((await findAttempt('o', 'p', 'exam'))?.draftId).toBe('b')
  expect(await findAttempt('o', 'p', 'training')).toBeNull()
  expect(await findAttempt('other', 'p', 'exam')).toBeNull()
  await keep(row('b', { createdAt: 3, state: 'done' }), row('c', { createdAt: 2, state: 'given-up' }))
  expect((await findAttempt('o', 'p', 'exam'))?.draftId).toBe('a')
})

it('what may hold answers is every attempt with a paper, whosever and however it ended', async () => {
  await keep(
    row('opening'),
    row('open', { frame, state: 'open' }),
    row('done', { frame, state: 'done', ownerId: 'other' }),
    row('training', { frame, mode: 'training' }),
  )
  expect(idsOf(await attemptsWithPaper())).toEqual(['done', 'open', 'training'])
})

it('who has got as far as the questions of an exam here has sat one', async () => {
  await keep(row('opening'), row('training', { frame, mode: 'training' }), row('other', { frame, ownerId: 'other' }))
  expect(await hasSatExam('o')).toBe(false)
  expect(await hasSatExam('other')).toBe(true)
  await keep(row('open', { frame }))
  expect(await hasSatExam('o')).toBe(true)
})

it('every exam that is kept of a person is theirs, and an exam', async () => {
  await keep(
    row('a'),
    row('b', { state: 'done' }),
    row('training', { mode: 'training' }),
    row('c', { ownerId: 'other' }),
  )
  expect(idsOf(await keptExams('o'))).toEqual(['a', 'b'])
})

it('answers are read of one attempt, not of one whose name begins with its', async () => {
  await withDb(async (db) => {
    for (const [draftId, id] of [
      ['a', 'q1'],
      ['a', 'q2'],
      ['a1', 'q1'],
      ['b', 'q1'],
    ] as const) {
      await db.put('answers', blankAnswer(draftId, id))
    }
  })
  expect((await readAnswerRows('a')).map(({ draftId, questionId }) => draftId + questionId)).toEqual(['aq1', 'aq2'])
})
