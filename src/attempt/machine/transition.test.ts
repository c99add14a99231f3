import { describe, expect, it } from 'vitest'
import type { ExamAttempt, ExamMeta, ExamStatus, SubmitReply } from '#contract/exam.ts'
import type { AttemptEvent, AttemptState } from './state.ts'
import { atRest } from './page-state.ts'
import { buildPollWait, initialState, inWork, isGivenUp, isPaused, isResult, transition } from './transition.ts'
import { wanted } from './wanted.ts'
import type { Reply } from '../../http/reply.ts'

const device = { deviceId: 'phone' }
/** The effects that a writing page wants for an exam in this state, besides what every page wants. */
const effectsOf = (exam: AttemptState) => {
  const here = { ...atRest('exam', { wall: 0, steady: 0 }), stage: 'running' as const, isWriter: true, exam }
  return wanted(here).flatMap(({ effect }) => (['hold-lock', 'follow-others'].includes(effect.do) ? [] : [effect]))
}
const play = (state: AttemptState, ...events: AttemptEvent[]) =>
  events.reduce((standing, event) => transition(standing, event, device), state)
const expectNoChange = (state: AttemptState, ...events: AttemptEvent[]) => expect(play(state, ...events)).toBe(state)
const answered = <Body>(body: Body): Reply<Body> => ({ kind: 'answered', body })
const refused = (status: number, code = ''): Reply<never> => ({
  kind: 'refused',
  status,
  code,
  message: '',
  resultUrl: null,
  retryAfter: null,
})
const silence: Reply<never> = { kind: 'silence' }
const page = (status: number): Reply<never> => ({ kind: 'unreadable', form: 'html', status })

const ask = (reply: Reply<ExamStatus>): AttemptEvent[] => [{ type: 'build-asked' }, { type: 'build-replied', reply }]
const times = (n: number, events: AttemptEvent[]) => Array.from({ length: n }, () => events).flat()
const status = (value: string, more: Partial<ExamStatus> = {}) => ask(answered({ status: value, ...more }))
const building = status('building')

const attempt: ExamAttempt = {
  id: 'a1',
  state: 'ready',
  epoch: 0,
  duration_seconds: 1800,
  server_time: '2026-11-20T10:00:00.000Z',
  submission_key: 'submission-key',
  ticket: 'ticket-of-this-attempt',
}
const questions = [
  { id: 'q1', kind: 'single' as const, prompt: '1?', options: [{ id: 'o1', text: 'так' }] },
  { id: 'q2', kind: 'text' as const, prompt: '2?' },
]
const paper: ExamMeta = { status: 'completed', exam_cache_key: 'k', questions, attempt }

const opening = () => initialState('start-key')
const started = () => play(opening(), { type: 'open-replied', reply: answered({ status: 'building_started' }) })
const ready = () => play(opening(), { type: 'open-replied', reply: answered(paper) })
const update = {
  marks: {},
  server_time: '2026-11-20T10:00:00Z',
  state: 'open',
  epoch: 0,
  started_at: '2026-11-20T10:00:05.000Z',
  deadline_at: '2026-11-20T10:30:05.000Z',
}
const answering = () => play(ready(), { type: 'paper-stored' }, { type: 'begun', update })
const failureOf = (state: AttemptState) => (state.phase === 'failed' ? state.failure : state.phase)

