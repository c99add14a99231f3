import { describe, expect, it } from 'vitest'
import { oneQuestionPaper as paper } from '../../../tests/support/one-question-paper.ts'
import type { AnswerEvent } from '#contract/question.ts'
import { openAnswers } from './answers.ts'
import { atRest, type PageState } from './page-state.ts'
import { newSubmission, type AttemptRow, type SubmissionRow } from './rows.ts'
import type { AttemptState } from './state.ts'
import {
  afterTry,
  afterVainLook,
  afterWriting,
  beginRound,
  enterSubmission,
  isOnPage,
  isWatched,
  lookUp,
  noteSubmissionRow,
  pauseRounds,
  sendFromHere,
  settlement,
  submissionBody,
  submissionState,
  triesOf,
  wakeSubmission,
} from './submission.ts'
import { noteStep } from './timing.ts'

const at = { wall: 1_000, steady: 1_000 }
const row = { draftId: 'd', ownerId: 'o', purchaseId: 'p', mode: 'exam', startKey: 'k' } as AttemptRow
const own = (question_id: string): AnswerEvent => ({ question_id, value: 'так', epoch: 0, seq: 1, device_id: 'phone' })
const answersOf = (...ids: string[]) =>
  openAnswers('phone', 0, ids.map((id) => [id, { own: own(id), seen: null, mark: null, keeping: 'kept' }]) as never)
const submitting = (more: object = {}): AttemptState =>
  ({
    phase: 'submitting',
    paper,
    answers: answersOf('q1'),
    because: 'chosen',
    enqueued: false,
    ...more,
  }) as AttemptState
const rest = atRest('exam', at)

type Change = Partial<Omit<PageState, 'submission'>> & { submission?: Partial<PageState['submission']> }
const page = ({ submission, ...change }: Change = {}): PageState => ({
  ...rest,
  stage: 'running',
  isWriter: true,
  exam: submitting(),
  row,
  ...change,
  submission: { ...rest.submission, ...submission },
})
const answering: AttemptState = {
  phase: 'answering',
  paper,
  answers: answersOf('q1'),
  position: 0,
  flags: new Set(),
  writer: 'here',
}
const made = beginRound(page(), false, at).submission.onPage!
const tried: SubmissionRow = { ...made, tries: 2, nextTryAt: 1_300, notBefore: 0, unanswered: true }
const offer = (change: Partial<PageState['submission']['offer']>) => ({
  ...rest.submission.offer,
  number: 5,
  ...change,
})
const look = (change: Partial<PageState['submission']['look']> = {}) => ({
  ...rest.submission.look,
  number: 5,
  ...change,
})

describe('where a submission is', () => {
  it.each<[string, PageState, boolean, boolean]>([
    ['a submission that is not stored is on the page', page(), true, false],
    ['a submission that is stored is watched by the page', page({ exam: submitting({ enqueued: true }) }), false, true],
    [
      'a stored submission that is gone from the disk is on the page again',
      page({ exam: submitting({ enqueued: true }), submission: { isGone: true } }),
      true,
      false,
    ],
    [
      'a submission of a tab that does not write is neither on the page nor watched',
      page({ isWriter: false }),
      false,
      false,
    ],
    ['a submission that is not made yet is neither on the page nor watched', page({ exam: answering }), false, false],
  ])('%s', (_, state, isHere, isAway) => {
    expect([isOnPage(state), isWatched(state)]).toEqual([isHere, isAway])
  })
})

