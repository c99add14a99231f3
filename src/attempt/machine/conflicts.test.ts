import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AnswerEvent, AnswerValue } from '#contract/question.ts'
import {
  answerTo,
  giveAnswer,
  openAnswers,
  savingOf,
  takeContested,
  takeKept,
  takeMarks,
  takeServerEvents,
  takeAck,
  withEpoch,
} from './answers.ts'
import type { Answering } from './state.ts'
import { conflictNumbers, conflictOn, conflictsIn } from './conflicts.ts'

const there = (more: Partial<AnswerEvent> = {}): AnswerEvent => ({
  question_id: 'q',
  value: 'there',
  epoch: 2,
  seq: 1,
  device_id: 'laptop',
  ...more,
})
const answers = openAnswers('phone', 1)
const answered = giveAnswer(answers, 'q', 'here')

describe('two devices that answered one question differently', () => {
  it('[C.06] [R09] the device whose answer lost knows both answers', () => {
    const lost = takeServerEvents(answered, [there()])
    expect(conflictOn(lost, 'q')).toEqual({ here: 'here', there: 'there', holds: 'there' })
    expect(conflictsIn(lost)).toEqual(['q'])
  })

  it('the device whose answer won gets no conflict to decide', () => {
    const won = takeServerEvents(withEpochAnswer('here', 3), [there()])
    expect(conflictOn(won, 'q')).toBeNull()
    expect(answerTo(won, 'q')).toBe('here')
  })

  it('[C.06] a page offers both answers if its own won on the server and it took another tab’s from the disk', () => {
    const sent = giveAnswer(answers, 'q', 'here').entries.get('q')!.own!
    const kept = { ...sent, value: 'there', device_id: 'phone of another tab' }
    const taken = takeKept(giveAnswer(answers, 'q', 'here'), [kept])
    const shown = takeServerEvents(taken, [{ ...sent, device_id: 'phone, and so later' }])
    expect(conflictOn({ ...shown, deviceId: 'phone, and so later' }, 'q')).toEqual({
      here: 'there',
      there: 'here',
      holds: 'there',
    })
  })

  it('two answers of one device are no conflict, even after a reload', () => {
    const again = takeServerEvents(answered, [there({ device_id: 'phone', value: 'again' })])
    expect(conflictOn({ ...again, deviceId: 'phone, loaded anew' }, 'q')).toBeNull()
  })

  it('equal answers of two devices are no conflict, in whatever order the options were chosen', () => {
    const agreed: [AnswerValue | null, AnswerValue | null][] = [
      ['so', 'so'],
      ['so', ' so '],
      [
        ['o1', 'o2'],
        ['o2', 'o1'],
      ],
      [null, null],
    ]
    for (const [mine, theirs] of agreed) {
      const both = takeServerEvents(giveAnswer(answers, 'q', mine), [there({ value: theirs })])
      expect(conflictOn(both, 'q')).toBeNull()
    }
  })

  it('two devices are in conflict when one cleared its answer, or chose fewer or other options', () => {
    const differing: [AnswerValue | null, AnswerValue | null][] = [
      [null, 'so'],
      ['so', null],
      [['o1'], ['o1', 'o2']],
      [['o1'], ['o2']],
      ['o1', ['o1', 'o2']],
    ]
    for (const [mine, theirs] of differing) {
      const both = takeServerEvents(giveAnswer(answers, 'q', mine), [there({ value: theirs })])
      expect(conflictOn(both, 'q')).toEqual({ here: mine, there: theirs, holds: 'there' })
    }
  })

  it('conflicts are listed by their place in the paper, not in the order of answering', () => {
    const questions = ['q3', 'q1', 'q2'].map((id) => ({ id, kind: 'text' as const, prompt: '' }))
    const paper = { questions } as unknown as Answering['paper']
    const given = ['q1', 'q2', 'q3'].reduce((all, id) => giveAnswer(all, id, 'here'), answers)
    const lost = takeServerEvents(given, [there({ question_id: 'q2' }), there({ question_id: 'q3' })])
    expect(conflictsIn(lost)).toEqual(['q2', 'q3'])
    expect(conflictNumbers({ paper, answers: lost })).toEqual([1, 3])
  })

  it('one device alone, or a question that was not answered here, makes no conflict', () => {
    expect(conflictOn(takeServerEvents(answered, [there({ device_id: 'phone' })]), 'q')).toBeNull()
    expect(conflictOn(takeServerEvents(answers, [there()]), 'q')).toBeNull()
    expect(conflictOn(answers, 'q')).toBeNull()
    expect(conflictsIn(answers)).toEqual([])
  })

  it('a conflict waits until the other value is known, and an acknowledgement alone shows nothing', () => {
    expect(conflictOn(takeMarks(answered, { q: there() }), 'q')).toBeNull()
  })

  it('[C.06] the answer that the person chooses becomes a new event that beats both and still has to be saved', () => {
    const epochs = fc.integer({ min: 1, max: 5 })
    fc.assert(
      fc.property(epochs, fc.integer({ min: 1, max: 9 }), fc.constantFrom('here', 'there'), (epoch, seq, choice) => {
        const lost = takeServerEvents(answered, [there({ epoch, seq: seq + 1 })])
        // Only a device that has taken the attempt over may write, and then it has the greatest epoch.
        const chosen = giveAnswer(withEpoch(lost, 6), 'q', choice)
        expect(conflictOn(chosen, 'q')).toBeNull()
        expect(answerTo(chosen, 'q')).toBe(choice)
        expect(chosen.entries.get('q')!.own).toMatchObject({ epoch: 6, seq: seq + 2 })
        expect(savingOf(chosen, 'q')).toBe('saving')
      }),
    )
  })
})

