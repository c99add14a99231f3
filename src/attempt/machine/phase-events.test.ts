import { describe, expect, it } from 'vitest'
import type { ExamAttempt } from '#contract/exam.ts'
import type { AttemptEvent, AttemptState, SavedUpdate } from './state.ts'
import { atRest, isUnderWay } from './page-state.ts'
import { initialState, transition } from './transition.ts'
import { wanted } from './wanted.ts'
import type { Refusal } from '../../http/reply.ts'

const device = { deviceId: 'phone' }
const play = (state: AttemptState, ...events: AttemptEvent[]) =>
  events.reduce((standing, event) => transition(standing, event, device), state)

const attempt: ExamAttempt = {
  id: 'a1',
  state: 'ready',
  epoch: 0,
  duration_seconds: 60,
  server_time: '2026-11-20T10:00:00Z',
  submission_key: 'submission-key',
  ticket: 'ticket-of-a1',
}
const questions = [{ id: 'q1', kind: 'text' as const, prompt: '?' }]
const deadline = Date.parse('2026-11-20T10:01:00Z')
const update: SavedUpdate = {
  marks: {},
  server_time: '2026-11-20T10:00:00Z',
  state: 'open',
  epoch: 0,
  started_at: '2026-11-20T10:00:00Z',
  deadline_at: '2026-11-20T10:01:00Z',
}
const given = { question_id: 'q1', value: 'так', epoch: 0, seq: 1, device_id: 'phone' }
const refusal = (code: string): Refusal => ({
  kind: 'refused',
  status: 409,
  code,
  message: 'Чому',
  resultUrl: null,
  retryAfter: null,
})

/** One event of every type, each with a content that would change a session that listens to it. */
const everyEvent: { readonly [Type in AttemptEvent['type']]: AttemptEvent & { type: Type } } = {
  'open-replied': { type: 'open-replied', reply: { kind: 'answered', body: { status: 'building_started' } } },
  'build-asked': { type: 'build-asked' },
  'build-replied': { type: 'build-replied', reply: { kind: 'answered', body: { status: 'building', progress: 40 } } },
  'paper-replied': { type: 'paper-replied', reply: { kind: 'answered', body: { questions, attempt } } },
  'paper-stored': { type: 'paper-stored' },
  'storage-failed': { type: 'storage-failed' },
  begun: { type: 'begun', update },
  'begin-unanswered': { type: 'begin-unanswered', now: 1_000 },
  'attempt-refused': { type: 'attempt-refused', refusal: refusal('already_graded') },
  'answer-given': { type: 'answer-given', questionId: 'q1', value: 'ні' },
  'answer-kept': { type: 'answer-kept', event: given },
  'answers-saved': { type: 'answers-saved', update: { ...update, marks: { q1: given } } },
  'server-events-shown': {
    type: 'server-events-shown',
    events: [{ ...given, device_id: 'laptop', seq: 9 }],
    contested: [],
    serverTime: 0,
  },
  'attempt-over': { type: 'attempt-over', resultUrl: '/logic/test-result/1' },
  'taken-over': { type: 'taken-over', update: { ...update, epoch: 1 } },
  'question-visited': { type: 'question-visited', position: 0 },
  'flag-toggled': { type: 'flag-toggled', questionId: 'q1' },
  'writer-changed': { type: 'writer-changed', writer: 'other-tab' },
  'clock-read': { type: 'clock-read', now: deadline, trusted: true },
  'pause-chosen': { type: 'pause-chosen', name: 'pause-1', cause: 'power', now: deadline - 1_000 },
  'pause-ended': { type: 'pause-ended', now: deadline },
  'pauses-refused': { type: 'pauses-refused', pauses: [] },
  'submit-chosen': { type: 'submit-chosen' },
  'submission-enqueued': { type: 'submission-enqueued' },
  'submission-not-kept': { type: 'submission-not-kept' },
  'submission-accepted': { type: 'submission-accepted', reply: { status: 'processing' } },
  'submission-refused': { type: 'submission-refused', code: 'submission_mismatch', message: 'Чому' },
  'already-graded': { type: 'already-graded' },
}

