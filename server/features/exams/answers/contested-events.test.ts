import { describe, expect, it } from 'vitest'
import { contestedEvents, type ReceivedEvent } from './contested-events.ts'

/** The phone's answer, unless `more` says otherwise; `at` in seconds. */
function received(at: number, more: Partial<ReceivedEvent> = {}): ReceivedEvent {
  return {
    question_id: 'q',
    value: 'phone',
    epoch: 0,
    seq: 1,
    device_id: 'phone',
    received_at: new Date(at * 1000),
    ...more,
  }
}
const laptop = (at: number, more: Partial<ReceivedEvent> = {}) =>
  received(at, { value: 'laptop', device_id: 'laptop', epoch: 1, seq: 2, ...more })
const values = (...events: ReceivedEvent[]) => contestedEvents(events).map(({ value }) => value)

describe('contested answers', () => {
  it('[R09] a losing answer is contested if it came after the winner, from a device that did not know of the take-over', () => {
    expect(values(laptop(1), received(2))).toEqual(['phone'])
    expect(values(received(2), laptop(1))).toEqual(['phone'])
  })

  it('[R09] a losing answer is contested if it came before a winner whose sequence number does not exceed its own', () => {
    expect(values(received(1, { seq: 2 }), laptop(2))).toEqual(['phone'])
    expect(values(received(1, { seq: 5 }), laptop(2))).toEqual(['phone'])
  })

  it('a losing answer is not contested if the winner was given with knowledge of it', () => {
    expect(values(received(1), laptop(2))).toEqual([])
  })

  it('no answer is contested if both devices say the same, or if one device has answered again', () => {
    expect(values(laptop(1), received(2, { value: 'laptop' }))).toEqual([])
    expect(values(received(1), received(2, { seq: 2, value: 'again' }))).toEqual([])
    // Its own earlier answer, delivered late.
    expect(values(laptop(1), laptop(2, { seq: 1, value: 'earlier' }))).toEqual([])
  })

  it('only the last answer of a device can be contested', () => {
    expect(values(laptop(1, { seq: 9 }), received(2), received(3, { seq: 2, value: 'second thought' }))).toEqual([
      'second thought',
    ])
    expect(values(laptop(1, { seq: 9 }), received(2), received(3, { seq: 2, value: 'laptop' }))).toEqual([])
  })

  it('an answer is no longer contested once a device that showed it has answered', () => {
    const shown = [laptop(1), received(2, { seq: 5 })]
    expect(values(...shown)).toEqual(['phone'])
    expect(values(...shown, laptop(3, { seq: 6 }))).toEqual([])
    expect(values(...shown, laptop(3, { seq: 6, value: 'phone' }))).toEqual([])
  })

  it('contestedEvents returns one answer for a question, the last to arrive, without its stored fields', () => {
    const tablet = received(4, { device_id: 'tablet', value: 'tablet' })
    expect(contestedEvents([laptop(1), received(2), tablet, received(3, { question_id: 'other' })])).toEqual([
      { question_id: 'q', value: 'tablet', epoch: 0, seq: 1, device_id: 'tablet' },
    ])
    expect(contestedEvents([])).toEqual([])
  })

  it('contestedEvents chooses between two answers of one moment as the merge does, in whichever order they are read', () => {
    const tablet = received(2, { device_id: 'tablet', value: 'tablet' })
    expect(values(laptop(1), received(2), tablet)).toEqual(['tablet'])
    expect(values(tablet, laptop(1), received(2))).toEqual(['tablet'])
  })
})
