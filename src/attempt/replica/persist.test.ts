import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { oneQuestionPaper as paper } from '../../../tests/support/one-question-paper.ts'
import type { AnswerEvent } from '#contract/question.ts'
import { AttemptMissing, findAttempt, newAttempt, readAnswerRows, readAttemptRow, readPaper } from './attempts.ts'
import { withDb } from './database.ts'
import type { AttemptRow } from '../machine/rows.ts'
import {
  takeLeaseWhole,
  takeLeaseOf,
  closeAndEnqueue,
  createAttempt,
  keepAck,
  restoreAttempt,
  saveAnswer,
  storePaper,
  updateAttempt,
} from '../../../tests/support/persisted.ts'
import { readSubmission } from './submissions.ts'
import { NotTheWriter, persist } from './persist.ts'

const event = (more: Partial<AnswerEvent>): AnswerEvent => ({
  question_id: 'q1',
  value: 'there',
  epoch: 0,
  seq: 1,
  device_id: 'other tab',
  ...more,
})
const attemptRow = {
  draftId: 'd1',
  ownerId: 'owner',
  purchaseId: 'purchase',
  mode: 'exam',
  startKey: 'key',
  createdAt: 1,
} as const

describe('a page that had no lease', () => {
  it('[R18] a page without a lease writes all that it knows and takes the lease, unless the disk has an answer that it lacks', async () => {
    await createAttempt(attemptRow)
    await storePaper('d1', paper, 0)
    const other = await takeLeaseOf('d1')
    await saveAnswer('d1', event({}), other)
    const own = event({ seq: 5, value: 'here', device_id: 'this page' })
    const attempt = { ...newAttempt(attemptRow), state: 'open', frame: paper.attemptInfo, claim: 0 } as const
    const whole = { attempt, paper, answers: [{ questionId: 'q1', own, seen: null, mark: null }] }

    await expect(takeLeaseWhole(whole, [], ({ device_id }) => device_id === 'this page')).rejects.toBeInstanceOf(
      NotTheWriter,
    )
    expect(await readAnswerRows('d1')).toMatchObject([{ own: { value: 'there' } }])
    expect((await readAttemptRow('d1'))?.claim).toBe(other)

    expect(await takeLeaseWhole(whole, [], () => true)).toBe(other + 1)
    expect(await readAnswerRows('d1')).toMatchObject([{ own: { value: 'here' } }])
    expect((await readAttemptRow('d1'))?.claim).toBe(other + 1)
  })

  it('[R18] a page without a lease writes only its unsaved answer into a closed attempt, and takes no lease', async () => {
    const over = { ...attemptRow, draftId: 'd2' }
    await createAttempt(over)
    await storePaper('d2', paper, 0)
    const other = await takeLeaseOf('d2')
    await saveAnswer('d2', event({}), other)
    await saveAnswer('d2', event({ question_id: 'q2' }), other)
    await closeAndEnqueue('d2', { body: { answers: [] }, title: '', claim: other, now: 1 })
    const kept = event({ seq: 0, value: 'given up', device_id: 'this page' })
    const unpersisted = event({ question_id: 'q2', seq: 0, value: 'here', device_id: 'this page' })
    const answers = [kept, unpersisted].map((own) => ({ questionId: own.question_id, own, seen: null, mark: null }))
    const whole = { attempt: { ...newAttempt(over), frame: paper.attemptInfo }, paper, answers }

    expect(await takeLeaseWhole(whole, [unpersisted], () => false)).toBeNull()
    expect(await readAnswerRows('d2')).toMatchObject([{ own: { value: 'there' } }, { own: { value: 'here', seq: 2 } }])
    expect(await readAttemptRow('d2')).toMatchObject({ state: 'closed', claim: other })
  })
})