const expectNoChange = (state: AttemptState, ...events: AttemptEvent[]) => expect(play(state, ...events)).toBe(state)

const opening = () => initialState('start-key')
const building = () => play(opening(), everyEvent['open-replied'])
const ready = () => play(opening(), { type: 'open-replied', reply: { kind: 'answered', body: { questions, attempt } } })
const stored = () => play(ready(), { type: 'paper-stored' })
const answering = () => play(stored(), { type: 'begun', update }, everyEvent['answer-given'])
const submitting = () => play(answering(), { type: 'submit-chosen' })
const inWork = () => play(submitting(), everyEvent['submission-accepted'])
const finished = () => play(submitting(), { type: 'already-graded' })
const noOpenAttempt = () => play(opening(), { type: 'open-replied', reply: refusal('no_open_attempt') })
const failed: AttemptState = { phase: 'failed', failure: { kind: 'build-expired' } }

describe('the events of each phase of an exam', () => {
  it.each<[string, () => AttemptState, AttemptEvent['type'][]]>([
    ['opening', opening, ['open-replied', 'storage-failed']],
    ['building', building, ['build-asked', 'build-replied', 'paper-replied', 'storage-failed']],
    ['ready', ready, ['paper-stored', 'storage-failed', 'begun', 'taken-over', 'attempt-refused', 'attempt-over']],
    [
      'answering',
      answering,
      [
        'answer-given',
        'answer-kept',
        'begun',
        'answers-saved',
        'attempt-refused',
        'attempt-over',
        'server-events-shown',
        'taken-over',
        'question-visited',
        'flag-toggled',
        'writer-changed',
        'clock-read',
        'submit-chosen',
        'already-graded',
      ],
    ],
    [
      'submitting',
      submitting,
      [
        'submission-enqueued',
        'submission-not-kept',
        'answers-saved',
        'submission-accepted',
        'submission-refused',
        'already-graded',
      ],
    ],
    ['finished', inWork, []],
    ['finished', finished, []],
    ['no-open-attempt', noOpenAttempt, []],
    ['failed', () => failed, []],
  ])('an exam in the phase %s changes only by the events that matter there', (phase, stateOf, meaningful) => {
    const state = stateOf()
    expect(state.phase).toBe(phase)
    const heard = Object.values(everyEvent).filter((event) => play(state, event) !== state)
    expect(heard.map(({ type }) => type).sort()).toEqual([...meaningful].sort())
  })
})

describe('an exam at rest', () => {
  it('an exam that is over or has failed wants no effect besides the lock and the news of other tabs', () => {
    const page = { ...atRest('exam', { wall: 0, steady: 0 }), stage: 'running' as const, isWriter: true }
    const effectsOf = (exam: AttemptState) => wanted({ ...page, exam }).map((one) => one.effect.do)
    const always = ['hold-lock', 'follow-others']
    for (const state of [inWork(), finished(), noOpenAttempt(), failed]) expect(effectsOf(state)).toEqual(always)
    expect(effectsOf(answering())).toEqual([...always, 'tick', 'save'])
  })

  it('an exam is under way from its opening to the end of its submission, only on the page that runs it', () => {
    for (const state of [inWork(), finished(), noOpenAttempt(), failed]) {
      expect([state.phase, isUnderWay('running', state)]).toEqual([state.phase, false])
    }
    for (const state of [opening(), building(), ready(), answering(), submitting()]) {
      expect([state.phase, isUnderWay('running', state)]).toEqual([state.phase, true])
      expect([isUnderWay('intro', state), isUnderWay('looking', state)]).toEqual([false, false])
    }
  })
})

