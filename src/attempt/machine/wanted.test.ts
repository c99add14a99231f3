import { describe, expect, it } from 'vitest'
import { oneQuestionPaper as paper } from '../../../tests/support/one-question-paper.ts'
import type { AnswerEvent } from '#contract/question.ts'
import { openAnswers } from './answers.ts'
import { atRest, type PageState } from './page-state.ts'
import type { AttemptRow, SubmissionRow } from './rows.ts'
import type { Answering, AttemptState } from './state.ts'
import { wanted } from './wanted.ts'

const row = { draftId: 'd', mode: 'exam', state: 'open', claim: 1, position: 0, flags: [] } as unknown as AttemptRow
const lease = (number: number) => ({ kind: 'held' as const, number })
const rest = atRest('exam', { wall: 1_000, steady: 1_000 })
const held = (number = 1): PageState['leaseState'] => ({ ...rest.leaseState, lease: lease(number), name: 'phone' })

type Change = Partial<Omit<PageState, 'disk' | 'submission'>> & {
  readonly disk?: Partial<PageState['disk']>
  readonly submission?: Partial<PageState['submission']>
}
/** A page whose exam runs, and that writes and has nothing to do. */
function page({ disk, submission, ...change }: Change = {}): PageState {
  const running: PageState = {
    ...rest,
    stage: 'running',
    isWriter: true,
    exam: { phase: 'finished', result: null },
    row,
    rowOnDisk: row,
    leaseState: held(),
    entrances: 3,
    ...change,
  }
  return {
    ...running,
    disk: { ...running.disk, ...disk },
    submission: { ...running.submission, ...submission },
  }
}

/** What a page wants besides what every page wants: «key» of each, «(key)» if it is paused. */
const keys = (state: PageState) =>
  wanted(state)
    .slice(2)
    .map(({ key, isPaused }) => (isPaused === true ? `(${key})` : key))
const effectOf = (state: PageState, key: string) => wanted(state).find((one) => one.key === key)?.effect

const event = (seq = 1): AnswerEvent => ({ question_id: 'q1', value: 'так', epoch: 0, seq, device_id: 'phone' })
const named = (one = event()) => JSON.stringify([one.question_id, one.epoch, one.seq, one.device_id])
type Keeping = 'saving' | 'refused' | 'kept'
function answering(keeping: Keeping | null, more: Partial<Answering> = {}): Answering {
  const entry = { own: event(), seen: null, mark: null, keeping: keeping ?? 'kept' } as const
  return {
    phase: 'answering',
    paper,
    answers: openAnswers('phone', 0, keeping === null ? [] : ([['q1', entry]] as never)),
    position: 0,
    flags: new Set(),
    writer: 'here',
    ...more,
  }
}
const withTicket = (ticket: string | null) => ({ ...paper, attemptInfo: { ...paper.attemptInfo, ticket } })

describe('every page', () => {
  it('waits in line for the writing, and hears of the other tabs', () => {
    expect(wanted(rest)).toEqual([
      { key: 'hold-lock', effect: { do: 'hold-lock' } },
      { key: 'follow-others', effect: { do: 'follow-others' } },
      { key: 'limit-storage:0', effect: { do: 'limit-storage', ms: 15_000 } },
    ])
    expect(keys(page())).toEqual([])
  })

  it('asks for the delivery of what it has left behind, each time', () => {
    expect(keys(page({ leftBehind: 2 }))).toEqual(['request-delivery:2'])
    expect(effectOf(page({ leftBehind: 2 }), 'request-delivery:2')).toEqual({ do: 'request-delivery' })
  })

  it('does nothing for an exam that it does not show', () => {
    const call = { number: 1, takeOver: false }
    expect(keys(page({ stage: 'intro', call, disk: { isPausing: true }, exam: answering('saving') }))).toEqual([])
  })
})

describe('[R21] on the way to its attempt a page', () => {
  const reading = (more: object) => ({
    at: 'reading' as const,
    number: 4,
    reading: { of: 'attempt' as const, isRepeated: false, thenPutBack: false, isLate: false, ...more },
  })

  it('limits how long it looks, and how long it reads', () => {
    const looking = page({ stage: 'looking', search: { at: 'idle', number: 4 } })
    expect(keys(looking)).toEqual(['limit-storage:4'])
    expect(effectOf(looking, 'limit-storage:4')).toEqual({ do: 'limit-storage', ms: 15_000 })
    const reads = page({ search: reading({}) })
    expect(keys(reads)).toEqual(['read:4', 'limit-storage:4'])
    expect(effectOf(reads, 'read:4')).toEqual({ do: 'read', of: 'attempt' })
  })

  it('says of no reading twice that it is late, and of none of the answers alone', () => {
    expect(keys(page({ search: reading({ isLate: true }) }))).toEqual(['read:4'])
    const answers = page({ search: reading({ of: 'answers' }) })
    expect(keys(answers)).toEqual(['read:4'])
    expect(effectOf(answers, 'read:4')).toEqual({ do: 'read', of: 'answers' })
  })

  it('begins a new one under its key', () => {
    const begins = page({ search: { at: 'beginning', number: 5, startKey: 'key', draftId: 'new' } })
    expect(keys(begins)).toEqual(['begin-attempt:5'])
    expect(effectOf(begins, 'begin-attempt:5')).toEqual({ do: 'begin-attempt', startKey: 'key', draftId: 'new' })
  })
})

