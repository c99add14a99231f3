import { describe, expect, it } from 'vitest'
import { oneQuestionPaper } from '../../../tests/support/one-question-paper.ts'
import { begunInfo, openedAttempt, openRow, paperReply } from '../../../tests/support/opened-attempt.ts'
import type { ExamMeta } from '#contract/exam.ts'
import type { Reply } from '../../http/reply.ts'
import { savingOf } from './answers.ts'
import { atRest, type PageEvent, type PageState, type SavedReply } from './page-state.ts'
import type { AttemptRow } from './rows.ts'
import { stepsOf } from './timing.ts'
import { update } from './update.ts'

const at = { wall: 1_000, steady: 1_000 }
const play = (page: PageState, ...events: PageEvent[]) => events.reduce((next, event) => update(next, event, at), page)
const lock = (mayWrite = true): PageEvent => ({ type: 'lock-changed', mayWrite })
const none: PageEvent = { type: 'attempt-read', opened: { kind: 'none', deviceName: 'phone' } }
const read = (found: Parameters<typeof openedAttempt>[0] = {}): PageEvent => ({
  type: 'attempt-read',
  opened: openedAttempt(found),
})
const reading = () => play(atRest('exam', at), lock())
const answering = (found?: Parameters<typeof openedAttempt>[0]) => play(reading(), read(found))
const answer: PageEvent = { type: 'answer-given', questionId: 'q1', value: 'так' }
const own = ({ exam }: PageState) => (exam.phase === 'answering' ? exam.answers.entries.get('q1')!.own! : null)!
const saved: SavedReply = { state: 'open', epoch: 0, marks: {}, server_time: '1970-01-01T00:00:01Z' }
const says = (more: Partial<SavedReply>): PageEvent => ({ type: 'saved', reply: { ...saved, ...more }, sent: [] })

/** A page that has asked the server for an attempt, by a start key, or for the one that is open there (null). */
const opening = (startKey: string | null = 'key') =>
  play(
    reading(),
    none,
    { type: 'start-chosen', startKey, draftId: 'd', acceptsMemoryOnly: false },
    {
      type: 'attempt-begun',
      row: { ...openRow, state: 'opening', startKey, createdAt: 400, frame: null, buildAsked: 0 } as AttemptRow,
      leaseEvents: [{ type: 'lease-taken', lease: 1, name: 'phone~1' }],
    },
  )
const meta = (attempt: object | null = {}, more: object = {}) =>
  paperReply(attempt && { state: 'ready', server_time: '1970-01-01T00:00:09Z', ...attempt }, more)
const isBegun = { started_at: '1970-01-01T00:00:05Z', deadline_at: '1970-01-01T00:01:05Z' }
const openReplied = (reply: Reply<ExamMeta>): PageEvent => ({ type: 'open-replied', reply })
const isBuilding: PageEvent = openReplied(meta({}, { status: 'building', questions: undefined }))
const paperReplied = (reply: Reply<ExamMeta>): PageEvent => ({ type: 'paper-replied', reply })

describe('the replies to a page that opens', () => {
  it('[R25] the reply brings the paper and the server’s time, and the row keeps the time’s offset', () => {
    for (const page of [play(opening(), openReplied(meta())), play(opening(), isBuilding, paperReplied(meta()))]) {
      expect(page).toMatchObject({ exam: { phase: 'ready', stored: false }, row: { clockOffset: 8_000 } })
      expect(page.clock).toMatchObject({ confirmed: true })
      expect(page.call).toBeNull()
    }
  })

  it('a page learns no server time from a reply without an attempt, or from silence', () => {
    const page = play(opening(), openReplied(meta(null)))
    expect(page).toMatchObject({ exam: { phase: 'ready' }, row: { clockOffset: 0 } })
    const failed = play(opening(), openReplied({ kind: 'silence' }))
    expect([failed.exam.phase, failed.clock]).toMatchObject(['failed', { confirmed: false }])
  })

  it('a page shows the attempt’s id, or the id of its row if the server gives none', () => {
    expect(opening().shown.attemptId).toBeNull()
    expect(play(opening(), openReplied(meta())).shown.attemptId).toBe('a1')
    expect(play(opening(), openReplied(meta(null))).shown.attemptId).toBe('d')
    // No reply comes to a page without a row; one that did would have no name to show.
    const rowless = { ...opening(), row: null, rowOnDisk: null }
    expect(play(rowless, openReplied(meta(null))).shown.attemptId).toBeNull()
  })

  it('a page counts its build polls in the row, and counts no poll after the paper', () => {
    const page = play(opening(), isBuilding)
    expect([page.exam.phase, page.row]).toMatchObject(['building', { building: true }])
    const before = opening()
    expect(page.rowVersion).toBeGreaterThan(before.rowVersion)
    const asked = play(page, { type: 'build-asked' }, { type: 'build-asked' })
    expect([asked.row!.buildAsked, asked.rowVersion]).toEqual([2, page.rowVersion + 2])
    // An ask that comes after the paper is not counted.
    const ready = play(page, paperReplied(meta()))
    expect(play(ready, { type: 'build-asked' }).row!.buildAsked).toBe(0)
  })

  it('an answer bears the device name that came with the lease', () => {
    const page = play(
      opening(),
      openReplied(meta(isBegun)),
      { type: 'paper-stored' },
      { type: 'begin-timed-out' },
      answer,
    )
    expect(own(page)).toMatchObject({ device_id: 'phone~1' })
  })

  it('a page that still looks for its attempt ignores a failed storage of the exam', () => {
    const looking = atRest('exam', at)
    expect(play(looking, { type: 'storage-failed' })).toBe(looking)
  })
})

