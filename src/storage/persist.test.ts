import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { oneQuestionPaper as paper } from '../../tests/support/one-question-paper.ts'
import type { AnswerEvent } from '#contract/question.ts'
import { DraftMissing, findDraft, newAttempt, readAnswers, readDraft } from './attempt-drafts.ts'
import {
  claimWhole,
  claimWriting,
  closeAndEnqueue,
  createDraft,
  restoreDraft,
  saveAnswer,
  storePaper,
} from '../../tests/support/persisted.ts'
import { readSubmission } from './outbox.ts'
import { NotTheWriter, persist } from './persist.ts'

const event = (more: Partial<AnswerEvent>): AnswerEvent => ({
  question_id: 'q1',
  value: 'there',
  epoch: 0,
  seq: 1,
  device_id: 'other tab',
  ...more,
})
const draft = {
  draftId: 'd1',
  ownerId: 'owner',
  purchaseId: 'purchase',
  mode: 'exam',
  startKey: 'key',
  createdAt: 1,
} as const

describe('a page that had no claim', () => {
  it('[R18] writes all that it knows and becomes the one writer, unless the disk has an answer that it has not read', async () => {
    await createDraft(draft)
    await storePaper('d1', paper, 0)
    const other = await claimWriting('d1')
    await saveAnswer('d1', event({}), other)
    const own = event({ seq: 5, value: 'here', device_id: 'this page' })
    const attempt = { ...newAttempt(draft), state: 'open', frame: paper.frame, claim: 0 } as const
    const whole = { attempt, paper, answers: [{ questionId: 'q1', own, seen: null, mark: null }] }

    await expect(claimWhole(whole, [], ({ device_id }) => device_id === 'this page')).rejects.toBeInstanceOf(
      NotTheWriter,
    )
    expect(await readAnswers('d1')).toMatchObject([{ own: { value: 'there' } }])
    expect((await readDraft('d1'))?.claim).toBe(other)

    expect(await claimWhole(whole, [], () => true)).toBe(other + 1)
    expect(await readAnswers('d1')).toMatchObject([{ own: { value: 'here' } }])
    expect((await readDraft('d1'))?.claim).toBe(other + 1)
  })

  it('[R18] writes beside an attempt that is over what was not kept yet, and becomes no writer of it', async () => {
    const over = { ...draft, draftId: 'd2' }
    await createDraft(over)
    await storePaper('d2', paper, 0)
    const other = await claimWriting('d2')
    await saveAnswer('d2', event({}), other)
    await saveAnswer('d2', event({ question_id: 'q2' }), other)
    await closeAndEnqueue('d2', { body: { answers: [] }, title: '', claim: other, now: 1 })
    const kept = event({ seq: 0, value: 'given up', device_id: 'this page' })
    const unkept = event({ question_id: 'q2', seq: 0, value: 'here', device_id: 'this page' })
    const answers = [kept, unkept].map((own) => ({ questionId: own.question_id, own, seen: null, mark: null }))
    const whole = { attempt: { ...newAttempt(over), frame: paper.frame }, paper, answers }

    expect(await claimWhole(whole, [unkept], () => false)).toBeNull()
    expect(await readAnswers('d2')).toMatchObject([{ own: { value: 'there' } }, { own: { value: 'here', seq: 2 } }])
    expect(await readDraft('d2')).toMatchObject({ state: 'closed', claim: other })
  })
})

describe('a hand-in of a page that had no claim', () => {
  it('[R18] leaves the bytes of another tab that has handed the attempt in, and gets no claim by it', async () => {
    const over = { ...draft, draftId: 'd10', purchaseId: 'purchase-10' }
    await createDraft(over)
    await storePaper('d10', paper, 0)
    const other = await claimWriting('d10')
    const theirs = { answers: [{ question_id: 'q1', value: 'there' }] }
    await closeAndEnqueue('d10', { body: theirs, title: '', claim: other, now: 1 })
    const own = event({ value: 'here', device_id: 'this page' })
    const page = {
      attempt: { ...newAttempt(over), state: 'open', frame: paper.frame } as const,
      paper,
      answers: [{ questionId: 'q1', own, seen: null, mark: null }],
      knows: () => true,
      beside: [own],
    }
    const body = { answers: [{ question_id: 'q1', value: 'here' }], events: [own] }
    const closing = { body, title: '', now: 2, unkept: [own] }

    expect(await persist({ draftId: 'd10', lease: null, events: [], page, closing })).toEqual({ kind: 'over' })
    expect(await readSubmission('d10')).toMatchObject({ body: theirs })
    expect(await readAnswers('d10')).toMatchObject([{ own: { value: 'here' } }])
    expect(await readDraft('d10')).toMatchObject({ state: 'closed', claim: other })
  })
})

