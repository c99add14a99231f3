import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SubmitReply } from '#contract/exam.ts'
import type { Reply } from '../../http/reply.ts'
import { withDb } from '../replica/database.ts'
import { blankAnswer, type SubmissionBody, type SubmissionRow } from '../machine/rows.ts'
import { readSubmission } from '../replica/submissions.ts'
import { deliverFromMemory, deliverSubmission, type Sender } from './deliver-submission.ts'
import { onSubmissionChange } from './channel.ts'
import type { Send } from '../../http/send.ts'

const keyed = { answers: [], submission_key: 'key-of-a1', ticket: 'ticket-of-a1', events: [] }
const bare = { answers: [] }
const row: SubmissionRow = {
  format: 1,
  draftId: 'draft-1',
  ownerId: 'owner',
  purchaseId: 'p1',
  mode: 'exam',
  attemptId: 'a1',
  title: 'Логіка',
  body: keyed,
  madeAt: 0,
  state: 'waiting',
  tries: 0,
  nextTryAt: 0,
  notBefore: 0,
  problem: null,
  receipt: null,
}
const refused = (status: number, code: string, retryAfter: number | null = null): Reply<never> => ({
  kind: 'refused',
  status,
  code,
  message: 'Чому',
  resultUrl: null,
  retryAfter,
})
const silence: Reply<never> = { kind: 'silence' }
const graded = { status: 'completed', attempt_id: 'a1', receipt: 'jws' } as const
const result: Reply<SubmitReply> = { kind: 'answered', body: graded }
const working: Reply<SubmitReply> = { kind: 'answered', body: { status: 'processing' } }

/** A working storage reports nothing. */
const unexpected = (error: unknown) => expect.unreachable(String(error))

beforeEach(() => withDb((db) => db.clear('outbox')))
afterEach(() => void vi.restoreAllMocks())

/** Delivers a row once to a server with these replies. Returns the calls, the row as it is now, and the announcements. */
async function deliver(more: Partial<SubmissionRow>, replies: Reply<SubmitReply>[], sender: Partial<Sender> = {}) {
  await withDb((db) => db.put('outbox', { ...row, ...more }))
  const calls: { name: string; id: unknown; body: unknown; asTicketHolder: unknown; tries: number | undefined }[] = []
  const send = (async (endpoint, { params, body }, { signal, asTicketHolder }) => {
    expect(signal.aborted).toBe(false)
    const { tries } = (await readSubmission('draft-1')) ?? {}
    calls.push({ name: endpoint.name, id: (params as { id: string }).id, body, asTicketHolder, tries })
    return replies[calls.length - 1] ?? silence
  }) as Send
  const onChange = vi.fn()
  const stop = onSubmissionChange(onChange)
  const now = () => 1_000
  const report = unexpected
  const context = { send, now, random: () => 1, hidden: () => false, ownerId: () => 'owner', report, ...sender }
  const after = await deliverSubmission('draft-1', context)
  stop()
  expect(after).toEqual(await readSubmission('draft-1'))
  return { calls, after, told: onChange.mock.calls.map(([news]) => news) }
}
const names = ({ calls }: { calls: { name: string }[] }) => calls.map(({ name }) => name)

