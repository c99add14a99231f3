import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AnswerEvent } from '#contract/question.ts'
import type { Reply } from '../../http/reply.ts'
import { createAutosave } from './autosave.ts'
import type { SavedAnswers } from './deliver-answers.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const event = (seq: number): AnswerEvent => ({ question_id: 'q1', value: 'так', epoch: 0, seq, device_id: 'phone' })
const saved: Reply<SavedAnswers> = {
  kind: 'answered',
  body: { marks: {}, state: 'open', epoch: 0, server_time: '2026-11-20T10:00:00Z' },
}
const silence: Reply<never> = { kind: 'silence' }
const refusal = (status: number, retryAfter: number | null = null): Reply<never> => ({
  kind: 'refused',
  status,
  code: '',
  message: '',
  resultUrl: null,
  retryAfter,
})

function setUp(...replies: Reply<SavedAnswers>[]) {
  let pending: AnswerEvent[] = []
  const sent: number[][] = []
  const refusals: number[] = []
  const nextTries: ((number | null)[] | null)[] = []
  let pauseUntil = 0
  const autosave = createAutosave({
    pending: () => pending,
    deliver: (events) => {
      sent.push(events.map((one) => one.seq))
      const reply = replies[Math.min(sent.length, replies.length) - 1]!
      if (reply.kind === 'refused') pauseUntil = Date.now() + (reply.retryAfter ?? 0)
      return Promise.resolve(reply)
    },
    pause: () => Math.max(0, pauseUntil - Date.now()),
    onSaved: () => {
      pending = []
    },
    onRefused: ({ status }) => refusals.push(status),
    onReach: () => undefined,
    onNextTry: (at, pauseUntil) =>
      nextTries.push(at === null ? null : [at - Date.now(), pauseUntil === 0 ? null : pauseUntil - Date.now()]),
    now: Date.now,
    random: () => 1,
    hidden: () => false,
  })
  const change = (seq: number) => {
    pending = [event(seq)]
    autosave.changed()
  }
  return { autosave, sent, refusals, nextTries, change }
}