describe('the building of a paper', () => {
  it('[S4.10] the page polls the build when the server replies building_started', () => {
    expect(effectsOf(opening())).toEqual([{ do: 'open', startKey: 'start-key' }])
    expect(effectsOf(started())).toEqual([{ do: 'poll-build' }])
    expect(buildPollWait(started())).toBe(1000)
  })

  it('[S9.01] the build poll waits 1000, 1500, 2000 … 5000, 5000 ms and makes 90 requests', () => {
    const waits: number[] = []
    let state = started()
    for (let wait = buildPollWait(state); wait !== false; wait = buildPollWait(state)) {
      waits.push(wait)
      state = play(state, ...building)
    }
    expect(waits.slice(0, 10)).toEqual([1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000, 5000])
    expect(waits).toHaveLength(90)
    expect(Math.max(...waits)).toBe(5000)
  })

  it('[S9.01] [S8.10] the build poll gives up after the 90th reply with a timeout of 270 seconds', () => {
    expect(failureOf(play(started(), ...times(89, building)))).toBe('building')
    expect(failureOf(play(started(), ...times(90, building)))).toEqual({ kind: 'build-timeout', seconds: 270 })
  })

  it('[S4.11] the build poll retries the status expired at requests 1 to 5', () => {
    expect(failureOf(play(started(), ...times(5, status('expired'))))).toBe('building')
  })

  it('[S4.11] [R28] the build poll fails on the status expired at request 6, however few replies said expired', () => {
    expect(failureOf(play(started(), ...times(6, status('expired'))))).toEqual({ kind: 'build-expired' })
    expect(failureOf(play(started(), ...times(10, building), ...status('expired')))).toEqual({ kind: 'build-expired' })
  })

  it('[S4.11] [R28] a build with the status error fails with the server’s message', () => {
    const failed = play(started(), ...status('error', { message: 'Немає завдань' }))
    expect(failureOf(failed)).toEqual({ kind: 'build-failed', message: 'Немає завдань' })
  })

  it('[S4.11] the page fetches the paper with the key of a completed build', () => {
    const completed = play(started(), ...status('completed', { exam_cache_key: 'cache-key' }))
    expect(effectsOf(completed)).toEqual([{ do: 'fetch-paper', cacheKey: 'cache-key' }])
    expect(buildPollWait(completed)).toBe(false)
    expect(play(completed, { type: 'paper-replied', reply: answered(paper) }).phase).toBe('ready')
  })

  it('a reply without a status starts the build poll if it names an attempt or a key, and any other is an html failure', () => {
    const to = (body: object) => play(opening(), { type: 'open-replied', reply: answered(body as ExamMeta) })
    const asksFromNone = { phase: 'building', asked: 0, cacheKey: null }
    expect(to({ attempt })).toMatchObject(asksFromNone)
    expect(to({ exam_cache_key: 'k' })).toMatchObject(asksFromNone)
    expect(failureOf(to({}))).toEqual({ kind: 'html' })
    expect(failureOf(to({ status: 'welcome', attempt, exam_cache_key: 'k' }))).toEqual({ kind: 'html' })
  })

  it('a build counts as answered by a web page for as long as web pages answer its polls', () => {
    const inPlace = play(started(), ...ask(page(200)))
    expect(inPlace).toMatchObject({ phase: 'building', isPage: true })
    expect(play(inPlace, ...ask(page(200)))).toMatchObject({ asked: 2, isPage: true })
    expect(play(inPlace, ...building)).toMatchObject({ isPage: false })
    expect(play(started(), ...building)).not.toHaveProperty('isPage')
  })

  it('a build is polled no more once it is over, and a failed exam is given up only if a retry cannot succeed', () => {
    expect(buildPollWait(ready())).toBe(false)
    const failed = (reply: Reply<never>) => play(opening(), { type: 'open-replied', reply })
    expect([failed(refused(403, 'foreign_purchase')), failed(refused(409, 'no_open_attempt'))].map(isGivenUp)).toEqual([
      true,
      true,
    ])
    expect([failed(silence), failed(refused(502)), ready()].map(isGivenUp)).toEqual([false, false, false])
    expect(isGivenUp(play(started(), ...status('error')))).toBe(true)
  })

  it('[S4.11] the page keeps polling when the status completed comes without a key', () => {
    expect(buildPollWait(play(started(), ...status('completed')))).toBe(1500)
  })

  it('[S4.11] the page keeps polling when an announced paper does not arrive, within the same 90 requests', () => {
    const completed = play(started(), ...times(89, building), ...status('completed', { exam_cache_key: 'k' }))
    expect(completed.phase).toBe('building')
    const missed = play(completed, { type: 'paper-replied', reply: silence })
    expect(failureOf(missed)).toEqual({ kind: 'build-timeout', seconds: 270 })
  })

  it.each([
    ['404', refused(404)],
    ['404 as a page', page(404)],
    ['a lost network', silence],
    ['a captive portal', page(200)],
    ['502', refused(502)],
    ['a session that has to be renewed', refused(401)],
  ])('[S4.12] [R06] [R28] the page keeps polling after %s until its 90 requests are used', (_, reply) => {
    expect(failureOf(play(started(), ...times(89, ask(reply))))).toBe('building')
    expect(failureOf(play(started(), ...times(90, ask(reply))))).toEqual({ kind: 'build-timeout', seconds: 270 })
  })

  it('a build fails immediately when the exam belongs to another person', () => {
    expect(failureOf(play(started(), ...ask(refused(403, 'foreign_purchase'))))).toEqual({
      kind: 'build-failed',
      message: '',
    })
  })

  it('[S4.12] the page accepts data with a non-empty questions array, whatever its status', () => {
    expect(play(started(), ...status('building', { questions })).phase).toBe('ready')
    expect(play(started(), ...status('building', { questions: [] })).phase).toBe('building')
  })
})