describe('one try to deliver a submission', () => {
  it('[C.06] a try is counted in the row before the submission is sent', async () => {
    const { calls } = await deliver({}, [result])
    expect(calls).toEqual([
      { name: 'submitExam', id: 'p1', body: { ...keyed, watched: true }, asTicketHolder: true, tries: 1 },
    ])
  })

  it('[C.06] a try that this browser cannot make counts as broken and not as silence, until a try can be sent', async () => {
    const missing = new TypeError('AbortSignal.timeout is not a function')
    const report = vi.fn()
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      throw missing
    })
    const { calls, after } = await deliver({}, [result], { report })
    expect(after).toMatchObject({ state: 'waiting', tries: 1, broken: true, unanswered: false })
    expect([calls.length, report.mock.calls]).toEqual([0, [[missing]]])
    vi.restoreAllMocks()
    expect((await deliver({ broken: true }, [silence])).after).toMatchObject({ broken: false, unanswered: true })
  })

  it('a submission is sent only after the pauses of its exam were counted or finally refused', async () => {
    const pauses = [{ name: 'pause-1', cause: 'power', deviceId: 'phone', from: 100, to: 700 }] as const
    const counted: Reply<SubmitReply> = { kind: 'answered', body: { status: 'completed' } }
    const both = await deliver({ pauses }, [counted, result])
    expect(both.calls.map(({ name, body }) => [name, (body as { pauses?: unknown }).pauses])).toEqual([
      ['pauseExam', [{ name: 'pause-1', cause: 'power', device_id: 'phone', began_ago_ms: 900, ended_ago_ms: 300 }]],
      ['submitExam', undefined],
    ])
    expect(both.after).toMatchObject({ state: 'graded' })
    const lost = await deliver({ pauses }, [silence])
    expect([names(lost), lost.after]).toMatchObject([['pauseExam'], { state: 'waiting', unanswered: true }])
    const busy = await deliver({ pauses }, [refused(503, 'busy', 7_000)])
    expect([names(busy), busy.after]).toMatchObject([['pauseExam'], { state: 'waiting', notBefore: 8_000 }])
    const uncounted = await deliver({ pauses }, [refused(409, 'exam_over'), result])
    expect(uncounted.after).toMatchObject({ state: 'graded' })
  })

  it('a submission of a training goes to the training’s own endpoint, without a status check', async () => {
    expect(names(await deliver({ mode: 'training', body: bare, tries: 3 }, [result]))).toEqual(['submitTraining'])
  })

  it('a submission without a key checks the exam’s status first, on the second try but not on the first', async () => {
    expect(names(await deliver({ body: bare }, [silence]))).toEqual(['submitExam'])
    const again = await deliver({ body: bare, tries: 1 }, [working])
    expect(again.calls).toMatchObject([{ name: 'examResultsStatus', id: 'p1', body: undefined }])
    expect(again.after).toMatchObject({ state: 'accepted', receipt: null, problem: null })
  })

  it('a submission without a key does not take the result of an earlier exam for its own', async () => {
    const first = await deliver({ body: bare, before: null }, [result, silence])
    expect(names(first)).toEqual(['examResultsStatus', 'submitExam'])
    const unsent = { body: bare, tries: 1, before: first.after!.before! }
    const again = await deliver(unsent, [result, working])
    expect(names(again)).toEqual(['examResultsStatus', 'submitExam'])
    expect(again.after).toMatchObject({ state: 'accepted' })
    const other: Reply<SubmitReply> = { kind: 'answered', body: { status: 'completed', attempt_id: 'a2' } }
    expect(names(await deliver(unsent, [other]))).toEqual(['examResultsStatus'])
  })

  it('a submission without a key is not sent after a silent status check, and is sent after one refused with 500', async () => {
    const lost = await deliver({ body: bare, before: null }, [silence])
    expect(names(lost)).toEqual(['examResultsStatus'])
    expect(lost.after).toMatchObject({ state: 'waiting', before: null })
    const away = await deliver({ body: bare, before: null, tries: 1 }, [refused(500, ''), working])
    expect(names(away)).toEqual(['examResultsStatus', 'submitExam'])
    expect(away.after).toMatchObject({ state: 'accepted', before: '' })
  })

  it.each(['error', 'expired'])(
    'a submission without a key is sent again when the server replies status %s',
    async (status) => {
      const failed: Reply<SubmitReply> = { kind: 'answered', body: { status } }
      const again = await deliver({ body: bare, tries: 1 }, [failed, result])
      expect(names(again)).toEqual(['examResultsStatus', 'submitExam'])
      expect(again.after).toMatchObject({ state: 'graded', receipt: 'jws' })
    },
  )

  it('a delivery does nothing for a submission that is settled, unknown or another person’s', async () => {
    for (const state of ['accepted', 'graded', 'refused'] as const) {
      expect(await deliver({ state }, [result])).toMatchObject({ calls: [], told: [], after: { state, tries: 0 } })
    }
    const foreign = await deliver({ body: bare }, [result], { ownerId: () => null })
    expect(foreign).toMatchObject({ calls: [], told: [], after: { state: 'waiting', tries: 0 } })
    await withDb((db) => db.clear('outbox'))
    expect(await deliver({ draftId: 'draft-2' }, [result])).toEqual({ calls: [], told: [], after: undefined })
  })
})