describe('a clock that ran before the questions came', () => {
  const sinceOf = (page: PageState) => page.shown.clockRanSince

  it('a page shows a person who pressed start since when the clock runs', () => {
    expect(sinceOf(play(opening(), openReplied(meta(isBegun))))).toBe(5_000)
    expect(sinceOf(play(opening(), isBuilding, paperReplied(meta(isBegun))))).toBe(5_000)
  })

  it.each<[string, () => PageState]>([
    ['when the person has not pressed start here', () => play(opening(null), openReplied(meta(isBegun)))],
    ['when the clock does not run', () => play(opening(), openReplied(meta({ deadline_at: isBegun.deadline_at })))],
    ['when the exam has no end', () => play(opening(), openReplied(meta({ started_at: isBegun.started_at })))],
    ['when the server names no attempt', () => play(opening(), openReplied(meta(null)))],
    [
      'when the person comes back to the attempt',
      () => answering({ row: { startKey: 'key' }, info: { ...begunInfo, deadlineAt: 61_000, duration: 60_000 } }),
    ],
    ['when the questions do not arrive', () => play(opening(), openReplied({ kind: 'silence' }))],
  ])('a page does not show since when the clock runs %s', (_, page) => {
    expect(sinceOf(page())).toBeNull()
  })

  it('a page stops showing since when the clock runs once the person answers or visits a question', () => {
    const ran = play(
      opening(),
      openReplied(meta(isBegun)),
      { type: 'paper-stored' },
      { type: 'call-answered', reply: { kind: 'silence' } },
    )
    expect([ran.exam.phase, sinceOf(ran)]).toEqual(['answering', 5_000])
    expect(sinceOf(play(ran, { type: 'question-visited', position: 0 }))).toBeNull()
    expect(sinceOf(play(ran, answer))).toBeNull()
    expect(sinceOf(play(ran, { type: 'flag-toggled', questionId: 'q1' }))).toBe(5_000)
  })
})

describe('a paper that the disk has taken', () => {
  const stored = (attempt: object | null) => play(opening(), openReplied(meta(attempt)), { type: 'paper-stored' })

  it('a stored paper makes one call, which begins the clock or takes over what another device has begun', () => {
    expect(stored({})).toMatchObject({ call: { number: 1, takeOver: false }, calls: 1 })
    expect(stored(isBegun)).toMatchObject({ call: { takeOver: true } })
    // Only once: a second event of the disk makes no call.
    expect(play(stored({}), { type: 'paper-stored' }).calls).toBe(1)
  })

  it('a stored paper begins without a call when the server takes no saves', () => {
    const page = stored({ ticket: null })
    expect([page.exam.phase, page.calls]).toEqual(['answering', 0])
    expect(page.exam).toMatchObject({ paper: { attemptInfo: { deadlineAt: 69_000 } } })
  })

  it('a stored paper makes no call in a tab that does not write', () => {
    const aside = { ...play(opening(), openReplied(meta())), isWriter: false }
    expect(play(aside, { type: 'paper-stored' }).calls).toBe(0)
  })
})