describe('autosave', () => {
  it('autosave sends changes that follow each other fast in one call, and only the last of each question', async () => {
    const { sent, change } = setUp(saved)
    for (const seq of [1, 2, 3]) change(seq)
    await vi.runAllTimersAsync()
    expect(sent).toEqual([[3]])
  })

  it('[S13] autosave makes at most four calls a second however fast answers change, and sends the last answer', async () => {
    const { sent, change } = setUp(saved)
    for (let seq = 1; seq <= 600; seq += 1) {
      change(seq)
      await vi.advanceTimersByTimeAsync(50)
    }
    await vi.runAllTimersAsync()
    expect(sent.length).toBeLessThanOrEqual(4 * 30 + 1)
    expect(sent.at(-1)).toEqual([600])
  })

  it('autosave sends every two seconds while a person types without a pause', async () => {
    const { sent, change } = setUp(saved)
    for (let seq = 1; seq <= 100; seq += 1) {
      change(seq)
      await vi.advanceTimersByTimeAsync(100)
    }
    // Ten seconds of typing: a call every two seconds, and the time of one key.
    expect(sent).toEqual([[20], [40], [60], [80], [100]])
  })

  it('autosave sends again until the server acknowledges, and waits longer each time but 15 s at most', async () => {
    const { sent, change } = setUp(...Array(7).fill(silence), saved)
    change(1)
    const waits: number[] = []
    for (let tries = 0; tries < 8; tries += 1) {
      const before = Date.now()
      await vi.advanceTimersToNextTimerAsync()
      waits.push(Date.now() - before)
    }
    expect(sent).toHaveLength(8)
    expect(waits).toEqual([250, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000])
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([401, 429, 503])('autosave sends again after a status %i', async (status) => {
    const { sent, change } = setUp(refusal(status), saved)
    change(1)
    await vi.runAllTimersAsync()
    expect(sent).toEqual([[1], [1]])
  })

  it('autosave stops at a final refusal and reports it', async () => {
    const { sent, refusals, change } = setUp(refusal(409))
    change(1)
    await vi.runAllTimersAsync()
    expect([sent.length, refusals]).toEqual([1, [409]])
  })

  it('[C.06] autosave sends the next answer after a final refusal, even if the network was silent before it', async () => {
    const { sent, change } = setUp(silence, refusal(409), saved)
    change(1)
    await vi.runAllTimersAsync()
    change(2)
    await vi.runAllTimersAsync()
    expect(sent).toEqual([[1], [1], [2]])
  })

  it('[S13] a question with too many changes does not hold back another, and autosave does not send it forever', async () => {
    let pending = [event(1), { ...event(2), question_id: 'full' }]
    const sent: string[][] = []
    const refusals: string[] = []
    const tooFull: Reply<never> = { ...refusal(422), code: 'too_many_changes' } as Reply<never>
    const autosave = createAutosave({
      pending: () => pending,
      deliver: async (events) => {
        sent.push(events.map(({ question_id }) => question_id))
        if (events.every(({ question_id }) => question_id === 'full')) return tooFull
        return { ...saved, body: { ...saved.body, unkept: ['full'] } } as Reply<SavedAnswers>
      },
      // An answer without a mark stays pending.
      onSaved: () => {
        pending = pending.filter(({ question_id }) => question_id === 'full')
      },
      onRefused: ({ code }) => refusals.push(code),
      onReach: () => undefined,
      onNextTry: () => undefined,
      pause: () => 0,
      now: Date.now,
      random: () => 1,
      hidden: () => false,
    })
    autosave.changed()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([sent, refusals]).toEqual([[['q1', 'full'], ['full']], ['too_many_changes']])
    pending = [...pending, event(3)]
    autosave.changed()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent.slice(2)).toEqual([['full', 'q1'], ['full']])
    expect(vi.getTimerCount()).toBe(0)
    expect(pending).toEqual([{ ...event(2), question_id: 'full' }])
  })

  it('a wake-up makes autosave send immediately, even with nothing pending', async () => {
    const { autosave, sent } = setUp(saved)
    autosave.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toEqual([[]])
  })

  it('a wake-up cuts a back-off of autosave short, but not a pause that the server asked for', async () => {
    const { autosave, sent, change } = setUp(silence, refusal(429, 40_000), saved)
    change(1)
    await vi.advanceTimersByTimeAsync(250)
    autosave.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toHaveLength(2)
    autosave.wake()
    await vi.advanceTimersByTimeAsync(39_000)
    expect(sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sent).toHaveLength(3)
  })

  it('autosave keeps a pause that the server asked for before autosave was created, and sends at its end', async () => {
    const until = Date.now() + 40_000
    const { autosave, calls, pass } = setUpSlow({ pause: () => Math.max(0, until - Date.now()) })
    autosave.wake()
    await pass(39_999)
    expect(calls).toHaveLength(0)
    await pass(1)
    expect(calls).toHaveLength(1)
  })

  it('autosave sends nothing when nothing is pending any more', async () => {
    const { autosave, sent } = setUp(saved)
    autosave.changed()
    await vi.runAllTimersAsync()
    expect(sent).toEqual([])
  })

  it('autosave sends again after a final refusal when it is woken', async () => {
    const { autosave, sent, refusals, change } = setUp(refusal(409), saved)
    change(1)
    await vi.runAllTimersAsync()
    autosave.wake()
    await vi.runAllTimersAsync()
    expect([sent, refusals]).toEqual([[[1], [1]], [409]])
  })

  it('a change does not cut a back-off of autosave short', async () => {
    const { sent, change } = setUp(silence, saved)
    change(1)
    await vi.advanceTimersByTimeAsync(250)
    change(2)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(sent).toEqual([[1]])
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toEqual([[1], [2]])
  })

  it('autosave starts again with its shortest wait after it has reached the server', async () => {
    const { sent, change } = setUp(silence, silence, saved, silence, saved)
    change(1)
    await vi.runAllTimersAsync()
    change(2)
    await vi.advanceTimersByTimeAsync(250)
    expect(sent).toHaveLength(4)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(sent).toHaveLength(5)
  })

  it('a wake-up makes autosave send immediately once the pause that the server asked for is over', async () => {
    const { autosave, sent, change } = setUp(refusal(429, 40_000), silence, saved)
    change(1)
    await vi.advanceTimersByTimeAsync(250 + 40_000)
    expect(sent).toHaveLength(2)
    autosave.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toHaveLength(3)
  })

  it('a wake-up makes autosave send immediately after a refusal without a pause', async () => {
    const { autosave, sent, change } = setUp(refusal(503), saved)
    change(1)
    await vi.advanceTimersByTimeAsync(250)
    autosave.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toHaveLength(2)
  })
})

/** Each reported moment is `[ms until then, ms that the server asked for or null]`, or null for none. */
describe('the next try that autosave reports', () => {
  it('autosave reports the next try after each failed one, and no next try once the answers have arrived', async () => {
    const { nextTries, change } = setUp(silence, refusal(503), saved)
    change(1)
    await vi.advanceTimersByTimeAsync(250)
    expect(nextTries).toEqual([[2_000, null]])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(nextTries.slice(1)).toEqual([[4_000, null]])
    await vi.advanceTimersByTimeAsync(4_000)
    expect(nextTries.slice(2)).toEqual([null])
  })

  it('autosave reports the end of the pause that the server asked for, even when it is woken', async () => {
    const { autosave, nextTries, change } = setUp(refusal(429, 40_000), saved)
    change(1)
    await vi.advanceTimersByTimeAsync(250)
    autosave.wake()
    expect(nextTries).toEqual([[40_000, 40_000]])
  })

  it('autosave reports an immediate try when it is woken', async () => {
    const { autosave, nextTries, change } = setUp(silence)
    change(1)
    await vi.advanceTimersByTimeAsync(250)
    autosave.wake()
    expect(nextTries).toEqual([
      [2_000, null],
      [0, null],
    ])
  })

  it('autosave reports no next try after a final refusal', async () => {
    const { nextTries, change } = setUp(silence, refusal(409))
    change(1)
    await vi.runAllTimersAsync()
    expect(nextTries).toEqual([[2_000, null], null])
  })

  it('autosave reports no next try while every try succeeds', async () => {
    const { autosave, nextTries, change } = setUp(saved)
    change(1)
    await vi.runAllTimersAsync()
    autosave.wake()
    await vi.runAllTimersAsync()
    expect(nextTries).toEqual([])
  })

  it('autosave reports and keeps a pause of 5 s that the server asked for before the page was opened', async () => {
    const { autosave, calls, nextTries, pass } = setUpSlow({ pause: () => 5_000 })
    autosave.wake()
    const now = Date.now()
    expect(nextTries).toEqual([[now + 5_000, now + 5_000]])
    await pass(4_999)
    expect(calls).toHaveLength(0)
    await pass(1)
    expect(calls).toHaveLength(1)
  })
})

/** An autosave whose calls are answered by hand, as slowly as the test needs. */
function setUpSlow(more: { hidden?: boolean; pause?: () => number } = {}) {
  let pending: AnswerEvent[] = []
  const calls: { seqs: number[]; answer: (reply: Reply<SavedAnswers>) => void }[] = []
  const [onSaved, onRefused, onReach] = [vi.fn(), vi.fn(), vi.fn()]
  const nextTries: (number | null)[][] = []
  const autosave = createAutosave({
    pending: () => pending,
    deliver: (events) =>
      new Promise((answer) => {
        calls.push({ seqs: events.map((one) => one.seq), answer })
      }),
    onSaved,
    onRefused,
    onReach,
    onNextTry: (...told) => nextTries.push(told),
    pause: () => more.pause?.() ?? 0,
    now: Date.now,
    random: () => 1,
    hidden: () => more.hidden ?? false,
  })
  const change = (...seqs: number[]) => {
    pending = seqs.map(event)
    autosave.changed()
  }
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
  return { autosave, calls, onSaved, onRefused, onReach, nextTries, change, pass }
}

describe('autosave while a call is under way', () => {
  it('autosave makes no second call while one is under way, and then sends what changed meanwhile', async () => {
    const { autosave, calls, change, pass } = setUpSlow()
    change(1)
    await pass(250)
    change(2)
    autosave.wake()
    await pass(60_000)
    expect(calls.map(({ seqs }) => seqs)).toEqual([[1]])
    calls[0]!.answer(saved)
    await pass(249)
    expect(calls).toHaveLength(1)
    await pass(1)
    expect(calls.map(({ seqs }) => seqs)).toEqual([[1], [2]])
  })

  it('[C.06] autosave sends an answer that changed during a call, without a wake-up', async () => {
    const { calls, change, pass } = setUpSlow()
    change(1)
    await pass(250)
    change(2)
    calls[0]!.answer(saved)
    await pass(250)
    expect(calls.map(({ seqs }) => seqs)).toEqual([[1], [2]])
  })

  it('autosave repeats a wake-up that did not reach the server, even with nothing pending', async () => {
    const { autosave, calls, pass } = setUpSlow()
    autosave.wake()
    await pass(0)
    calls[0]!.answer(silence)
    await pass(2_000)
    expect(calls.map(({ seqs }) => seqs)).toEqual([[], []])
  })

  it('a wake-up during a call makes autosave send exactly one more, even with nothing pending', async () => {
    const { autosave, calls, change, pass } = setUpSlow()
    change(1)
    await pass(250)
    change()
    autosave.wake()
    calls[0]!.answer(saved)
    await pass(250)
    expect(calls.map(({ seqs }) => seqs)).toEqual([[1], []])
    calls[1]!.answer(saved)
    await pass(60_000)
    expect(calls).toHaveLength(2)
  })

  it('autosave passes on what the server acknowledged, and whether the server was reached', async () => {
    const page: Reply<never> = { kind: 'unreadable', form: 'html', status: 200 }
    for (const [reply, reached] of [
      [saved, true],
      [refusal(409), true],
      [refusal(503), true],
      [silence, false],
      [page, false],
    ] as const) {
      const { autosave, calls, onSaved, onReach, change, pass } = setUpSlow()
      change(1)
      await pass(250)
      change()
      calls[0]!.answer(reply)
      await pass(0)
      autosave.stop()
      expect(onReach.mock.calls).toEqual([[reached]])
      expect(onSaved.mock.calls).toEqual(
        reply.kind === 'answered' ? [[reply.body, [expect.objectContaining({ seq: 1 })]]] : [],
      )
    }
  })

  it('autosave waits up to 60 s between tries while the page is hidden', async () => {
    const { calls, change, pass } = setUpSlow({ hidden: true })
    change(1)
    await pass(250)
    for (let tries = 0; tries < 6; tries += 1) {
      calls[tries]!.answer(silence)
      await pass(60_000)
    }
    expect(calls).toHaveLength(7)
    calls[6]!.answer(silence)
    await pass(59_999)
    expect(calls).toHaveLength(7)
    await pass(1)
    expect(calls).toHaveLength(8)
  })

  it('a stopped autosave sends nothing and reports nothing', async () => {
    const before = setUpSlow()
    before.change(1)
    before.autosave.stop()
    expect(vi.getTimerCount()).toBe(0)
    before.change(2)
    before.autosave.wake()
    await before.pass(60_000)
    expect(before.calls).toEqual([])

    const during = setUpSlow()
    during.change(1)
    await during.pass(250)
    during.autosave.stop()
    for (const { answer } of during.calls) answer(saved)
    await during.pass(60_000)
    expect(during.calls).toHaveLength(1)
    expect(during.onReach).not.toHaveBeenCalled()
    expect(during.onSaved).not.toHaveBeenCalled()
  })
})

describe('a request to autosave for the server’s state', () => {
  it('a request to autosave waits until a refusal that passes is over', async () => {
    const { autosave, sent } = setUp(refusal(503, 1_000), saved)
    const heard = vi.fn()
    void autosave.ask().then(heard)
    await vi.advanceTimersByTimeAsync(0)
    expect([sent.length, heard.mock.calls.length]).toEqual([1, 0])
    await vi.runAllTimersAsync()
    expect([sent.length, heard.mock.calls.length]).toEqual([2, 1])
  })

  it('a request to autosave sends even with nothing pending, and waits for the reply to a call that began after it', async () => {
    const { autosave, sent } = setUp(saved)
    const heard = vi.fn()
    autosave.wake()
    await vi.advanceTimersByTimeAsync(0)
    void autosave.ask().then(heard)
    expect(heard).not.toHaveBeenCalled()
    await vi.runAllTimersAsync()
    expect(heard).toHaveBeenCalledOnce()
    expect(sent).toEqual([[], []])
  })

  it('[C.06] [R09] a request to autosave does not wait for a call that was already under way and may hang', async () => {
    const { autosave, calls, change, pass } = setUpSlow()
    const heard = vi.fn()
    change(1)
    await pass(250)
    void autosave.ask().then(heard)
    await pass(0)
    expect(calls.map(({ seqs }) => seqs)).toEqual([[1], [1]])
    change()
    calls[1]!.answer(saved)
    await pass(0)
    expect(heard).toHaveBeenCalledOnce()
    await pass(60_000)
    expect(calls).toHaveLength(2)
  })

  it('autosave takes the late reply of an overtaken call too, and makes one plan for both calls', async () => {
    const { autosave, calls, onSaved, onReach, change, pass } = setUpSlow()
    change(1)
    await pass(250)
    void autosave.ask()
    await pass(0)
    calls[0]!.answer(saved)
    await pass(60_000)
    expect(onSaved.mock.calls).toEqual([[saved.body, [expect.objectContaining({ seq: 1 })]]])
    // The call that was made since is still under way.
    expect(calls).toHaveLength(2)
    calls[1]!.answer(silence)
    await pass(2_000)
    expect(onReach.mock.calls).toEqual([[false]])
    expect(calls).toHaveLength(3)
  })

  it('[C.06] autosave drops the reply of an overtaken call when the newer call’s reply is already there', async () => {
    const { autosave, calls, onSaved, change, pass } = setUpSlow()
    change(1)
    await pass(250)
    void autosave.ask()
    await pass(0)
    const newer: typeof saved = { kind: 'answered', body: { ...saved.body, server_time: '2026-11-20T10:00:05Z' } }
    calls[1]!.answer(newer)
    await pass(0)
    calls[0]!.answer(saved)
    await pass(0)
    expect(onSaved.mock.calls.map(([{ server_time }]) => server_time)).toEqual(['2026-11-20T10:00:05Z'])
  })

  it('autosave resolves every open request when the newest call gets its reply', async () => {
    const { autosave, calls, pass } = setUpSlow()
    const [first, second] = [vi.fn(), vi.fn()]
    void autosave.ask().then(first)
    await pass(0)
    void autosave.ask().then(second)
    await pass(0)
    calls[1]!.answer(saved)
    await pass(0)
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1])
  })

  it('autosave takes no pause and no refusal from an overtaken call', async () => {
    for (const reply of [silence, refusal(429, 40_000), refusal(409)]) {
      const { autosave, calls, onRefused, change, pass } = setUpSlow()
      change(1)
      await pass(250)
      void autosave.ask()
      await pass(0)
      calls[0]!.answer(reply)
      await pass(0)
      calls[1]!.answer(saved)
      await pass(250)
      // Answer 1 still counts as pending here.
      expect(calls).toHaveLength(3)
      expect(onRefused).not.toHaveBeenCalled()
    }
  })

  it('a stopped autosave reports nothing of an overtaken call', async () => {
    const { autosave, calls, onSaved, change, pass } = setUpSlow()
    change(1)
    await pass(250)
    void autosave.ask()
    await pass(0)
    autosave.stop()
    calls[0]!.answer(saved)
    await pass(0)
    expect(onSaved).not.toHaveBeenCalled()
  })

  it('a request to autosave also resolves after silence and when autosave stops', async () => {
    const { autosave } = setUp(silence)
    const heard = vi.fn()
    void autosave.ask().then(heard)
    await vi.advanceTimersByTimeAsync(0)
    expect(heard).toHaveBeenCalledTimes(1)
    autosave.stop()
    await autosave.ask()
    const { autosave: other } = setUp(saved)
    void other.ask().then(heard)
    other.stop()
    await vi.advanceTimersByTimeAsync(0)
    expect(heard).toHaveBeenCalledTimes(2)
  })
})