describe('an answer of another device that lost and was unknown here', () => {
  const remote = there({ epoch: 0, seq: 7, device_id: 'tablet' })
  const server_time = new Date(2_000).toISOString()
  const won = takeMarks(answered, { q: answered.entries.get('q')!.own! })
  const contested = takeContested(won, [remote], 1_000)

  it('[C.06] [R09] the device whose answer won offers another device’s losing answer too', () => {
    expect(conflictOn(contested, 'q')).toEqual({ here: 'here', there: 'there', holds: 'here' })
    expect(conflictsIn(contested)).toEqual(['q'])
    expect(answerTo(contested, 'q')).toBe('here')
  })

  it('a third device that gave no answer itself also offers the losing answer', () => {
    const third = takeContested(takeServerEvents(openAnswers('tv', 2), [there({ value: 'so' })]), [remote], 1_000)
    expect(conflictOn(third, 'q')).toEqual({ here: 'so', there: 'there', holds: 'here' })
  })

  it('[C.06] another device’s losing answer is offered before an older losing answer of this device', () => {
    const winner = there({ epoch: 5, seq: 9, value: 'so', device_id: 'tv' })
    const lost = takeContested(takeServerEvents(takeMarks(won, { q: winner }), [winner]), [remote], 1_000)
    expect(conflictOn(lost, 'q')).toEqual({ here: 'so', there: 'there', holds: 'here' })
    expect(conflictOn(takeContested(lost, [], 2_000), 'q')).toEqual({ here: 'here', there: 'so', holds: 'there' })
  })

  it('an answer given here before a reload does not count as another device’s', () => {
    const own = there({ value: 'mine', epoch: 0, seq: 7, device_id: 'phone~00001' })
    const winner = there({ epoch: 5, seq: 9, value: 'so' })
    const entry = { own, keeping: 'kept', seen: winner, mark: winner } as const
    const reloaded = takeContested(openAnswers('phone~00002', 5, [['q', entry]]), [own], 1_000)
    expect(conflictOn(reloaded, 'q')).toEqual({ here: 'mine', there: 'so', holds: 'there' })
  })

  it('[C.06] the next answer here beats both answers and settles the conflict', () => {
    for (const choice of ['here', 'there', null]) {
      const chosen = giveAnswer(contested, 'q', choice)
      expect(conflictOn(chosen, 'q')).toBeNull()
      expect(chosen.entries.get('q')!.own).toMatchObject({ value: choice, seq: 8 })
    }
  })

  it('[C.06] the device whose answer lost learns of the conflict from the reply to its own save, without another call', () => {
    const winner = there({ epoch: 5, seq: 9, value: 'so', device_id: 'tv' })
    const own = answered.entries.get('q')!.own!
    const ack = { marks: { q: winner }, contested: [own], holding: [winner], server_time }
    expect(conflictOn(takeAck(answered, { ...ack, sent: [own] }), 'q')).toEqual({
      here: 'here',
      there: 'so',
      holds: 'there',
    })
    expect(conflictOn(takeAck(answered, { ...ack, holding: null }), 'q')).toBeNull()
  })

  it('a conflict is settled when the server no longer reports it', () => {
    expect(conflictOn(takeAck(contested, { marks: {}, contested: [], server_time }), 'q')).toBeNull()
    expect(conflictOn(takeAck(contested, { marks: {}, server_time }), 'q')).toBeNull()
  })

  it('a reply that a later one has overtaken neither ends a conflict nor starts it again', () => {
    const earlier = new Date(999).toISOString()
    expect(conflictOn(takeAck(contested, { marks: {}, contested: [], server_time: earlier }), 'q')).not.toBeNull()
    const settled = takeAck(contested, { marks: {}, contested: [], server_time })
    expect(conflictOn(takeContested(settled, [remote], 1_999), 'q')).toBeNull()
  })

  it('a conflict waits until the winning answer is known, if a third device’s is known only by an acknowledgement', () => {
    const third = { epoch: 9, seq: 9, device_id: 'tv' }
    expect(conflictOn(takeMarks(contested, { q: third }), 'q')).toBeNull()
  })

  it('a reply from before the last answer here brings no conflict', () => {
    expect(conflictOn(takeContested(giveAnswer(contested, 'q', 'new'), [remote], 1_000), 'q')).toBeNull()
  })

  it('equal answers, answers of this device alone, or an unknown winning answer make no conflict', () => {
    expect(conflictOn(takeContested(won, [{ ...remote, value: ' here ' }], 1_000), 'q')).toBeNull()
    expect(conflictOn(takeContested(won, [{ ...remote, device_id: 'phone' }], 1_000), 'q')).toBeNull()
    expect(conflictOn(takeContested(answers, [remote], 1_000), 'q')).toBeNull()
    expect(conflictsIn(takeContested(answers, [remote], 1_000))).toEqual([])
  })
})

function withEpochAnswer(value: string, epoch: number) {
  return giveAnswer(withEpoch(answers, epoch), 'q', value)
}