describe('an exam that enters its submission', () => {
  it('an exam offers its submission to the disk, and forgets the state of an earlier one', () => {
    const entered = enterSubmission(page({ submission: { isGone: true, isAnnounced: true } }), at).submission
    expect(entered).toMatchObject({ isGone: false, isAnnounced: false, onPage: made })
    expect(entered.offer).toEqual({ at: 'keeping', number: 1, isWoken: false, again: 'no', pauseMs: 0 })
  })

  it('an exam looks up a submission that is already on the disk', () => {
    const entered = enterSubmission(page({ exam: submitting({ enqueued: true }) }), at).submission
    expect([entered.look.at, entered.offer.at, entered.onPage]).toEqual(['looking', 'rest', null])
  })

  it('an exam lets a running try of the same attempt end before it offers the submission again', () => {
    const sending = offer({ at: 'sending' })
    const entered = enterSubmission(page({ submission: { onPage: made, offer: sending } }), at).submission
    expect(entered.offer).toEqual({ ...sending, again: 'planned' })
    const other = { onPage: { ...made, draftId: 'another' }, offer: sending }
    expect(enterSubmission(page({ submission: other }), at).submission.offer).toMatchObject({
      at: 'keeping',
      number: 6,
    })
    const kept = { onPage: made, offer: offer({ at: 'pausing' }) }
    expect(enterSubmission(page({ submission: kept }), at).submission.offer).toMatchObject({ at: 'keeping', number: 6 })
  })

  it('an exam that is not submitting, or has no row here, offers no submission', () => {
    const state = page({ exam: answering })
    expect(enterSubmission(state, at)).toBe(state)
    expect(beginRound(state, true, at)).toBe(state)
    const without = page({ row: null })
    expect(beginRound(without, true, at)).toBe(without)
    expect(enterSubmission(without, at).submission).toMatchObject({ onPage: null, offer: { at: 'rest' } })
  })
})

describe('the content of a submission', () => {
  const { attemptInfo } = paper
  it('a submission has the specification’s answers, and key, ticket, events and timing if the server knows attempts', () => {
    const answers = answersOf('q1')
    expect(submissionBody({ ...attemptInfo, submissionKey: null }, answers)).toEqual({
      answers: [{ question_id: 'q1', value: 'так' }],
    })
    expect(submissionBody({ ...attemptInfo, ticket: null }, answers)).not.toHaveProperty('ticket')
    const keyed = {
      answers: [{ question_id: 'q1', value: 'так' }],
      submission_key: 'submission-key',
      ticket: 'ticket-of-this-attempt',
      events: [own('q1')],
    }
    expect(submissionBody(attemptInfo, answers)).toEqual(keyed)
    const step = { what: 'shown' as const, place: 0, at: 0 }
    expect(submissionBody(attemptInfo, answers, [step])).toEqual({ ...keyed, timing: [step] })
  })

  it('a submission is one untried row of this attempt, with the test’s title if it has one', () => {
    expect(made).toEqual(newSubmission({ ...row, frame: attemptInfo }, { body: made.body, title: '', now: at.wall }))
    const test = { title: 'Логіка' } as never
    expect(
      beginRound(page({ exam: submitting({ paper: { ...paper, test } }) }), false, at).submission.onPage!.title,
    ).toBe('Логіка')
    const timing = noteStep(rest.timing, row, { what: 'shown', place: 0 }, at)
    expect(beginRound(page({ timing }), false, at).submission.onPage!.body.timing).toEqual([
      { what: 'shown', place: 0, at: 0 },
    ])
  })

  it('a submission repeats its stored bytes in whatever order its answers are read, unless its content changed', () => {
    const both = page({ exam: submitting({ answers: answersOf('q1', 'q2') }) })
    const first = beginRound(both, false, at).submission.onPage!
    const body = {
      ...first.body,
      answers: [...first.body.answers].reverse(),
      events: [...first.body.events!].reverse(),
      timing: [{ what: 'shown' as const, place: 0, at: 0 }],
    }
    const again = (written: SubmissionRow) =>
      beginRound({ ...both, submission: { ...rest.submission, written } }, false, at).submission.onPage!.body
    expect(again({ ...first, body })).toBe(body)
    // With other answers, other versions of them, or another attempt, the page submits what it knows now.
    expect(again({ ...first, body: { ...body, answers: body.answers.slice(1) } })).toEqual(first.body)
    expect(again({ ...first, body: { ...body, events: body.events.slice(1) } })).toEqual(first.body)
    expect(again({ ...first, attemptId: 'a2', body })).toEqual(first.body)
    const { events: _, ...untold } = body
    expect(again({ ...first, body: untold })).toEqual(first.body)
  })

  it('a submission keeps its tries, waits again if its bytes changed, and starts afresh for another attempt', () => {
    expect(beginRound(page({ submission: { onPage: tried } }), false, at).submission.onPage).toBe(tried)
    const refused = { ...tried, state: 'refused' as const, problem: { code: 'x', message: '' } }
    const other = { ...refused, body: { ...refused.body, answers: [] } }
    expect(beginRound(page({ submission: { onPage: other } }), false, at).submission.onPage).toEqual({
      ...tried,
      body: made.body,
      state: 'waiting',
      problem: null,
    })
    expect(
      beginRound(page({ submission: { onPage: { ...tried, draftId: 'another' } } }), false, at).submission.onPage,
    ).toEqual(made)
  })

  it('a submission without a key goes to the disk until it was sent once, and never after that', () => {
    const without = page({
      exam: submitting({ paper: { ...paper, attemptInfo: { ...attemptInfo, submissionKey: null } } }),
    })
    const untried = beginRound(without, false, at).submission
    expect(untried.offer.at).toBe('keeping')
    const onPage = { ...untried.onPage!, tries: 1 }
    expect(beginRound({ ...without, submission: { ...untried, onPage } }, false, at).submission.offer.at).toBe(
      'sending',
    )
    expect(beginRound(page({ submission: { onPage: tried } }), false, at).submission.offer.at).toBe('keeping')
  })
})