describe('a reply that ends an attempt', () => {
  it.each([
    ['ready', ready],
    ['answering', answering],
  ])('an exam that is %s ends when a reply says that its attempt is graded, submitted or failed', (_, stateOf) => {
    const state = stateOf()
    expect(play(state, { type: 'attempt-refused', refusal: refusal('already_graded') })).toEqual({
      phase: 'finished',
      result: null,
    })
    expect(play(state, { type: 'attempt-refused', refusal: refusal('exam_build_failed') })).toEqual({
      phase: 'failed',
      failure: { kind: 'refused', code: 'exam_build_failed', message: 'Чому' },
    })
    for (const type of ['begun', 'taken-over'] as const) {
      expect(play(state, { type, update: { ...update, state: 'submitted' } })).toEqual(inWork())
      expect(play(state, { type, update: { ...update, state: 'graded' } })).toEqual({ phase: 'finished', result: null })
    }
  })

  it('an attempt that is over leads to the result when the server has all its answers', () => {
    const over = { type: 'attempt-over', resultUrl: '/logic/test-result/1' } as const
    const led = { phase: 'no-open-attempt', resultUrl: '/logic/test-result/1' }
    expect(play(ready(), over)).toEqual(led)
    expect(play(stored(), over)).toEqual(led)
    const mark = { epoch: 0, seq: 1, device_id: 'phone' }
    expect(play(answering(), { type: 'answers-saved', update: { ...update, marks: { q1: mark } } }, over)).toEqual(led)
  })

  it('an attempt that is over submits the answers that only this device has, whichever device wrote last', () => {
    const over = { type: 'attempt-over', resultUrl: '/logic/test-result/1' } as const
    const taken: AttemptEvent = { type: 'answers-saved', update: { ...update, epoch: 1 } }
    const here = answering()
    for (const state of [here, play(here, taken)]) {
      const after = play(state, over)
      expect(after).toMatchObject({ phase: 'submitting', because: 'deadline', enqueued: false })
      expect(after).toHaveProperty('answers.entries', here.phase === 'answering' && here.answers.entries)
    }
  })

  it('a tab that does not write ignores that the attempt is over', () => {
    const looking = play(answering(), { type: 'writer-changed', writer: 'other-tab' })
    expect(play(looking, { type: 'attempt-over', resultUrl: null })).toBe(looking)
  })

  it('a ticket that the server rejects does not end the exam, and a stored paper opens without the reply', () => {
    const passing: AttemptEvent = { type: 'attempt-refused', refusal: refusal('ticket_invalid') }
    expectNoChange(answering(), passing)
    expectNoChange(ready(), passing)
    expect(play(stored(), passing)).toMatchObject({ phase: 'answering', position: 0, flags: new Set(), writer: 'here' })
  })

  it('a submission ends when its result already exists', () => {
    expect(play(submitting(), { type: 'already-graded' })).toEqual({ phase: 'finished', result: null })
  })
})

describe('a paper that is ready', () => {
  it('a ready paper begins with the clock, the epoch and the acknowledgements that the server sends', () => {
    const said = { ...update, epoch: 2, marks: { q1: { epoch: 1, seq: 7, device_id: 'laptop' } } }
    for (const type of ['begun', 'taken-over'] as const) {
      expect(play(stored(), { type, update: said })).toMatchObject({
        phase: 'answering',
        paper: { attemptInfo: { begun: true, epoch: 2, deadlineAt: deadline, ticket: 'ticket-of-a1' } },
        answers: { epoch: 2, entries: new Map([['q1', expect.objectContaining({ mark: said.marks.q1 })]]) },
        writer: 'here',
      })
    }
  })

  it('a paper that is not stored yet is not shown, even if the server does not reply', () => {
    expectNoChange(ready(), { type: 'begin-unanswered', now: 1_000 })
  })

  it('a paper that gets no reply keeps its known deadline, and has no deadline if the exam has no length', () => {
    const reply = (more: object): AttemptEvent => ({
      type: 'open-replied',
      reply: { kind: 'answered', body: { questions, ...more } },
    })
    const unanswered: AttemptEvent[] = [{ type: 'paper-stored' }, { type: 'begin-unanswered', now: 1_000 }]
    const known = { ...attempt, started_at: update.started_at, deadline_at: update.deadline_at }
    expect(play(opening(), reply({ attempt: known }), ...unanswered)).toMatchObject({
      phase: 'answering',
      paper: { attemptInfo: { deadlineAt: deadline } },
    })
    expect(play(opening(), reply({}), ...unanswered)).toMatchObject({
      phase: 'answering',
      paper: { attemptInfo: { deadlineAt: null } },
    })
  })
})

