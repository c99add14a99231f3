import { describe, expect, it } from 'vitest'
import { begunInfo, openedAttempt, paperReply } from '../../../tests/support/opened-attempt.ts'
import type { ExamMeta } from '#contract/exam.ts'
import type { AnswerEvent } from '#contract/question.ts'
import type { Refusal, Reply } from '../../http/reply.ts'
import { atRest, type PageEvent, type PageState, type SavedReply } from './page-state.ts'
import { update } from './update.ts'
import { wanted } from './wanted.ts'

const at = { wall: 1_000, steady: 1_000 }
const play = (page: PageState, ...events: PageEvent[]) => events.reduce((next, event) => update(next, event, at), page)
const expectNoChange = (page: PageState, ...events: PageEvent[]) => expect(play(page, ...events)).toBe(page)
const info = { ...begunInfo, deadlineAt: 61_000, duration: 60_000 }
const lock = (mayWrite = true): PageEvent => ({ type: 'lock-changed', mayWrite })
const found = (attemptInfo = info, mode: 'exam' | 'training' = 'exam') =>
  play(atRest(mode, at), lock(), { type: 'attempt-read', opened: openedAttempt({ info: attemptInfo }) })
const answering = () => found()
const ready = () => found({ ...info, begun: false })

const silence: Reply<never> = { kind: 'silence' }
const refusal = (status: number, code: string): Refusal => ({
  kind: 'refused',
  status,
  code,
  message: '',
  resultUrl: null,
  retryAfter: null,
})
const saved: SavedReply = { state: 'open', epoch: 0, marks: {}, server_time: '1970-01-01T00:00:01Z' }
const reply = (body: SavedReply = saved): Reply<SavedReply> => ({ kind: 'answered', body })
const event = (device_id: string, seq = 1, epoch = 0): AnswerEvent => ({
  question_id: 'q1',
  value: 'так',
  epoch,
  seq,
  device_id,
})
const meta = (more: object = {}, attempt: object | null = {}) => paperReply(attempt, more)

describe('the call that begins the clock', () => {
  it('a page calls the server to begin once the paper is on the disk, and again when the person takes over', () => {
    expect([ready().exam.phase, ready().call, ready().calls]).toEqual(['ready', { number: 1, takeOver: false }, 1])
    // A begun exam that was read from the disk can be answered immediately, without a call.
    expect([answering().exam.phase, answering().call]).toEqual(['answering', null])
    const elsewhere = play(ready(), { type: 'call-answered', reply: silence }, { type: 'take-over-chosen' })
    expect(elsewhere.call).toEqual({ number: 2, takeOver: true })
  })

  it('the reply to the call that begins the clock starts the exam with its deadline, and ends the call', () => {
    const begun = play(ready(), {
      type: 'call-answered',
      reply: reply({ ...saved, deadline_at: '1970-01-01T00:01:01Z' }),
    })
    expect(begun).toMatchObject({ call: null, exam: { phase: 'answering' }, shown: { reached: true } })
    expect(begun.exam).toMatchObject({ paper: { attemptInfo: { deadlineAt: 61_000 } } })
    // No other device has answered: there is nothing to read.
    expect(begun.remote.at).toBe('rest')
  })

  it.each<[string, PageEvent, boolean | null]>([
    ['the network is silent', { type: 'call-answered', reply: silence }, false],
    [
      'a web page comes in place of JSON',
      { type: 'call-answered', reply: { kind: 'unreadable', form: 'html', status: 200 } },
      false,
    ],
    ['the call takes too long', { type: 'begin-timed-out' }, null],
  ])('an exam begins without a reply when %s', (_, unanswered, reached) => {
    const begun = play(ready(), unanswered)
    expect([begun.exam.phase, begun.shown.reached]).toEqual(['answering', reached])
  })

  it('a refused call to begin is handled like a refused save: the exam begins, ends or is in doubt', () => {
    const refused = play(ready(), { type: 'call-answered', reply: refusal(403, 'foreign_purchase') })
    expect(refused).toMatchObject({ call: null, shown: { reached: true, isTakeOverUnanswered: false } })
    expect(refused.exam.phase).toBe('answering')
    const graded = play(ready(), { type: 'call-answered', reply: refusal(409, 'already_graded') })
    expect(graded.exam).toEqual({ phase: 'finished', result: null })
    // A refused ticket raises the question whether the exam is over. The exam does not begin before the reply.
    const doubted = play(ready(), { type: 'call-answered', reply: refusal(403, 'ticket_invalid') })
    expect([doubted.exam.phase, doubted.doubtedEnd]).toMatchObject(['ready', { number: 1 }])
    expect(play(doubted, { type: 'end-asked', reply: silence }).exam.phase).toBe('answering')
    // A reply while no call is under way took nothing over.
    expect(play(answering(), { type: 'call-answered', reply: silence }).shown.isTakeOverUnanswered).toBe(false)
  })
})

