import { describe, expect, it } from 'vitest'
import { begunInfo, openedAttempt, openRow } from '../../../tests/support/opened-attempt.ts'
import { startAfterDeliverySeconds } from '#contract/exam.ts'
import type { AnswerEvent } from '#contract/question.ts'
import { savingOf } from './answers.ts'
import type { Lease } from './lease.ts'
import { atRest, type Opened, type PageEvent, type PageState } from './page-state.ts'
import { newSubmission, type AttemptRow } from './rows.ts'
import { stepsOf } from './timing.ts'
import { knows, update } from './update.ts'

const at = { wall: 1_000, steady: 1_000 }
const play = (page: PageState, ...events: PageEvent[]) => events.reduce((next, event) => update(next, event, at), page)
const expectNoChange = (page: PageState, ...events: PageEvent[]) => expect(play(page, ...events)).toBe(page)
const more = { clockOffset: 5_000, startKey: 'key', createdAt: 400 }
const row: AttemptRow = { ...openRow, ...more }
const event = (device_id: string, seq = 1): AnswerEvent => ({
  question_id: 'q1',
  value: 'так',
  epoch: 0,
  seq,
  device_id,
})
const entryOf = (own: AnswerEvent) => ['q1', { own, seen: null, mark: null, keeping: 'kept' }] as const

type Found = NonNullable<Parameters<typeof openedAttempt>[0]>
const opened = (found: Found = {}): Opened => openedAttempt({ ...found, row: { ...more, ...found.row } })
const none: PageEvent = { type: 'attempt-read', opened: { kind: 'none', deviceName: 'phone' } }
const read = (found?: Found): PageEvent => ({ type: 'attempt-read', opened: opened(found) })
const lock = (mayWrite = true): PageEvent => ({ type: 'lock-changed', mayWrite })
const looking = () => atRest('exam', at)
const reading = () => play(looking(), lock())
const answering = () => play(reading(), read())
const answer: PageEvent = { type: 'answer-given', questionId: 'q1', value: 'так' }
const own = ({ exam }: PageState) => (exam.phase === 'answering' ? exam.answers.entries.get('q1')!.own! : null)!
const saving = ({ exam }: PageState) => (exam.phase === 'answering' ? savingOf(exam.answers, 'q1') : exam.phase)
const withLease = (page: PageState, lease: Lease, mayGoOnWithout = lease.kind === 'memory-only'): PageState => ({
  ...page,
  leaseState: { ...page.leaseState, lease, mayGoOnWithout },
})
const inMemory = () => withLease(answering(), { kind: 'memory-only' })
const readsOf = ({ search }: PageState) => (search.at === 'reading' ? search.reading : search.at)

describe('a page that opens', () => {
  it('a page reads its stored attempt when it gets the writing, or its place in the queue for it', () => {
    expect(readsOf(reading())).toEqual({ of: 'attempt', isRepeated: false, thenPutBack: false, isLate: false })
    expect(readsOf(play(looking(), lock(false)))).toEqual(readsOf(reading()))
    expect(reading().search.number).toBe(looking().search.number + 1)
  })

  it('a page shows the start when nothing is stored, and learns this browser’s name', () => {
    const intro = play(reading(), none)
    expect(intro).toMatchObject({
      stage: 'intro',
      row: null,
      rowOnDisk: null,
      deviceName: 'phone',
      search: { at: 'idle' },
    })
  })

  it('a page continues the stored attempt, and keeps a clock that the server has confirmed', () => {
    expect(answering()).toMatchObject({ stage: 'running', row, rowOnDisk: row, entrances: 1, deviceName: 'phone' })
    expect(answering().clock).toMatchObject({ confirmed: false })
    const heard = play(reading(), {
      type: 'saved',
      reply: { state: 'open', epoch: 0, marks: {}, server_time: '1970-01-01T00:00:01Z' },
      sent: [],
    })
    // A time that the server has said is not replaced by the row's offset.
    expect(play(heard, read()).clock).toBe(heard.clock)
  })

  it('a page without the writing only looks on, and writes once it has the writing', () => {
    const on = play(looking(), lock(false), read({ lease: null }))
    expect(on.exam).toMatchObject({ phase: 'answering', writer: 'other-tab' })
    expect(play(on, lock(), read()).exam).toMatchObject({ writer: 'here' })
  })

  it('[R21] a page fails when the storage does not answer, and continues when a late answer comes', () => {
    const unanswered = play(reading(), { type: 'storage-unanswered' })
    expect(unanswered.exam).toEqual({ phase: 'failed', failure: { kind: 'storage' } })
    expect(readsOf(unanswered)).toMatchObject({ isLate: true })
    expect(play(unanswered, read()).exam.phase).toBe('answering')
    expect(play(looking(), { type: 'storage-unanswered' })).toMatchObject({ stage: 'running', search: { at: 'idle' } })
    expect(play(looking(), { type: 'storage-unanswered' }).entrances).toBe(looking().entrances + 1)
  })

  it('a page reads again when a storage that it gave up finds something late, unless it has started another search', () => {
    const intro = play(reading(), none)
    const { number } = intro.search
    expect(readsOf(play(intro, { type: 'found-late', search: number }))).toMatchObject({ of: 'attempt' })
    expect(play(intro, { type: 'found-late', search: number - 1 })).toBe(intro)
    expectNoChange(reading(), { type: 'found-late', search: reading().search.number })
  })
})