describe('a submission of a page that had no lease', () => {
  it('[R18] a submission of a page without a lease does not replace another tab’s bytes, and brings no lease', async () => {
    const over = { ...attemptRow, draftId: 'd10', purchaseId: 'purchase-10' }
    await createAttempt(over)
    await storePaper('d10', paper, 0)
    const other = await takeLeaseOf('d10')
    const theirs = { answers: [{ question_id: 'q1', value: 'there' }] }
    await closeAndEnqueue('d10', { body: theirs, title: '', claim: other, now: 1 })
    const own = event({ value: 'here', device_id: 'this page' })
    const page = {
      attempt: { ...newAttempt(over), state: 'open', frame: paper.attemptInfo } as const,
      paper,
      answers: [{ questionId: 'q1', own, seen: null, mark: null }],
      knows: () => true,
      unsubmitted: [own],
    }
    const body = { answers: [{ question_id: 'q1', value: 'here' }], events: [own] }
    const closing = { body, title: '', now: 2, unpersisted: [own] }

    expect(await persist({ draftId: 'd10', lease: null, events: [], page, closing })).toEqual({ kind: 'over' })
    expect(await readSubmission('d10')).toMatchObject({ body: theirs })
    expect(await readAnswerRows('d10')).toMatchObject([{ own: { value: 'here' } }])
    expect(await readAttemptRow('d10')).toMatchObject({ state: 'closed', claim: other })
  })
})

describe('an attempt whose data were deleted under open pages', () => {
  it('[R18] a deleted attempt is written under a much higher lease, so a frozen tab with an earlier one writes nothing', async () => {
    const gone = { ...attemptRow, draftId: 'd3', purchaseId: 'purchase-3' }
    const own = event({ seq: 5, value: 'here', device_id: 'this page' })
    const attempt = { ...newAttempt(gone), state: 'open', frame: paper.attemptInfo, claim: 4 } as const
    const whole = { attempt, paper, answers: [{ questionId: 'q1', own, seen: null, mark: null }] }
    const claim = await takeLeaseWhole(whole, [], () => true)
    for (const before of [4, 5, 6]) {
      await expect(saveAnswer('d3', event({ seq: 6 }), before)).rejects.toBeInstanceOf(NotTheWriter)
    }
    expect((await readAttemptRow('d3'))?.claim).toBe(claim)
    expect(await readAnswerRows('d3')).toMatchObject([{ own: { value: 'here' } }])
  })

  it('[R18] a deleted attempt is not restored if another tab fetches the exam again or has fetched it', async () => {
    const gone = { ...attemptRow, draftId: 'd4', purchaseId: 'purchase-4' }
    const now = Date.now()
    await createAttempt({ ...gone, draftId: 'd5', startKey: 'of another tab', createdAt: now })
    const attempt = { ...newAttempt(gone), state: 'open', frame: paper.attemptInfo, claim: 1 } as const
    const whole = { attempt, paper, answers: [] }
    // The other start may still become another attempt.
    await expect(restoreAttempt(whole, [])).rejects.not.toBeInstanceOf(NotTheWriter)
    await expect(takeLeaseWhole(whole, [], () => true)).rejects.not.toBeInstanceOf(NotTheWriter)
    await storePaper('d5', paper, 0)
    await expect(restoreAttempt(whole, [])).rejects.toMatchObject({ because: 'fetched-again' })
    await expect(takeLeaseWhole(whole, [], () => true)).rejects.toMatchObject({ because: 'fetched-again' })
    expect(await readAttemptRow('d4')).toBeUndefined()
    // This holds whichever of the two was there first, before the deletion.
    const later = { ...whole, attempt: { ...attempt, createdAt: now + 1 } }
    await expect(restoreAttempt(later, [])).rejects.toMatchObject({ because: 'fetched-again' })
  })

  it('[R18] a deleted attempt is over if another tab fetched and submitted it, and an unsaved answer is added to that row', async () => {
    const gone = { ...attemptRow, draftId: 'd8', purchaseId: 'purchase-8' }
    await createAttempt({ ...gone, draftId: 'd9' })
    await storePaper('d9', paper, 0)
    const claim = await takeLeaseOf('d9')
    await saveAnswer('d9', event({}), claim)
    await closeAndEnqueue('d9', { body: { answers: [] }, title: '', claim, now: 1 })
    const attempt = { ...newAttempt(gone), state: 'open', frame: paper.attemptInfo, claim: 1 } as const
    const pending = event({ question_id: 'q2', value: 'here', device_id: 'this page' })
    const whole = { attempt, paper, answers: [{ questionId: 'q2', own: pending, seen: null, mark: null }] }
    expect(await restoreAttempt(whole, [pending])).toBe('over')
    expect(await takeLeaseWhole(whole, [pending], () => true)).toBeNull()
    expect(await readAttemptRow('d8')).toBeUndefined()
    expect(await readAnswerRows('d9')).toMatchObject([{ own: { value: 'there' } }, { own: { value: 'here', seq: 1 } }])
    // If the server names no attempts, the submitted one may be the exam before.
    const unnamed = { ...whole, attempt: { ...attempt, frame: { ...paper.attemptInfo, attemptId: null } } }
    expect(await restoreAttempt(unnamed, [])).toEqual(expect.any(Number))
  })

  it('[R18] a deleted attempt is restored if another tab began to fetch it 121 s ago and got nothing', async () => {
    const gone = { ...attemptRow, draftId: 'd6', purchaseId: 'purchase-6' }
    await createAttempt({ ...gone, draftId: 'd7', createdAt: Date.now() - 121_000 })
    const attempt = { ...newAttempt(gone), state: 'open', frame: paper.attemptInfo, claim: 1 } as const
    expect(await restoreAttempt({ attempt, paper, answers: [] }, [])).not.toBeNull()
    expect(await findAttempt('owner', 'purchase-6', 'exam')).toMatchObject({ draftId: 'd6', state: 'open' })
  })
})