describe('the opening', () => {
  it.each([
    ['network', silence],
    ['html', page(200)],
    ['html', answered({ status: 'ok' })],
    ['html', answered({ login: 'required' } as ExamMeta)],
    ['html', answered({})],
  ])('[S8.10] an opening fails with %s when no exam arrives', (kind, reply) => {
    expect(failureOf(play(opening(), { type: 'open-replied', reply }))).toEqual({ kind })
  })

  it('an opening leads to the result when no attempt is open', () => {
    const reply = { ...refused(409, 'no_open_attempt'), resultUrl: '/logic/test-result/1' } as Reply<never>
    expect(play(opening(), { type: 'open-replied', reply })).toEqual({
      phase: 'no-open-attempt',
      resultUrl: '/logic/test-result/1',
    })
  })

  it('an opening shows no question and starts no clock before the paper is stored', () => {
    expect(effectsOf(ready())).toEqual([{ do: 'store-paper' }])
    expect(effectsOf(play(ready(), { type: 'paper-stored' }))).toEqual([
      expect.objectContaining({ do: 'wait', event: { type: 'begin-timed-out' } }),
    ])
    expect(failureOf(play(ready(), { type: 'storage-failed' }))).toEqual({ kind: 'storage' })
  })

  it('an opening shows the questions without the server’s reply, with a deadline one full length from now', () => {
    const now = 1_000_000
    const shown = play(ready(), { type: 'paper-stored' }, { type: 'begin-unanswered', now })
    expect(shown).toMatchObject({
      phase: 'answering',
      paper: { attemptInfo: { begun: false, deadlineAt: now + 1_800_000 } },
    })
  })

  it('an exam begins by itself when the server knows no attempts', () => {
    const bare = play(opening(), { type: 'open-replied', reply: answered({ questions }) }, { type: 'paper-stored' })
    expect(bare).toMatchObject({ phase: 'answering', paper: { attemptInfo: { ticket: null, deadlineAt: null } } })
  })

  it('an opening takes over an attempt that another device has begun', () => {
    const begun = { ...paper, attempt: { ...attempt, started_at: update.started_at, epoch: 1 } }
    const found = play(opening(), { type: 'open-replied', reply: answered(begun) }, { type: 'paper-stored' })
    expect(effectsOf(found)).toEqual([expect.objectContaining({ do: 'wait', event: { type: 'begin-timed-out' } })])
    expect(play(found, { type: 'taken-over', update: { ...update, epoch: 2 } })).toMatchObject({
      answers: { epoch: 2 },
    })
  })
})