describe('a start', () => {
  const start = (more: object = {}): PageEvent =>
    ({ type: 'start-chosen', startKey: 'k1', draftId: 'd1', acceptsMemoryOnly: false, ...more }) as PageEvent
  const intro = () => play(reading(), none)
  const begins = () => play(intro(), start())

  it('a start begins one attempt, however often the person presses it', () => {
    expect(begins().search).toEqual({
      at: 'beginning',
      number: intro().search.number + 1,
      startKey: 'k1',
      draftId: 'd1',
    })
    expectNoChange(begins(), start({ startKey: 'k2', draftId: 'd2' }))
    expect(begins().leaseState.mayGoOnWithout).toBe(false)
    expect(play(intro(), start({ acceptsMemoryOnly: true })).leaseState.mayGoOnWithout).toBe(true)
  })

  it('a start opens the attempt that was begun, under its lease', () => {
    const begun = { ...row, draftId: 'd1', startKey: 'k1', state: 'opening' as const }
    const after = play(begins(), {
      type: 'attempt-begun',
      row: begun,
      leaseEvents: [{ type: 'lease-taken', lease: 1, name: 'phone~1' }],
    })
    expect(after).toMatchObject({
      row: begun,
      rowOnDisk: begun,
      interrupted: null,
      search: { at: 'idle' },
      leaseState: { lease: { kind: 'held', number: 1 } },
      exam: { phase: 'opening', startKey: 'k1' },
      openedAt: at.wall,
    })
  })

  it('a start reads the attempt that another tab has begun', () => {
    expect(readsOf(play(begins(), { type: 'begun-elsewhere' }))).toMatchObject({ of: 'attempt' })
  })

  it('[R20] a start that failed at the storage continues without it, under the same key, when the person agrees', () => {
    const failed = play(begins(), { type: 'beginning-failed' })
    expect(failed).toMatchObject({ search: { at: 'idle' }, exam: { phase: 'failed', failure: { kind: 'storage' } } })
    expect(failed.interrupted).toEqual({ startKey: 'k1' })
    const agreed = play(failed, { type: 'memory-only-chosen', draftId: 'd9' })
    expect(agreed.search).toMatchObject({ at: 'beginning', startKey: 'k1', draftId: 'd9' })
    expect(agreed.leaseState.mayGoOnWithout).toBe(true)
    // If the reading failed, the page reads again.
    const unread = play(reading(), { type: 'reading-failed' }, { type: 'memory-only-chosen', draftId: 'd9' })
    expect([readsOf(unread), unread.leaseState.mayGoOnWithout]).toMatchObject([{ of: 'attempt' }, true])
  })
})

describe('another try', () => {
  const again: PageEvent = { type: 'try-again-chosen', startKey: 'k2', draftId: 'd2' }
  it('another try begins an attempt if no attempt is open, and reads again after a storage failure', () => {
    expect(play({ ...answering(), exam: { phase: 'no-open-attempt' } as never }, again).search).toMatchObject({
      at: 'beginning',
      startKey: 'k2',
    })
    expectNoChange(answering(), again)
    const failed = play(reading(), { type: 'reading-failed' })
    expect(failed.exam).toEqual({ phase: 'failed', failure: { kind: 'storage' } })
    expect(readsOf(play(failed, again))).toMatchObject({ of: 'attempt' })
  })
})