describe('a round of a submission', () => {
  it('a round ends when the disk takes the submission, and the page then looks up its outcome', () => {
    const before = page({ submission: { onPage: made, isGone: true, offer: offer({ at: 'keeping' }), look: look() } })
    const written = afterWriting({ ...before, shown: { ...before.shown, nextTryAt: 7, receipt: 'r' } })
    expect(written.submission).toMatchObject({ onPage: null, isGone: false, isAnnounced: true })
    expect(written.submission.offer).toMatchObject({ at: 'rest', number: 6 })
    expect(written.submission.look).toMatchObject({ at: 'looking', number: 6 })
    expect(written.shown).toMatchObject({ nextTryAt: null, receipt: 'r' })
  })

  it('a submission that the disk refused is sent from the page if it has a key or the page is memory-only, and waits otherwise', () => {
    const keyed = page({ submission: { onPage: made, offer: offer({ at: 'keeping' }) } })
    expect(sendFromHere(keyed).submission.offer).toMatchObject({ at: 'sending', number: 6 })
    const bare = { ...made, body: { answers: [] } }
    const without = page({ submission: { onPage: bare, offer: offer({ at: 'keeping' }) } })
    expect(sendFromHere(without).submission.offer).toMatchObject({ at: 'pausing', number: 6, pauseMs: 2_000 })
    const memory = { ...without, leaseState: { ...without.leaseState, lease: { kind: 'memory-only' as const } } }
    expect(sendFromHere(memory).submission.offer.at).toBe('sending')
    expect(sendFromHere(page()).submission.offer.at).toBe('pausing')
    expect(pauseRounds(page(), 70).submission.offer).toMatchObject({ at: 'pausing', pauseMs: 70 })
  })

  it('the next round follows the plan of the last try, and waits 2 s at most', () => {
    const pauseAfter = (after: Partial<SubmissionRow>) =>
      afterTry(page({ submission: { onPage: tried } }), { ...tried, ...after }, at).submission.offer.pauseMs
    expect(pauseAfter({})).toBe(300)
    expect(pauseAfter({ notBefore: 1_700 })).toBe(700)
    expect(pauseAfter({ nextTryAt: 60_000 })).toBe(2_000)
    expect(pauseAfter({ nextTryAt: 10 })).toBe(0)
    expect(pauseAfter({ tries: 0 })).toBe(2_000)
    expect(pauseAfter({ state: 'accepted' })).toBe(2_000)
  })

  it('the next round follows immediately if the page requested it during a try', () => {
    const after = (again: 'no' | 'planned' | 'woken', change: Change = {}) =>
      afterTry(page({ ...change, submission: { onPage: tried, offer: offer({ at: 'sending', again }) } }), tried, at)
        .submission.offer
    expect(after('no')).toMatchObject({ at: 'pausing' })
    expect(after('planned')).toMatchObject({ at: 'keeping', isWoken: false, again: 'no' })
    expect(after('woken')).toMatchObject({ at: 'keeping', isWoken: true, again: 'no' })
    expect(after('woken', { isWriter: false })).toMatchObject({ at: 'pausing' })
  })

  it('a wake-up starts a round or a lookup immediately, or a round right after the try that is under way', () => {
    const woken = (at_: 'pausing' | 'sending') =>
      wakeSubmission(page({ submission: { onPage: tried, offer: offer({ at: at_ }) } }), at).submission.offer
    expect(woken('pausing')).toMatchObject({ at: 'keeping', isWoken: true, number: 6 })
    expect(woken('sending')).toMatchObject({ at: 'sending', again: 'woken', number: 5 })
    expect(wakeSubmission(page({ exam: submitting({ enqueued: true }) }), at).submission.look.at).toBe('looking')
    const elsewhere = page({ isWriter: false, submission: { offer: offer({ at: 'pausing' }) } })
    expect(wakeSubmission(elsewhere, at)).toBe(elsewhere)
  })
})