describe('the row of a submission after a try', () => {
  it('a graded submission keeps its receipt and drops an older problem', async () => {
    const { after, told } = await deliver({ problem: { code: 'old', message: '' } }, [result])
    expect(after).toMatchObject({ state: 'graded', receipt: 'jws', problem: null, tries: 1 })
    expect(told).toEqual([{ draftId: 'draft-1', change: 'settled', graded, row: after }])
  })

  it('a submission that is refused for good keeps the server’s code and message', async () => {
    const { after, told } = await deliver({}, [refused(422, 'submission_mismatch')])
    expect(after).toMatchObject({ state: 'refused', problem: { code: 'submission_mismatch', message: 'Чому' } })
    expect(told).toEqual([{ draftId: 'draft-1', change: 'settled' }])
  })

  it.each([
    ['exam', keyed],
    ['exam', bare],
    ['training', bare],
  ] as const)(
    '[S4.20] a submission of mode %s whose grading failed counts as refused and keeps its whole body',
    async (mode, body) => {
      const reply: Reply<SubmitReply> = {
        kind: 'answered',
        body: { status: 'error', attempt_id: 'a1', message: 'Збій' },
      }
      const { after } = await deliver({ mode, body }, [reply])
      expect(after).toMatchObject({ state: 'refused', body, problem: { code: 'error', message: 'Збій' }, tries: 1 })
      expect(after).not.toHaveProperty('result')
    },
  )

  it('a submission stays open for its owner if the owner signs in while the ended ticket is being rejected', async () => {
    const signedIn = vi.fn(() => 'owner')
    // Once when it is sent, and once when its reply is judged.
    for (const _ of [1, 2]) signedIn.mockReturnValueOnce(null as never)
    const { after, calls } = await deliver({}, [refused(403, 'ticket_invalid')], { ownerId: signedIn })
    expect(calls).toHaveLength(1)
    expect(after).toMatchObject({ state: 'waiting', ownersOnly: true, problem: null })
  })

  it('a submission is sent by its owner if the ticket ends while the page asks the server to begin the exam', async () => {
    const notStarted = refused(409, 'attempt_not_started')
    const ended = refused(403, 'ticket_invalid')
    const { after, calls } = await deliver({}, [notStarted, ended, ended, result])
    expect(calls.map(({ name }) => name)).toEqual(['submitExam', 'saveAnswers', 'submitExam', 'submitExam'])
    expect(calls.at(-1)!.body).not.toHaveProperty('ticket')
    expect(after).toMatchObject({ state: 'graded' })
  })

  it('a reply leaves a submission as it is that has replaced the sent one meanwhile', async () => {
    const other = { ...row, body: { ...keyed, answers: [{ question_id: 'q1', value: 'так' }] } }
    await withDb((db) => db.put('outbox', row))
    const send = (async () => {
      await withDb((db) => db.put('outbox', other))
      return result
    }) as unknown as Send
    const sender = {
      now: () => 1_000,
      random: () => 1,
      hidden: () => false,
      ownerId: () => 'owner',
      report: unexpected,
    }
    await deliverSubmission('draft-1', { ...sender, send })
    expect(await readSubmission('draft-1')).toEqual(other)
  })

  it('the row keeps the time of the next try, and only a pause that the server asks for makes it binding', async () => {
    const lost = await deliver({}, [silence])
    expect(lost.after).toMatchObject({ state: 'waiting', nextTryAt: 3_000, notBefore: 0 })
    expect(lost.told).toEqual([{ draftId: 'draft-1', change: 'tried' }])
    const paused = await deliver({}, [refused(503, '', 40_000)])
    expect(paused.after).toMatchObject({ nextTryAt: 41_000, notBefore: 41_000, said: 'Чому' })
    const unheard = await deliver({ said: 'Чому' }, [silence])
    expect(unheard.after).toMatchObject({ unanswered: true, said: '' })
    const short = await deliver({}, [refused(503, '', 500)])
    expect(short.after).toMatchObject({ nextTryAt: 3_000, notBefore: 1_500 })
    const hidden = await deliver({ tries: 9 }, [silence], { hidden: () => true })
    expect(hidden.after).toMatchObject({ nextTryAt: 61_000 })
  })
})