describe('a reading that failed', () => {
  const failed: PageEvent = { type: 'reading-failed' }
  it('[R18] a page with answers continues without the disk after a failed reading, and reads once more', () => {
    const page = play(answering(), answer, lock(), failed)
    expect(page.leaseState).toMatchObject({ lease: { kind: 'none' }, mayGoOnWithout: true })
    expect(readsOf(page)).toMatchObject({ of: 'attempt', isRepeated: false, thenPutBack: false })
    // The second reading fails as well, and no third one follows.
    const twice = play(page, failed)
    expect([twice.search.at, twice.exam.phase]).toEqual(['idle', 'answering'])
  })

  it('a failed reading changes nothing on a page that only looks on', () => {
    const on = play(answering(), lock(false))
    const reads = play(on, { type: 'submission-changed', draftId: 'd' })
    expect(readsOf(reads)).toMatchObject({ isRepeated: true })
    const after = play(reads, failed)
    expect([after.search.at, after.exam, after.leaseState]).toEqual(['idle', on.exam, on.leaseState])
  })

  it('a failed reading leaves the exam as it is when no reading is under way', () => {
    const without = withLease(answering(), { kind: 'none' })
    expect(play(without, failed).exam).toBe(without.exam)
  })

  it('a failed first reading fails even a page that only looks on, and a failed repetition lets the writer continue', () => {
    const on = play(looking(), lock(false), failed)
    expect(on.exam).toEqual({ phase: 'failed', failure: { kind: 'storage' } })
    const writer = play(answering(), { type: 'lease-event', event: { type: 'row-over' } })
    expect(readsOf(writer)).toMatchObject({ isRepeated: true })
    expect(play(writer, failed)).toMatchObject({ exam: { phase: 'answering' }, leaseState: { mayGoOnWithout: true } })
  })

  it('a page whose reading failed still puts back the attempt that it was to put back', () => {
    const reads = play(inMemory(), { type: 'lease-event', event: { type: 'lease-lost', because: 'taken-over' } })
    expect(readsOf(reads)).toEqual({ of: 'answers', isRepeated: true, thenPutBack: true, isLate: false })
    expect(play(reads, failed).disk.isMissing).toBe(true)
    expect(play(inMemory(), failed).disk.isMissing).toBe(false)
  })
})

describe('[R18] a memory-only page that reads', () => {
  const reads = () => play(inMemory(), lock())
  it('a memory-only page takes the answers that other tabs wrote, and knows them from then on', () => {
    expect(readsOf(reads())).toMatchObject({ of: 'answers' })
    const other = event('other tab', 7)
    const after = play(reads(), { type: 'answers-read', entries: [entryOf(other)] as never })
    expect(own(after)).toEqual(other)
    expect([knows(after, other), knows(reads(), other), after.search.at]).toEqual([true, false, 'idle'])
    expect([after.entrances, after.disk.round]).toEqual([reads().entrances + 1, reads().disk.round + 1])
    expect(after.disk.isMissing).toBe(false)
  })

  it('a memory-only page asks for the lease again after it has read the answers that it lacked', () => {
    const lost = play(inMemory(), { type: 'lease-event', event: { type: 'lease-lost', because: 'taken-over' } })
    expect(play(lost, { type: 'answers-read', entries: [] }).disk.isMissing).toBe(true)
  })

  it('a memory-only page that has the writing takes the attempt over at the server', () => {
    const leaseEvents = [{ type: 'row-chosen' as const }, { type: 'persist-failed' as const, name: 'phone~x' }]
    const accepting = withLease(reading(), { kind: 'none' }, true)
    const without = (kept: NonNullable<Found['kept']>) =>
      play(accepting, { type: 'attempt-read', opened: { ...opened({ kept }), leaseEvents } as Opened })
    const found = without({})
    expect([found.call, found.disk.isMissing]).toEqual([{ number: 1, takeOver: true }, false])
    // The paper could not be read, perhaps only for a moment.
    expect(without({ paper: null }).disk.isMissing).toBe(true)
    expect(
      play({ ...accepting, isWriter: false }, { type: 'attempt-read', opened: { ...opened(), leaseEvents } as Opened })
        .call,
    ).toBeNull()
  })
})

