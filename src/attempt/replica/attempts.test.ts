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

it('[R08] beginAttemptRow stores a start without a paper, a lease or flags', async () => {
  const begun = await beginAttemptRow(draftOf('d1', 7), { shown: null })
  expect(begun).toMatchObject({ state: 'opening', building: false, frame: null, claim: 0, createdAt: 7 })
  expect(begun.flags).toEqual([])
  expect(await withDb((db) => db.get('attempts', 'd1'))).toEqual(begun)
})

describe('[C.06] a start when the disk already has an attempt', () => {
  const shown = { draftId: 'shown', createdAt: 10 }
  it.each<[string, Partial<AttemptRow>, typeof shown | null, 'there' | 'new']>([
    ['a page that shows no attempt begins no new one if the stored one is open', { state: 'open' }, null, 'there'],
    ['a page begins no new attempt if the stored one is still opening', { state: 'opening' }, null, 'there'],
    [
      'a page begins no new attempt if the server has not yet taken the submission of the stored one',
      { state: 'closed' },
      null,
      'there',
    ],
    [
      'a page begins no new attempt if the stored one began later than the one that it shows',
      { createdAt: 11 },
      shown,
      'there',
    ],
    [
      'a page begins no new attempt if the stored one began in the same millisecond as the one that it shows',
      { createdAt: 10 },
      shown,
      'there',
    ],
    [
      'a page begins a new attempt if the stored one began before the one that it shows',
      { createdAt: 9 },
      shown,
      'new',
    ],
    ['a page begins a new attempt if the server has taken the stored one', { state: 'done' }, null, 'new'],
    ['a page begins a new attempt if the stored one was given up', { state: 'given-up' }, null, 'new'],
    ['a page begins a new exam if the stored attempt is a training', { mode: 'training' }, null, 'new'],
    ['a page begins a new attempt if the stored one is another person’s', { ownerId: 'other' }, null, 'new'],
    ['a page begins a new attempt if the stored one belongs to another purchase', { purchaseId: 'other' }, null, 'new'],
  ])('%s', async (_, change, on, which) => {
    const there = row('there', { state: 'open', ...change })
    await keep(there)
    const got = await beginAttemptRow(draftOf('new', 20), { shown: on })
    expect(got.draftId).toBe(which)
    expect(await keptIds()).toEqual(which === 'new' ? ['new', 'there'] : ['there'])
    // The former row was not overwritten.
    expect(await withDb((db) => db.get('attempts', 'there'))).toEqual(there)
  })

  it('a page begins a new attempt if the stored one is the one that it shows', async () => {
    await keep(row('shown', { state: 'open', createdAt: 10 }))
    expect((await beginAttemptRow(draftOf('new', 20), { shown })).draftId).toBe('new')
  })
})

it('[C.06] findAttempt finds the newest of several attempts that are not over', async () => {
  await keep(row('a', { createdAt: 1 }), row('b', { createdAt: 3 }), row('c', { createdAt: 2 }))
  expect((await findAttempt('o', 'p', 'exam'))?.draftId).toBe('b')
  expect(await findAttempt('o', 'p', 'training')).toBeNull()
  expect(await findAttempt('other', 'p', 'exam')).toBeNull()
  await keep(row('b', { createdAt: 3, state: 'done' }), row('c', { createdAt: 2, state: 'given-up' }))
  expect((await findAttempt('o', 'p', 'exam'))?.draftId).toBe('a')
})

it('attemptsWithPaper lists every attempt with a paper, of every owner and in every state', async () => {
  await keep(
    row('opening'),
    row('open', { frame, state: 'open' }),
    row('done', { frame, state: 'done', ownerId: 'other' }),
    row('training', { frame, mode: 'training' }),
  )
  expect(idsOf(await attemptsWithPaper())).toEqual(['done', 'open', 'training'])
})

it('hasSatExam is true for a person who has an exam with a paper here, and not for a training or another’s exam', async () => {
  await keep(row('opening'), row('training', { frame, mode: 'training' }), row('other', { frame, ownerId: 'other' }))
  expect(await hasSatExam('o')).toBe(false)
  expect(await hasSatExam('other')).toBe(true)
  await keep(row('open', { frame }))
  expect(await hasSatExam('o')).toBe(true)
})

it('keptExams lists the exams of one person, without trainings and other people’s exams', async () => {
  await keep(
    row('a'),
    row('b', { state: 'done' }),
    row('training', { mode: 'training' }),
    row('c', { ownerId: 'other' }),
  )
  expect(idsOf(await keptExams('o'))).toEqual(['a', 'b'])
})

it('readAnswerRows reads the answers of one attempt, and not of one whose id only begins with its id', async () => {
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