describe('[R09] the call that takes the attempt over', () => {
  const taking = () => play(answering(), { type: 'take-over-chosen' })

  it('the tab that writes makes the take-over call, and another tab requests the writing first', () => {
    expect(taking().call).toEqual({ number: 1, takeOver: true })
    const looking = play(answering(), lock(false))
    const asked = play(looking, { type: 'take-over-chosen' })
    expect([asked.takeOvers, asked.call]).toEqual([looking.takeOvers + 1, null])
    // This tab has the lock again, but another tab has the lease: the page reads first.
    const back = { ...looking, isWriter: true }
    expect(play(back, { type: 'take-over-chosen' })).toMatchObject({ search: { at: 'reading' }, call: null })
  })

  it('a page makes no take-over call without a ticket or without a paper', () => {
    const without = found({ ...info, ticket: null })
    expect(play(without, { type: 'take-over-chosen' })).toBe(without)
    const none = play(atRest('exam', at), lock())
    expect(play(none, { type: 'take-over-chosen' })).toBe(none)
  })

  it('a take-over call counts as unanswered after silence or 503, until it is made again', () => {
    for (const lost of [silence, refusal(503, '')]) {
      const unanswered = play(taking(), { type: 'call-answered', reply: lost })
      expect([unanswered.shown.isTakeOverUnanswered, unanswered.call]).toEqual([true, null])
      expect(play(unanswered, { type: 'take-over-chosen' }).shown.isTakeOverUnanswered).toBe(false)
    }
    // A call that only begins the clock is no take-over.
    expect(play(ready(), { type: 'call-answered', reply: silence }).shown.isTakeOverUnanswered).toBe(false)
    const final = play(taking(), { type: 'call-answered', reply: refusal(409, 'x') })
    expect(final.shown.isTakeOverUnanswered).toBe(false)
  })

  it('a take-over that succeeds makes the page read all devices’ answers', () => {
    const taken = play(taking(), { type: 'call-answered', reply: reply({ ...saved, epoch: 1 }) })
    expect(taken.remote).toEqual({ at: 'reading', number: 1 })
    expect(taken.exam).toMatchObject({ answers: { epoch: 1 }, writer: 'here' })
  })
})

describe('the reply to a save', () => {
  it('the reply to a save is kept for the disk with the events that it acknowledges, but not on a memory-only page', () => {
    const holding = [event('other')]
    const marks = { q1: { epoch: 0, seq: 1, device_id: 'other' } }
    const sent = [event('phone')]
    const heard = play(answering(), { type: 'saved', reply: { ...saved, marks, holding } as SavedReply, sent })
    expect(heard.toKeep).toEqual([{ number: 1, draftId: 'd', heard: { marks, sent, events: holding } }])
    expect(play(heard, { type: 'heard-kept', number: 2 }).toKeep).toHaveLength(1)
    expect(play(heard, { type: 'heard-kept', number: 1 }).toKeep).toEqual([])
    const again = play(heard, { type: 'heard-kept', number: 1 }, { type: 'saved', reply: saved, sent: [] })
    expect(again.toKeep).toMatchObject([{ number: 2, heard: { events: [] } }])
    const memory = {
      ...answering(),
      leaseState: { ...answering().leaseState, lease: { kind: 'memory-only' as const } },
    }
    expect(play(memory, { type: 'saved', reply: saved, sent: [] }).toKeep).toEqual([])
  })

  it('the reply to a save makes the page read remote answers if one is unknown here or another device took over', () => {
    expect(play(answering(), { type: 'saved', reply: saved, sent: [] }).remote.at).toBe('rest')
    const marks = { q1: { epoch: 0, seq: 1, device_id: 'other' } }
    expect(play(answering(), { type: 'saved', reply: { ...saved, marks }, sent: [] }).remote.at).toBe('reading')
    const taken = play(answering(), { type: 'saved', reply: { ...saved, epoch: 1 }, sent: [] })
    expect(taken.remote.at).toBe('reading')
  })

  it('the reply to a save ends an exam that another device has submitted, and the page reads nothing more', () => {
    const over = play(answering(), { type: 'saved', reply: { ...saved, state: 'graded', epoch: 1 }, sent: [] })
    expect([over.exam.phase, over.remote.at]).toEqual(['finished', 'rest'])
  })

  it('the reply to a save sets the clock, and changes the offset in the row if the clock moved by more than a second', () => {
    const near = play(answering(), {
      type: 'saved',
      reply: { ...saved, server_time: '1970-01-01T00:00:02Z' },
      sent: [],
    })
    expect([near.row!.clockOffset, near.clock]).toMatchObject([answering().row!.clockOffset, { confirmed: true }])
    const far = { ...saved, server_time: '1970-01-01T00:00:03Z' }
    expect(play(answering(), { type: 'saved', reply: far, sent: [] }).row!.clockOffset).toBe(2_000)
    const looking = play(answering(), lock(false))
    expect(play(looking, { type: 'saved', reply: far, sent: [] }).row!.clockOffset).toBe(looking.row!.clockOffset)
    const silent = { ...saved, server_time: 'not a time' }
    expect(play(near, { type: 'saved', reply: silent, sent: [] }).clock).toBe(near.clock)
    // The same time again: nothing is written.
    const again = play(answering(), { type: 'saved', reply: far, sent: [] }, { type: 'saved', reply: far, sent: [] })
    expect(again.rowVersion).toBe(play(answering(), { type: 'saved', reply: far, sent: [] }).rowVersion)
  })

  it('a page shows whether the server was reached, and when the next try is made', () => {
    const page = play(
      answering(),
      { type: 'reached', reached: false },
      { type: 'next-try-planned', at: 5_000, pauseUntil: 7_000 },
    )
    expect(page.shown).toMatchObject({ reached: false, nextTryAt: 5_000, pauseUntil: 7_000 })
  })

  it('the end of a request to the server also ends all requests before it', () => {
    const asked = play(answering(), { type: 'server-asked' }, { type: 'server-asked' })
    expect(asked.save.asked).toBe(2)
    const ended = play(asked, { type: 'ask-ended', asked: 2 }, { type: 'ask-ended', asked: 1 })
    expect(ended.save.askEnded).toBe(2)
  })
})

