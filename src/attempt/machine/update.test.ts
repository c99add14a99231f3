import { describe, expect, it } from 'vitest'
import { begunInfo, openedAttempt, openRow } from '../../../tests/support/opened-attempt.ts'
import type { AnswerEvent } from '#contract/question.ts'
import { savingOf } from './answers.ts'
import { atRest, type Opened, type PageEvent, type PageState } from './page-state.ts'
import { update } from './update.ts'
import { wanted } from './wanted.ts'

const at = { wall: 1_000, steady: 1_000 }
const play = (page: PageState, ...events: PageEvent[]) => events.reduce((next, event) => update(next, event, at), page)
const keysOf = (page: PageState, kind: string) =>
  wanted(page).filter(({ effect, isPaused }) => effect.do === kind && isPaused !== true)
const row = openRow

function opened(lease: number | null, draftId = 'd', attemptId = 'a1'): Opened {
  return openedAttempt({ row: { draftId }, info: { ...begunInfo, attemptId }, lease, name: `phone~${lease}` })
}

/** A page whose exam runs, under this lease. */
const answering = (lease: number | null) =>
  play(atRest('exam', at), { type: 'lock-changed', mayWrite: true }, { type: 'attempt-read', opened: opened(lease) })
const answer: PageEvent = { type: 'answer-given', questionId: 'q1', value: 'так' }
const begun: PageEvent = {
  type: 'saved',
  sent: [],
  reply: {
    state: 'open',
    epoch: 0,
    marks: {},
    deadline_at: '1970-01-01T00:01:00Z',
    server_time: '1970-01-01T00:00:01Z',
  },
}
function own({ exam }: PageState): AnswerEvent {
  if (exam.phase !== 'answering') throw new Error(exam.phase)
  return exam.answers.entries.get('q1')!.own!
}
const saving = ({ exam }: PageState) => (exam.phase === 'answering' ? savingOf(exam.answers, 'q1') : exam.phase)
const refusedFor = (page: PageState, because: 'failed' | 'missing' | 'taken-over', lease = 1): PageEvent => ({
  type: 'append-refused',
  event: own(page),
  lease,
  because,
})

