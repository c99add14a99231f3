import { describe, expect, it } from 'vitest'
import { contestedEvents, type ReceivedEvent } from './contested-events.ts'

/** The phone's answer, unless told otherwise; `at` in seconds. */
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

describe('an answer that lost the merge is contested', () => {
  it('[R09] when it came after the winner, from a device that did not know of the take-over', () => {
    expect(values(laptop(1), received(2))).toEqual(['phone'])
    expect(values(received(2), laptop(1))).toEqual(['phone'])
  })

  it('[R09] when it came before the winner, which did not count beyond it', () => {
    expect(values(received(1, { seq: 2 }), laptop(2))).toEqual(['phone'])
    expect(values(received(1, { seq: 5 }), laptop(2))).toEqual(['phone'])
  })

  it('not when the winner was given with knowledge of it', () => {
    expect(values(received(1), laptop(2))).toEqual([])
  })

  it('not when both say the same, or one device has answered again', () => {
    expect(values(laptop(1), received(2, { value: 'laptop' }))).toEqual([])
    expect(values(received(1), received(2, { seq: 2, value: 'again' }))).toEqual([])
    // Its own earlier answer, delivered late.
    expect(values(laptop(1), laptop(2, { seq: 1, value: 'earlier' }))).toEqual([])
  })

  it('by the last word of its device only', () => {
    expect(values(laptop(1, { seq: 9 }), received(2), received(3, { seq: 2, value: 'second thought' }))).toEqual([
      'second thought',
    ])
    expect(values(laptop(1, { seq: 9 }), received(2), received(3, { seq: 2, value: 'laptop' }))).toEqual([])
  })

  it('until somebody who was shown it answers', () => {
    const shown = [laptop(1), received(2, { seq: 5 })]
    expect(values(...shown)).toEqual(['phone'])
    expect(values(...shown, laptop(3, { seq: 6 }))).toEqual([])
    expect(values(...shown, laptop(3, { seq: 6, value: 'phone' }))).toEqual([])
  })

  it('one for a question, the last that came, with nothing of how it is stored', () => {
    const tablet = received(4, { device_id: 'tablet', value: 'tablet' })
    expect(contestedEvents([laptop(1), received(2), tablet, received(3, { question_id: 'other' })])).toEqual([
      { question_id: 'q', value: 'tablet', epoch: 0, seq: 1, device_id: 'tablet' },
    ])
    expect(contestedEvents([])).toEqual([])
  })

  it('of two that came in one moment the one that the merge puts last, in whichever order they are read', () => {
    const tablet = received(2, { device_id: 'tablet', value: 'tablet' })
    expect(values(laptop(1), received(2), tablet)).toEqual(['tablet'])
    expect(values(tablet, laptop(1), received(2))).toEqual(['tablet'])
  })
})
