import { describe, expect, it } from 'vitest'
import type { ExamAttempt, ExamMeta, ExamStatus } from '#contract/exam.ts'
import type { AttemptEvent, AttemptState } from './state.ts'
import { initialState, transition } from './transition.ts'
import type { Reply } from '../../http/reply.ts'

const play = (state: AttemptState, ...events: AttemptEvent[]) =>
  events.reduce((standing, event) => transition(standing, event, { deviceId: 'phone' }), state)
const answered = <Body>(body: Body): Reply<Body> => ({ kind: 'answered', body })
const refused = (status: number, code = '', resultUrl: string | null = null): Reply<never> => ({
  kind: 'refused',
  status,
  code,
  message: 'Чому',
  resultUrl,
  retryAfter: null,
})
const opened = (reply: Reply<ExamMeta>) => play(initialState('start-key'), { type: 'open-replied', reply })
const replied = (reply: Reply<ExamStatus>): AttemptEvent => ({ type: 'build-replied', reply })
const fetched = (reply: Reply<ExamMeta>): AttemptEvent => ({ type: 'paper-replied', reply })
const asked: AttemptEvent = { type: 'build-asked' }

const questions = [{ id: 'q1', kind: 'text' as const, prompt: '?' }]
const attempt: ExamAttempt = {
  id: 'a1',
  state: 'open',
  epoch: 4,
  duration_seconds: 60,
  server_time: '2026-11-20T10:00:00Z',
  submission_key: 'submission-key',
  ticket: 'ticket-of-a1',
}
const building = () => opened(answered({ status: 'building_started' }))
const announced = () => play(building(), asked, replied(answered({ status: 'completed', exam_cache_key: 'k' })))

describe('the first reply to an exam that opens', () => {
  it('a first reply that the building has started sets the count of build polls to 0', () => {
    expect(building()).toEqual({ phase: 'building', asked: 0, cacheKey: null, progress: null })
  })

  it('the first reply can name the cache key of a finished paper, and the key of an unfinished one is ignored', () => {
    expect(opened(answered({ status: 'completed', exam_cache_key: 'k' }))).toEqual({ ...building(), cacheKey: 'k' })
    expect(opened(answered({ status: 'completed' }))).toEqual(building())
    expect(opened(answered({ status: 'building', exam_cache_key: 'k' }))).toEqual(building())
  })

  it('a first reply of no_open_attempt or already_graded leads the page to the result', () => {
    for (const code of ['no_open_attempt', 'already_graded']) {
      expect(opened(refused(409, code, '/result/1'))).toEqual({ phase: 'no-open-attempt', resultUrl: '/result/1' })
    }
  })

  it('a first reply of status error, or a refusal, makes the opening fail', () => {
    expect(opened(answered({ status: 'error' }))).toEqual({
      phase: 'failed',
      failure: { kind: 'build-failed', message: '' },
    })
    expect(opened(refused(403, 'foreign_purchase'))).toEqual({
      phase: 'failed',
      failure: { kind: 'refused', code: 'foreign_purchase', message: 'Чому' },
    })
  })

  it('the first reply brings the answers that the server has of this attempt, under its epoch', () => {
    const event = { question_id: 'q1', value: 'так', epoch: 3, seq: 5, device_id: 'laptop' }
    expect(opened(answered({ questions, attempt, events: [event] }))).toMatchObject({
      phase: 'ready',
      stored: false,
      answers: { deviceId: 'phone', epoch: 4, entries: new Map([['q1', expect.objectContaining({ seen: event })]]) },
    })
    for (const none of [
      { questions, attempt },
      { questions, attempt, events: null },
    ]) {
      expect(opened(answered(none as ExamMeta))).toMatchObject({ phase: 'ready', answers: { entries: new Map() } })
    }
  })
})

describe('a paper that is being built', () => {
  it('an exam fails when the storage fails during its opening or the building of its paper', () => {
    const failed = { phase: 'failed', failure: { kind: 'storage' } }
    expect(play(initialState(null), { type: 'storage-failed' })).toEqual(failed)
    expect(play(building(), { type: 'storage-failed' })).toEqual(failed)
  })

  it('the page shows the last build progress that a reply named', () => {
    const half = play(building(), replied(answered({ status: 'building', progress: 50 })))
    expect(half).toMatchObject({ progress: 50 })
    expect(play(half, replied(answered({ status: 'building' })))).toMatchObject({ progress: 50 })
    expect(play(half, replied(answered({ status: 'building', progress: 0 })))).toMatchObject({ progress: 0 })
  })

  it('a build fails with the server’s message, or with an empty one', () => {
    const failed = (message: string) => ({ phase: 'failed', failure: { kind: 'build-failed', message } })
    expect(play(building(), replied(answered({ status: 'error' })))).toEqual(failed(''))
    expect(play(building(), replied(refused(403, 'foreign_purchase')))).toEqual(failed('Чому'))
  })

  it('a build survives five refusals without a code, which a gateway may send, and fails at the sixth', () => {
    const gateway = (before: AttemptState) => play(before, asked, replied(refused(403)))
    const after = [1, 2, 3, 4, 5].reduce(gateway, building())
    expect(after).toMatchObject({ phase: 'building', asked: 5 })
    expect(gateway(after)).toEqual({ phase: 'failed', failure: { kind: 'build-failed', message: 'Чому' } })
  })

  it('[S4.11] the page polls the build again when an announced paper does not arrive', () => {
    expect(announced()).toMatchObject({ asked: 1, cacheKey: 'k' })
    for (const reply of [refused(404), refused(503), answered({ status: 'completed' })]) {
      expect(play(announced(), fetched(reply))).toMatchObject({ phase: 'building', asked: 1, cacheKey: null })
    }
    expect(play(announced(), fetched({ kind: 'unreadable', form: 'html', status: 200 }))).toMatchObject({
      cacheKey: null,
    })
  })

  it('an exam fails when the server refuses its announced paper', () => {
    expect(play(announced(), fetched(refused(403, 'foreign_purchase')))).toEqual({
      phase: 'failed',
      failure: { kind: 'refused', code: 'foreign_purchase', message: 'Чому' },
    })
  })
})