describe('the result that a reply brings', () => {
  it('the result of a training is kept in the row of its submission', async () => {
    const { after, told } = await deliver({ mode: 'training' }, [result])
    expect(after).toMatchObject({ state: 'graded', result: graded })
    expect(told).toEqual([{ draftId: 'draft-1', change: 'settled' }])
    expect((await deliver({ mode: 'training' }, [working])).after).not.toHaveProperty('result')
  })

  it('the result of an exam is not kept in the row, and is not announced for a submission without a key', async () => {
    const { after } = await deliver({}, [result])
    expect(after).not.toHaveProperty('result')
    // Without a key the result may be of an earlier exam.
    const { told } = await deliver({ body: bare }, [result])
    expect(told).toEqual([{ draftId: 'draft-1', change: 'settled' }])
  })

  it('the result of another attempt does not settle a submission', async () => {
    const { after } = await deliver({}, [{ kind: 'answered', body: { ...graded, attempt_id: 'a2' } }])
    expect(after).toMatchObject({ state: 'waiting', nextTryAt: 3_000, unanswered: false, said: '' })
  })

  it('an expired grading refuses a submission without a message, and the row keeps the time and the build', async () => {
    const { after } = await deliver({}, [{ kind: 'answered', body: { status: 'expired', attempt_id: 'a1' } }], {
      build: 'b7',
    })
    expect(after).toMatchObject({ problem: { code: 'expired', message: '' }, refusedAt: 1_000, refusedBy: 'b7' })
    expect((await deliver({}, [refused(422, '')])).after).toMatchObject({ state: 'refused', refusedBy: '' })
  })
})

it('a submission that was deleted while it was under way is not written again', async () => {
  await withDb((db) => db.put('outbox', row))
  const send = (async () => {
    await withDb((db) => db.clear('outbox'))
    return result
  }) as unknown as Send
  const onChange = vi.fn()
  const stop = onSubmissionChange(onChange)
  const sender = { send, now: () => 1_000, random: () => 1, hidden: () => false, ownerId: () => 'owner' }
  expect(await deliverSubmission('draft-1', { ...sender, report: unexpected })).toBeUndefined()
  stop()
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ draftId: 'draft-1', change: 'settled', graded })
  expect(await readSubmission('draft-1')).toBeUndefined()
})

