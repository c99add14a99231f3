import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { AnswerEvent } from '#contract/question.ts'
import type { SubmissionBody } from '../machine/rows.ts'
import { type Paper, paperOf } from '../machine/paper.ts'
import { closeExamDb } from '../replica/database.ts'
import { updateSubmission } from '../replica/submissions.ts'
import { unsentAnswers } from './unsent-answers.ts'
import {
  takeLeaseOf,
  closeAndEnqueue,
  createAttempt,
  keepAck,
  saveAnswer,
  storePaper,
} from '../../../tests/support/persisted.ts'

const lateUntil = '2030-01-02T00:00:00Z'
const during = Date.parse('2030-01-01T00:30:00Z')

const paper: Paper = paperOf({
  questions: [{ id: 'q1', kind: 'text', prompt: '?' }],
  test: { id: 't1', title: 'Логіка', slug: 'logichnij', type: 'logic' },
  attempt: {
    id: 'a1',
    state: 'open',
    epoch: 1,
    duration_seconds: 3600,
    started_at: '2030-01-01T00:00:00Z',
    deadline_at: '2030-01-01T01:00:00Z',
    late_until: lateUntil,
    server_time: '2030-01-01T00:00:00Z',
    submission_key: 'submission-key',
    ticket: 'ticket-of-this-attempt',
  },
})!

const event: AnswerEvent = { question_id: 'q1', value: 'так', epoch: 1, seq: 1, device_id: 'phone' }

/** An attempt of this person with one answer, which the server does not have. */
async function answered(ownerId: string): Promise<{ draftId: string; claim: number }> {
  const draftId = `draft of ${ownerId}`
  await createAttempt({ draftId, ownerId, purchaseId: 'p1', mode: 'exam', startKey: 'k', createdAt: 0 })
  await storePaper(draftId, paper, 0)
  const claim = await takeLeaseOf(draftId)
  await saveAnswer(draftId, event, claim)
  return { draftId, claim }
}

const bringers = async () => (await unsentAnswers('u1')).map(({ bringer }) => bringer)
const found = async () => (await unsentAnswers('u1')).map(({ draftId }) => draftId)

beforeEach(async () => {
  await closeExamDb()
  indexedDB = new IDBFactory()
})

describe('[S4.05] answers that are on this device alone', () => {
  it('unsentAnswers lists an open attempt with everything that a file needs, and without the ticket', async () => {
    await answered('u1')
    expect(await unsentAnswers('u1')).toEqual([
      {
        draftId: 'draft of u1',
        title: 'Логіка',
        purchaseId: 'p1',
        attemptId: 'a1',
        bringer: 'ticket',
        body: { answers: [{ question_id: 'q1', value: 'так' }], events: [event], submission_key: 'submission-key' },
      },
    ])
  })

  it('unsentAnswers lists no answers of another person', async () => {
    await answered('u2')
    expect(await found()).toEqual([])
  })

  it('unsentAnswers lists no answers that the server has acknowledged', async () => {
    const { draftId } = await answered('u1')
    await keepAck(draftId, { q1: { epoch: 1, seq: 1, device_id: 'phone' } })
    expect(await found()).toEqual([])
  })

  it('unsentAnswers lists submitted answers once, until the server has them', async () => {
    const { draftId, claim } = await answered('u1')
    const body = { answers: [{ question_id: 'q1', value: 'так' }], events: [event], submission_key: 'k', ticket: 't' }
    await closeAndEnqueue(draftId, { body, title: 'Логіка', claim, now: during })
    expect(await found()).toEqual([draftId])
    await updateSubmission(draftId, () => ({ state: 'accepted' }))
    expect(await found()).toEqual([])
  })

  it('unsentAnswers lists answers whose ticket has ended, as answers that only their owner can bring', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(lateUntil) + 8 * 86_400_000 })
    const { draftId } = await answered('u1')
    expect(await found()).toEqual([draftId])
    expect(await bringers()).toEqual(['owner'])
    vi.useRealTimers()
  })

  it.each([
    ['its ticket', 'waits', 'ticket', {}, {}],
    ['its owner', 'waits after its ticket has ended', 'owner', { ownersOnly: true }, {}],
    ['its owner', 'waits and has no ticket', 'owner', {}, { ticket: undefined }],
    ['nobody', 'was refused', 'nobody', { state: 'refused' }, {}],
  ] as const)(
    'unsentAnswers says that %s brings the answers of a submission that %s',
    async (_, __, bringer, change, inBody) => {
      const { draftId, claim } = await answered('u1')
      const body = { answers: [], events: [event], submission_key: 'k', ticket: 't', ...inBody }
      await closeAndEnqueue(draftId, { body: body as SubmissionBody, title: 'Логіка', claim, now: during })
      await updateSubmission(draftId, () => change)
      expect(await bringers()).toEqual([bringer])
    },
  )
})