it('[R18] a page takes its lease although the disk holds a late row of the same start, and gives that row up', async () => {
  const own = { ...attemptRow, draftId: 'd14', purchaseId: 'purchase-14', createdAt: Date.now() }
  await createAttempt({ ...own, draftId: 'd13' })
  const attempt = { ...newAttempt(own), state: 'open', frame: paper.attemptInfo, claim: 1 } as const
  expect(await takeLeaseWhole({ attempt, paper, answers: [] }, [], () => true)).toBe(
    (await readAttemptRow('d14'))?.claim,
  )
  expect(await readAttemptRow('d13')).toMatchObject({ state: 'given-up' })
})

it('[R18] a page with the paper writes an attempt whose start another tab gave up (20261128:244734)', async () => {
  const givenUp = { ...attemptRow, draftId: 'd12', purchaseId: 'purchase-12' }
  await createAttempt(givenUp)
  await updateAttempt('d12', () => ({ state: 'given-up' }))
  const own = event({ value: 'here', device_id: 'this page' })
  const attempt = { ...newAttempt(givenUp), state: 'open', frame: paper.attemptInfo, claim: 1 } as const
  const whole = { attempt, paper, answers: [{ questionId: 'q1', own, seen: null, mark: null }] }
  expect(await takeLeaseWhole(whole, [own], () => true)).toBe((await readAttemptRow('d12'))?.claim)
  expect(await findAttempt('owner', 'purchase-12', 'exam')).toMatchObject({ draftId: 'd12', state: 'open' })
  expect(await readAnswerRows('d12')).toMatchObject([{ own: { value: 'here' } }])
})