describe('the page around an exam that enters another phase', () => {
  const shows = (page: PageState, shown: Partial<PageState['shown']>) => ({
    ...page,
    shown: { ...page.shown, ...shown },
  })

  it('a page drops the receipt of the previous attempt when it begins to answer, and keeps it when it submits', () => {
    const before = shows(reading(), { receipt: 'jws' })
    expect(play(before, read()).shown.receipt).toBeNull()
    expect(play(shows(answering(), { receipt: 'jws' }), { type: 'submit-chosen' }).shown.receipt).toBe('jws')
  })

  it('a page shows that its start is unanswered until it sends another start', () => {
    const unanswered = play(opening(), { type: 'opening-unanswered' })
    expect(unanswered.shown.openingUnanswered).not.toBeNull()
    expect(play(unanswered, isBuilding).shown.openingUnanswered).toEqual(unanswered.shown.openingUnanswered)
    const again = play(
      unanswered,
      read({ row: { state: 'opening', startKey: 'key', frame: null }, kept: { paper: null } }),
    )
    expect([again.exam.phase, again.shown.openingUnanswered]).toEqual(['opening', null])
  })

  it('a submission drops the next try that was planned for the answers, and a finished exam keeps the submission’s', () => {
    const planned = { nextTryAt: 5_000, pauseUntil: 7_000 }
    const submitting = play(shows(answering(), planned), { type: 'submit-chosen' })
    expect(submitting.shown).toMatchObject({ nextTryAt: null, pauseUntil: 0 })
    const finished = play(shows(submitting, planned), { type: 'already-graded' })
    expect([finished.exam.phase, finished.shown]).toMatchObject(['finished', planned])
  })
})

describe('the work of a page whose exam enters another phase', () => {
  it('a finished exam drops a planned reading of other devices’ answers, and lets a running one end', () => {
    const lost = play(answering(), says({ epoch: 1 }), { type: 'remote-read', reply: { kind: 'silence' } })
    expect(lost.remote).toEqual({ number: 1, at: 'pausing' })
    expect(play(lost, { type: 'already-graded' }).remote).toEqual({ number: 1, at: 'rest' })
    const under = play(answering(), says({ epoch: 1 }), { type: 'already-graded' })
    expect(under.remote).toEqual({ number: 1, at: 'reading' })
  })

  it('a page forgets its calls to the server when it reads another attempt, and keeps them for the same one', () => {
    const asking = play(answering(), { type: 'take-over-chosen' })
    const doubting = { ...asking, doubtedEnd: { refusal: {} as never, number: 1, isPausing: true } }
    const same = play(doubting, lock(), read())
    expect([same.call, same.doubtedEnd]).toEqual([doubting.call, doubting.doubtedEnd])
    const other = play(doubting, lock(), read({ row: { draftId: 'd2' }, info: { ...begunInfo, attemptId: 'a2' } }))
    expect([other.exam.phase, other.call, other.doubtedEnd]).toEqual(['answering', null, null])
  })

  it('[R18] a tab without the lock leaves the writing to the other tab or device, whatever event comes', () => {
    const aside = { ...answering(), isWriter: false }
    expect(play(aside, { type: 'flag-toggled', questionId: 'q1' }).exam).toMatchObject({ writer: 'other-tab' })
    const device = { ...aside, exam: { ...aside.exam, writer: 'other-device' } as PageState['exam'] }
    expect(play(device, { type: 'flag-toggled', questionId: 'q1' }).exam).toMatchObject({ writer: 'other-device' })
    const submitting = { ...play(answering(), { type: 'submit-chosen' }), isWriter: false }
    expect(play(submitting, { type: 'submission-enqueued' }).exam).not.toHaveProperty('writer')
  })
})