describe('the phase of an exam wants', () => {
  const building = (cacheKey: string | null): AttemptState => ({
    phase: 'building',
    asked: 1,
    cacheKey,
    progress: null,
  })
  const ready = (stored: boolean): AttemptState => ({ phase: 'ready', paper, answers: openAnswers('', 0, []), stored })
  it.each<[string, AttemptState, string, object]>([
    ['the opening', { phase: 'opening', startKey: 'key' }, 'open:3', { do: 'open', startKey: 'key' }],
    ['a poll of the building', building(null), 'poll-build:3', { do: 'poll-build' }],
    ['the paper that was built', building('cache'), 'fetch-paper:3', { do: 'fetch-paper', cacheKey: 'cache' }],
    ['its paper on the disk', ready(false), 'store-paper:3', { do: 'store-paper' }],
    [
      'no waiting for ever',
      ready(true),
      'begin-limit:7',
      { do: 'wait', ms: 4_000, event: { type: 'begin-timed-out' } },
    ],
  ])('%s, of the tab that writes alone', (_, exam, key, effect) => {
    const state = page({ exam, calls: 7 })
    expect(keys(state)).toEqual([key])
    expect(effectOf(state, key)).toEqual(effect)
    expect(keys({ ...state, isWriter: false })).toEqual([])
  })

  it('a clock, and the saving of what is answered, of a tab that looks on as well', () => {
    const exam = answering(null, { paper: withTicket('t') })
    for (const isWriter of [true, false]) {
      expect(keys(page({ exam, isWriter }))).toEqual(['tick:3', 'save:3:t'])
      expect(effectOf(page({ exam, isWriter }), 'save:3:t')).toEqual({ do: 'save', ticket: 't' })
      expect(effectOf(page({ exam, isWriter }), 'tick:3')).toEqual({ do: 'tick' })
    }
    expect(keys(page({ exam: answering(null, { paper: withTicket(null) }) }))).toEqual(['tick:3'])
  })
})

describe('of the server is wanted', () => {
  it('the call that is under way', () => {
    const state = page({ call: { number: 9, takeOver: true } })
    expect(keys(state)).toEqual(['call:9'])
    expect(effectOf(state, 'call:9')).toEqual({ do: 'call', takeOver: true })
  })

  it('what other devices have answered, and again after a while where it could not be read', () => {
    expect(keys(page({ remote: { number: 2, at: 'rest' } }))).toEqual([])
    const reads = page({ remote: { number: 2, at: 'reading' } })
    expect(keys(reads)).toEqual(['read-remote:2'])
    expect(effectOf(reads, 'read-remote:2')).toEqual({ do: 'read-remote' })
    const pauses = page({ remote: { number: 2, at: 'pausing' } })
    expect(keys(pauses)).toEqual(['remote-pause:2'])
    expect(effectOf(pauses, 'remote-pause:2')).toEqual({ do: 'wait', ms: 5_000, event: { type: 'remote-pause-over' } })
  })

  it('whether the attempt is over, and again after a while where nobody could tell', () => {
    const doubt = { number: 6, isPausing: false } as NonNullable<PageState['doubtedEnd']>
    const asks = page({ doubtedEnd: doubt })
    expect(keys(asks)).toEqual(['ask-if-over:6'])
    expect(effectOf(asks, 'ask-if-over:6')).toEqual({ do: 'ask-if-over' })
    const pauses = page({ doubtedEnd: { ...doubt, isPausing: true } })
    expect(keys(pauses)).toEqual(['end-pause:6'])
    expect(effectOf(pauses, 'end-pause:6')).toEqual({ do: 'wait', ms: 10_000, event: { type: 'end-pause-over' } })
  })
})