describe('the disk’s report on the lease', () => {
  const said = (page: PageState, leaseEvent: Extract<PageEvent, { type: 'lease-event' }>['event']) =>
    play(page, { type: 'lease-event', event: leaseEvent })

  it.each<[string, Parameters<typeof said>[1], object]>([
    ['is gone', { type: 'row-missing' }, { disk: { isMissing: true }, search: { at: 'idle' } }],
    ['is over', { type: 'row-over' }, { search: { reading: { isRepeated: true, thenPutBack: false } } }],
    [
      'was fetched again by another tab',
      { type: 'lease-lost', because: 'fetched-again' },
      { search: { reading: { isRepeated: true, thenPutBack: true } } },
    ],
    ['is another tab’s', { type: 'lease-lost', because: 'taken-over' }, { exam: { writer: 'other-tab' } }],
    ['is the page’s', { type: 'persisted', lease: 4 }, { leaseState: { lease: { kind: 'held', number: 4 } } }],
  ])('a page reacts to the disk’s report that the attempt %s', (_, leaseEvent, after) => {
    expect(said(answering(), leaseEvent)).toMatchObject(after)
  })

  it('a page checks its attempt, or its stored submission, after the storage was closed', () => {
    expect(play(answering(), { type: 'storage-closed' }).disk.isMissing).toBe(true)
    const submitted = play(answering(), { type: 'submit-chosen' }, { type: 'submission-written' })
    const closed = play(submitted, { type: 'storage-closed' })
    expect([closed.disk.isMissing, closed.submission.look.at]).toEqual([false, 'looking'])
    expect(closed.submission.look.number).toBe(submitted.submission.look.number + 1)
  })
})

describe('a write that the disk refused', () => {
  const page = () => play(answering(), answer)
  const refused = (because: 'taken-over' | 'not-the-writer' | 'missing' | 'failed', lease = 1): PageEvent => ({
    type: 'append-refused',
    event: own(page()),
    lease,
    because,
  })

  it('each refused write restarts the pause, and the end of the pause starts another round', () => {
    const twice = play(page(), refused('failed'), refused('failed'))
    expect(twice.disk).toMatchObject({ isPausing: true, refusals: 2, isMissing: false, round: page().disk.round })
    expect(play(twice, { type: 'disk-pause-over' }).disk).toMatchObject({
      isPausing: false,
      round: page().disk.round + 1,
    })
    expect(play(page(), refused('missing')).disk).toMatchObject({ isPausing: true, refusals: 1, isMissing: true })
    expect([saving(play(page(), refused('missing'))), saving(play(page(), refused('failed')))]).toEqual([
      'unsaved',
      'unsaved',
    ])
    expectNoChange(page(), refused('not-the-writer'))
    expectNoChange(page(), refused('failed', 2))
  })

  it('a refused write of the row counts for that version of the row, and not for a later one', () => {
    const flagged = play(page(), { type: 'flag-toggled', questionId: 'q1' })
    const later = play(flagged, { type: 'flag-toggled', questionId: 'q1' })
    expect(play(later, { type: 'row-not-written', row: flagged.row! })).toBe(later)
    const late = play(flagged, { type: 'row-not-written', row: flagged.row! })
    expect(late.disk).toMatchObject({ rowRefused: flagged.rowVersion, isPausing: true, refusals: 1 })
    const pausing = play(flagged, refused('failed'), { type: 'row-not-written', row: flagged.row! })
    expect(pausing.disk).toMatchObject({ rowRefused: flagged.rowVersion, isPausing: true, refusals: 1 })
    const other = { ...flagged.row!, draftId: 'another' }
    expect(play(flagged, { type: 'row-written', row: other })).toBe(flagged)
    expect(play(flagged, { type: 'row-written', row: flagged.row! }).rowOnDisk).toBe(flagged.row)
  })

  it('a refused write is over when the whole attempt was put back under a new lease', () => {
    const gone = play(page(), refused('missing'))
    const there = play(gone, { type: 'put-back', row, lease: 7, events: [own(page())] })
    expect(there.disk).toEqual({ ...gone.disk, isMissing: false })
    expect([there.rowOnDisk, there.leaseState.lease, saving(there)]).toEqual([
      row,
      { kind: 'held', number: 7 },
      'device',
    ])
  })

  it('an answer no longer counts as kept when its row is gone', () => {
    const there = play(page(), { type: 'answer-kept', event: own(page()) })
    expect([saving(there), saving(play(there, { type: 'row-gone', events: [own(page())] }))]).toEqual([
      'device',
      'unsaved',
    ])
    expect(play(there, { type: 'row-gone', events: [] })).toBe(there)
    const over = play(there, { type: 'already-graded' })
    expect(play(over, { type: 'row-gone', events: [own(page())] })).toBe(over)
  })

  it('a failed put-back is tried again if the page has something to write, and is dropped otherwise', () => {
    const gone = play(page(), { type: 'storage-closed' })
    const failed = (isGone: boolean): PageEvent => ({ type: 'put-back-failed', isGone, events: [own(page())] })
    expect(play(gone, failed(true))).toMatchObject({ disk: { isMissing: true, isPausing: true, refusals: 1 } })
    expect(saving(play(gone, { type: 'answer-kept', event: own(page()) }, failed(true)))).toBe('unsaved')
    expect(play(gone, failed(false)).disk).toMatchObject({ isMissing: false, isPausing: true })
    const nothing = play(gone, { type: 'answer-kept', event: own(page()) }, failed(false))
    expect([nothing.disk.isMissing, nothing.disk.isPausing, saving(nothing)]).toEqual([false, false, 'device'])
    const aside = play({ ...gone, isWriter: false }, failed(true))
    expect(aside.disk).toMatchObject({ isMissing: false, isPausing: false })
  })
})