describe('the answers of an exam', () => {
  const markOfGiven = { epoch: 0, seq: 1, device_id: 'phone' }

  it('an answer counts as kept only when the storage says so', () => {
    const keeping = (state: AttemptState) => state.phase === 'answering' && state.answers.entries.get('q1')?.keeping
    const own = { ...given, value: 'ні' }
    expect(keeping(answering())).toBe('saving')
    expect(keeping(play(answering(), { type: 'answer-kept', event: own }))).toBe('kept')
  })

  it('an exam shows the answers that the server has from other devices', () => {
    expect(play(answering(), everyEvent['server-events-shown'])).toMatchObject({
      answers: { entries: new Map([['q1', expect.objectContaining({ seen: expect.objectContaining({ seq: 9 }) })]]) },
    })
  })

  it('an exam takes acknowledgements while it is answered and while it is submitted', () => {
    const marked = { answers: { entries: new Map([['q1', expect.objectContaining({ mark: markOfGiven })]]) } }
    expect(play(answering(), everyEvent['answers-saved'])).toMatchObject(marked)
    expect(play(submitting(), everyEvent['answers-saved'])).toMatchObject({ ...marked, phase: 'submitting' })
  })
  it('a tab keeps the writing when the server names its epoch, and a new epoch does not take it from the other tab', () => {
    expect(play(answering(), { type: 'answers-saved', update })).toMatchObject({ writer: 'here' })
    const aside = play(answering(), { type: 'writer-changed', writer: 'other-tab' })
    expect(play(aside, { type: 'answers-saved', update: { ...update, epoch: 1 } })).toMatchObject({
      writer: 'other-tab',
    })
    expect(play(aside, { type: 'writer-changed', writer: 'other-tab' })).toBe(aside)
    expect(play(aside, { type: 'writer-changed', writer: 'here' })).toMatchObject({ writer: 'here' })
  })

  it('a tab that does not write does not close the exam at the deadline, and an exam without a deadline never closes', () => {
    const over = everyEvent['clock-read']
    const aside = play(answering(), { type: 'writer-changed', writer: 'other-tab' })
    expect(play(aside, over)).toBe(aside)
    const endless = play(
      opening(),
      { type: 'open-replied', reply: { kind: 'answered', body: { questions } } },
      { type: 'paper-stored' },
    )
    expect(endless.phase).toBe('answering')
    expect(play(endless, over)).toBe(endless)
  })

  it('a submission remembers that the person chose it, before and after the disk has it', () => {
    expect(submitting()).toMatchObject({ because: 'chosen', enqueued: false })
    expect(play(submitting(), { type: 'submission-enqueued' })).toMatchObject({ because: 'chosen', enqueued: true })
  })

  it('[R18] a submission stays on the page while the browser does not store it, even if the server refuses it for good', () => {
    const inMemory = play(submitting(), everyEvent['submission-not-kept'])
    expect(inMemory).toMatchObject({ phase: 'submitting', enqueued: false, inMemory: { refusal: null } })
    expect(play(inMemory, everyEvent['submission-not-kept'])).toBe(inMemory)
    const refused = play(inMemory, { ...everyEvent['submission-refused'], isInMemory: true })
    expect(refused).toMatchObject({ phase: 'submitting', inMemory: { refusal: 'Чому' } })
    expect(play(refused, everyEvent['submission-not-kept'])).toBe(refused)
    const kept = play(refused, everyEvent['submission-enqueued'])
    expect(kept).toMatchObject({ phase: 'submitting', enqueued: true, inMemory: undefined })
    expect(play(kept, everyEvent['submission-refused'])).toMatchObject({ failure: { kind: 'needs-attention' } })
  })

  it('an exam shows an existing question whatever position is requested', () => {
    const at = (position: number) => play(answering(), { type: 'question-visited', position })
    for (const position of [-5, 0, 0.9, 1, 99]) expect(at(position)).toMatchObject({ position: 0 })
  })
})
