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
  it('every page queues for the lock and follows the other tabs', () => {
    expect(wanted(rest)).toEqual([
      { key: 'hold-lock', effect: { do: 'hold-lock' } },
      { key: 'follow-others', effect: { do: 'follow-others' } },
      { key: 'limit-storage:0', effect: { do: 'limit-storage', ms: 15_000 } },
    ])
    expect(keys(page())).toEqual([])
  })

  it('a page requests a delivery each time it has left answers behind', () => {
    expect(keys(page({ leftBehind: 2 }))).toEqual(['request-delivery:2'])
    expect(effectOf(page({ leftBehind: 2 }), 'request-delivery:2')).toEqual({ do: 'request-delivery' })
  })

  it('a page wants no effect for an exam that it does not show', () => {
    const call = { number: 1, takeOver: false }
    expect(keys(page({ stage: 'intro', call, disk: { isPausing: true }, exam: answering('saving') }))).toEqual([])
  })
})

describe('[R21] a page that looks for its attempt', () => {
  const reading = (more: object) => ({
    at: 'reading' as const,
    number: 4,
    reading: { of: 'attempt' as const, isRepeated: false, thenPutBack: false, isLate: false, ...more },
  })

  it('a page limits its search for the attempt, and the reading of it, to 15 s', () => {
    const looking = page({ stage: 'looking', search: { at: 'idle', number: 4 } })
    expect(keys(looking)).toEqual(['limit-storage:4'])
    expect(effectOf(looking, 'limit-storage:4')).toEqual({ do: 'limit-storage', ms: 15_000 })
    const reads = page({ search: reading({}) })
    expect(keys(reads)).toEqual(['read:4', 'limit-storage:4'])
    expect(effectOf(reads, 'read:4')).toEqual({ do: 'read', of: 'attempt' })
  })

  it('a page sets no limit on a reading that is already late, or on one of the answers alone', () => {
    expect(keys(page({ search: reading({ isLate: true }) }))).toEqual(['read:4'])
    const answers = page({ search: reading({ of: 'answers' }) })
    expect(keys(answers)).toEqual(['read:4'])
    expect(effectOf(answers, 'read:4')).toEqual({ do: 'read', of: 'answers' })
  })

  it('a page begins a new attempt under its start key', () => {
    const begins = page({ search: { at: 'beginning', number: 5, startKey: 'key', draftId: 'new' } })
    expect(keys(begins)).toEqual(['begin-attempt:5'])
    expect(effectOf(begins, 'begin-attempt:5')).toEqual({ do: 'begin-attempt', startKey: 'key', draftId: 'new' })
  })
})

describe('the effects of each phase of an exam', () => {
  const building = (cacheKey: string | null): AttemptState => ({
    phase: 'building',
    asked: 1,
    cacheKey,
    progress: null,
  })
  const ready = (stored: boolean): AttemptState => ({ phase: 'ready', paper, answers: openAnswers('', 0, []), stored })
  it.each<[string, AttemptState, string, object]>([
    ['the opening of the exam', { phase: 'opening', startKey: 'key' }, 'open:3', { do: 'open', startKey: 'key' }],
    ['a poll of the building', building(null), 'poll-build:3', { do: 'poll-build' }],
    ['the paper that was built', building('cache'), 'fetch-paper:3', { do: 'fetch-paper', cacheKey: 'cache' }],
    ['the storing of its paper', ready(false), 'store-paper:3', { do: 'store-paper' }],
    [
      'a limit of 4 s on the call that begins the clock',
      ready(true),
      'begin-limit:7',
      { do: 'wait', ms: 4_000, event: { type: 'begin-timed-out' } },
    ],
  ])('only the tab that writes wants %s', (_, exam, key, effect) => {
    const state = page({ exam, calls: 7 })
    expect(keys(state)).toEqual([key])
    expect(effectOf(state, key)).toEqual(effect)
    expect(keys({ ...state, isWriter: false })).toEqual([])
  })

  it('a tab that writes or only looks on wants the clock, and saves if it has a ticket', () => {
    const exam = answering(null, { paper: withTicket('t') })
    for (const isWriter of [true, false]) {
      expect(keys(page({ exam, isWriter }))).toEqual(['tick:3', 'save:3:t'])
      expect(effectOf(page({ exam, isWriter }), 'save:3:t')).toEqual({ do: 'save', ticket: 't' })
      expect(effectOf(page({ exam, isWriter }), 'tick:3')).toEqual({ do: 'tick' })
    }
    expect(keys(page({ exam: answering(null, { paper: withTicket(null) }) }))).toEqual(['tick:3'])
  })
})