describe('the lookup of a submission’s outcome', () => {
  const result = { status: 'completed', attempt_id: 'a1' } as const
  it('a lookup keeps the grade that the page heard until the lookup ends', () => {
    const looking = lookUp(page({ submission: { look: look() } }), result)
    expect(looking.submission.look).toEqual({ at: 'looking', number: 6, graded: result })
    expect(lookUp(looking).submission.look).toEqual({ at: 'looking', number: 7, graded: result })
    expect(lookUp(looking, { ...result, attempt_id: 'a2' }).submission.look.graded).toMatchObject({ attempt_id: 'a2' })
    const found = noteSubmissionRow(looking, tried)
    expect(found.submission).toMatchObject({ written: tried, look: { at: 'pausing', number: 7, graded: undefined } })
    expect(found.shown).toMatchObject({ nextTryAt: 1_300, isUnanswered: true })
  })

  it('a vain lookup makes the page offer the submission again if the disk should have it', () => {
    const graded = look({ at: 'looking', graded: result })
    const vain = afterVainLook(page({ exam: submitting({ enqueued: true }), submission: { look: graded } }), at)
    expect(vain.submission).toMatchObject({ isGone: true, onPage: made, offer: { at: 'keeping', isWoken: false } })
    expect(vain.submission.look).toEqual({ at: 'pausing', number: 6, graded: undefined })
    const here = afterVainLook(page({ submission: { look: graded } }), at)
    expect(here.submission).toMatchObject({ isGone: false, onPage: null, look: { at: 'pausing', number: 6 } })
  })
})

describe('the tries of a submission on the page', () => {
  it('a page shows when the next try is made, and how the last one ended', () => {
    expect(triesOf(tried)).toEqual({
      nextTryAt: 1_300,
      pauseUntil: 0,
      pace: null,
      isUnanswered: true,
      serverMessage: '',
      receipt: null,
    })
    expect(triesOf(made)).toMatchObject({ nextTryAt: null, pace: 'first-try', isUnanswered: false })
    expect(triesOf({ ...tried, slow: true, unanswered: false })).toMatchObject({ pace: 'slow', isUnanswered: false })
    const paused = { ...tried, slow: false, said: 'Пізніше', notBefore: 9_000, receipt: 'jws' }
    expect(triesOf(paused)).toMatchObject({
      pace: null,
      serverMessage: 'Пізніше',
      pauseUntil: 9_000,
      nextTryAt: 9_000,
      receipt: 'jws',
    })
  })
})

describe('what a submission’s row means for the exam', () => {
  const of = (change: Partial<SubmissionRow>) => ({ ...made, ...change })
  it('a waiting submission means nothing for the exam yet', () => {
    expect(settlement(made, {})).toBeNull()
    expect(submissionState(made)).toEqual({ state: 'waiting' })
  })

  it('a graded submission ends the exam with the result that the page heard', () => {
    const result = { status: 'completed', attempt_id: 'a1' } as const
    expect(settlement(of({ state: 'graded' }), {})).toEqual({ type: 'already-graded', result: null })
    expect(settlement(of({ state: 'graded' }), { graded: result })).toEqual({ type: 'already-graded', result })
    const working = { status: 'processing' } as const
    expect(settlement(of({ state: 'graded' }), { graded: working })).toEqual({ type: 'already-graded', result: null })
  })

  it('an accepted submission means that the exam is being graded', () => {
    expect(settlement(of({ state: 'accepted' }), {})).toEqual({
      type: 'submission-accepted',
      reply: { status: 'processing_started' },
    })
    expect(submissionState(of({ state: 'accepted' }))).toEqual({ state: 'accepted' })
  })

  it('a refused submission carries the server’s code and message, and says whether only this page has it', () => {
    const refused = of({ state: 'refused', problem: { code: 'x', message: 'ні' } })
    expect(settlement(refused, {})).toEqual({ type: 'submission-refused', code: 'x', message: 'ні' })
    expect(settlement(refused, { isInMemory: true })).toMatchObject({ isInMemory: true })
    expect(submissionState(of({ state: 'refused' }))).toEqual({ state: 'refused', code: '', message: '' })
  })
})