describe('[R18] of the disk is wanted', () => {
  const reading: PageState['search'] = {
    at: 'reading',
    number: 4,
    reading: { of: 'attempt', isRepeated: false, thenPutBack: false, isLate: true },
  }
  const exam = (keeping: Keeping, more: Partial<Answering> = {}) =>
    answering(keeping, { paper: withTicket(null), ...more })
  const ofDisk = (state: PageState) => keys(state).filter((key) => key !== 'tick:3' && key !== 'read:4')

  it('each answer that it is not known to have, under the lease', () => {
    const state = page({ exam: exam('saving') })
    const key = `append:1:${named()}:first`
    expect(ofDisk(state)).toEqual([key])
    expect(effectOf(state, key)).toEqual({ do: 'append', event: event(), draftId: 'd', lease: 1 })
    expect(ofDisk(page({ exam: exam('kept') }))).toEqual([])
    expect(ofDisk(page({ exam: exam('saving'), search: reading }))).toEqual([`(${key})`])
    // Only what was refused waits for the pause.
    expect(ofDisk(page({ exam: exam('saving'), disk: { isPausing: true, refusals: 2 } }))).toEqual([
      key,
      'disk-pause:2',
    ])
  })

  it('nothing of a tab that does not write, nor where another one does, nor where there is no attempt', () => {
    expect(ofDisk(page({ exam: exam('saving'), isWriter: false }))).toEqual([])
    expect(ofDisk(page({ exam: exam('saving', { writer: 'other-tab' }) }))).toEqual([])
    expect(ofDisk(page({ exam: exam('saving'), row: null }))).toEqual([])
  })

  it('what was refused with the next round, after the pause', () => {
    const paused = page({ exam: exam('refused'), disk: { round: 5, isPausing: true, refusals: 2 } })
    expect(ofDisk(paused)).toEqual([`(append:1:${named()}:5)`, 'disk-pause:2'])
    expect(effectOf(paused, 'disk-pause:2')).toEqual({ do: 'wait', ms: 3_000, event: { type: 'disk-pause-over' } })
    expect(ofDisk(page({ exam: exam('refused'), disk: { round: 5 } }))).toEqual([`append:1:${named()}:5`])
  })

  it('all of it, where it is gone, or where the page has no lease and something to write', () => {
    const gone = page({ exam: exam('kept'), disk: { isMissing: true, round: 2 } })
    expect(ofDisk(gone)).toEqual(['put-back:2'])
    expect(effectOf(gone, 'put-back:2')).toEqual({ do: 'put-back' })
    expect(ofDisk({ ...gone, search: reading })).toEqual(['(put-back:2)'])
    expect(ofDisk(page({ exam: exam('kept'), disk: { isMissing: true, round: 2, isPausing: true } }))).toEqual([
      '(put-back:2)',
      'disk-pause:0',
    ])
    const leaseState = { ...held(), lease: { kind: 'none' as const } }
    expect(ofDisk(page({ exam: exam('refused'), leaseState }))).toEqual(['put-back:0'])
    expect(ofDisk(page({ exam: exam('kept'), leaseState }))).toEqual([])
    // A submission goes back to the disk as well; an attempt that is over does not.
    const answers = openAnswers('phone', 0, [])
    const submitting: AttemptState = { phase: 'submitting', paper, answers, because: 'chosen', enqueued: false }
    expect(ofDisk(page({ exam: submitting, disk: { isMissing: true } }))).toContain('put-back:0')
    expect(ofDisk(page({ disk: { isMissing: true } }))).toEqual([])
  })

  it('what has changed in the row, and no more of it', () => {
    const state = page({ row: { ...row, position: 3 }, rowVersion: 8 })
    expect(ofDisk(state)).toEqual(['write-row:1:8:first'])
    expect(effectOf(state, 'write-row:1:8:first')).toEqual({
      do: 'write-row',
      row: state.row,
      change: { position: 3 },
      lease: 1,
    })
    expect(ofDisk({ ...state, search: reading })).toEqual(['(write-row:1:8:first)'])
    expect(ofDisk({ ...state, leaseState: rest.leaseState })).toEqual([])
    expect(ofDisk({ ...state, rowOnDisk: null })).toEqual([])
    // The same row in another object.
    expect(ofDisk(page({ row: { ...row } }))).toEqual([])
  })

  it('the row again with the next round, where it was refused, and after a pause', () => {
    const disk = { rowRefused: 8, round: 2 }
    const state = page({ row: { ...row, position: 3 }, rowVersion: 8, disk })
    expect(ofDisk(state)).toEqual(['write-row:1:8:2'])
    const pauses = { isPausing: true, refusals: 1 }
    expect(ofDisk(page({ row: { ...row, position: 3 }, rowVersion: 8, disk: { ...disk, ...pauses } }))).toEqual([
      '(write-row:1:8:2)',
      'disk-pause:1',
    ])
    // Another change of the row waits only for the answers that must come before it.
    const other = page({ row: { ...row, position: 3 }, rowVersion: 9, disk: { ...disk, ...pauses } })
    expect(ofDisk(other)).toEqual(['write-row:1:9:first', 'disk-pause:1'])
    const stranded = [{ event: event(), draftId: 'old', lease: 6 }]
    expect(ofDisk({ ...other, stranded })).toEqual([`(append:6:${named()}:2)`, '(write-row:1:9:first)', 'disk-pause:1'])
    const offered = page({ stranded })
    expect(ofDisk(offered)).toEqual([`append:6:${named()}:0`])
    expect(effectOf(offered, `append:6:${named()}:0`)).toEqual({ do: 'append', ...stranded[0] })
  })

  it('what was heard of the server, each word once', () => {
    const kept = { number: 11, draftId: 'd', heard: {} }
    const state = page({ toKeep: [kept], search: reading })
    expect(ofDisk(state)).toEqual(['keep-heard:11'])
    expect(effectOf(state, 'keep-heard:11')).toEqual({ do: 'keep-heard', kept })
  })
})