describe('answering', () => {
  const give = (value: string): AttemptEvent => ({ type: 'answer-given', questionId: 'q1', value })
  const deadline = Date.parse(update.deadline_at)

  it('an exam submits itself at the deadline, and not 1 ms before it', () => {
    const over: AttemptEvent = { type: 'clock-read', now: deadline, trusted: true }
    expect(play(answering(), give('o1'), over)).toMatchObject({ phase: 'submitting', because: 'deadline' })
    expect(play(answering(), { ...over, now: deadline - 1 }).phase).toBe('answering')
  })

  it('an exam never ends by a device clock that is not trusted', () => {
    expectNoChange(answering(), { type: 'clock-read', now: deadline + 86_400_000, trusted: false })
  })

  describe('in a pause', () => {
    const clock = { ...update, deadline_at: '2026-11-20T13:00:05.000Z', server_time: '2026-11-20T10:10:00Z' }
    const current = { name: 'a', cause: 'power', since: '2026-11-20T10:09:00Z', until: '2026-11-20T12:39:00Z' }
    const pauses = { current, left: 1, left_ms: 8_940_000 }
    const saved = (said: object): AttemptEvent => ({ type: 'answers-saved', update: { ...clock, ...said, sent: [] } })
    const paused = () => play(answering(), saved({ state: 'paused', pauses }))
    const isCovered = (state: AttemptState) => state.phase === 'answering' && isPaused(state)

    it('a paused exam continues when a trusted clock says that its pause is over, and not by an untrusted clock', () => {
      const read = (trusted: boolean): AttemptEvent => ({ type: 'clock-read', now: Date.parse(current.until), trusted })
      expect(isCovered(paused())).toBe(true)
      expectNoChange(paused(), read(false))
      expect(isCovered(play(paused(), read(true)))).toBe(false)
    })

    it('a paused paper stays covered after a reply older than the last one on pauses, and a later reply uncovers it', () => {
      const said = (server_time: string) => saved({ server_time, deadline_at: '2026-11-20T10:30:05.000Z' })
      const late = play(paused(), said('2026-11-20T10:09:59Z'))
      expect([isCovered(late), late]).toMatchObject([
        true,
        { paper: { attemptInfo: { deadlineAt: Date.parse('2026-11-20T13:00:05.000Z') } } },
      ])
      expect(isCovered(play(paused(), said('2026-11-20T10:10:01Z')))).toBe(false)
    })
  })

  it('a tab that does not write can neither answer nor submit', () => {
    const aside = play(answering(), { type: 'writer-changed', writer: 'other-tab' })
    expect(play(aside, give('o1'), { type: 'submit-chosen' })).toBe(aside)
  })

  it('a page yields the writing to a device that took over, and writes again after its own take-over', () => {
    const aside = play(answering(), { type: 'answers-saved', update: { ...update, epoch: 1 } })
    expect(aside).toMatchObject({ writer: 'other-device', answers: { epoch: 0 } })
    expect(play(aside, { type: 'taken-over', update: { ...update, epoch: 2 } })).toMatchObject({
      writer: 'here',
      answers: { epoch: 2 },
    })
  })

  it('an exam ends here when another device has submitted it', () => {
    expect(play(answering(), { type: 'answers-saved', update: { ...update, state: 'graded' } }).phase).toBe('finished')
    expect(play(answering(), { type: 'answers-saved', update: { ...update, state: 'submitted' } })).toBe(inWork)
  })

  it('an exam takes answers to the questions of its paper, and to no other', () => {
    const second = play(answering(), { type: 'answer-given', questionId: 'q2', value: 'так' })
    expect(second.phase === 'answering' && [...second.answers.entries.keys()]).toEqual(['q2'])
    expectNoChange(answering(), { type: 'answer-given', questionId: '__proto__', value: 'x' })
  })

  it('an exam visits only questions that exist, and toggles the flag of a question', () => {
    expect(play(answering(), { type: 'question-visited', position: 99 })).toMatchObject({ position: 1 })
    expect(play(answering(), { type: 'question-visited', position: -1 })).toMatchObject({ position: 0 })
    const flagged = play(answering(), { type: 'flag-toggled', questionId: 'q2' })
    expect(flagged).toMatchObject({ flags: new Set(['q2']) })
    expect(play(flagged, { type: 'flag-toggled', questionId: 'q2' })).toMatchObject({ flags: new Set() })
  })
})

describe('submitting', () => {
  const submitting = () => play(answering(), { type: 'submit-chosen' })
  const enqueued = () => play(submitting(), { type: 'submission-enqueued' })
  const accepted = (reply: SubmitReply): AttemptEvent => ({ type: 'submission-accepted', reply })
  const result: SubmitReply = { status: 'completed', attempt_id: 'a1' }
  it('[S4.20] a reply of processing_started or processing leaves the polling to the result page, and any other ends the exam', () => {
    for (const status of ['processing_started', 'processing']) {
      expect(play(enqueued(), accepted({ status }))).toEqual({ phase: 'finished', result: null, isInWork: true })
    }
    expect(play(enqueued(), accepted(result))).toEqual({ phase: 'finished', result })
    expect(play(enqueued(), accepted({ status: 'graded' }))).toEqual({ phase: 'finished', result: null })
    expect([isResult(result), isResult({ status: 'graded', attempt_id: 'a1' } as SubmitReply)]).toEqual([true, false])
  })

  it('a submission that the server refuses for good fails with a request for the person’s attention', () => {
    const event: AttemptEvent = { type: 'submission-refused', code: 'submission_mismatch', message: 'Інші відповіді' }
    expect(failureOf(play(enqueued(), event))).toMatchObject({ kind: 'needs-attention', code: 'submission_mismatch' })
  })

  it('a finished exam ignores late replies of an earlier phase', () => {
    const over = play(enqueued(), accepted({ status: 'processing' }))
    expect(play(over, ...building, { type: 'open-replied', reply: answered(paper) })).toBe(over)
  })
})