describe('a paper that the disk does not take', () => {
  const ready = () => play(reading(), read({ info: { ...begunInfo, begun: false } }))
  const storing = () => ({ ...ready(), exam: { ...ready().exam, stored: false } }) as PageState

  it('[R20] a paper that the disk refuses fails the exam, unless the person agreed to continue without the disk', () => {
    expect(play(storing(), { type: 'paper-not-kept' }).exam).toMatchObject({
      phase: 'failed',
      failure: { kind: 'storage' },
    })
    const accepted = withLease(storing(), { kind: 'held', number: 1 }, true)
    const without = play(accepted, { type: 'paper-not-kept' })
    expect([without.exam, without.leaseState.lease.kind]).toMatchObject([
      { phase: 'ready', stored: true },
      'memory-only',
    ])
  })
})

describe('an answer', () => {
  it('an answer is counted for the save and timed, and an answer to an unknown question is not counted', () => {
    const page = play(answering(), answer)
    expect(page.save.changed).toBe(answering().save.changed + 1)
    expect(stepsOf(page.timing, page.row!).at(-1)).toMatchObject({ what: 'answered', place: 0 })
    const nothing = play(page, { type: 'answer-given', questionId: 'unknown', value: 'так' })
    expect(nothing.save.changed).toBe(page.save.changed)
  })

  it('[R18] an answer on a memory-only page is unsaved, and makes the page put everything back', () => {
    const page = play(inMemory(), answer)
    expect([saving(page), page.disk.isMissing]).toEqual(['unsaved', true])
    expect(play(answering(), answer).disk.isMissing).toBe(false)
  })

  it('an answer that the server lacks when the exam ends here is left to the delivery', () => {
    const page = play(answering(), answer)
    const over = play(page, { type: 'already-graded' })
    expect([over.leftBehind, over.stranded]).toEqual([1, [{ event: own(page), draftId: 'd', lease: 1 }]])
    const kept = play(page, { type: 'answer-kept', event: own(page) }, { type: 'already-graded' })
    expect([kept.leftBehind, kept.stranded]).toEqual([1, []])
    expect(play(answering(), { type: 'already-graded' }).leftBehind).toBe(0)
    expect(play(inMemory(), answer, { type: 'already-graded' }).stranded).toEqual([])
  })
})