describe('an answer on its way to the disk', () => {
  it('an answer is written once under the lease, and counts as kept when the disk confirms it', () => {
    const page = play(answering(1), answer)
    expect([saving(page), keysOf(page, 'append')]).toMatchObject(['saving', [{ effect: { lease: 1, draftId: 'd' } }]])
    const after = play(page, { type: 'answer-kept', event: own(page) })
    expect([saving(after), keysOf(after, 'append')]).toEqual(['device', []])
  })

  it('[R18] an answer on a page without a lease is unsaved: the page puts everything back first, and appends nothing', () => {
    const page = play(answering(null), answer)
    expect([saving(page), keysOf(page, 'append')]).toEqual(['unsaved', []])
    expect(keysOf(page, 'put-back')).toHaveLength(1)
    const there = play(page, { type: 'put-back', row, lease: 7, events: [own(page)] })
    expect([saving(there), keysOf(there, 'put-back')]).toEqual(['device', []])
    // An answer that was given during the write follows under the new lease.
    const next = play(page, { ...answer, value: 'ні' }, { type: 'put-back', row, lease: 7, events: [own(page)] })
    expect(keysOf(next, 'append')).toMatchObject([{ effect: { lease: 7, event: { value: 'ні' } } }])
  })

  it('[R21] an answer that the disk refused is offered again after a pause of 3 s, and not before', () => {
    const page = play(answering(1), answer)
    const refused = play(page, refusedFor(page, 'failed'))
    expect([saving(refused), keysOf(refused, 'append')]).toEqual(['unsaved', []])
    const [pause] = keysOf(refused, 'wait').filter(({ key }) => key.startsWith('disk-pause'))
    expect(pause?.effect).toMatchObject({ ms: 3_000, event: { type: 'disk-pause-over' } })
    const again = play(refused, { type: 'disk-pause-over' })
    expect(keysOf(again, 'append')).toHaveLength(1)
    expect(keysOf(again, 'append')[0]!.key).not.toBe(keysOf(page, 'append')[0]!.key)
  })

  it('an attempt whose rows are gone is put back after the pause', () => {
    const page = play(answering(1), answer)
    const gone = play(page, refusedFor(page, 'missing'), { type: 'disk-pause-over' })
    expect([keysOf(gone, 'put-back').length, keysOf(gone, 'append')]).toEqual([1, []])
  })

  it('[R18] an answer refused under an earlier lease is written under the present one, and the page keeps the writing', () => {
    const page = play(answering(1), answer, { type: 'lease-event', event: { type: 'persisted', lease: 7 } })
    const after = play(page, refusedFor(page, 'taken-over', 1))
    expect(after).toBe(page)
    expect(keysOf(after, 'append')).toMatchObject([{ effect: { lease: 7 } }])
  })

  it('[R18] a page yields the writing when another tab has taken the lease, and not while it reads to take it again', () => {
    const page = play(answering(1), answer)
    const aside = play(page, refusedFor(page, 'taken-over'))
    expect([aside.exam, keysOf(aside, 'append')]).toMatchObject([{ writer: 'other-tab' }, []])
    const reading = play(page, { type: 'lock-changed', mayWrite: true }, refusedFor(page, 'taken-over'))
    expect(reading.exam).toMatchObject({ writer: 'here' })
    const read = play(reading, { type: 'attempt-read', opened: opened(2) })
    expect(keysOf(read, 'append')).toMatchObject([{ effect: { lease: 2 } }])
  })

  it('[R18] an answer is written into no other attempt: the page writes nothing while it reads which attempt continues', () => {
    const page = play(answering(1), { type: 'lock-changed', mayWrite: true }, answer)
    expect([keysOf(page, 'append'), keysOf(page, 'write-row')]).toEqual([[], []])
    const another = play(page, { type: 'attempt-read', opened: opened(4, 'another', 'a2') })
    expect(keysOf(another, 'append')).toEqual([])
  })

  it('an answer that the disk lacks is still offered after the exam has ended here', () => {
    const page = play(answering(1), answer)
    const over = play(page, refusedFor(page, 'failed'), { type: 'already-graded' }, { type: 'disk-pause-over' })
    expect([over.exam.phase, over.leftBehind]).toEqual(['finished', 1])
    expect(keysOf(over, 'append')).toMatchObject([{ effect: { draftId: 'd', lease: 1 } }])
    expect(keysOf(play(over, { type: 'answer-kept', event: own(page) }), 'append')).toEqual([])
  })

  it('an answer is offered to the disk before the row says that the exam is over', () => {
    const page = play(answering(1), answer)
    const over = play(page, refusedFor(page, 'failed'), { type: 'already-graded' })
    expect([keysOf(over, 'append'), keysOf(over, 'write-row')]).toEqual([[], []])
    const begun = wanted(play(over, { type: 'disk-pause-over' })).map(({ effect }) => effect.do)
    expect(begun.filter((name) => name === 'append' || name === 'write-row')).toEqual(['append', 'write-row'])
  })
})

