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

describe('[C.06] an exam after a reload or a killed browser', () => {
  it('a reloaded page opens the exam again with the same start_key if no paper had arrived', () => {
    expect(resumeState(kept({}))).toEqual({ phase: 'opening', startKey: 'start-key' })
  })

  it('[S9.01] a reloaded page continues the count of the build polls that were sent', () => {
    expect(resumeState(kept({ building: true, buildAsked: 42 }))).toMatchObject({ phase: 'building', asked: 42 })
  })

  it('a reloaded page is ready to begin a stored paper whose clock did not run', () => {
    const unbegun = paperOf({ questions, attempt: { ...attempt, started_at: null }, test: null })
    expect(resumeState(kept({ paper: unbegun }))).toMatchObject({ phase: 'ready', stored: true })
  })

  it('a reloaded page continues under the epoch of the last answer if the take-over itself was not stored', () => {
    const own = { question_id: 'q1', value: 'так', epoch: 4, seq: 1, device_id: 'phone~00001' }
    const state = resumeState(kept({ paper, entries: [['q1', { own, seen: null, mark: null, keeping: 'kept' }]] }))
    const next = transition(state, { type: 'answer-given', questionId: 'q1', value: 'ні' }, { deviceId: 'phone~00002' })
    expect('answers' in next && next.answers.entries.get('q1')?.own).toMatchObject({ value: 'ні', epoch: 4, seq: 2 })
  })

  it('a reloaded page continues answering with its flags and its epoch', () => {
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
  ])('a reloaded page that finds its submission %o is %s', (submission, phase) => {
    expect(resumeState(kept({ paper, submission })).phase).toBe(phase)
  })

  it('[S4.20] a reloaded page leaves the wait for a grade to the result page', () => {
    expect(resumeState(kept({ paper, submission: { state: 'accepted' } }))).toEqual({
      phase: 'finished',
      result: null,
      isInWork: true,
    })
  })

  it('a reloaded page keeps the key of the finished paper that it has to fetch', () => {
    expect(resumeState(kept({ building: true, buildAsked: 42, cacheKey: 'k' }))).toEqual({
      phase: 'building',
      asked: 42,
      cacheKey: 'k',
      progress: null,
    })
  })

  it('a reloaded page shows the question that was open, and has the writing', () => {
    expect(resumeState(kept({ paper, position: 7 }))).toMatchObject({
      phase: 'answering',
      position: 7,
      flags: new Set(),
      writer: 'here',
      answers: { deviceId: 'phone', entries: new Map() },
    })
  })

  it('a reloaded page continues answering if answers were given before the server confirmed the start of the clock', () => {
    const unbegun = paperOf({ questions, attempt: { ...attempt, started_at: null }, test: null })
    const own = { question_id: 'q1', value: 'так', epoch: 3, seq: 2, device_id: 'phone' }
    const entries: KeptAttempt['entries'] = [['q1', { own, seen: null, mark: null, keeping: 'kept' }]]
    expect(resumeState(kept({ paper: unbegun, entries }))).toMatchObject({ phase: 'answering' })
  })

  it('a reloaded page treats a waiting submission as already stored', () => {
    expect(resumeState(kept({ paper, submission: { state: 'waiting' } }))).toMatchObject({
      phase: 'submitting',
      because: 'chosen',
      enqueued: true,
      paper,
    })
  })

  it('a reloaded page keeps the server’s message about a submission that it refused', () => {
    expect(resumeState(kept({ paper, submission: { state: 'refused', code: 'x', message: 'Чому' } }))).toEqual({
      phase: 'failed',
      failure: { kind: 'needs-attention', code: 'x', message: 'Чому' },
    })
  })

  it('a reloaded page is finished when its submission is already graded', () => {
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

describe('answers that only this page may have', () => {
  it.each<[string, AttemptState, boolean, boolean]>([
    ['a page that answers has answers of its own, which may be unsaved', answering, true, true],
    ['a page whose submission is not stored has answers of its own, which may be unsaved', submitting, true, true],
    [
      'a page whose submission is stored has no answers of its own, but the stored ones may be lost',
      queued,
      false,
      true,
    ],
    ['a page without questions has no answers to lose', { phase: 'opening', startKey: null }, false, false],
    ['a page whose exam is over has no answers to lose', { phase: 'finished', result: null }, false, false],
  ])('%s', (_, state, hasOwn, hasUnsaved) => {
    expect([hasOwnAnswers(state), hasUnsavedAnswers(state)]).toEqual([hasOwn, hasUnsaved])
  })
})

describe('[C.06] a page that finds nothing stored', () => {
  it.each<[string, AttemptState, string]>([
    [
      'a page that opens an exam returns to the introduction when it finds nothing stored',
      { phase: 'opening', startKey: null },
      'intro',
    ],
    [
      'a page whose submission is in another row returns to the introduction when it finds nothing stored',
      queued,
      'intro',
    ],
    [
      'a page that answers is finished when it finds nothing stored, because another tab ended the attempt',
      answering,
      'finished',
    ],
    [
      'a page that submits is finished when it finds nothing stored, because another tab ended the attempt',
      submitting,
      'finished',
    ],
  ])('%s', (_, state, expected) => {
    expect(ledTo(state, null)).toBe(expected)
  })
})

describe('[R18] a page whose rows were deleted', () => {
  it('a page that answers continues without the disk after a deletion, and its answers no longer count as kept', () => {
    expect(resumptionOf(written, 'deleted', reader())).toEqual({ to: 'without-disk', events: [event()] })
  })

  it.each<[string, AttemptState, Partial<Reader>, string]>([
    ['a page that only looks on stays as it is after a deletion', answering, { isWriter: false }, 'stay'],
    ['a page that submits keeps its submission after a deletion', submitting, {}, 'submitting так saving'],
    [
      'a page that only looks on at a submission stays as it is after a deletion',
      submitting,
      { isWriter: false },
      'stay',
    ],
    [
      'a page without answers returns to the introduction after a deletion',
      { phase: 'opening', startKey: null },
      {},
      'intro',
    ],
    [
      'a page that only looks on and has no answers returns to the introduction after a deletion',
      inWork,
      { isWriter: false },
      'intro',
    ],
  ])('%s', (_, state, how, expected) => {
    expect(ledTo(state, 'deleted', how)).toBe(expected)
  })

  it('a page whose stored submission was deleted has to store it again', () => {
    expect(resumptionOf(queued, 'deleted', reader())).toEqual({ to: 'state', state: submitting })
  })
})

describe('[R18] a page that finds its attempt', () => {
  const found = kept({ paper: begunPaper, entries: onDisk(), position: 1, flags: ['q1'], deviceId: 'phone~00002' })
  const unread = kept({ position: 1 })
  const later = event({ seq: 2 })
  const answeredLater = { ...answering, answers: giveAnswer(answering.answers, 'q1', 'пізніше') }

  it.each<[string, AttemptState, KeptAttempt, Partial<Reader>, string]>([
    ['a page that has no answers of its own takes those of the disk', inWork, found, {}, 'answering з диска kept'],
    [
      'a page whose own answer is on the disk takes the disk’s value',
      written,
      { ...found, entries: onDisk(event({ value: 'з диска' })) },
      {},
      'answering з диска kept',
    ],
    [
      'a page keeps an answer that was deleted while it read, and no longer counts it as kept',
      written,
      { ...found, entries: [] },
      {},
      'answering так refused',
    ],
    [
      'a page keeps its own later answer that the disk has not confirmed',
      answeredLater,
      found,
      {},
      'answering пізніше refused',
    ],
    [
      'a page takes another tab’s later answer from the disk',
      answering,
      { ...found, entries: onDisk(ofTab) },
      {},
      'answering ні kept',
    ],
    [
      'a page that answered twice without saving takes the later change of another tab',
      answeredLater,
      { ...found, entries: onDisk(ofTab) },
      { changes: [ofTab] },
      'answering ні kept',
    ],
    ['a page keeps all its answers when its paper cannot be read', answering, unread, {}, 'answering так saving'],
    [
      'a page takes another tab’s answer even when its paper cannot be read',
      answering,
      unread,
      { changes: [ofTab] },
      'answering ні kept',
    ],
    [
      'a page takes the submission that another tab has stored',
      answering,
      { ...found, submission: { state: 'waiting' } },
      {},
      'submitting з диска kept',
    ],
    [
      'a page is finished when its submission was graded',
      answering,
      { ...found, submission: { state: 'graded' } },
      {},
      'finished',
    ],
    [
      'a page shows the next attempt when another tab has begun it',
      answering,
      { ...found, paper: paperOfAttempt('a2') },
      {},
      'answering з диска kept',
    ],
    ['a page that submits keeps its own submission', submitting, found, {}, 'submitting так saving'],
    [
      'a page that submits returns to the exam when another tab has continued it',
      submitting,
      { ...found, entries: onDisk(ofTab) },
      { changes: [ofTab] },
      'answering ні kept',
    ],
    [
      'a page whose submission is stored takes the stored one',
      queued,
      { ...found, submission: { state: 'waiting' } },
      {},
      'submitting з диска kept',
    ],
    [
      'a page keeps all its answers when it finds the same attempt in another row',
      { ...answeredLater, answers: noteKeeping(answeredLater.answers, later, 'kept') },
      found,
      { isEntered: false },
      'answering пізніше refused',
    ],
    [
      'a page takes the disk’s answers when it finds another attempt in another row',
      answeredLater,
      { ...found, paper: paperOfAttempt('a2') },
      { isEntered: false },
      'answering з диска kept',
    ],
    ['a page opens another row that has no paper yet', answering, unread, { isEntered: false }, 'opening'],
    [
      'a page submits again when its stored submission was deleted and its attempt was put back',
      queued,
      found,
      { isEntered: false },
      'submitting так saving',
    ],
  ])('%s', (_, state, kept, how, expected) => {
    expect(ledTo(state, kept, how)).toBe(expected)
  })

  it('a page recognises its attempt by the questions when the server gives no attempt id', () => {
    const nameless = { ...answeredLater, paper: paperOfAttempt(null) }
    const same = { ...found, paper: paperOfAttempt(null) }
    const other = { ...found, paper: paperOfAttempt(null, 'q2') }
    expect(ledTo(nameless, same, { isEntered: false })).toBe('answering пізніше refused')
    expect(ledTo(nameless, other, { isEntered: false })).toBe('answering з диска kept')
  })
})

describe('[R18] a page that continues with its own answers and the changes of other tabs', () => {
  const place = { position: 5, flags: ['q9'] }

  it('a page takes the changes of other tabs, and then answers under its new name', () => {
    const state = withChanges({ ...answering, writer: 'other-tab' }, place, reader({ changes: [ofTab] }))
    expect(state).toMatchObject({ phase: 'answering', position: 0, flags: new Set(['q1']), writer: 'here' })
    expect('answers' in state && state.answers).toMatchObject({ deviceId: 'phone~00002' })
    expect('answers' in state && state.answers.entries.get('q1')?.own).toEqual(ofTab)
  })

  it('a page leaves the writing to the other device that has it', () => {
    expect(withChanges({ ...answering, writer: 'other-device' }, place, reader())).toMatchObject({
      writer: 'other-device',
    })
  })

  it('a page keeps a submission that is not stored if no other tab has written since', () => {
    expect(withChanges(submitting, place, reader())).toBe(submitting)
  })

  it('a page that submits returns to the exam at the place on the disk if another tab has written', () => {
    const changes = { changes: [ofTab] }
    expect(withChanges(submitting, place, reader(changes))).toMatchObject({
      phase: 'answering',
      position: 5,
      writer: 'here',
    })
    expect(withChanges(submitting, place, reader(changes))).toMatchObject({ flags: new Set(['q9']) })
    expect(withChanges(submitting, null, reader(changes))).toMatchObject({ position: 0, flags: new Set() })
  })

  it('a page without answers, or with a stored submission, ignores the changes of other tabs', () => {
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

describe('[R18] the attempt that a page continues', () => {
  it.each<[string, FoundAttempt | null, FoundAttempt | null, LeaseState, boolean, boolean]>([
    ['an attempt of the page may still exist when nothing is found', row(), null, held, true, true],
    [
      'an attempt of the page may still exist when another one without a paper is found',
      row(),
      unfetched,
      held,
      true,
      true,
    ],
    [
      'an attempt of the page is not in doubt when it is the one that is found',
      row(),
      row({ frame: null }),
      held,
      true,
      false,
    ],
    ['an attempt of the page is not in doubt when the one that is found has a paper', row(), other, held, true, false],
    ['an attempt of the page is not in doubt when the page has no unsaved answers', row(), null, held, false, false],
    ['an attempt is not in doubt on a page that has none of its own', null, null, held, true, false],
    ['an attempt of the page is not in doubt when it is done', row({ state: 'done' }), null, held, true, false],
    ['an attempt of the page is not in doubt when it is given up', row({ state: 'given-up' }), null, held, true, false],
    [
      'an attempt of the page is not in doubt when another tab has ended it',
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
    ['a page learns that its own attempt is deleted when nothing is found', null, undefined, held, 'deleted'],
    [
      'a page learns that its own attempt is deleted even if another one without a paper is found',
      unfetched,
      undefined,
      held,
      'deleted',
    ],
    ['a page continues its own attempt if it was put back between two readings', null, row(), held, row()],
    ['a page has no attempt to continue when its own is done', null, row({ state: 'done' }), held, null],
    ['a page has no attempt to continue when its own was given up', null, row({ state: 'given-up' }), held, null],
    ['a page continues the attempt that is found although its own exists too', unfetched, row(), held, unfetched],
    [
      'a page that may continue without the disk keeps its own attempt when the disk lacks it',
      unfetched,
      undefined,
      goingOn,
      row(),
    ],
    [
      'a page that may continue without the disk keeps its own attempt when nothing open is found',
      null,
      row({ state: 'done' }),
      goingOn,
      row(),
    ],
    [
      'a page that may continue without the disk continues the attempt that is found when the disk has both',
      unfetched,
      row(),
      goingOn,
      unfetched,
    ],
  ])('%s', (_, found, there, lease, expected) => {
    expect(chosenAttempt(row(), found, there, lease)).toEqual(expected)
  })

  it.each<[string, FoundAttempt | null, LeaseState, boolean]>([
    ['continues when the person has agreed', row(), goingOn, true],
    ['does not continue when the person has not agreed', row(), held, false],
    ['does not continue when another tab has ended it', row(), leaseAfter(goingOn, { type: 'row-over' }), false],
    ['does not continue when it is done', row({ state: 'done' }), goingOn, false],
    ['does not exist on a page that has begun no attempt', null, goingOn, false],
  ])('an attempt that is in memory only %s', (_, own, lease, goesOn) => {
    expect(attemptInMemory(own, lease)).toBe(goesOn ? own : null)
  })
})

describe('[R08] a stored start that the server has not heard', () => {
  const start = row({ state: 'opening', frame: null })
  const quarter = 15 * 60_000

  it.each<[string, FoundAttempt, number, boolean]>([
    ['a stored start is sent within a quarter of an hour', start, quarter, false],
    ['a stored start needs another press after a quarter of an hour', start, quarter + 1, true],
    ['a stored start needs another press when the clock was put back', start, -quarter - 1, true],
    ['a stored start continues when the server builds its paper', { ...start, building: true }, quarter + 1, false],
    ['a stored start continues when its attempt was already open', { ...start, startKey: null }, quarter + 1, false],
    [
      'a stored start of a training continues, because it costs nothing',
      { ...start, mode: 'training' },
      quarter + 1,
      false,
    ],
    ['a stored start continues once it has its paper', row(), quarter + 1, false],
  ])('%s', (_, kept, now, isStale) => {
    expect(isStaleStart(kept, now)).toBe(isStale)
  })
})

describe('[C.06] the changes that must survive the tab', () => {
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
    ['an unchanged exam writes nothing to the row', answering, { ...answering }, null],
    ['an answer writes nothing to the row, because it has a record of its own', answering, written, null],
    ['a resumption writes nothing to the row', null, answering, null],
    ['new questions write nothing to the row', { phase: 'opening', startKey: null }, ready, null],
    ['the first question writes nothing to the row', ready, answering, null],
    ['a new place writes the place and the flags to the row', answering, moved, { position: 1, flags: ['q1'] }],
    ['a changed flag writes the place and the flags to the row', answering, flagged, { position: 0, flags: [] }],
    [
      'a new deadline writes the attempt info and the epoch to the row',
      answering,
      later,
      { frame: later.paper.attemptInfo, epoch: 3 },
    ],
    ['a take-over writes the attempt info and the new epoch to the row', answering, taken, { frame, epoch: 4 }],
    [
      'a take-over before the first question writes the attempt info and the new epoch to the row',
      ready,
      taken,
      { frame, epoch: 4 },
    ],
    ['the press that submits writes nothing to the row', answering, submitting, null],
    ['the end of an attempt marks the row as done', submitting, finished, { state: 'done' }],
    ['an end that no event led to marks the row as done', null, finished, { state: 'done' }],
    ['an end that is already known writes nothing to the row', finished, { ...finished }, null],
    [
      'a reply that no attempt is open marks the row as given up',
      { phase: 'opening', startKey: null },
      noOpen,
      { state: 'given-up' },
    ],
    ['a failure that another try may fix writes nothing to the row', ready, failed('network'), null],
    [
      'a failure that ends the attempt marks the row as given up',
      ready,
      failed('build-expired'),
      { state: 'given-up' },
    ],
  ])('%s', (_, before, after, expected) => {
    expect(survivingChange(before, after)).toEqual(expected)
  })
})
