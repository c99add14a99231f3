import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLater, mergeEvents } from '#contract/answer-merge.ts'
import type { AnswerEvent } from '#contract/question.ts'
import {
  type AnswerBook,
  answerTo,
  giveAnswer,
  mergedAnswers,
  noteKeeping,
  openBook,
  ownEvents,
  pendingEvents,
  savingOf,
  takeMarks,
  takeServerEvents,
  unseenRivals,
  withEpoch,
} from './answer-book.ts'

const own = (book: AnswerBook) => book.entries.get('q')!.own!
const event = (more: Partial<AnswerEvent>): AnswerEvent => ({
  question_id: 'q',
  value: 'v',
  epoch: 0,
  seq: 1,
  device_id: 'laptop',
  ...more,
})
const book = openBook('phone', 0)

describe('an answer and where it is', () => {
  it('[C.06] is called saved on the device only after the storage said so', () => {
    const given = giveAnswer(book, 'q', 'a')
    expect(savingOf(book, 'q')).toBe('none')
    expect(savingOf(given, 'q')).toBe('saving')
    expect(savingOf(noteKeeping(given, own(given), 'kept'), 'q')).toBe('device')
    expect(savingOf(noteKeeping(given, own(given), 'refused'), 'q')).toBe('unsaved')
  })

  it('is not called saved by a word about an older change', () => {
    const first = giveAnswer(book, 'q', 'a')
    const second = giveAnswer(first, 'q', 'b')
    expect(savingOf(noteKeeping(second, own(first), 'kept'), 'q')).toBe('saving')
    expect(savingOf(takeMarks(second, { q: own(first) }), 'q')).toBe('saving')
  })

  it('is called saved on the server only by a mark that covers the last change', () => {
    const given = giveAnswer(book, 'q', 'a')
    const marked = takeMarks(given, { q: own(given) })
    expect(savingOf(marked, 'q')).toBe('server')
    expect(pendingEvents(marked)).toEqual([])
    expect(pendingEvents(giveAnswer(marked, 'q', 'b'))).toEqual([
      { question_id: 'q', value: 'b', epoch: 0, seq: 2, device_id: 'phone' },
    ])
  })

  it('can be cleared, and an empty text or choice clears too', () => {
    const given = giveAnswer(book, 'q', 'a')
    for (const empty of [null, '', '  ', []]) {
      const cleared = giveAnswer(given, 'q', empty)
      expect(answerTo(cleared, 'q')).toBeNull()
      expect(own(cleared)).toMatchObject({ value: null, seq: 2 })
      expect(mergedAnswers(cleared)).toEqual([])
    }
  })

  it('comes after everything seen of its question, from any source', () => {
    const shown = takeMarks(takeServerEvents(book, [event({ seq: 7 })]), { q: event({ seq: 9 }) })
    expect(own(giveAnswer(shown, 'q', 'a')).seq).toBe(10)
  })

  it('after a take-over beats what the other device wrote meanwhile', () => {
    const given = giveAnswer(withEpoch(book, 2), 'q', 'a')
    expect(answerTo(takeServerEvents(given, [event({ epoch: 1, seq: 50 })]), 'q')).toBe('a')
  })

  it('says of which answers only the mark is known', () => {
    const given = giveAnswer(book, 'q', 'a')
    const rival = event({ seq: 5, value: 'b' })
    const marked = takeMarks(given, { q: rival })
    expect(unseenRivals(marked)).toEqual(['q'])
    expect(unseenRivals(takeServerEvents(marked, [rival]))).toEqual([])
    expect(answerTo(takeServerEvents(marked, [rival]), 'q')).toBe('b')
  })

  it('a submission carries every change of this device', () => {
    const given = giveAnswer(giveAnswer(book, 'q', 'a'), 'p', ['x', 'y'])
    expect(ownEvents(takeMarks(given, { q: own(given) }))).toHaveLength(2)
  })
})

const anyEvent = fc.record({
  question_id: fc.constantFrom('q', 'p', '__proto__'),
  value: fc.option(fc.constantFrom('a', 'b', 'c')),
  epoch: fc.integer({ min: 0, max: 3 }),
  seq: fc.integer({ min: 1, max: 4 }),
  device_id: fc.constantFrom('phone', 'laptop'),
})

describe('the merge of answers', () => {
  /** One identity is one event: the same device never gives two values the same number. */
  const events = fc.uniqueArray(anyEvent, {
    selector: (e) => `${e.question_id} ${e.epoch} ${e.seq} ${e.device_id}`,
    maxLength: 24,
  })

  it('comes to the same answers in whatever order and however often events arrive', () => {
    fc.assert(
      fc.property(events, fc.array(fc.nat(), { maxLength: 24 }), (sent, picks) => {
        const again = picks.flatMap((pick) => sent[pick % Math.max(sent.length, 1)] ?? [])
        const shuffled = [...again, ...sent.toReversed(), ...again]
        expect(mergeEvents(shuffled)).toEqual(mergeEvents(sent))
        expect(takeServerEvents(takeServerEvents(book, again), shuffled)).toEqual(takeServerEvents(book, sent))
      }),
    )
  })

  it('keeps of each question exactly the greatest event', () => {
    fc.assert(
      fc.property(events, (sent) => {
        const winners = mergeEvents(sent)
        for (const one of sent) expect(isLater(one, winners.get(one.question_id)!)).toBe(false)
        expect(winners.size).toBe(new Set(sent.map((one) => one.question_id)).size)
      }),
    )
  })

  it('never loses the last answer given here to anything that was seen before it', () => {
    fc.assert(
      fc.property(events, fc.constantFrom('q', 'p'), (sent, question) => {
        const epoch = Math.max(0, ...sent.map((one) => one.epoch))
        const given = giveAnswer(withEpoch(takeServerEvents(book, sent), epoch), question, 'mine')
        expect(answerTo(given, question)).toBe('mine')
        expect(pendingEvents(given).map((one) => one.value)).toContain('mine')
      }),
    )
  })
})