describe('the answers of other devices', () => {
  const reading = () => play(answering(), { type: 'saved', reply: { ...saved, epoch: 1 }, sent: [] })
  const read = (answer: Reply<ExamMeta>) => play(reading(), { type: 'remote-read', reply: answer })

  it('a page shows the answers of other devices, and keeps them for the disk', () => {
    const shown = read(meta({ events: [event('other')] }))
    expect(shown.remote.at).toBe('rest')
    expect(shown.toKeep.at(-1)!.heard).toEqual({ events: [event('other')] })
    expect(shown.exam.phase === 'answering' && shown.exam.answers.entries.get('q1')!.seen).toEqual(event('other'))
    expect(read(meta()).toKeep).toEqual(reading().toKeep)
    // A server that says nothing but the attempt shows no events.
    expect(read(meta({ events: undefined })).exam).toEqual(read(meta()).exam)
    expect(play(play(reading(), { type: 'already-graded' }), { type: 'remote-read', reply: meta() }).toKeep).toEqual(
      reading().toKeep,
    )
  })

  it('a page keeps a contested answer when an earlier reply does not report it', () => {
    const contested = [event('other')]
    const at9 = { server_time: '1970-01-01T00:00:09Z' }
    const shown = read(meta({ contested }, at9))
    expect(shown.exam.phase === 'answering' && shown.exam.answers).toMatchObject({ contestedAt: 9_000 })
    const earlier = play(shown, { type: 'remote-read', reply: meta({ contested: [] }) })
    expect(earlier.exam).toEqual(shown.exam)
  })

  it('a page reads remote answers again after a pause if the call was lost, and not if it was refused', () => {
    const lost = read(silence)
    expect(lost.remote).toEqual({ ...reading().remote, at: 'pausing' })
    expect(play(lost, { type: 'remote-pause-over' }).remote).toEqual({
      at: 'reading',
      number: reading().remote.number + 1,
    })
    expect(read(refusal(404, '')).remote.at).toBe('rest')
  })

  it('a page takes no remote answers of another attempt, nor after its own exam is over', () => {
    const other = read(meta({ events: [event('other')] }, { id: 'a2' }))
    expect([other.remote.at, other.toKeep, other.exam]).toEqual(['rest', reading().toKeep, reading().exam])
    expect(read(meta({ events: [event('other')] }, null)).exam).toEqual(reading().exam)
    const over = play(reading(), { type: 'already-graded' }, { type: 'remote-read', reply: meta() })
    expect(over.remote.at).toBe('rest')
  })
})