describe('of a submission is wanted', () => {
  const answers = openAnswers('phone', 0, [])
  const submitting = (enqueued: boolean): AttemptState => ({
    phase: 'submitting',
    paper,
    answers,
    because: 'chosen',
    enqueued,
  })
  const onPage = { draftId: 'd' } as SubmissionRow
  const offer = (at: 'rest' | 'keeping' | 'sending' | 'pausing') => ({
    ...rest.submission.offer,
    at,
    number: 4,
    isWoken: true,
    pauseMs: 1_500,
  })
  const here = (at: Parameters<typeof offer>[0], change: Change = {}) =>
    page({ exam: submitting(false), ...change, submission: { onPage, offer: offer(at), ...change.submission } })

  it('that the disk keeps it, that it is sent where the disk does not, and a pause between', () => {
    expect(keys(here('rest'))).toEqual(['follow-requests'])
    expect(effectOf(here('rest'), 'follow-requests')).toEqual({ do: 'follow-requests' })
    expect(keys(here('keeping'))).toEqual(['follow-requests', 'keep-submission:4'])
    expect(effectOf(here('keeping'), 'keep-submission:4')).toEqual({ do: 'keep-submission', row: onPage })
    expect(keys(here('sending'))).toEqual(['follow-requests', 'send-submission:4'])
    expect(effectOf(here('sending'), 'send-submission:4')).toEqual({
      do: 'send-submission',
      row: onPage,
      isWoken: true,
    })
    expect(keys(here('pausing'))).toEqual(['follow-requests', 'submission-pause:4'])
    expect(effectOf(here('pausing'), 'submission-pause:4')).toEqual({
      do: 'wait',
      ms: 1_500,
      event: { type: 'submission-pause-over' },
    })
  })

  it('nothing of it that is not on this page, but that the outcome of a try is not lost', () => {
    const isWriter = false
    expect(keys(here('keeping', { isWriter }))).toEqual([])
    expect(keys(here('pausing', { isWriter }))).toEqual([])
    expect(keys(here('sending', { isWriter }))).toEqual(['send-submission:4'])
    expect(keys(here('keeping', { submission: { onPage: null } }))).toEqual(['follow-requests'])
    expect(keys(here('sending', { submission: { onPage: null } }))).toEqual(['follow-requests'])
    expect(keys(here('sending', { row: null }))).toEqual([])
  })

  it('no writing while the page reads which attempt goes on', () => {
    const reading = { of: 'attempt', isRepeated: false, thenPutBack: false, isLate: false } as const
    const search = (isLate: boolean) => ({ at: 'reading' as const, number: 1, reading: { ...reading, isLate } })
    expect(keys(here('keeping', { search: search(false) }))).toContain('(keep-submission:4)')
    // A late reading may never end, so nothing waits for it.
    expect(keys(here('keeping', { search: search(true) }))).toContain('keep-submission:4')
  })

  it('the word that it is there, and a look at what became of it, time and again', () => {
    const look = (at: 'rest' | 'looking' | 'pausing') => ({ ...rest.submission.look, at, number: 2 }) as never
    const away = (at: Parameters<typeof look>[0], isAnnounced = true) =>
      page({ exam: submitting(true), submission: { isAnnounced, look: look(at) } })
    expect(keys(away('rest'))).toEqual([])
    expect(keys(away('rest', false))).toEqual(['announce-submission:3'])
    expect(effectOf(away('rest', false), 'announce-submission:3')).toEqual({ do: 'announce-submission', draftId: 'd' })
    expect(keys(away('looking'))).toEqual(['read-submission:2'])
    expect(effectOf(away('looking'), 'read-submission:2')).toEqual({ do: 'read-submission', draftId: 'd' })
    expect(keys(away('pausing'))).toEqual(['look-pause:2'])
    expect(effectOf(away('pausing'), 'look-pause:2')).toEqual({
      do: 'wait',
      ms: 15_000,
      event: { type: 'look-pause-over' },
    })
    // A page that only looks on watches no delivery.
    expect(keys({ ...away('pausing', false), isWriter: false })).toEqual([])
  })
})