describe('[R18] a submission that no storage has', () => {
  const deliverHere = async (more: Partial<SubmissionRow>, replies: Reply<SubmitReply>[], owner = 'owner') => {
    const sent: unknown[] = []
    const send = (async (_endpoint, { body }) => {
      sent.push(body)
      return replies[sent.length - 1] ?? silence
    }) as Send
    const sender = { send, now: () => 1_000, random: () => 1, hidden: () => true, ownerId: () => owner }
    const after = await deliverFromMemory({ ...row, ...more }, { ...sender, report: unexpected })
    expect(await readSubmission('draft-1')).toBeUndefined()
    return { sent, after }
  }

  it('a submission in memory is sent by the same rules, and the call returns its new row', async () => {
    const taken = await deliverHere({ tries: 2 }, [result])
    expect(taken.sent).toEqual([keyed])
    expect(taken.after).toMatchObject({ state: 'graded', receipt: 'jws', tries: 3, body: keyed })
    const lost = await deliverHere({}, [silence])
    expect(lost.after).toMatchObject({ state: 'waiting', tries: 1, unanswered: true })
  })

  it('a submission in memory is left as it is when it is settled or another person’s', async () => {
    const settled = await deliverHere({ state: 'graded' }, [result])
    expect(settled).toEqual({ sent: [], after: { ...row, state: 'graded' } })
    const foreign = await deliverHere({ body: bare }, [result], 'somebody-else')
    expect(foreign).toEqual({ sent: [], after: { ...row, body: bare } })
  })
})

describe('[C.06] a submission that a try does not carry in its time', () => {
  const event = (question_id: string, seq = 1) => ({ question_id, value: 'так', epoch: 1, seq, device_id: 'phone' })
  const whole: SubmissionBody = {
    ...keyed,
    events: [event('q1'), event('q2'), event('q3'), event('q4')],
    timing: [{ what: 'shown', place: 0, at: 0 }],
  }

  /**
   * Delivers once over a connection on which each submission lasts so long, in ms of the device's clock. A small question is
   * answered as `small` says.
   */
  async function deliverSlowly(
    more: Partial<SubmissionRow>,
    {
      lasts = 15_000,
      replies = [silence],
      small = { kind: 'answered', body: {} },
    }: { lasts?: number; replies?: Reply<SubmitReply>[]; small?: Reply<unknown> } = {},
  ) {
    await withDb((db) => db.put('outbox', { ...row, ...more }))
    let clock = 1_000_000
    const sent: unknown[] = []
    const asked: unknown[] = []
    const send = (async (endpoint, input, options) => {
      if (endpoint.name === 'readFooter') {
        asked.push([input, options])
        return small
      }
      clock += lasts
      sent.push((input as { body: unknown }).body)
      return replies[sent.length - 1] ?? silence
    }) as Send
    const sender = { send, now: () => clock, random: () => 1, hidden: () => true, ownerId: () => null }
    const after = await deliverSubmission('draft-1', { ...sender, report: unexpected })
    return { sent, asked, after, clock }
  }

  it('a network counts as slow if the server answers a small call, and the submission is tried again immediately', async () => {
    const { asked, after, clock } = await deliverSlowly({})
    expect(asked).toEqual([[{}, { signal: expect.any(AbortSignal), asTicketHolder: true }]])
    expect(after).toMatchObject({ state: 'waiting', slow: true, slowTries: 1, unanswered: false, said: '' })
    expect(after).toMatchObject({ nextTryAt: clock, notBefore: 0 })
    expect((await deliverSlowly({ slow: true, slowTries: 1 })).after).toMatchObject({ slow: true, slowTries: 2 })
  })

  it('a network counts as slow if the time limit of a try has passed, whatever the device’s clock says', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort())
    const { after } = await deliverSlowly({}, { lasts: 0 })
    expect(after).toMatchObject({ slow: true, slowTries: 1 })
  })

  it('a network counts as silent if the small call fails too, and a try that ended early makes no small call', async () => {
    for (const small of [silence, refused(503, '')]) {
      const { asked, after } = await deliverSlowly({}, { small })
      expect(asked).toHaveLength(1)
      expect(after).toMatchObject({ state: 'waiting', unanswered: true })
      for (const word of ['slow', 'slowTries']) expect(after).not.toHaveProperty(word)
    }
    const early = await deliverSlowly({}, { lasts: 14_999 })
    expect([early.asked, early.after!.unanswered]).toEqual([[], true])
  })

  it('a network is no longer slow after a try that did not reach its limit, and the count of slow tries stays', async () => {
    const { after } = await deliverSlowly({ slow: true, slowTries: 2 }, { lasts: 10, replies: [refused(503, '')] })
    expect(after).toMatchObject({ slow: false, slowTries: 2, unanswered: false })
    const never = await deliverSlowly({ slow: false }, { lasts: 10 })
    expect(never.after).toMatchObject({ slow: false })
  })

  it('a submission with a key leaves out timing and acknowledged events after a slow try, and its row keeps all', async () => {
    await withDb(async (db) => {
      await db.clear('answers')
      const put = (questionId: string, own: object | null, mark: object | null) =>
        db.put('answers', { ...blankAnswer('draft-1', questionId), own, mark } as never)
      await put('q1', event('q1'), event('q1'))
      // Not acknowledged; acknowledged in another version; only heard of from the server.
      await put('q2', event('q2'), null)
      await put('q3', event('q3', 2), event('q3', 2))
      await put('q4', null, event('q4'))
    })
    const { sent, after } = await deliverSlowly({ body: whole, slowTries: 1 }, { replies: [result] })
    const { timing: _, ...rest } = whole
    expect(sent).toEqual([{ ...rest, events: [event('q2'), event('q3'), event('q4')] }])
    expect(after).toMatchObject({ state: 'graded', body: whole })
  })

  it('a submission leaves out only the timing if the disk cannot say what the server has, or if it has no events', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('a broken file', 'UnknownError')
    })
    const { timing: _, ...rest } = whole
    expect((await deliverSlowly({ body: whole, slowTries: 1 })).sent).toEqual([rest])
    const { events: _none, ...untold } = rest
    const { sent } = await deliverSlowly({ body: { ...untold, timing: whole.timing! }, slowTries: 1 })
    expect(sent).toEqual([untold])
  })

  it('a submission is sent whole if it has no key, or if no try was slow', async () => {
    const { submission_key: _, ...without } = whole
    for (const more of [
      { body: without, mode: 'training' as const, slowTries: 1 },
      { body: whole, slowTries: 0 },
    ]) {
      expect((await deliverSlowly(more)).sent).toEqual([more.body])
    }
  })

  it('a submission is sent whole after the server has rejected its shorter form as a mismatch', async () => {
    const mismatch = refused(422, 'submission_mismatch')
    const slow = await deliverSlowly({ body: whole, slowTries: 1 }, { lasts: 10, replies: [mismatch, result] })
    expect(slow.sent).toHaveLength(2)
    expect(slow.sent[1]).toEqual(whole)
    expect(slow.after).toMatchObject({ state: 'graded' })
    const other = await deliverSlowly({ body: whole, slowTries: 1 }, { lasts: 10, replies: [refused(422, 'other')] })
    expect(other.sent).toHaveLength(1)
    const fast = await deliverSlowly({ body: whole }, { lasts: 10, replies: [mismatch, result] })
    expect([fast.sent.length, fast.after!.state]).toEqual([1, 'refused'])
  })
})

