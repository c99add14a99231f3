import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLater, mergeEvents } from '#contract/answer-merge.ts'
import { AnswerEvent } from '#contract/question.ts'
import {
  type Answers,
  answerTo,
  giveAnswer,
  mergedAnswers,
  noteKeeping,
  openAnswers,
  ownEvents,
  pendingEvents,
  savingOf,
  seenEvents,
  takeKept,
  takeMarks,
  takeServerEvents,
  unseenRemote,
  withEpoch,
  withMissing,
} from './answers.ts'

const own = (answers: Answers) => answers.entries.get('q')!.own!
const event = (more: Partial<AnswerEvent>): AnswerEvent => ({
  question_id: 'q',
  value: 'v',
  epoch: 0,
  seq: 1,
  device_id: 'laptop',
  ...more,
})
const answers = openAnswers('phone', 0)

describe('the answers of one page', () => {
  it('[C.06] an answer counts as saved on the device only after the storage confirms it', () => {
    const given = giveAnswer(answers, 'q', 'a')
    expect(savingOf(answers, 'q')).toBe('none')
    expect(savingOf(given, 'q')).toBe('saving')
    expect(savingOf(noteKeeping(given, own(given), 'kept'), 'q')).toBe('device')
    expect(savingOf(noteKeeping(given, own(given), 'refused'), 'q')).toBe('unsaved')
  })

  it('[C.06] the page cuts a text answer of 501 letters to the 500 that the contract accepts', () => {
    const given = giveAnswer(answers, 'q', 'а'.repeat(501))
    expect(AnswerEvent.safeParse(own(given)).success).toBe(true)
    expect(own(given).value).toBe('а'.repeat(500))
  })

  it('the confirmation of an older change, by the disk or the server, does not mark a newer answer as saved', () => {
    const first = giveAnswer(answers, 'q', 'a')
    const second = giveAnswer(first, 'q', 'b')
    expect(savingOf(noteKeeping(second, own(first), 'kept'), 'q')).toBe('saving')
    expect(savingOf(takeMarks(second, { q: own(first) }), 'q')).toBe('saving')
  })

  it('an answer counts as saved on the server only when an acknowledgement covers its last change', () => {
    const given = giveAnswer(answers, 'q', 'a')
    const marked = takeMarks(given, { q: own(given) })
    expect(savingOf(marked, 'q')).toBe('server')
    expect(pendingEvents(marked)).toEqual([])
    expect(pendingEvents(giveAnswer(marked, 'q', 'b'))).toEqual([
      { question_id: 'q', value: 'b', epoch: 0, seq: 2, device_id: 'phone' },
    ])
  })

  it('an answer does not count as saved on the server while a rival answer there is not shown on this page', () => {
    const given = giveAnswer(openAnswers('phone', 0), 'q', 'так')
    const rivalled = takeMarks(given, { q: { epoch: 1, seq: 1, device_id: 'laptop' } }, [own(given)])
    expect(savingOf(rivalled, 'q')).toBe('saving')
    const shown = takeServerEvents(rivalled, [{ question_id: 'q', value: 'ні', epoch: 1, seq: 1, device_id: 'laptop' }])
    expect([answerTo(shown, 'q'), savingOf(shown, 'q')]).toEqual(['ні', 'server'])
  })

  it('a person can clear an answer by null, an empty text, spaces or an empty choice', () => {
    const given = giveAnswer(answers, 'q', 'a')
    for (const empty of [null, '', '  ', []]) {
      const cleared = giveAnswer(given, 'q', empty)
      expect(answerTo(cleared, 'q')).toBeNull()
      expect(own(cleared)).toMatchObject({ value: null, seq: 2 })
      expect(mergedAnswers(cleared)).toEqual([])
    }
  })

  it('the seen events hold the newest server event of each question, and no answer that was only given here', () => {
    const given = giveAnswer(takeServerEvents(answers, [event({ seq: 7 }), event({ seq: 3 })]), 'q', 'a')
    expect(seenEvents(giveAnswer(given, 'another', 'b'))).toEqual([event({ seq: 7 })])
  })

  it('a new answer is numbered after every event and acknowledgement seen of its question', () => {
    const shown = takeMarks(takeServerEvents(answers, [event({ seq: 7 })]), { q: event({ seq: 9 }) })
    expect(own(giveAnswer(shown, 'q', 'a')).seq).toBe(10)
  })

  it('an answer given after a take-over beats the one that the other device wrote meanwhile', () => {
    const given = giveAnswer(withEpoch(answers, 2), 'q', 'a')
    expect(answerTo(takeServerEvents(given, [event({ epoch: 1, seq: 50 })]), 'q')).toBe('a')
  })

  it('an answer that a later one on the server beats stays pending until the server replies to it', () => {
    const remote = event({ epoch: 1, seq: 5, value: 'b' })
    const given = giveAnswer(answers, 'q', 'a')
    const withMark = takeMarks(given, { q: remote }, [])
    expect(pendingEvents(withMark)).toEqual([own(given)])
    expect(pendingEvents(takeServerEvents(withMark, [remote]))).toEqual([own(given)])
    expect(pendingEvents(takeMarks(withMark, { q: remote }, [event({ question_id: 'p' })]))).toEqual([own(given)])
    const answered = takeMarks(withMark, { q: remote }, [own(given)])
    expect(pendingEvents(answered)).toEqual([])
    expect(pendingEvents(takeMarks(given, { q: own(given) }, []))).toEqual([])
    const changed = giveAnswer(answered, 'q', 'c')
    expect([own(changed).seq, pendingEvents(changed)]).toEqual([6, [own(changed)]])
    expect(pendingEvents(takeMarks(changed, { q: event({ epoch: 2 }) }, [own(given)]))).toEqual([own(changed)])
  })

  it('the page lists the questions whose remote answer it knows only by the acknowledgement', () => {
    const given = giveAnswer(answers, 'q', 'a')
    const remote = event({ seq: 5, value: 'b' })
    const marked = takeMarks(given, { q: remote }, [own(given)])
    expect(unseenRemote(marked)).toEqual(['q'])
    expect(unseenRemote(takeServerEvents(marked, [remote]))).toEqual([])
    expect(answerTo(takeServerEvents(marked, [remote]), 'q')).toBe('b')
  })

  it('the page asks for no remote value that it knows, and for none that a later answer here has beaten', () => {
    const remote = event({ seq: 5, value: 'b' })
    expect(unseenRemote(answers)).toEqual([])
    expect(unseenRemote(giveAnswer(answers, 'q', 'a'))).toEqual([])
    expect(unseenRemote(takeMarks(answers, { q: remote, p: event({ question_id: 'p' }) }))).toEqual(['q', 'p'])
    const shown = takeServerEvents(answers, [remote])
    expect(unseenRemote(shown)).toEqual([])
    expect(unseenRemote(takeMarks(shown, { q: event({ seq: 6 }) }))).toEqual(['q'])
    const later = giveAnswer(takeMarks(shown, { q: event({ seq: 6 }) }), 'q', 'mine')
    expect(unseenRemote(later)).toEqual([])
    expect(unseenRemote(takeMarks(later, { q: own(later) }))).toEqual([])
  })

  it('a question whose remote value is unknown has no answer, and the page sends nothing for it', () => {
    expect([answerTo(answers, 'q'), savingOf(answers, 'q')]).toEqual([null, 'none'])
    const marked = takeMarks(answers, { q: event({}) })
    expect([answerTo(marked, 'q'), savingOf(marked, 'q')]).toEqual([null, 'none'])
    expect([pendingEvents(marked), ownEvents(marked), mergedAnswers(marked)]).toEqual([[], [], []])
  })

  it('an answer of another device counts as saved on the server, and is no change of this device', () => {
    const shown = takeServerEvents(answers, [event({ value: 'theirs' })])
    expect([answerTo(shown, 'q'), savingOf(shown, 'q')]).toEqual(['theirs', 'server'])
    expect([pendingEvents(shown), ownEvents(shown)]).toEqual([[], []])
    expect(mergedAnswers(shown)).toEqual([{ question_id: 'q', value: 'theirs' }])
  })

  it('a cleared answer is still a change that the page stores and sends', () => {
    const cleared = giveAnswer(answers, 'q', null)
    expect(savingOf(cleared, 'q')).toBe('saving')
    expect(pendingEvents(cleared)).toHaveLength(1)
    expect(savingOf(noteKeeping(cleared, own(cleared), 'kept'), 'q')).toBe('device')
  })

  it('an answer keeps the white space around its words, and one option is a choice', () => {
    expect(answerTo(giveAnswer(answers, 'q', ' так '), 'q')).toBe(' так ')
    expect(answerTo(giveAnswer(answers, 'q', [' ']), 'q')).toEqual([' '])
  })

  it('an older acknowledgement changes nothing, and the confirmation of another change does not mark an answer as saved', () => {
    const given = giveAnswer(answers, 'q', 'a')
    const acknowledged = takeMarks(given, { q: own(given) })
    expect(takeMarks(acknowledged, { q: event({ seq: 0 }) })).toBe(acknowledged)
    expect(takeMarks(acknowledged, { q: own(given) })).toBe(acknowledged)
    for (const other of [{ seq: 2 }, { epoch: 1 }, { device_id: 'laptop' }]) {
      expect(noteKeeping(given, { ...own(given), ...other }, 'kept')).toBe(given)
    }
    expect(noteKeeping(answers, event({}), 'kept').entries.get('q')?.own ?? null).toBeNull()
  })

  it('a second answer to a question is numbered after the first one of this device', () => {
    const twice = giveAnswer(giveAnswer(takeServerEvents(answers, [event({ seq: 7 })]), 'q', 'a'), 'q', 'b')
    expect(own(twice)).toEqual({ question_id: 'q', value: 'b', epoch: 0, seq: 9, device_id: 'phone' })
  })

  it('the epoch of the answers rises with a take-over and never falls', () => {
    const later = withEpoch(answers, 2)
    expect(later.epoch).toBe(2)
    expect(withEpoch(later, 2)).toBe(later)
    expect(withEpoch(later, 1)).toBe(later)
  })

  it('the page stores an acknowledgement as epoch, number and device, and an older event does not lower it', () => {
    const shown = takeServerEvents(answers, [event({ seq: 7 })])
    expect(shown.entries.get('q')).toEqual({
      own: null,
      keeping: 'kept',
      seen: event({ seq: 7 }),
      mark: { epoch: 0, seq: 7, device_id: 'laptop' },
    })
    const marked = takeMarks(answers, { q: event({ seq: 8 }) })
    expect(marked.entries.get('q')).toEqual({
      own: null,
      keeping: 'kept',
      seen: null,
      mark: { epoch: 0, seq: 8, device_id: 'laptop' },
    })
    expect(takeServerEvents(marked, [event({ seq: 7 })]).entries.get('q')).toMatchObject({
      seen: { seq: 7 },
      mark: { seq: 8 },
    })
  })

  it('a submission carries every change of this device', () => {
    const given = giveAnswer(giveAnswer(answers, 'q', 'a'), 'p', ['x', 'y'])
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
  /** One name is one event: a device never gives two values under the same number. */
  const events = fc.uniqueArray(anyEvent, {
    selector: (e) => `${e.question_id} ${e.epoch} ${e.seq} ${e.device_id}`,
    maxLength: 24,
  })

  it('the merge gives the same answers in any order of the events and with any repetitions', () => {
    fc.assert(
      fc.property(events, fc.array(fc.nat(), { maxLength: 24 }), (sent, picks) => {
        const again = picks.flatMap((pick) => sent[pick % Math.max(sent.length, 1)] ?? [])
        const shuffled = [...again, ...sent.toReversed(), ...again]
        expect(mergeEvents(shuffled)).toEqual(mergeEvents(sent))
        expect(takeServerEvents(takeServerEvents(answers, again), shuffled)).toEqual(takeServerEvents(answers, sent))
      }),
    )
  })

  it('the merge keeps exactly the greatest event of each question', () => {
    fc.assert(
      fc.property(events, (sent) => {
        const winners = mergeEvents(sent)
        for (const one of sent) expect(isLater(one, winners.get(one.question_id)!)).toBe(false)
        expect(winners.size).toBe(new Set(sent.map((one) => one.question_id)).size)
      }),
    )
  })

  it('the last answer given here beats every event seen before it, and stays pending', () => {
    fc.assert(
      fc.property(events, fc.constantFrom('q', 'p'), (sent, question) => {
        const epoch = Math.max(0, ...sent.map((one) => one.epoch))
        const given = giveAnswer(withEpoch(takeServerEvents(answers, sent), epoch), question, 'mine')
        expect(answerTo(given, question)).toBe('mine')
        expect(pendingEvents(given).map((one) => one.value)).toContain('mine')
      }),
    )
  })
})

describe('answers of a page that the storage lacks', () => {
  const kept = (more: Partial<AnswerEvent>) =>
    [['q', { own: event(more), keeping: 'kept' as const, seen: event({ seq: 9 }), mark: null }]] satisfies [
      string,
      unknown,
    ][]
  const entryOf = (entries: ReturnType<typeof withMissing>) => new Map(entries).get('q')

  it('an unsaved change of the page replaces an earlier one on the disk, and does not count as kept', () => {
    const mine = event({ seq: 2, value: 'mine' })
    expect(entryOf(withMissing(kept({ seq: 1 }), [mine]))).toMatchObject({
      own: mine,
      keeping: 'refused',
      seen: { seq: 9 },
    })
    expect(entryOf(withMissing([], [mine]))).toEqual({ own: mine, keeping: 'refused', seen: null, mark: null })
  })

  it('an unsaved change of the page yields to a later one on the disk, and to itself if the disk has it after all', () => {
    for (const seq of [2, 3]) {
      const entries = withMissing(kept({ seq, value: 'there' }), [event({ seq: 2, value: 'mine' })])
      expect(entryOf(entries)).toMatchObject({ own: { seq, value: 'there' }, keeping: 'kept' })
    }
  })
})

describe('an answer that another tab stored meanwhile', () => {
  const there = event({ epoch: 2, seq: 1, value: 'there', device_id: 'other tab' })

  it('an answer that another tab stored replaces the one here whatever its number, and the next answer is later', () => {
    const here = noteKeeping(
      giveAnswer(withEpoch(answers, 1), 'q', 'here'),
      own(giveAnswer(answers, 'q', 'here')),
      'refused',
    )
    const after = takeKept(here, [there, { ...there, question_id: 'r', epoch: 0 }])
    expect(after.entries.get('q')).toMatchObject({ own: there, keeping: 'kept' })
    expect([answerTo(after, 'r'), after.epoch]).toEqual(['there', 2])
    expect(savingOf(after, 'q')).toBe('device')
    expect(isLater(own(giveAnswer(after, 'q', 'again')), there)).toBe(true)
    const numbered = takeKept(giveAnswer(giveAnswer(answers, 'q', 'a'), 'q', 'b'), [{ ...there, epoch: 0 }])
    expect([answerTo(numbered, 'q'), numbered.epoch]).toEqual(['there', 0])
  })

  it('the next answer after another tab has replaced two here gets a name that neither of them has used', () => {
    const given = giveAnswer(giveAnswer(openAnswers('page', 1), 'q', 'a'), 'q', 'b')
    const replaced = takeKept(given, [event({ value: 'there', epoch: 0, seq: 1 })])
    const twice = takeKept(replaced, [event({ value: 'again', epoch: 0, seq: 1, device_id: 'tab' })])
    expect(own(giveAnswer(twice, 'q', 'c'))).toMatchObject({ epoch: 1, seq: 3, device_id: 'page' })
  })

  it('an answer that another tab stored is sent whatever the server had, and the page then asks for the server’s value', () => {
    const given = giveAnswer(answers, 'q', 'here')
    const sent = takeMarks(given, { q: event({ epoch: 3 }) }, [own(given)])
    const after = takeKept(sent, [there])
    expect(pendingEvents(after)).toEqual([there])
    expect(unseenRemote(takeMarks(after, { q: event({ epoch: 3 }) }, [there]))).toEqual(['q'])
  })
})