describe('a change of an attempt’s row without answers', () => {
  const noting = { ...attemptRow, draftId: 'd11', purchaseId: 'purchase-11' }
  const place = (position: number) => ({ draftId: 'd11', change: () => ({ position }) })

  it('[R18] a page changes its position only under the current lease of an attempt that exists', async () => {
    await createAttempt(noting)
    const first = await takeLeaseOf('d11')
    await persist({ ...place(1), lease: first })
    const next = await takeLeaseOf('d11')
    await expect(persist({ ...place(2), lease: first })).rejects.toMatchObject({ because: 'taken-over' })
    expect(await readAttemptRow('d11')).toMatchObject({ position: 1, claim: next })
    await expect(persist({ ...place(2), lease: 1, draftId: 'nowhere' })).rejects.toBeInstanceOf(AttemptMissing)
  })

  it('a page can mark a closed attempt as done, and cannot save an answer in it', async () => {
    const claim = await takeLeaseOf('d11')
    await closeAndEnqueue('d11', { body: { answers: [] }, title: '', claim, now: 1 })
    await persist({ draftId: 'd11', lease: claim, change: () => ({ state: 'done' }) })
    expect(await readAttemptRow('d11')).toMatchObject({ state: 'done' })
    await expect(saveAnswer('d11', event({}), claim)).rejects.toMatchObject({ because: 'closed' })
  })
})

describe('a submission that is on the disk already', () => {
  const ofPurchase = { ...attemptRow, draftId: 'd20', purchaseId: 'purchase-20' }

  it('a stored submission keeps its bytes when its page submits again, and the page keeps its lease', async () => {
    await createAttempt(ofPurchase)
    const lease = await takeLeaseOf('d20')
    await closeAndEnqueue('d20', { body: { answers: [] }, title: 'перша', claim: lease, now: 1 })
    const closing = { body: { answers: [], events: [event({})] }, title: 'друга', now: 2, unpersisted: [] }
    expect(await persist({ draftId: 'd20', lease, closing })).toEqual({ kind: 'kept', lease })
    expect(await readSubmission('d20')).toMatchObject({ title: 'перша', body: { answers: [] } })
    expect(await readAnswerRows('d20')).toMatchObject([{ own: event({}) }])
    // If the attempt's row is gone, nothing can be written.
    await withDb((db) => db.delete('attempts', 'd20'))
    await expect(persist({ draftId: 'd20', lease, closing })).rejects.toBeInstanceOf(AttemptMissing)
  })
})

describe('a page that takes the next lease', () => {
  it('a new lease has the next number, and the attempt keeps its state', async () => {
    await createAttempt({ ...attemptRow, draftId: 'd21', purchaseId: 'purchase-21' })
    expect([await takeLeaseOf('d21'), await takeLeaseOf('d21')]).toEqual([1, 2])
    expect(await readAttemptRow('d21')).toMatchObject({ claim: 2, state: 'opening' })
  })

  it('[R18] before it takes a lease, a page checks only the given answers of its own attempt', async () => {
    const ofPurchase = { ...attemptRow, draftId: 'd22', purchaseId: 'purchase-22' }
    await createAttempt(ofPurchase)
    await storePaper('d22', paper, 0)
    await saveAnswer('d22', event({ question_id: 'q2', value: 'known' }), await takeLeaseOf('d22'))
    // An answer that was only heard of from the server.
    await keepAck('d22', { q3: { epoch: 0, seq: 1, device_id: 'elsewhere' } })
    await createAttempt({ ...ofPurchase, draftId: 'd23', purchaseId: 'purchase-23' })
    await saveAnswer('d23', event({ value: 'of another attempt' }), await takeLeaseOf('d23'))
    const own = event({ seq: 3, value: 'here', device_id: 'this page' })
    const attempt = { ...newAttempt(ofPurchase), state: 'open', frame: paper.attemptInfo } as const
    const answers = [
      { questionId: 'q1', own, seen: null, mark: null },
      { questionId: 'q4', own: null, seen: null, mark: null },
    ]
    const isKnown = ({ value }: AnswerEvent) => value === 'known'
    expect(await takeLeaseWhole({ attempt, paper, answers }, [], isKnown)).toBe(2)
    expect((await readAnswerRows('d22')).map(({ questionId }) => questionId)).toEqual(['q1', 'q2', 'q3'])
    expect(await readPaper('d22')).toMatchObject({ draftId: 'd22', format: 1, questions: paper.questions })
    // The page knows one of the answers and not the other: it may not write.
    await saveAnswer('d22', event({ question_id: 'q5', value: 'not known' }), 2)
    await expect(takeLeaseWhole({ attempt, paper, answers }, [], isKnown)).rejects.toMatchObject({
      because: 'taken-over',
    })
  })
})