describe('what survives the tab', () => {
  const two = { ...oneQuestionPaper, attemptInfo: begunInfo }
  const questions = [...two.questions, { ...two.questions[0]!, id: 'q2' }]
  const page = () => answering({ kept: { paper: { ...two, questions } } })

  it('the row keeps the place, and the timing records when each question was shown and answered', () => {
    const shown = page()
    expect(stepsOf(shown.timing, shown.row)).toEqual([{ what: 'shown', place: 0, at: 0 }])
    const moved = update(shown, { type: 'question-visited', position: 1 }, { wall: 4_000, steady: 4_000 })
    expect(moved.row).toMatchObject({
      position: 1,
      timing: { steps: [{ place: 0 }, { what: 'shown', place: 1, at: 3_000 }] },
    })
    expect(moved.rowVersion).toBe(shown.rowVersion + 1)
    const answered = play(moved, { ...answer, questionId: 'q2' } as PageEvent)
    expect(stepsOf(answered.timing, answered.row).at(-1)).toMatchObject({ what: 'answered', place: 1 })
  })

  it('the row keeps a new deadline from the server, and the server’s reply records no timing', () => {
    const moved = play(page(), says({ deadline_at: '1970-01-01T00:02:00Z' }))
    expect(moved.row).toMatchObject({ frame: { deadlineAt: 120_000 } })
    expect(moved.row).not.toHaveProperty('timing')
    // The same word of the server again changes nothing.
    const again = play(moved, says({ deadline_at: '1970-01-01T00:02:00Z' }))
    expect([again.row, again.rowVersion]).toEqual([moved.row, moved.rowVersion])
  })

  it('a tab that does not write leaves the row as it is when the person visits another question', () => {
    const aside = play(page(), lock(false))
    const moved = play(aside, { type: 'question-visited', position: 1 })
    expect([moved.exam, moved.row]).toMatchObject([{ position: 1 }, { position: 0 }])
    expect(moved.rowVersion).toBe(aside.rowVersion)
  })
})

describe('an answer', () => {
  it('an answer on a page that may not write is neither counted nor timed', () => {
    const aside = play(answering(), lock(false))
    const given = play(aside, answer)
    expect([given.save.changed, given.timing]).toEqual([aside.save.changed, aside.timing])
    const over = play(answering(), { type: 'already-graded' })
    expect(play(over, answer).save.changed).toBe(over.save.changed)
  })

  it('an answer that was left behind is dropped from the list once the disk has it, and no other answer is', () => {
    const first = play(answering(), answer)
    const second = play(first, { ...answer, value: 'ні' } as PageEvent)
    const stranded = [own(first), own(second)].map((event) => ({ event, draftId: 'd', lease: 1 }))
    const over = { ...play(second, { type: 'already-graded' }), stranded }
    expect(play(over, { type: 'answer-kept', event: own(first) }).stranded).toEqual([stranded[1]])
  })
})

describe('a submission that waits', () => {
  const submitting = () => play(answering(), answer, { type: 'submit-chosen' })
  const sent = () => play(submitting(), { type: 'submission-not-written', because: 'failed' })

  it('a submission counts as announced to the other tabs after one announcement', () => {
    expect(submitting().submission.isAnnounced).toBe(false)
    const said = play(submitting(), { type: 'submission-announced' })
    expect(said.submission).toEqual({ ...submitting().submission, isAnnounced: true })
  })

  it('a waiting submission is offered again after its pause as planned, and not as after a wake-up', () => {
    const row = { ...sent().submission.onPage!, tries: 1, nextTryAt: at.wall + 300 }
    const again = play(sent(), { type: 'submission-tried', row }, { type: 'submission-pause-over' })
    expect(again.submission.offer).toMatchObject({ at: 'keeping', isWoken: false })
  })

  it('a stored submission is looked up again after a pause', () => {
    const written = play(submitting(), { type: 'submission-written' })
    const paused = play(written, { type: 'submission-read', row: submitting().submission.onPage! })
    expect(paused.submission.look.at).toBe('pausing')
    const again = play(paused, { type: 'look-pause-over' })
    expect(again.submission.look).toMatchObject({ at: 'looking', number: paused.submission.look.number + 1 })
  })
})

describe('[R18] a page whose data were deleted', () => {
  const deleted: PageEvent = { type: 'attempt-read', opened: { kind: 'deleted' } }

  it('a page whose data were deleted continues without the disk, and its answer counts as unsaved', () => {
    const answered = play(answering(), answer)
    const kept = play(answered, { type: 'answer-kept', event: own(answered) })
    const page = play(kept, lock(), deleted)
    expect(page.leaseState.mayGoOnWithout).toBe(true)
    expect(page.exam.phase === 'answering' && savingOf(page.exam.answers, 'q1')).toBe('unsaved')
    expect(page.search).toMatchObject({ at: 'reading', number: kept.search.number + 2, reading: { of: 'attempt' } })
  })

  it('a page that only looks on keeps its exam when the data were deleted', () => {
    const aside = play(answering(), lock(false))
    const page = play(aside, lock(false), deleted)
    expect([page.exam, page.leaseState.mayGoOnWithout, page.search.at]).toEqual([aside.exam, false, 'idle'])
  })

  it('a page without answers shows the start when the data were deleted', () => {
    const page = play(opening(), lock(), deleted)
    expect(page.stage).toBe('intro')
  })
})