describe('a page', () => {
  it('[R18] a page stores no paper while it reads its attempt', () => {
    const read = play(atRest('exam', at), { type: 'lock-changed', mayWrite: true })
    expect(keysOf(read, 'store-paper')).toEqual([])
    expect(keysOf(read, 'read')).toMatchObject([{ key: 'read:1' }])
  })

  it('a page that loses the lock while it reads starts another reading, as a page that only looks on', () => {
    const page = play(answering(1), { type: 'lock-changed', mayWrite: true })
    const lost = play(page, { type: 'lock-changed', mayWrite: false })
    expect(lost.exam).toMatchObject({ writer: 'other-tab' })
    expect(keysOf(lost, 'read').map(({ key }) => key)).not.toEqual(keysOf(page, 'read').map(({ key }) => key))
  })

  it('a page holds no lease after a failed reading', () => {
    const page = play(answering(1), { type: 'lock-changed', mayWrite: true }, { type: 'reading-failed' })
    expect(page.leaseState.lease.kind).not.toBe('held')
  })

  it('a page writes each change of its row once', () => {
    const page = answering(1)
    expect(keysOf(page, 'write-row')).toEqual([])
    const flagged = play(page, { type: 'flag-toggled', questionId: 'q1' })
    expect(keysOf(flagged, 'write-row')).toMatchObject([{ effect: { change: { flags: ['q1'] }, lease: 1 } }])
    expect(keysOf(play(flagged, { type: 'row-written', row: flagged.row! }), 'write-row')).toEqual([])
  })

  it('[R21] a page writes a refused change of its row after a pause of 3 s, or immediately with the next change', () => {
    const flagged = play(answering(1), { type: 'flag-toggled', questionId: 'q1' })
    const refused = play(flagged, { type: 'row-not-written', row: flagged.row! })
    expect(keysOf(refused, 'write-row')).toEqual([])
    const [pause] = keysOf(refused, 'wait').filter(({ key }) => key.startsWith('disk-pause'))
    expect(pause?.effect).toMatchObject({ ms: 3_000, event: { type: 'disk-pause-over' } })

    const again = play(refused, { type: 'disk-pause-over' })
    expect(keysOf(again, 'write-row')).toMatchObject([{ effect: { change: { flags: ['q1'] } } }])
    expect(keysOf(again, 'write-row')[0]!.key).not.toBe(keysOf(flagged, 'write-row')[0]!.key)
    const known = play(again, { type: 'row-written', row: again.row! })
    expect(keysOf(known, 'write-row')).toEqual([])

    const timed = play(refused, begun)
    const change = { flags: ['q1'], frame: { deadlineAt: 60_000 } }
    expect(keysOf(timed, 'write-row')).toMatchObject([{ effect: { change } }])
  })

  it('[R21] a refused change of the row does not delay an answer that waits to be offered again', () => {
    const page = play(answering(1), answer, { type: 'flag-toggled', questionId: 'q1' })
    const refused = play(page, refusedFor(page, 'failed'))
    const pauses = (now: PageState) => keysOf(now, 'wait').map(({ key }) => key)
    expect(pauses(play(refused, { type: 'row-not-written', row: page.row! }))).toEqual(pauses(refused))
  })
})