describe('an attempt whose data were deleted under open pages', () => {
  it('[R18] is claimed by a leap: a tab that froze with any claim from before, known here or not, writes nothing', async () => {
    const gone = { ...draft, draftId: 'd3', purchaseId: 'purchase-3' }
    const own = event({ seq: 5, value: 'here', device_id: 'this page' })
    const attempt = { ...newAttempt(gone), state: 'open', frame: paper.frame, claim: 4 } as const
    const whole = { attempt, paper, answers: [{ questionId: 'q1', own, seen: null, mark: null }] }
    const claim = await claimWhole(whole, [], () => true)
    for (const before of [4, 5, 6]) {
      await expect(saveAnswer('d3', event({ seq: 6 }), before)).rejects.toBeInstanceOf(NotTheWriter)
    }
    expect((await readDraft('d3'))?.claim).toBe(claim)
    expect(await readAnswers('d3')).toMatchObject([{ own: { value: 'here' } }])
  })

  it('[R18] is not put beside the draft into which another tab fetches it, or has fetched it since', async () => {
    const gone = { ...draft, draftId: 'd4', purchaseId: 'purchase-4' }
    const now = Date.now()
    await createDraft({ ...gone, draftId: 'd5', createdAt: now })
    const attempt = { ...newAttempt(gone), state: 'open', frame: paper.frame, claim: 1 } as const
    const whole = { attempt, paper, answers: [] }
    // It may yet be another attempt.
    await expect(restoreDraft(whole, [])).rejects.not.toBeInstanceOf(NotTheWriter)
    await expect(claimWhole(whole, [], () => true)).rejects.not.toBeInstanceOf(NotTheWriter)
    await storePaper('d5', paper, 0)
    await expect(restoreDraft(whole, [])).rejects.toMatchObject({ because: 'fetched-anew' })
    await expect(claimWhole(whole, [], () => true)).rejects.toMatchObject({ because: 'fetched-anew' })
    expect(await readDraft('d4')).toBeUndefined()
    // Whichever of the two was there first, before the deletion.
    const later = { ...whole, attempt: { ...attempt, createdAt: now + 1 } }
    await expect(restoreDraft(later, [])).rejects.toMatchObject({ because: 'fetched-anew' })
  })

  it('[R18] is over where another tab has fetched it since and handed it in: what is only here stands beside that', async () => {
    const gone = { ...draft, draftId: 'd8', purchaseId: 'purchase-8' }
    await createDraft({ ...gone, draftId: 'd9' })
    await storePaper('d9', paper, 0)
    const claim = await claimWriting('d9')
    await saveAnswer('d9', event({}), claim)
    await closeAndEnqueue('d9', { body: { answers: [] }, title: '', claim, now: 1 })
    const attempt = { ...newAttempt(gone), state: 'open', frame: paper.frame, claim: 1 } as const
    const pending = event({ question_id: 'q2', value: 'here', device_id: 'this page' })
    const whole = { attempt, paper, answers: [{ questionId: 'q2', own: pending, seen: null, mark: null }] }
    expect(await restoreDraft(whole, [pending])).toBe('over')
    expect(await claimWhole(whole, [pending], () => true)).toBeNull()
    expect(await readDraft('d8')).toBeUndefined()
    expect(await readAnswers('d9')).toMatchObject([{ own: { value: 'there' } }, { own: { value: 'here', seq: 1 } }])
    // Of a server that names no attempts the one that was handed in may be the exam before.
    const unnamed = { ...whole, attempt: { ...attempt, frame: { ...paper.frame, attemptId: null } } }
    expect(await restoreDraft(unnamed, [])).toEqual(expect.any(Number))
  })

  it('[R18] is put back where a tab that was fetching it has come to nothing, whose draft gives way', async () => {
    const gone = { ...draft, draftId: 'd6', purchaseId: 'purchase-6' }
    await createDraft({ ...gone, draftId: 'd7', createdAt: Date.now() - 121_000 })
    const attempt = { ...newAttempt(gone), state: 'open', frame: paper.frame, claim: 1 } as const
    expect(await restoreDraft({ attempt, paper, answers: [] }, [])).not.toBeNull()
    expect(await findDraft('owner', 'purchase-6', 'exam')).toMatchObject({ draftId: 'd6', state: 'open' })
  })
})

describe('what a page notes of its attempt, beside the answers', () => {
  const noting = { ...draft, draftId: 'd11', purchaseId: 'purchase-11' }
  const place = (position: number) => ({ draftId: 'd11', change: () => ({ position }) })

  it('[R18] is written under its lease alone, and touches no answer', async () => {
    await createDraft(noting)
    const first = await claimWriting('d11')
    await persist({ ...place(1), lease: first })
    const next = await claimWriting('d11')
    await expect(persist({ ...place(2), lease: first })).rejects.toMatchObject({ because: 'taken-over' })
    expect(await readDraft('d11')).toMatchObject({ position: 1, claim: next })
    await expect(persist({ ...place(2), lease: 1, draftId: 'nowhere' })).rejects.toBeInstanceOf(DraftMissing)
  })

  it('is written of an attempt that is over, too: what became of it', async () => {
    const claim = await claimWriting('d11')
    await closeAndEnqueue('d11', { body: { answers: [] }, title: '', claim, now: 1 })
    await persist({ draftId: 'd11', lease: claim, change: () => ({ state: 'done' }) })
    expect(await readDraft('d11')).toMatchObject({ state: 'done' })
    await expect(saveAnswer('d11', event({}), claim)).rejects.toMatchObject({ because: 'closed' })
  })
})
