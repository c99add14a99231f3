import { describe, expect, it } from 'vitest'
import { type AnswerEntry, giveAnswer, noteKeeping, openAnswers } from './answers.ts'
import { type LeaseState, leaseAfter, noLease } from './lease.ts'
import type { Answering, AttemptState, Submitting } from './state.ts'
import { transition } from './transition.ts'
import { paperOf } from './paper.ts'
import {
  attemptInMemory,
  chosenAttempt,
  type FoundAttempt,
  hasOwnAnswers,
  hasUnsavedAnswers,
  isOwnInDoubt,
  isStaleStart,
  type KeptAttempt,
  type Reader,
  resumeState,
  survivingChange,
  resumptionOf,
  withChanges,
} from './resume.ts'

const questions = [{ id: 'q1', kind: 'text' as const, prompt: '?' }]
const attempt = {
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
const paper = paperOf({ questions, attempt, test: null })

describe('[C.06] after a reload or a killed browser the exam goes on where it was', () => {
  it('asks with the same start_key when no paper had come', () => {
    expect(resumeState(kept({}))).toEqual({ phase: 'opening', startKey: 'start-key' })
  })

  it('[S9.01] counts on from the asks that were sent', () => {
    expect(resumeState(kept({ building: true, buildAsked: 42 }))).toMatchObject({ phase: 'building', asked: 42 })
  })

  it('begins a stored paper whose clock did not run', () => {
    const unbegun = paperOf({ questions, attempt: { ...attempt, started_at: null }, test: null })
    expect(resumeState(kept({ paper: unbegun }))).toMatchObject({ phase: 'ready', stored: true })
  })

  it('goes on under the epoch of the last answer when the take-over itself was not written down', () => {
    const own = { question_id: 'q1', value: 'так', epoch: 4, seq: 1, device_id: 'phone~00001' }
    const state = resumeState(kept({ paper, entries: [['q1', { own, seen: null, mark: null, keeping: 'kept' }]] }))
    const next = transition(state, { type: 'answer-given', questionId: 'q1', value: 'ні' }, { deviceId: 'phone~00002' })
    expect('answers' in next && next.answers.entries.get('q1')?.own).toMatchObject({ value: 'ні', epoch: 4, seq: 2 })
  })

  it('opens the same question with its answers, flags and epoch', () => {
    const own = { question_id: 'q1', value: 'так', epoch: 3, seq: 2, device_id: 'phone' }
    const state = resumeState(
      kept({ paper, entries: [['q1', { own, seen: null, mark: null, keeping: 'kept' }]], position: 0, flags: ['q1'] }),
    )
    expect(state).toMatchObject({ phase: 'answering', flags: new Set(['q1']), answers: { epoch: 3 } })
  })

  it.each([
    [{ state: 'waiting' } as const, 'submitting'],
    [{ state: 'accepted' } as const, 'finished'],
    [{ state: 'graded' } as const, 'finished'],
    [{ state: 'refused', code: 'x', message: '' } as const, 'failed'],
  ])('a submission that is %o goes on as %s', (submission, phase) => {
    expect(resumeState(kept({ paper, submission })).phase).toBe(phase)
  })

  it('[S4.20] leaves the waiting for a grade to the page of the result', () => {
    expect(resumeState(kept({ paper, submission: { state: 'accepted' } }))).toEqual({
      phase: 'finished',
      result: null,
      isInWork: true,
    })
  })

  it('fetches the paper whose key was known', () => {
    expect(resumeState(kept({ building: true, buildAsked: 42, cacheKey: 'k' }))).toEqual({
      phase: 'building',
      asked: 42,
      cacheKey: 'k',
      progress: null,
    })
  })

  it('shows the question that was open, and writes', () => {
    expect(resumeState(kept({ paper, position: 7 }))).toMatchObject({
      phase: 'answering',
      position: 7,
      flags: new Set(),
      writer: 'here',
      answers: { deviceId: 'phone', entries: new Map() },
    })
  })

  it('goes on where answers were given before the server’s word that the clock runs had come', () => {
    const unbegun = paperOf({ questions, attempt: { ...attempt, started_at: null }, test: null })
    const own = { question_id: 'q1', value: 'так', epoch: 3, seq: 2, device_id: 'phone' }
    const entries: KeptAttempt['entries'] = [['q1', { own, seen: null, mark: null, keeping: 'kept' }]]
    expect(resumeState(kept({ paper: unbegun, entries }))).toMatchObject({ phase: 'answering' })
  })

  it('sends what waits in the store of submissions as it stands there', () => {
    expect(resumeState(kept({ paper, submission: { state: 'waiting' } }))).toMatchObject({
      phase: 'submitting',
      because: 'chosen',
      enqueued: true,
      paper,
    })
  })

  it('keeps the server’s words about a submission that it refused', () => {
    expect(resumeState(kept({ paper, submission: { state: 'refused', code: 'x', message: 'Чому' } }))).toEqual({
      phase: 'failed',
      failure: { kind: 'needs-attention', code: 'x', message: 'Чому' },
    })
  })

  it('reads a result that is there already', () => {
    expect(resumeState(kept({ submission: { state: 'graded' } }))).toEqual({ phase: 'finished', result: null })
  })
})

const begunPaper = paper!
const event = (more = {}) => ({ question_id: 'q1', value: 'так', epoch: 3, seq: 1, device_id: 'phone', ...more })
/** An answer was given on this page, and the disk has not confirmed it. */
const answering: Answering = {
  phase: 'answering',
  paper: begunPaper,
  answers: giveAnswer(openAnswers('phone', 3), 'q1', 'так'),
  position: 0,
  flags: new Set(['q1']),
  writer: 'here',
}
const written: Answering = { ...answering, answers: noteKeeping(answering.answers, event(), 'kept') }
const submitting: Submitting = {
  phase: 'submitting',
  paper: begunPaper,
  answers: answering.answers,
  because: 'deadline',
  enqueued: false,
}
const inWork: AttemptState = { phase: 'finished', result: null, isInWork: true }
const queued: Submitting = { ...submitting, enqueued: true }
const reader = (more: Partial<Reader> = {}): Reader => ({
  isEntered: true,
  isWriter: true,
  deviceId: 'phone~00002',
  changes: [],
  ...more,
})
const ofTab = event({ value: 'ні', seq: 4, device_id: 'other-tab' })
const onDisk = (own = event({ value: 'з диска', device_id: 'disk' })): [string, AnswerEntry][] => [
  ['q1', { own, seen: null, mark: null, keeping: 'kept' }],
]
/** The paper of another attempt of the purchase, or of a server that names none, with these questions. */
const paperOfAttempt = (attemptId: string | null, id = 'q1') => ({
  ...begunPaper,
  attemptInfo: { ...begunPaper.attemptInfo, attemptId },
  questions: [{ ...questions[0]!, id }],
})
/** What the page then shows of its first question, or the phase or place that it is led to. */
function ledTo(state: AttemptState, found: KeptAttempt | null | 'deleted', how: Partial<Reader> = {}) {
  const resumed = resumptionOf(state, found, reader(how))
  if (resumed.to !== 'state') return resumed.to
  if (!('answers' in resumed.state)) return resumed.state.phase
  const { own, keeping } = resumed.state.answers.entries.get('q1') ?? {}
  return `${resumed.state.phase} ${own?.value} ${keeping}`
}

describe('a page holds answers that may be nowhere else', () => {
  it.each<[string, AttemptState, boolean, boolean]>([
    ['while it answers', answering, true, true],
    ['while its submission is not written down', submitting, true, true],
    ['while the store that has its submission may be deleted', queued, false, true],
    ['not before there are questions', { phase: 'opening', startKey: null }, false, false],
    ['not after the end', { phase: 'finished', result: null }, false, false],
  ])('%s', (_, state, hasOwn, hasUnsaved) => {
    expect([hasOwnAnswers(state), hasUnsavedAnswers(state)]).toEqual([hasOwn, hasUnsaved])
  })
})

describe('[C.06] where a page goes on that finds nothing kept', () => {
  it.each<[string, AttemptState, string]>([
    ['at the introduction', { phase: 'opening', startKey: null }, 'intro'],
    ['at the introduction, where another row had the submission', queued, 'intro'],
    ['at the end, which another tab has brought while this one answered', answering, 'finished'],
    ['at the end, which another tab has brought while this one submitted', submitting, 'finished'],
  ])('%s', (_, state, expected) => {
    expect(ledTo(state, null)).toBe(expected)
  })
})

describe('[R18] where a page goes on whose rows were deleted', () => {
  it('without the disk, while it answers: none of its answers may be called kept', () => {
    expect(resumptionOf(written, 'deleted', reader())).toEqual({ to: 'without-disk', events: [event()] })
  })

  it.each<[string, AttemptState, Partial<Reader>, string]>([
    ['with what it shows, where it only looks on', answering, { isWriter: false }, 'stay'],
    ['with its submission', submitting, {}, 'submitting так saving'],
    ['with what it shows of a submission, where it only looks on', submitting, { isWriter: false }, 'stay'],
    ['at the introduction, where it has no answers', { phase: 'opening', startKey: null }, {}, 'intro'],
    ['at the introduction, where it only looks on and has no answers', inWork, { isWriter: false }, 'intro'],
  ])('%s', (_, state, how, expected) => {
    expect(ledTo(state, 'deleted', how)).toBe(expected)
  })

  it('with a submission that is to be written down again', () => {
    expect(resumptionOf(queued, 'deleted', reader())).toEqual({ to: 'state', state: submitting })
  })
})

describe('[R18] where a page goes on that finds its attempt', () => {
  const found = kept({ paper: begunPaper, entries: onDisk(), position: 1, flags: ['q1'], deviceId: 'phone~00002' })
  const unread = kept({ position: 1 })
  const later = event({ seq: 2 })
  const answeredLater = { ...answering, answers: giveAnswer(answering.answers, 'q1', 'пізніше') }

  it.each<[string, AttemptState, KeptAttempt, Partial<Reader>, string]>([
    ['by what the disk has, where it has nothing of its own', inWork, found, {}, 'answering з диска kept'],
    [
      'by what the disk has, where its own is there',
      written,
      { ...found, entries: onDisk(event({ value: 'з диска' })) },
      {},
      'answering з диска kept',
    ],
    [
      'with what it had called kept, where the data were deleted while it read',
      written,
      { ...found, entries: [] },
      {},
      'answering так refused',
    ],
    ['with what was not heard to be kept beside it', answeredLater, found, {}, 'answering пізніше refused'],
    ['by a later answer of another tab', answering, { ...found, entries: onDisk(ofTab) }, {}, 'answering ні kept'],
    [
      'with an answer given after another tab’s, and not kept',
      answeredLater,
      { ...found, entries: onDisk(ofTab) },
      { changes: [ofTab] },
      'answering ні kept',
    ],
    ['with all that it knows, where it cannot be read', answering, unread, {}, 'answering так saving'],
    [
      'with what another tab wrote, where the rest cannot be read',
      answering,
      unread,
      { changes: [ofTab] },
      'answering ні kept',
    ],
    [
      'by what another tab has submitted',
      answering,
      { ...found, submission: { state: 'waiting' } },
      {},
      'submitting з диска kept',
    ],
    ['by what was graded', answering, { ...found, submission: { state: 'graded' } }, {}, 'finished'],
    [
      'with the next one, which another tab has begun',
      answering,
      { ...found, paper: paperOfAttempt('a2') },
      {},
      'answering з диска kept',
    ],
    ['with its submission', submitting, found, {}, 'submitting так saving'],
    [
      'with the exam, where another tab has gone on with it',
      submitting,
      { ...found, entries: onDisk(ofTab) },
      { changes: [ofTab] },
      'answering ні kept',
    ],
    [
      'by the store that has its submission',
      queued,
      { ...found, submission: { state: 'waiting' } },
      {},
      'submitting з диска kept',
    ],
    [
      'with the same attempt in another row, and all its answers',
      { ...answeredLater, answers: noteKeeping(answeredLater.answers, later, 'kept') },
      found,
      { isEntered: false },
      'answering пізніше refused',
    ],
    [
      'with another attempt in another row',
      answeredLater,
      { ...found, paper: paperOfAttempt('a2') },
      { isEntered: false },
      'answering з диска kept',
    ],
    ['with another row that has no paper yet', answering, unread, { isEntered: false }, 'opening'],
    [
      'with its submission, whose store was deleted and whose attempt was put back',
      queued,
      found,
      { isEntered: false },
      'submitting так saving',
    ],
  ])('%s', (_, state, kept, how, expected) => {
    expect(ledTo(state, kept, how)).toBe(expected)
  })

  it('of a server that names none by its questions', () => {
    const nameless = { ...answeredLater, paper: paperOfAttempt(null) }
    const same = { ...found, paper: paperOfAttempt(null) }
    const other = { ...found, paper: paperOfAttempt(null, 'q2') }
    expect(ledTo(nameless, same, { isEntered: false })).toBe('answering пізніше refused')
    expect(ledTo(nameless, other, { isEntered: false })).toBe('answering з диска kept')
  })
})

describe('[R18] a page that goes on with what it knows, and with what other tabs wrote', () => {
  const place = { position: 5, flags: ['q9'] }

  it('answers under its new name, after all that was written', () => {
    const state = withChanges({ ...answering, writer: 'other-tab' }, place, reader({ changes: [ofTab] }))
    expect(state).toMatchObject({ phase: 'answering', position: 0, flags: new Set(['q1']), writer: 'here' })
    expect('answers' in state && state.answers).toMatchObject({ deviceId: 'phone~00002' })
    expect('answers' in state && state.answers.entries.get('q1')?.own).toEqual(ofTab)
  })

  it('stays with another device’s writing', () => {
    expect(withChanges({ ...answering, writer: 'other-device' }, place, reader())).toMatchObject({
      writer: 'other-device',
    })
  })

  it('goes on with a submission that was not written down, where nothing was written since', () => {
    expect(withChanges(submitting, place, reader())).toBe(submitting)
  })

  it('goes on with the exam, at the place that the disk has, where another tab did', () => {
    const changes = { changes: [ofTab] }
    expect(withChanges(submitting, place, reader(changes))).toMatchObject({
      phase: 'answering',
      position: 5,
      writer: 'here',
    })
    expect(withChanges(submitting, place, reader(changes))).toMatchObject({ flags: new Set(['q9']) })
    expect(withChanges(submitting, null, reader(changes))).toMatchObject({ position: 0, flags: new Set() })
  })

  it('changes nothing of a page without answers, or whose submission is written down', () => {
    expect(withChanges(queued, place, reader({ changes: [ofTab] }))).toBe(queued)
    expect(withChanges(inWork, place, reader({ changes: [ofTab] }))).toBe(inWork)
  })
})

const held = leaseAfter(noLease, { type: 'lease-taken', lease: 1, name: 'phone~00001' })
const goingOn = leaseAfter(held, { type: 'going-on-accepted' })
const row = (more: Partial<FoundAttempt> = {}): FoundAttempt => ({
  draftId: 'own',
  mode: 'exam',
  state: 'open',
  createdAt: 0,
  startKey: 'key',
  building: false,
  frame: begunPaper.attemptInfo,
  ...more,
})
const other = row({ draftId: 'other' })
const unfetched = row({ draftId: 'other', state: 'opening', frame: null })

describe('[R18] which attempt a page goes on with', () => {
  it.each<[string, FoundAttempt | null, FoundAttempt | null, LeaseState, boolean, boolean]>([
    ['its own may be there, where nothing is found', row(), null, held, true, true],
    ['its own may be there, where another one has no paper yet', row(), unfetched, held, true, true],
    ['what is found, where that is its own', row(), row({ frame: null }), held, true, false],
    ['what is found, where that has its paper', row(), other, held, true, false],
    ['what is found, where this page has no answers', row(), null, held, false, false],
    ['what is found, where this page has no attempt', null, null, held, true, false],
    ['what is found, where its own is done', row({ state: 'done' }), null, held, true, false],
    ['what is found, where its own is given up', row({ state: 'given-up' }), null, held, true, false],
    [
      'what is found, where another tab has ended its own',
      row(),
      null,
      leaseAfter(held, { type: 'row-over' }),
      true,
      false,
    ],
  ])('%s', (_, own, found, lease, hasUnsaved, expected) => {
    expect(isOwnInDoubt(own, found, lease, hasUnsaved)).toBe(expected)
  })

  it.each<[string, FoundAttempt | null, FoundAttempt | undefined, LeaseState, FoundAttempt | null | 'deleted']>([
    ['none: its own is deleted', null, undefined, held, 'deleted'],
    ['none: its own is deleted, beside one without a paper', unfetched, undefined, held, 'deleted'],
    ['its own, which was put back between the two looks', null, row(), held, row()],
    ['none, where its own is over', null, row({ state: 'done' }), held, null],
    ['none, where its own was given up', null, row({ state: 'given-up' }), held, null],
    ['what is found, beside its own', unfetched, row(), held, unfetched],
    ['its own, where the disk may be broken and has none', unfetched, undefined, goingOn, row()],
    ['its own, where the disk may be broken and found none', null, row({ state: 'done' }), goingOn, row()],
    ['what is found, where the disk may be broken and has both', unfetched, row(), goingOn, unfetched],
  ])('%s', (_, found, there, lease, expected) => {
    expect(chosenAttempt(row(), found, there, lease)).toEqual(expected)
  })

  it.each<[string, FoundAttempt | null, LeaseState, boolean]>([
    ['goes on, where the person has agreed', row(), goingOn, true],
    ['goes on no more where the person has not agreed', row(), held, false],
    ['goes on no more where another tab has ended it', row(), leaseAfter(goingOn, { type: 'row-over' }), false],
    ['goes on no more where it is done', row({ state: 'done' }), goingOn, false],
    ['is none on a page that has begun none', null, goingOn, false],
  ])('an attempt that is in memory only %s', (_, own, lease, goesOn) => {
    expect(attemptInMemory(own, lease)).toBe(goesOn ? own : null)
  })
})

describe('[R08] a start that was kept and that nobody has heard', () => {
  const start = row({ state: 'opening', frame: null })
  const quarter = 15 * 60_000

  it.each<[string, FoundAttempt, number, boolean]>([
    ['is sent within a quarter of an hour', start, quarter, false],
    ['asks for another press after it', start, quarter + 1, true],
    ['asks for another press where the clock was put back', start, -quarter - 1, true],
    ['goes on where the server builds its paper', { ...start, building: true }, quarter + 1, false],
    ['goes on where the attempt was open already', { ...start, startKey: null }, quarter + 1, false],
    ['goes on in a training, which costs nothing', { ...start, mode: 'training' }, quarter + 1, false],
    ['goes on once it has its paper', row(), quarter + 1, false],
  ])('%s', (_, kept, now, isStale) => {
    expect(isStaleStart(kept, now)).toBe(isStale)
  })
})

describe('[C.06] what must survive the tab is written as it changes', () => {
  const moved = { ...answering, position: 1 }
  const flagged = { ...answering, flags: new Set<string>() }
  const later = { ...answering, paper: { ...begunPaper, attemptInfo: { ...begunPaper.attemptInfo, deadlineAt: 9 } } }
  const taken = { ...answering, answers: { ...answering.answers, epoch: 4 } }
  const { attemptInfo: frame } = begunPaper
  const ready: AttemptState = { phase: 'ready', paper: begunPaper, answers: openAnswers('phone', 3), stored: true }
  const finished: AttemptState = { phase: 'finished', result: null }
  const noOpen: AttemptState = { phase: 'no-open-attempt', resultUrl: null }
  const failed = (kind: 'network' | 'build-expired'): AttemptState => ({ phase: 'failed', failure: { kind } })

  it.each<[string, AttemptState | null, AttemptState, object | null]>([
    ['nothing new', answering, { ...answering }, null],
    ['an answer, which is written by itself', answering, written, null],
    ['a resumption', null, answering, null],
    ['questions that come', { phase: 'opening', startKey: null }, ready, null],
    ['the first question', ready, answering, null],
    ['the place', answering, moved, { position: 1, flags: ['q1'] }],
    ['a flag', answering, flagged, { position: 0, flags: [] }],
    ['the deadline', answering, later, { frame: later.paper.attemptInfo, epoch: 3 }],
    ['a take-over', answering, taken, { frame, epoch: 4 }],
    ['a take-over before the first question', ready, taken, { frame, epoch: 4 }],
    ['the press that submits', answering, submitting, null],
    ['the end', submitting, finished, { state: 'done' }],
    ['an end that no event led to', null, finished, { state: 'done' }],
    ['an end that is known', finished, { ...finished }, null],
    ['that nothing is open', { phase: 'opening', startKey: null }, noOpen, { state: 'given-up' }],
    ['a failure that another try may mend', ready, failed('network'), null],
    ['a failure that ends the attempt', ready, failed('build-expired'), { state: 'given-up' }],
  ])('%s', (_, before, after, expected) => {
    expect(survivingChange(before, after)).toEqual(expected)
  })
})