describe('[C.06] a ticket that the server rejects', () => {
  const ended = refusal(403, 'ticket_invalid')
  const doubting = () => play(answering(), { type: 'save-refused', refusal: ended })

  it('a rejected ticket makes the tab that writes ask once whether the exam is over', () => {
    expect(doubting().doubtedEnd).toEqual({ refusal: ended, number: 1, isPausing: false })
    expect(doubting().exam).toEqual(answering().exam)
    const twice = play(doubting(), { type: 'save-refused', refusal: ended })
    expect(twice.doubtedEnd).toEqual(doubting().doubtedEnd)
    const looking = play(answering(), lock(false))
    expect(play(looking, { type: 'save-refused', refusal: ended }).doubtedEnd).toBeNull()
    expect(play(answering(), { type: 'save-refused', refusal: refusal(403, 'other') }).doubtedEnd).toBeNull()
    expect(play(found(info, 'training'), { type: 'save-refused', refusal: ended }).doubtedEnd).toBeNull()
    const graded = play(doubting(), { type: 'save-refused', refusal: refusal(409, 'already_graded') })
    expect(graded.exam.phase).toBe('finished')
    expect(play(answering(), { type: 'save-refused', refusal: refusal(409, 'already_graded') }).exam.phase).toBe(
      'finished',
    )
  })

  it('a page stops answering when it learns after a rejected ticket that no attempt is open', () => {
    const over = play(doubting(), { type: 'end-asked', reply: refusal(409, 'no_open_attempt') })
    expect(over.doubtedEnd).toBeNull()
    expect(over.exam.phase).not.toBe('answering')
  })

  it('a page asks again after a pause whether the exam is over, if the reply could not tell', () => {
    const unknown = play(doubting(), { type: 'end-asked', reply: silence })
    expect(unknown.doubtedEnd).toEqual({ refusal: ended, number: 1, isPausing: true })
    const again = play(unknown, { type: 'end-pause-over' })
    expect(again.doubtedEnd).toEqual({ refusal: ended, number: 2, isPausing: false })
    const building = play(doubting(), {
      type: 'end-asked',
      reply: meta({ status: 'building', questions: undefined }, null),
    })
    expect(building.doubtedEnd?.isPausing).toBe(true)
  })

  it('a rejected ticket does not end an exam that is still open, and the reply sets the clock', () => {
    const open = play(doubting(), { type: 'end-asked', reply: meta({}, { server_time: '1970-01-01T00:00:09Z' }) })
    expect([open.doubtedEnd, open.exam.phase, open.row!.clockOffset]).toEqual([null, 'answering', 8_000])
  })

  it('a page stores the new ticket of an exam that is still open, and saves with it', () => {
    const open = play(doubting(), { type: 'end-asked', reply: meta({}, { ticket: 'another-ticket-of-16' }) })
    const saves = wanted(open).flatMap(({ effect }) => (effect.do === 'save' ? [effect.ticket] : []))
    expect([saves, open.row!.frame!.ticket]).toEqual([['another-ticket-of-16'], 'another-ticket-of-16'])
  })

  it('a late reply about a rejected ticket changes nothing on a page that asks no such question', () => {
    expectNoChange(answering(), { type: 'end-asked', reply: silence })
    expectNoChange(answering(), { type: 'end-pause-over' })
  })
})

describe('[R25] a clock that cannot be trusted', () => {
  it('an untrusted clock does not end an exam at its deadline, and a clock that the server has set does', () => {
    const late = { wall: 61_000, steady: 61_000 }
    expect(update(answering(), { type: 'ticked' }, late).exam.phase).toBe('answering')
    const set = play(answering(), { type: 'saved', reply: saved, sent: [] })
    expect(update(set, { type: 'ticked' }, { wall: 60_999, steady: 60_999 }).exam.phase).toBe('answering')
    expect(update(set, { type: 'ticked' }, late).exam).toMatchObject({ phase: 'submitting', because: 'deadline' })
  })

  it('a page with an untrusted clock asks for the server’s time at a tick, at most every ten seconds', () => {
    const tick = (page: PageState, steady: number) => update(page, { type: 'ticked' }, { wall: steady, steady })
    const first = tick({ ...answering(), doubtedAt: 1_000 }, 10_999)
    expect(first.save.woken).toBe(answering().save.woken)
    const later = tick(first, 11_000)
    expect([later.save.woken, later.doubtedAt]).toEqual([first.save.woken + 1, 11_000])
    const trusted = play(answering(), { type: 'saved', reply: saved, sent: [] })
    expect(tick(trusted, 30_000).save.woken).toBe(trusted.save.woken)
  })

  it('a page asks for the server’s time immediately when the person comes back', () => {
    expect(play(answering(), { type: 'woken' }).save.woken).toBe(answering().save.woken + 1)
  })
})