describe('a submission', () => {
  const submitting = () => play(answering(1), answer, { type: 'submit-chosen' })
  const effects = (page: PageState) =>
    wanted(page).flatMap(({ effect, isPaused }) =>
      isPaused === true || !/submission|requests/.test(effect.do) ? [] : [effect.do],
    )
  const rowOf = (page: PageState) => page.submission.onPage!
  const refused: PageEvent = { type: 'submission-not-written', because: 'failed' }
  const pauseOf = (page: PageState) =>
    keysOf(page, 'wait').find(({ key }) => key.startsWith('submission-pause'))?.effect
  const later = { ...at, wall: at.wall + 500 }

  it('[C.06] a submission is stored before anything is sent, and then the page only looks it up', () => {
    expect(effects(submitting())).toEqual(['follow-requests', 'keep-submission'])
    expect(effects(play(submitting(), { type: 'submission-written' }))).toEqual(['read-submission'])
  })

  it('[C.06] a submission that the disk refuses is sent from the page, and offered to the disk again', () => {
    const page = play(submitting(), refused)
    expect(effects(page)).toEqual(['follow-requests', 'send-submission'])
    expect(page.exam).toMatchObject({ phase: 'submitting', inMemory: { refusal: null } })
    const tried = play(page, { type: 'submission-tried', row: { ...rowOf(page), tries: 1, nextTryAt: at.wall + 300 } })
    expect(pauseOf(tried)).toMatchObject({ ms: 300, event: { type: 'submission-pause-over' } })
    const again = update(tried, { type: 'submission-pause-over' }, later)
    expect([effects(again), rowOf(again).tries]).toEqual([['follow-requests', 'keep-submission'], 1])
  })

  it('a submission is sent or looked up immediately when the person or the network comes back', () => {
    const sent = play(submitting(), refused)
    const tried = play(sent, { type: 'submission-tried', row: { ...rowOf(sent), tries: 1, nextTryAt: 60_000 } })
    for (const event of [{ type: 'woken' }, { type: 'delivery-requested' }] satisfies PageEvent[]) {
      const woken = play(tried, event, refused)
      expect(keysOf(woken, 'send-submission')).toMatchObject([{ effect: { isWoken: true } }])
      // If the page is woken during a try, the next round follows immediately.
      const amid = play(sent, event, { type: 'submission-tried', row: rowOf(sent) })
      expect([effects(amid), amid.submission.offer.isWoken]).toEqual([['follow-requests', 'keep-submission'], true])
    }
    const written = play(
      submitting(),
      { type: 'submission-written' },
      { type: 'submission-read', row: rowOf(submitting()) },
    )
    expect(effects(written)).toEqual([])
    expect(effects(play(written, { type: 'woken' }))).toEqual(['read-submission'])
  })

  it('a submission keeps the outcome of a try that was under way when the exam was read again', () => {
    const sent = play(submitting(), refused)
    const [sending] = keysOf(sent, 'send-submission')
    const reread = play(sent, { type: 'submission-changed', draftId: 'd' }, { type: 'storage-closed' })
    expect(keysOf(reread, 'send-submission')).toEqual([sending])
    const graded = { ...rowOf(sent), state: 'graded' as const, tries: 1 }
    expect(play(reread, { type: 'submission-tried', row: graded }).exam).toMatchObject({ phase: 'finished' })
  })

  it('[C.06] a submission that the disk has lost is offered again from the page', () => {
    const lost = play(submitting(), { type: 'submission-written' }, { type: 'submission-read', row: undefined })
    expect(effects(lost)).toEqual(['follow-requests', 'keep-submission'])
    const written = play(lost, { type: 'submission-written' })
    expect([effects(written), keysOf(written, 'wait')]).toEqual([['read-submission'], []])
  })

  it('a submission without a key is not stored once it was sent, and is sent again from the page', () => {
    const keyless = openedAttempt({ info: { ...begunInfo, submissionKey: null }, lease: null })
    const page = play(
      atRest('exam', at),
      { type: 'lock-changed', mayWrite: true },
      { type: 'attempt-read', opened: keyless },
    )
    const memory = { ...page, leaseState: { ...page.leaseState, lease: { kind: 'memory-only' as const } } }
    const sent = play(memory, answer, { type: 'submit-chosen' }, refused)
    const tried = play(sent, { type: 'submission-tried', row: { ...rowOf(sent), tries: 1, nextTryAt: 0 } })
    const again = play(tried, { type: 'submission-pause-over' })
    expect([effects(sent), effects(again)]).toEqual(Array(2).fill(['follow-requests', 'send-submission']))
  })

  it('a refused submission is read again when it is sent again, and is finished if nothing is left of it', () => {
    const refusedRow = { ...rowOf(submitting()), state: 'refused' as const, problem: { code: 'x', message: 'ні' } }
    const failed = play(submitting(), { type: 'submission-written' }, { type: 'submission-read', row: refusedRow })
    const again = play(failed, { type: 'submission-changed', draftId: 'd' })
    expect([failed.exam.phase, again.search.at]).toEqual(['failed', 'reading'])
    const none = play(again, { type: 'attempt-read', opened: { kind: 'none', deviceName: 'phone' } })
    expect([none.stage, none.exam]).toEqual(['running', { phase: 'finished', result: null }])
  })

  it('a submission is read again when another tab has the writing, and is not offered until that reading ends', () => {
    const page = play(submitting(), { type: 'submission-not-written', because: 'not-the-writer' })
    expect([page.search, pauseOf(page)]).toMatchObject([
      { at: 'reading', reading: { isRepeated: true } },
      { ms: 2_000 },
    ])
    expect(effects(play(page, { type: 'submission-pause-over' }))).toEqual(['follow-requests'])
    // A page without a lease has nothing of another tab's to read: it requests a lease again after the pause.
    const lease = { ...submitting().leaseState, lease: { kind: 'none' as const } }
    const without = play(
      { ...submitting(), leaseState: lease },
      { type: 'submission-not-written', because: 'not-the-writer' },
    )
    expect([without.search.at, pauseOf(without)]).toMatchObject(['idle', { ms: 2_000 }])
  })
})