describe('a page that reads again', () => {
  it('[R18] a page keeps its answers when the paper of its row cannot be read, and not for another row', () => {
    const answered = play(answering(), answer)
    const unread = (draftId: string) =>
      play(answered, lock(), read({ row: { draftId, state: 'opening', startKey: 'key' }, kept: { paper: null } }))
    expect(own(unread('d'))).toEqual(own(answered))
    expect(unread('d2').exam.phase).toBe('opening')
  })

  it('[R18] a page shows the answer that another tab has written since, and remembers its name', () => {
    const other = { question_id: 'q1', value: 'ні', epoch: 0, seq: 5, device_id: 'other' }
    const entries = [['q1', { own: other, seen: null, mark: null, keeping: 'kept' }]] as never
    const page = play(answering(), lock(), read({ kept: { entries } }))
    expect(own(page)).toEqual(other)
    expect([...page.namesRead]).toHaveLength(1)
    // The same answers again: nothing to remember.
    const again = play(page, lock(), read({ kept: { entries } }))
    expect(again.namesRead).toBe(page.namesRead)
    const nothing = play(
      answering(),
      lock(),
      read({ kept: { entries: [['q1', { own: null, seen: other, mark: null, keeping: 'kept' }]] as never } }),
    )
    expect(nothing.namesRead.size).toBe(0)
  })

  it('a page asks for the lease after a reading that followed its loss, and not after another reading', () => {
    const page = answering()
    const memory = {
      ...page,
      leaseState: { ...page.leaseState, lease: { kind: 'memory-only' as const }, mayGoOnWithout: true },
    }
    const events = [{ type: 'persist-failed' as const, name: 'phone~x' }]
    const found = openedAttempt({ lease: null })
    const opened: PageEvent = { type: 'attempt-read', opened: { ...found, leaseEvents: events } }
    const refused = { ...memory, stage: 'intro' as const }
    const lost = play(refused, { type: 'lease-event', event: { type: 'lease-lost', because: 'taken-over' } })
    expect(play(lost, opened).disk.isMissing).toBe(true)
    expect(play(refused, lock(), opened).disk.isMissing).toBe(false)
  })
})

describe('a storage that does not answer', () => {
  it('[R21] a page with answers continues when the storage does not answer, and reads again unless it rests', () => {
    const answered = play(answering(), answer, lock())
    const on = play(answered, { type: 'storage-unanswered' })
    expect([on.exam.phase, on.leaseState.mayGoOnWithout, on.search.number]).toEqual([
      'answering',
      true,
      answered.search.number + 1,
    ])
    const rests = play(on, read({ lease: null }))
    expect(rests.search.at).toBe('idle')
    expect(play(rests, { type: 'storage-unanswered' }).search).toEqual(rests.search)
    const under = play(rests, lock())
    expect(play(under, { type: 'storage-unanswered' }).search.number).toBe(under.search.number + 1)
  })

  it('an exam without answers of this page fails when the storage does not answer', () => {
    const finished = play(answering(), { type: 'already-graded' }, lock(), { type: 'storage-unanswered' })
    expect(finished.exam).toEqual({ phase: 'failed', failure: { kind: 'storage' } })
  })
})

describe('another try', () => {
  const again: PageEvent = { type: 'try-again-chosen', startKey: 'k2', draftId: 'd2' }
  const failed = (failure: object) =>
    play({ ...answering(), exam: { phase: 'failed', failure } as PageState['exam'] }, again).search

  it('another try begins a new attempt, reads again or does nothing, as the failure requires', () => {
    expect(failed({ kind: 'build-failed', message: '' })).toMatchObject({
      at: 'beginning',
      startKey: 'k2',
      draftId: 'd2',
    })
    expect(failed({ kind: 'storage' })).toMatchObject({ at: 'reading' })
    expect(failed({ kind: 'needs-attention', code: 'x', message: '' })).toMatchObject({ at: 'reading' })
    expect(failed({ kind: 'refused', code: 'not_found', message: '' })).toMatchObject({ at: 'idle' })
  })
})