describe('news of a submission from another tab', () => {
  const submission = newSubmission({ ...row, frame: begunInfo }, { body: { answers: [] }, title: '', now: 0 })
  const sent = () =>
    play(answering(), answer, { type: 'submit-chosen' }, { type: 'submission-not-written', because: 'failed' })

  it('news of a submission makes an answering page read again, and means nothing to another attempt', () => {
    expect(readsOf(play(answering(), { type: 'submission-changed', draftId: 'd' }))).toMatchObject({ isRepeated: true })
    expectNoChange(answering(), { type: 'submission-changed', draftId: 'another' })
  })

  it('news of a submission settles it by the row that the news carries, or makes the page look it up', () => {
    const waiting = play(answering(), { type: 'submit-chosen' }, { type: 'submission-written' })
    const graded = { ...submission, state: 'graded' as const }
    const by = (news: object) => play(waiting, { type: 'submission-changed', draftId: 'd', ...news } as PageEvent)
    expect([by({ row: graded }).exam.phase, by({ unwritten: graded }).exam.phase]).toEqual(['finished', 'finished'])
    expect(by({ row: graded, unwritten: submission }).exam.phase).toBe('submitting')
    const asked = by({})
    expect([asked.submission.look.at, asked.submission.look.number]).toEqual([
      'looking',
      waiting.submission.look.number + 1,
    ])
    expect(by({ row: submission }).submission).toMatchObject({ written: submission, look: { at: 'pausing' } })
    const result = { status: 'completed', attempt_id: 'a1' } as const
    expect(by({ row: graded, graded: result }).exam).toEqual({ phase: 'finished', result })
  })

  it('a page that could not begin does not read again on news of a submission', () => {
    const failed = { ...answering(), exam: { phase: 'failed', failure: { kind: 'storage' } } as PageState['exam'] }
    expect(readsOf(play(failed, { type: 'submission-changed', draftId: 'd' }))).toBe('idle')
    expectNoChange({ ...failed, row: null }, { type: 'submission-changed', draftId: 'd' })
  })

  it('a submission that no disk has stays on the page when the server refuses it for good', () => {
    const refused = { ...sent().submission.onPage!, state: 'refused' as const, problem: { code: 'x', message: 'ні' } }
    const after = play(sent(), { type: 'submission-tried', row: refused })
    expect(after.exam).toMatchObject({ phase: 'submitting', inMemory: { refusal: 'ні' } })
  })

  it('a late try of the previous attempt does not end the present submission', () => {
    const other = { ...sent().submission.onPage!, draftId: 'another', state: 'graded' as const }
    const after = play(sent(), { type: 'submission-tried', row: other })
    expect([after.exam.phase, after.submission.offer.at, after.submission.offer.pauseMs]).toEqual([
      'submitting',
      'pausing',
      2_000,
    ])
  })
})

it('an unanswered start shows when the clock will run, unless that moment is unknown or has passed', () => {
  const opening = play(reading(), none, {
    type: 'start-chosen',
    startKey: 'key',
    draftId: 'd',
    acceptsMemoryOnly: false,
  } as PageEvent)
  const begun = play(opening, { type: 'attempt-begun', row: { ...row, state: 'opening' }, leaseEvents: [] })
  const unanswered = play(begun, { type: 'opening-unanswered' })
  expect(unanswered.shown.openingUnanswered).toEqual({
    since: at.wall,
    clockFrom: 400 + startAfterDeliverySeconds * 1_000,
  })
  const undated = play({ ...begun, row: null }, { type: 'opening-unanswered' })
  expect(undated.shown.openingUnanswered!.clockFrom).toBe(at.wall + startAfterDeliverySeconds * 1_000)
  const open = { ...begun, exam: { phase: 'opening' as const, startKey: null } }
  expect(play(open, { type: 'opening-unanswered' }).shown.openingUnanswered!.clockFrom).toBeNull()
  expect(play(answering(), { type: 'opening-unanswered' }).shown.openingUnanswered!.clockFrom).toBeNull()
  const then = 400 + startAfterDeliverySeconds * 1_000
  const due = update(begun, { type: 'opening-unanswered' }, { wall: then, steady: 0 })
  expect(due.shown.openingUnanswered!.clockFrom).toBeNull()
  const later = update(begun, { type: 'opening-unanswered' }, { wall: 10_000_000, steady: 0 })
  expect(later.shown.openingUnanswered!.clockFrom).toBeNull()
})
