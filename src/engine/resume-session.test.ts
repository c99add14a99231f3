import { describe, expect, it } from 'vitest'
import { transition } from './exam-session.ts'
import { paperOf } from './paper.ts'
import { type KeptAttempt, resumeSession } from './resume-session.ts'

const questions = [{ id: 'q1', kind: 'text' as const, prompt: '?' }]
const frame = {
  id: 'a1',
  state: 'open',
  epoch: 3,
  duration_seconds: 60,
  started_at: '2026-11-20T10:00:00Z',
  server_time: '2026-11-20T10:00:00Z',
  submission_key: 'submission-key',
  ticket: 'ticket-of-this-attempt',
}
const kept = (more: Partial<KeptAttempt>): KeptAttempt => ({
  startKey: 'start-key',
  building: false,
  buildAsked: 0,
  resultsAsked: 0,
  cacheKey: null,
  paper: null,
  deviceId: 'phone',
  epoch: 3,
  entries: [],
  position: 0,
  flags: [],
  submission: null,
  ...more,
})
const paper = paperOf({ questions, attempt: frame, test: null })

describe('[C.06] after a reload or a killed browser the exam goes on where it was', () => {
  it('asks with the same start_key when no paper had come', () => {
    expect(resumeSession(kept({}))).toEqual({ phase: 'opening', startKey: 'start-key' })
  })

  it('[S9.01] counts on from the asks that were sent', () => {
    expect(resumeSession(kept({ building: true, buildAsked: 42 }))).toMatchObject({ phase: 'building', asked: 42 })
  })

  it('begins a stored paper whose clock did not run', () => {
    const unbegun = paperOf({ questions, attempt: { ...frame, started_at: null }, test: null })
    expect(resumeSession(kept({ paper: unbegun }))).toMatchObject({ phase: 'ready', stored: true })
  })

  it('goes on under the epoch of the last answer when the take-over itself was not written down', () => {
    const own = { question_id: 'q1', value: 'так', epoch: 4, seq: 1, device_id: 'phone~00001' }
    const session = resumeSession(kept({ paper, entries: [['q1', { own, seen: null, mark: null, keeping: 'kept' }]] }))
    const next = transition(
      session,
      { type: 'answer-given', questionId: 'q1', value: 'ні' },
      { deviceId: 'phone~00002' },
    )
    expect('book' in next && next.book.entries.get('q1')?.own).toMatchObject({ value: 'ні', epoch: 4, seq: 2 })
  })

  it('opens the same question with its answers, flags and epoch', () => {
    const own = { question_id: 'q1', value: 'так', epoch: 3, seq: 2, device_id: 'phone' }
    const session = resumeSession(
      kept({ paper, entries: [['q1', { own, seen: null, mark: null, keeping: 'kept' }]], position: 0, flags: ['q1'] }),
    )
    expect(session).toMatchObject({ phase: 'answering', flags: new Set(['q1']), book: { epoch: 3 } })
  })

  it.each([
    [{ state: 'waiting' } as const, 'submitting'],
    [{ state: 'accepted' } as const, 'scoring'],
    [{ state: 'graded' } as const, 'finished'],
    [{ state: 'refused', code: 'x', message: '' } as const, 'failed'],
  ])('a submission that is %o goes on as %s', (submission, phase) => {
    expect(resumeSession(kept({ paper, submission })).phase).toBe(phase)
  })

  it('[S9.02] [R27] counts on from the asks about the grading', () => {
    expect(resumeSession(kept({ paper, submission: { state: 'accepted' }, resultsAsked: 7 }))).toEqual({
      phase: 'scoring',
      asked: 7,
    })
  })

  it('fetches the paper whose key was known', () => {
    expect(resumeSession(kept({ building: true, buildAsked: 42, cacheKey: 'k' }))).toEqual({
      phase: 'building',
      asked: 42,
      cacheKey: 'k',
      progress: null,
    })
  })

  it('shows the question that was open, and writes', () => {
    expect(resumeSession(kept({ paper, position: 7 }))).toMatchObject({
      phase: 'answering',
      position: 7,
      flags: new Set(),
      hand: 'here',
      book: { deviceId: 'phone', entries: new Map() },
    })
  })

  it('goes on where answers were given before the server’s word that the clock runs had come', () => {
    const unbegun = paperOf({ questions, attempt: { ...frame, started_at: null }, test: null })
    const own = { question_id: 'q1', value: 'так', epoch: 3, seq: 2, device_id: 'phone' }
    const entries: KeptAttempt['entries'] = [['q1', { own, seen: null, mark: null, keeping: 'kept' }]]
    expect(resumeSession(kept({ paper: unbegun, entries }))).toMatchObject({ phase: 'answering' })
  })

  it('sends what waits in the outbox as it stands there', () => {
    expect(resumeSession(kept({ paper, submission: { state: 'waiting' } }))).toMatchObject({
      phase: 'submitting',
      because: 'chosen',
      enqueued: true,
      paper,
    })
  })

  it('keeps the server’s words about a submission that it refused', () => {
    expect(resumeSession(kept({ paper, submission: { state: 'refused', code: 'x', message: 'Чому' } }))).toEqual({
      phase: 'failed',
      failure: { kind: 'needs-attention', code: 'x', message: 'Чому' },
    })
  })

  it('reads a result that is there already', () => {
    expect(resumeSession(kept({ submission: { state: 'graded' } }))).toEqual({ phase: 'finished', result: null })
  })
})