it.each([
  ['by the client', silence, 15_000],
  ['by a server or a proxy', refusal(408), 9_000],
])(
  '[C.06] autosave on a slow network sends fewer changes in a call after each call that was cut %s, until all have arrived',
  async (_by, cut, after) => {
    let pending = Array.from({ length: 9 }, (_, n) => ({ ...event(n + 1), question_id: `q${n + 1}` }))
    const sent: number[] = []
    const autosave = createAutosave({
      pending: () => pending,
      // Each change takes so long that four are too many.
      deliver: async (events) => {
        sent.push(events.length)
        const takes = (events.length * after) / 3.5
        await new Promise((resolve) => setTimeout(resolve, Math.min(takes, after)))
        return takes >= after ? cut : saved
      },
      onSaved: (_, came) => {
        pending = pending.filter((one) => !came.includes(one))
      },
      onRefused: () => undefined,
      onReach: () => undefined,
      onNextTry: () => undefined,
      pause: () => 0,
      now: Date.now,
      random: () => 0,
      hidden: () => false,
    })
    autosave.changed()
    await vi.runAllTimersAsync()
    expect([pending.length, sent]).toEqual([0, [9, 5, 3, 6, 3, 3]])
  },
)

it('autosave sends as many changes in a call as before after a call that failed early, for whatever reason', async () => {
  const { calls, change, pass } = setUpSlow()
  change(1, 2, 3, 4)
  await pass(250)
  for (const reply of [silence, refusal(503), { kind: 'unreadable', form: 'html', status: 200 }] as const) {
    calls.at(-1)!.answer(reply)
    await pass(60_000)
  }
  expect(calls.map(({ seqs }) => seqs.length)).toEqual([4, 4, 4, 4])
})