describe('an attempt that is restored', () => {
  const gone = (n: number) => ({ ...attemptRow, draftId: `gone-${n}`, purchaseId: `purchase-gone-${n}` })
  const pageOf = (row: ReturnType<typeof gone>) => ({
    attempt: { ...newAttempt(row), state: 'open', frame: paper.attemptInfo, claim: 4 } as const,
    paper,
    answers: [],
  })
  const byAnother = async (row: ReturnType<typeof gone>, more: Partial<AttemptRow>) => {
    await createAttempt({ ...row, draftId: 'of another tab' })
    await storePaper('of another tab', paper, 0)
    await updateAttempt('of another tab', () => more)
  }
  afterEach(() => withDb((db) => db.delete('attempts', 'of another tab')))

  it('[R18] a restored attempt has its paper again, and a lease of six digits above its earlier one', async () => {
    const lease = await restoreAttempt(pageOf(gone(1)), [])
    expect(lease).toBeGreaterThan(100_000)
    expect(lease).toBeLessThanOrEqual(200_001)
    expect(await readPaper('gone-1')).toEqual({
      format: 1,
      draftId: 'gone-1',
      questions: paper.questions,
      test: paper.test,
    })
    const leapt = { ...pageOf(gone(2)), attempt: { ...pageOf(gone(2)).attempt, claim: 250_000 } }
    expect(await restoreAttempt(leapt, [])).toBeGreaterThan(250_000)
    const leases = [await restoreAttempt(pageOf(gone(3)), []), await restoreAttempt(pageOf(gone(4)), [])]
    expect(leases[0]).not.toBe(leases[1])
  })

  it.each([
    ['finds the attempt over if another tab’s row of it was graded', { state: 'done' as const }, 'over'],
    [
      'restores the attempt although another tab’s row of another attempt is done',
      { state: 'done' as const, frame: { ...paper.attemptInfo, attemptId: 'a2' } },
      'back',
    ],
    [
      'restores the attempt although another attempt runs in another tab',
      { frame: { ...paper.attemptInfo, attemptId: 'a2' } },
      'back',
    ],
    ['restores the attempt although a training runs in another tab', { mode: 'training' as const }, 'back'],
    ['restores the attempt although another tab’s row was given up', { state: 'given-up' as const }, 'back'],
  ])('[R18] restoreAttempt %s', async (_, more, end) => {
    const row = { ...gone(10), draftId: crypto.randomUUID(), purchaseId: crypto.randomUUID() }
    await byAnother(row, more)
    const restored = await restoreAttempt(pageOf(row), [])
    expect(restored === 'over' ? 'over' : 'back').toBe(end)
    expect((await readAttemptRow('of another tab'))!.state).toBe('state' in more ? more.state : 'open')
  })

  it('[R18] restoreAttempt throws and says why while another tab fetches the exam again', async () => {
    const row = gone(11)
    await createAttempt({ ...row, draftId: 'of another tab', startKey: 'another', createdAt: Date.now() })
    await expect(restoreAttempt(pageOf(row), [])).rejects.toThrow('Another tab is fetching this exam anew')
    // Two attempts without a start key are not of the same start.
    await updateAttempt('of another tab', () => ({ startKey: null }))
    const fetched = { ...pageOf(row), attempt: { ...pageOf(row).attempt, startKey: null } }
    await expect(restoreAttempt(fetched, [])).rejects.toThrow('Another tab')
  })

  it('[R18] a page without the paper can write no answer to a start that was given up', async () => {
    await createAttempt(gone(12))
    await updateAttempt('gone-12', () => ({ state: 'given-up' }))
    await expect(persist({ draftId: 'gone-12', lease: 0, events: [event({})] })).rejects.toMatchObject({
      name: 'NotTheWriter',
      because: 'closed',
    })
  })
})
