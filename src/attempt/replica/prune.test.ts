import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AnswerEvent } from '#contract/question.ts'
import { paperOf } from '../machine/paper.ts'
import { withDb } from './database.ts'
import type { AttemptRowState, SubmissionBody, SubmissionRowState } from '../machine/rows.ts'
import { keepHeard } from './persist.ts'
import { updateSubmission } from './submissions.ts'
import { forgetDelivered, forgetDeliveredOfOthers, pruneAttempts, readAttemptRow } from './attempts.ts'
import {
  takeLeaseOf,
  closeAndEnqueue,
  createAttempt,
  keepAck,
  saveAnswer,
  storePaper,
  updateAttempt,
} from '../../../tests/support/persisted.ts'

const day = 86_400_000
const stores = ['attempts', 'papers', 'answers', 'outbox'] as const
const questions = [{ id: 'q1', kind: 'text' as const, prompt: '?' }]
const empty: SubmissionBody = { answers: [], events: [] }
const answer: AnswerEvent = { question_id: 'q1', value: 'так', epoch: 0, seq: 1, device_id: 'phone' }

async function attempt(
  draftId: string,
  state: AttemptRowState,
  submission: SubmissionRowState | null,
  isAcknowledged = false,
  body: SubmissionBody = { answers: [] },
) {
  await createAttempt({ draftId, ownerId: 'owner', purchaseId: draftId, mode: 'exam', startKey: null, createdAt: 0 })
  await storePaper(draftId, paperOf({ questions, attempt: null, test: null })!, 0)
  const claim = await takeLeaseOf(draftId)
  await saveAnswer(draftId, answer, claim)
  if (isAcknowledged) await keepAck(draftId, { q1: answer })
  if (submission !== null) {
    await closeAndEnqueue(draftId, { body, title: '', claim, now: 0 })
    await updateSubmission(draftId, () => ({ state: submission }))
  }
  await updateAttempt(draftId, () => ({ state }))
}

const rowsLeft = () =>
  withDb(async (db) => Object.fromEntries(await Promise.all(stores.map(async (name) => [name, await db.count(name)]))))

beforeEach(() => withDb(async (db) => void (await Promise.all(stores.map((name) => db.clear(name))))))

describe('an attempt that has been over for 30 days', () => {
  it.each<[string, AttemptRowState, SubmissionRowState | null, boolean, SubmissionBody?]>([
    ['a graded exam whose submission has no events', 'done', 'graded', false],
    ['a graded exam', 'done', 'graded', false, { answers: [], events: [answer] }],
    ['an exam that a worker has delivered and no page has opened since', 'closed', 'accepted', false],
    ['an exam that the server took and another device saw graded', 'done', 'accepted', false],
    ['an exam that another device submitted, with every answer on the server', 'done', null, true],
    ['an attempt that failed, with every answer on the server', 'given-up', null, true],
  ])('pruneAttempts removes an attempt with all its rows 30 days after its end: %s', async (_, ...kind) => {
    await attempt('over', ...kind)
    expect(await pruneAttempts(0)).toBe(0)
    expect(await pruneAttempts(30 * day)).toBe(0)
    expect(await pruneAttempts(30 * day + 1)).toBe(1)
    expect(await rowsLeft()).toEqual({ attempts: 0, papers: 0, answers: 0, outbox: 0 })
  })

  it('pruneAttempts removes no row of another attempt', async () => {
    await attempt('over', 'done', 'graded')
    await attempt('over-2', 'open', null)
    await pruneAttempts(0)
    await pruneAttempts(31 * day)
    expect(await rowsLeft()).toEqual({ attempts: 1, papers: 1, answers: 1, outbox: 0 })
  })
})

const keyed: SubmissionBody = { answers: [], submission_key: 'key', events: [answer] }