describe('the effects that call the server', () => {
  it('a page wants the call that is under way', () => {
    const state = page({ call: { number: 9, takeOver: true } })
    expect(keys(state)).toEqual(['call:9'])
    expect(effectOf(state, 'call:9')).toEqual({ do: 'call', takeOver: true })
  })

  it('a page reads the answers of other devices, and again 5 s after it could not read them', () => {
    expect(keys(page({ remote: { number: 2, at: 'rest' } }))).toEqual([])
    const reads = page({ remote: { number: 2, at: 'reading' } })
    expect(keys(reads)).toEqual(['read-remote:2'])
    expect(effectOf(reads, 'read-remote:2')).toEqual({ do: 'read-remote' })
    const pauses = page({ remote: { number: 2, at: 'pausing' } })
    expect(keys(pauses)).toEqual(['remote-pause:2'])
    expect(effectOf(pauses, 'remote-pause:2')).toEqual({ do: 'wait', ms: 5_000, event: { type: 'remote-pause-over' } })
  })

  it('a page asks whether the attempt is over, and again 10 s after a reply that could not tell', () => {
    const doubt = { number: 6, isPausing: false } as NonNullable<PageState['doubtedEnd']>
    const asks = page({ doubtedEnd: doubt })
    expect(keys(asks)).toEqual(['ask-if-over:6'])
    expect(effectOf(asks, 'ask-if-over:6')).toEqual({ do: 'ask-if-over' })
    const pauses = page({ doubtedEnd: { ...doubt, isPausing: true } })
    expect(keys(pauses)).toEqual(['end-pause:6'])
    expect(effectOf(pauses, 'end-pause:6')).toEqual({ do: 'wait', ms: 10_000, event: { type: 'end-pause-over' } })
  })
})

describe('[R18] the effects that write to the disk', () => {
  const reading: PageState['search'] = {
    at: 'reading',
    number: 4,
    reading: { of: 'attempt', isRepeated: false, thenPutBack: false, isLate: true },
  }
  const exam = (keeping: Keeping, more: Partial<Answering> = {}) =>
    answering(keeping, { paper: withTicket(null), ...more })
  const ofDisk = (state: PageState) => keys(state).filter((key) => key !== 'tick:3' && key !== 'read:4')

  it('a page appends each answer that the disk is not known to have, under its lease', () => {
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

  it('a page writes nothing to the disk if it or its exam is not the writer, or if it has no attempt', () => {
    expect(ofDisk(page({ exam: exam('saving'), isWriter: false }))).toEqual([])
    expect(ofDisk(page({ exam: exam('saving', { writer: 'other-tab' }) }))).toEqual([])
    expect(ofDisk(page({ exam: exam('saving'), row: null }))).toEqual([])
  })

  it('a page appends a refused answer in the next round, after a pause of 3 s', () => {
    const paused = page({ exam: exam('refused'), disk: { round: 5, isPausing: true, refusals: 2 } })
    expect(ofDisk(paused)).toEqual([`(append:1:${named()}:5)`, 'disk-pause:2'])
    expect(effectOf(paused, 'disk-pause:2')).toEqual({ do: 'wait', ms: 3_000, event: { type: 'disk-pause-over' } })
    expect(ofDisk(page({ exam: exam('refused'), disk: { round: 5 } }))).toEqual([`append:1:${named()}:5`])
  })

  it('a page puts the attempt back if it is gone, or if the page has something to write but no lease', () => {
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

  it('a page writes only the fields of its row that have changed', () => {
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

  it('a page writes a refused row again in the next round, after a pause', () => {
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

  it('a page keeps what the server sent, also while it reads its attempt', () => {
    const kept = { number: 11, draftId: 'd', heard: {} }
    const state = page({ toKeep: [kept], search: reading })
    expect(ofDisk(state)).toEqual(['keep-heard:11'])
    expect(effectOf(state, 'keep-heard:11')).toEqual({ do: 'keep-heard', kept })
  })
})

describe('the effects of a submission', () => {
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

  it('a page stores a submission, sends it or pauses, as its offer says', () => {
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

  it('a page without the writing wants nothing for a submission, except the end of a try that is under way', () => {
    const isWriter = false
    expect(keys(here('keeping', { isWriter }))).toEqual([])
    expect(keys(here('pausing', { isWriter }))).toEqual([])
    expect(keys(here('sending', { isWriter }))).toEqual(['send-submission:4'])
    expect(keys(here('keeping', { submission: { onPage: null } }))).toEqual(['follow-requests'])
    expect(keys(here('sending', { submission: { onPage: null } }))).toEqual(['follow-requests'])
    expect(keys(here('sending', { row: null }))).toEqual([])
  })

  it('a page stores no submission while it reads which attempt continues, unless the reading is late', () => {
    const reading = { of: 'attempt', isRepeated: false, thenPutBack: false, isLate: false } as const
    const search = (isLate: boolean) => ({ at: 'reading' as const, number: 1, reading: { ...reading, isLate } })
    expect(keys(here('keeping', { search: search(false) }))).toContain('(keep-submission:4)')
    // A late reading may never end, so nothing waits for it.
    expect(keys(here('keeping', { search: search(true) }))).toContain('keep-submission:4')
  })

  it('a page announces a stored submission, and looks up its outcome every 15 s', () => {
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