describe('a try that the server rejects', () => {
  it('a submission whose ticket has ended is sent by its owner’s session, and by no other person’s', async () => {
    const { ticket: _, ...untied } = keyed
    const own = await deliver({}, [refused(403, 'ticket_invalid'), result])
    expect(own.calls[1]).toMatchObject({ name: 'submitExam', body: untied, asTicketHolder: false })
    expect(own.after).toMatchObject({ state: 'graded', body: keyed })
    const foreign = await deliver({}, [refused(403, 'ticket_invalid'), result], { ownerId: () => 'somebody-else' })
    expect(names(foreign)).toEqual(['submitExam'])
    expect(foreign.after).toMatchObject({ state: 'waiting', ownersOnly: true })
    expect(foreign.told).toEqual([{ draftId: 'draft-1', change: 'tried' }])
    const again = await deliver({ ownersOnly: true }, [result], { ownerId: () => null })
    expect(names(again)).toEqual([])
    const late = await deliver({ ownersOnly: true }, [refused(403, 'ticket_invalid'), result])
    expect(late.after).toMatchObject({ state: 'graded', body: keyed })
  })

  it('a submission is repeated by the ticket after the page has asked the server to begin the exam', async () => {
    const { calls, after } = await deliver({}, [refused(409, 'attempt_not_started'), silence, result])
    expect(names({ calls })).toEqual(['submitExam', 'saveAnswers', 'submitExam'])
    expect(calls[1]).toMatchObject({ id: 'p1', body: { ticket: 'ticket-of-a1', begin: true, events: [] } })
    expect(calls[2]).toMatchObject({ body: keyed, asTicketHolder: true })
    expect(after).toMatchObject({ state: 'graded', tries: 1 })
  })

  it('a submission without a ticket waits until the server itself begins the exam', async () => {
    const { ticket: _, ...untied } = keyed
    const { calls, after } = await deliver({ body: untied }, [refused(409, 'attempt_not_started'), result])
    expect(names({ calls })).toEqual(['submitExam'])
    expect(after).toMatchObject({ state: 'waiting', tries: 1 })
  })
})