describe('the exams of a person who signs out', () => {
  it('forgetDelivered removes this person’s exams that the server has, and no other person’s', async () => {
    await attempt('graded', 'done', 'graded', false, keyed)
    await attempt('elsewhere', 'done', null, true)
    expect(await forgetDelivered('somebody else', false)).toBe(0)
    expect(await forgetDelivered('owner', false)).toBe(2)
    expect(await rowsLeft()).toEqual({ attempts: 0, papers: 0, answers: 0, outbox: 0 })
  })

  it('pruneAttempts removes an answer that a late reply of the server wrote after its attempt was gone', async () => {
    await attempt('open', 'open', null, false)
    await keepHeard('gone', { events: [{ ...answer, device_id: 'tablet' }] })
    expect(await rowsLeft()).toMatchObject({ attempts: 1, answers: 2 })
    expect(await pruneAttempts(0)).toBe(0)
    expect(await rowsLeft()).toMatchObject({ attempts: 1, answers: 1 })
  })

  it('[C.06] forgetDelivered keeps an exam that the server may lack, or whose reply cannot be requested again', async () => {
    await attempt('open', 'open', null, false)
    await attempt('waiting', 'closed', 'waiting', false, keyed)
    await attempt('foreign', 'done', 'graded')
    expect(await forgetDelivered('owner', false)).toBe(0)
  })

  it('[C.06] forgetDeliveredOfOthers removes another person’s running exam if the server has every answer', async () => {
    await attempt('open', 'open', null, true)
    await updateAttempt('open', ({ frame }) => ({ frame: { ...frame!, ticket: 'ticket-of-the-exam' } }))
    await forgetDeliveredOfOthers('owner', false)
    expect(await forgetDelivered('owner', true)).toBe(0)
    await forgetDeliveredOfOthers('somebody else', false)
    expect(await rowsLeft()).toEqual({ attempts: 0, papers: 0, answers: 0, outbox: 0 })
  })
})

describe('data that the server may lack', () => {
  it.each<[string, AttemptRowState, SubmissionRowState | null, boolean, SubmissionBody?]>([
    ['an unacknowledged answer that is missing in a graded submission', 'done', 'graded', false, empty],
    ['an open exam', 'open', null, true],
    ['a closed exam without its submission', 'closed', null, true],
    ['a waiting submission', 'closed', 'waiting', false],
    ['a waiting submission of an exam that was seen graded', 'done', 'waiting', true],
    ['a refused submission', 'closed', 'refused', true],
    ['a refused submission of an attempt that was given up', 'given-up', 'refused', true],
    ['an unacknowledged answer of an exam that was submitted elsewhere', 'done', null, false],
    ['an unacknowledged answer of an attempt that failed', 'given-up', null, false],
  ])('[C.06] pruneAttempts never removes %s', async (_, ...kind) => {
    await attempt('unsent', ...kind)
    const before = await rowsLeft()
    await pruneAttempts(0)
    expect(await pruneAttempts(4_000 * day)).toBe(0)
    expect(await rowsLeft()).toEqual(before)
  })

  it('[C.06] pruneAttempts keeps an unacknowledged answer although the server has another answer of the same exam', async () => {
    await attempt('unsent', 'open', null, true)
    const { claim } = (await readAttemptRow('unsent'))!
    await saveAnswer('unsent', { ...answer, question_id: 'q2' }, claim)
    await updateAttempt('unsent', () => ({ state: 'done' }))
    await pruneAttempts(0)
    expect(await pruneAttempts(31 * day)).toBe(0)
  })

  it('[C.06] forgetDelivered keeps an exam whose pause the server has not heard of, until the server has', async () => {
    await attempt('paused', 'open', null, true)
    const noted = { name: 'one', cause: 'power', deviceId: 'phone', from: 0, to: null } as const
    const pauses = { current: null, left: 1, leftMs: 0, untold: [noted] }
    await updateAttempt('paused', ({ frame }) => ({ frame: { ...frame!, ticket: 'ticket-of-the-exam', pauses } }))
    expect(await forgetDelivered('owner', false)).toBe(0)
    await updateAttempt('paused', ({ frame }) => ({ frame: { ...frame!, pauses: { ...pauses, untold: [] } } }))
    expect(await forgetDelivered('owner', false)).toBe(1)
  })
})