describe('a submission on a full disk', () => {
  const fillDisk = () =>
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Quota exceeded', 'QuotaExceededError')
    })
  async function deliverOnFullDisk(more: Partial<SubmissionRow>, reply: Reply<SubmitReply>) {
    await withDb((db) => db.put('outbox', { ...row, ...more }))
    fillDisk()
    const sent: unknown[] = []
    const send = (async (_endpoint, { body }) => {
      sent.push(body)
      return reply
    }) as Send
    const onChange = vi.fn()
    const stop = onSubmissionChange(onChange)
    const report = vi.fn()
    const sender = { send, now: () => 1_000, random: () => 1, hidden: () => false, ownerId: () => 'owner', report }
    const after = await deliverSubmission('draft-1', sender).catch((error: Error) => error.name)
    stop()
    return { sent, after, report, told: onChange.mock.calls.map(([news]) => news) }
  }

  it('[C.06] [R18] a submission with a key is sent from a full disk, and listeners get the row that the disk refused', async () => {
    const { sent, after, report, told } = await deliverOnFullDisk({}, result)
    expect(sent).toEqual([{ ...keyed, watched: true }])
    expect(after).toMatchObject({ state: 'graded', receipt: 'jws', tries: 1 })
    expect(told).toEqual([{ draftId: 'draft-1', change: 'settled', unwritten: after, graded }])
    expect(report).toHaveBeenCalledWith(expect.objectContaining({ name: 'QuotaExceededError' }))
    expect(await readSubmission('draft-1')).toEqual(row)
  })

  it('a try without a reply plans the next one, even if a full disk cannot keep the plan', async () => {
    const { after, told } = await deliverOnFullDisk({ tries: 2 }, silence)
    expect(after).toMatchObject({ state: 'waiting', tries: 3, unanswered: true })
    expect((after as SubmissionRow).nextTryAt).toBeGreaterThan(1_000)
    expect(told).toEqual([{ draftId: 'draft-1', change: 'tried', unwritten: after }])
  })

  it('a submission without a key is not sent while the disk is full', async () => {
    const { sent, after, told } = await deliverOnFullDisk({ body: bare }, result)
    expect(sent).toEqual([])
    expect(after).toBe('QuotaExceededError')
    expect(told).toEqual([])
  })

  it('a disk that takes the last change again leaves nothing unwritten', async () => {
    await withDb((db) => db.put('outbox', row))
    const full = fillDisk()
    const send = (async () => {
      full.mockRestore()
      return result
    }) as unknown as Send
    const onChange = vi.fn()
    const stop = onSubmissionChange(onChange)
    const sender = { send, now: () => 1_000, random: () => 1, hidden: () => false, ownerId: () => 'owner' }
    const after = await deliverSubmission('draft-1', { ...sender, report: () => undefined })
    stop()
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ draftId: 'draft-1', change: 'settled', graded, row: after })
    expect(await readSubmission('draft-1')).toMatchObject({ state: 'graded' })
  })
})
