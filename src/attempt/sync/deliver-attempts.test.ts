import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ExamAttempt } from '#contract/exam.ts'
import type { AnswerEvent } from '#contract/question.ts'
import { silenceStorage } from '../../../tests/support/broken-storage.ts'
import { paperOf } from '../machine/paper.ts'
import type { Reply } from '../../http/reply.ts'
import { withDb } from '../replica/database.ts'
import { updateSubmission } from '../replica/submissions.ts'
import {
  type SavedAnswers,
  areAnswersHere,
  deliverAnswers,
  deliverAttempts,
  pauseOf,
  undelivered,
} from './deliver-answers.ts'
import type { Send } from '../../http/send.ts'
import {
  takeLeaseOf,
  closeAndEnqueue,
  createAttempt,
  saveAnswer,
  storePaper,
  updateAttempt,
} from '../../../tests/support/persisted.ts'

const ofAttempt: ExamAttempt = {
  id: 'a1',
  state: 'ready',
  epoch: 0,
  duration_seconds: 60,
  server_time: '2026-11-20T10:00:00Z',
  submission_key: 'submission-key',
  ticket: 'ticket-of-this-attempt',
}
const event = (questionId: string, seq = 1): AnswerEvent => ({
  question_id: questionId,
  value: 'так',
  epoch: 0,
  seq,
  device_id: 'phone',
})

/** Leaves a tab that was closed with these answers in it. */
async function leave(draftId: string, events: AnswerEvent[], attempt: ExamAttempt | null = ofAttempt): Promise<number> {
  await createAttempt({
    draftId,
    ownerId: 'owner',
    purchaseId: `purchase-of-${draftId}`,
    mode: 'exam',
    startKey: null,
    createdAt: 0,
  })
  const questions = [{ id: 'q1', kind: 'text' as const, prompt: '?' }]
  await storePaper(draftId, paperOf({ questions, attempt, test: null })!, 0)
  const claim = await takeLeaseOf(draftId)
  for (const one of events) await saveAnswer(draftId, one, claim)
  return claim
}

function server(reply: (events: AnswerEvent[]) => Reply<SavedAnswers>) {
  const calls: { name: string; input: unknown; asTicketHolder: boolean | undefined; signal: AbortSignal }[] = []
  const send = ((endpoint, input, options) => {
    calls.push({ name: endpoint.name, input, ...options } as (typeof calls)[number])
    return Promise.resolve(reply((input as { body: { events: AnswerEvent[] } }).body.events))
  }) as Send
  return { calls, send }
}
const acknowledging = () =>
  server((events) => ({
    kind: 'answered',
    body: {
      marks: Object.fromEntries(
        events.map(({ question_id, epoch, seq, device_id }) => [question_id, { epoch, seq, device_id }]),
      ),
      state: 'open',
      epoch: 0,
      server_time: '2026-11-20T10:00:00Z',
    },
  }))

/** A working storage reports nothing. */
const untold = (error: unknown) => expect.unreachable(String(error))
const deliver = (send: Send, report: (error: unknown) => void = untold, signedIn: string | null = null) =>
  deliverAttempts({ send, ownerId: () => signedIn, report })

beforeEach(() =>
  withDb(async (db) => {
    await Promise.all([db.clear('attempts'), db.clear('answers'), db.clear('outbox')])
  }),
)

describe('the answers of an exam whose tab was closed', () => {
  it('a delivery sends unreported pauses with the answers, and does not repeat a pause that the server refuses to count', async () => {
    await leave('d1', [event('q1')], { ...ofAttempt, pauses: { current: null, left: 2, left_ms: 9_000_000 } })
    const noted = { name: 'pause-1', cause: 'power', deviceId: 'phone', from: 0, to: null } as const
    await updateAttempt('d1', ({ frame }) => ({ frame: { ...frame!, pauses: { ...frame!.pauses!, untold: [noted] } } }))
    let isCounted = false
    const { calls, send } = server(() =>
      isCounted
        ? { kind: 'answered', body: { marks: {}, state: 'open', epoch: 0, server_time: '2026-11-20T10:00:00Z' } }
        : { kind: 'refused', status: 409, code: 'too_many_pauses', message: '', resultUrl: null, retryAfter: null },
    )
    expect(await deliver(send)).toBe(true)
    expect(calls[0]).toMatchObject({
      name: 'pauseExam',
      input: { body: { more: true, events: [{ question_id: 'q1' }], pauses: [{ name: 'pause-1', cause: 'power' }] } },
    })
    isCounted = true
    await deliver(send)
    expect(calls.map(({ name }) => name)).toEqual(['pauseExam', 'saveAnswers'])
  })

  it('[C.06] the answers of a closed tab are delivered by the ticket alone, and start a clock that did not run', async () => {
    await leave('draft-1', [event('q1'), event('q2')])
    const { calls, send } = acknowledging()
    await deliver(send)
    expect(calls).toEqual([
      {
        name: 'saveAnswers',
        input: {
          params: { id: 'purchase-of-draft-1' },
          body: { ticket: 'ticket-of-this-attempt', begin: true, more: false, events: [event('q1'), event('q2')] },
        },
        asTicketHolder: true,
        signal: expect.any(AbortSignal),
      },
    ])
  })

  it('an acknowledged answer is not delivered again, and a later change is', async () => {
    const claim = await leave('draft-1', [event('q1'), event('q2')])
    await deliver(acknowledging().send)
    const idle = acknowledging()
    await deliver(idle.send)
    expect(idle.calls).toEqual([])
    await saveAnswer('draft-1', event('q2', 2), claim)
    const { calls, send } = acknowledging()
    await deliver(send)
    expect(calls[0]?.input).toMatchObject({ body: { events: [event('q2', 2)] } })
  })

  it('[C.06] an answer is delivered again after a call without a reply', async () => {
    await leave('draft-1', [event('q1')])
    const lost = server(() => ({ kind: 'silence' }))
    await deliver(lost.send)
    await deliver(lost.send)
    expect(lost.calls).toHaveLength(2)
  })

  it('the answers of one exam do not wait for another exam that has nothing to send, no ticket or no paper', async () => {
    await leave('draft-1', [])
    await leave('draft-2', [event('q1')], null)
    await createAttempt({
      draftId: 'draft-3',
      ownerId: 'owner',
      purchaseId: 'p',
      mode: 'exam',
      startKey: 'k',
      createdAt: 0,
    })
    await updateAttempt('draft-3', () => ({ state: 'open' }))
    await leave('draft-4', [event('q1')])
    const { calls, send } = acknowledging()
    expect(await deliver(send)).toBe(false)
    expect(calls.map(({ input }) => input)).toMatchObject([{ params: { id: 'purchase-of-draft-4' } }])
  })

  it('answers that were submitted are left to the submission', async () => {
    const claim = await leave('draft-1', [event('q1')])
    await closeAndEnqueue('draft-1', { body: { answers: [] }, title: 'Логіка', claim, now: 0 })
    const { calls, send } = acknowledging()
    await deliver(send)
    expect(calls).toEqual([])
  })

  it('[C.06] answers are delivered once when another device has submitted their exam meanwhile', async () => {
    await leave('draft-1', [event('q1')])
    await updateAttempt('draft-1', () => ({ state: 'done' }))
    const body = { marks: {}, state: 'graded', epoch: 0, server_time: '2026-11-20T10:00:00Z' }
    const { calls, send } = server(() => ({ kind: 'answered', body }))
    await deliver(send)
    await deliver(send)
    expect(calls.map(({ input }) => input)).toMatchObject([{ body: { events: [event('q1')] } }])
  })

  it('[R18] a full disk that refuses one exam’s acknowledgement does not stop the delivery of another exam’s answers', async () => {
    await leave('draft-1', [event('q1')])
    await leave('draft-2', [event('q2')])
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Quota exceeded', 'QuotaExceededError')
    })
    const { calls, send } = acknowledging()
    const onError = vi.fn()
    expect(await deliver(send, onError)).toBe(true)
    put.mockRestore()
    expect(calls.map(({ input }) => input)).toMatchObject([
      { body: { events: [event('q1')] } },
      { body: { events: [event('q2')] } },
    ])
    expect(onError).toHaveBeenCalledTimes(2)
  })

  it('a delivery says whether another try could deliver more, and whether any answer is still here', async () => {
    await leave('draft-1', [event('q1')])
    const refused = { kind: 'refused', message: '', resultUrl: null, retryAfter: null } as const
    const lost = server(() => ({ kind: 'silence' }))
    expect(await deliver(lost.send)).toBe(true)
    const turnedAway = server(() => ({ ...refused, status: 403, code: 'ticket_invalid' }))
    expect(await deliver(turnedAway.send)).toBe(false)
    expect(await areAnswersHere()).toBe(true)
    expect(await deliver(acknowledging().send)).toBe(false)
    expect(await areAnswersHere()).toBe(false)
  })

  it('[R25] answers wait as long as the server asks, and not for days when the clock was put back', async () => {
    await leave('draft-held', [event('q1')])
    const full = { kind: 'refused', status: 503, code: '', message: '', resultUrl: null, retryAfter: 60_000 } as const
    const { send, calls } = server(() => full)
    const clock = vi.spyOn(Date, 'now')
    const asked = Date.parse('2026-11-20T10:00:00Z')
    for (const now of [asked, asked + 59_999]) {
      clock.mockReturnValue(now)
      expect(await deliver(send)).toBe(true)
    }
    expect(calls).toHaveLength(1)
    clock.mockReturnValue(asked - 86_400_000)
    expect(await deliver(acknowledging().send)).toBe(false)
    clock.mockRestore()
  })

  it('[C.06] answers whose ticket has ended are delivered once by their signed-in owner, and by no other person', async () => {
    await leave('draft-1', [event('q1')])
    const ended = { kind: 'refused', status: 403, code: 'ticket_invalid', message: '', resultUrl: null } as const
    const calls: [string, unknown, boolean | undefined][] = []
    const send = ((endpoint, input, { asTicketHolder }) => {
      calls.push([endpoint.name, input, asTicketHolder])
      const kept = { status: 'kept', attempt_id: 'a1', added: 1, superseded: [] }
      return Promise.resolve(
        endpoint.name === 'recoverAnswers' ? { kind: 'answered', body: kept } : { ...ended, retryAfter: null },
      )
    }) as Send
    await deliver(send, untold, 'somebody-else')
    await deliver(send, untold, null)
    expect(calls.map(([name]) => name)).toEqual(['saveAnswers', 'saveAnswers'])
    calls.length = 0
    expect(await deliver(send, untold, 'owner')).toBe(false)
    expect(await deliver(send, untold, 'owner')).toBe(false)
    const body = { attempt_id: 'a1', events: [event('q1')], hand_in: false }
    expect(calls.map(([name]) => name)).toEqual(['saveAnswers', 'recoverAnswers'])
    expect(calls[1]).toEqual(['recoverAnswers', { params: { id: 'purchase-of-draft-1' }, body }, undefined])
    const { epoch, seq, device_id } = event('q1')
    expect(await withDb((db) => db.get('answers', ['draft-1', 'q1']))).toMatchObject({
      mark: { epoch, seq, device_id },
    })
    expect(await areAnswersHere()).toBe(false)
  })

  it.each([
    ['passing', 503, true],
    ['final', 404, false],
  ])('answers that their owner cannot deliver stay here after a %s refusal', async (_, status, isLeft) => {
    await leave('draft-1', [event('q1')])
    const refusal = { kind: 'refused', message: '', resultUrl: null, retryAfter: null } as const
    const send = ((endpoint) =>
      Promise.resolve(
        endpoint.name === 'recoverAnswers'
          ? { ...refusal, status, code: 'no' }
          : { ...refusal, status: 403, code: 'ticket_invalid' },
      )) as Send
    expect(await deliver(send, untold, 'owner')).toBe(isLeft)
    expect(await areAnswersHere()).toBe(true)
  })

  it('the owner delivers answers only if the ticket has ended, and keeps the pause that the server asks for', async () => {
    await leave('draft-1', [event('q1')])
    const refusal = { kind: 'refused', message: '', resultUrl: null } as const
    const calls: [string, AbortSignal][] = []
    const answer = (name: string) =>
      name === 'recoverAnswers'
        ? { ...refusal, status: 429, code: 'rate_limited', retryAfter: 40_000 }
        : { ...refusal, status: 409, code, retryAfter: null }
    const send = ((endpoint, _input, { signal }) => {
      calls.push([endpoint.name, signal])
      return Promise.resolve(answer(endpoint.name))
    }) as Send
    let code = 'attempt_over'
    expect(await deliver(send, untold, 'owner')).toBe(false)
    expect(calls.map(([name]) => name)).toEqual(['saveAnswers'])
    code = 'ticket_invalid'
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T10:00:00Z'))
    expect(await deliver(send, untold, 'owner')).toBe(true)
    expect(calls[2]).toEqual(['recoverAnswers', expect.any(AbortSignal)])
    expect(pauseOf(ofAttempt.ticket!)).toBe(40_000)
    vi.restoreAllMocks()
  })

  it('answers without a ticket do not count as answers to deliver', async () => {
    await leave('draft-1', [event('q1')], null)
    expect(await areAnswersHere()).toBe(false)
  })

  it('answers that a submission has brought are not delivered again', async () => {
    const claim = await leave('draft-1', [event('q1')])
    const body = { answers: [], events: [event('q1')] }
    await closeAndEnqueue('draft-1', { body, title: 'Логіка', claim, now: 0 })
    await updateSubmission('draft-1', () => ({ state: 'graded' }))
    const { calls, send } = acknowledging()
    await deliver(send)
    expect(calls).toEqual([])
  })
})

describe('the answers that are still to be delivered', () => {
  it('the answers of a refused submission are still to be delivered, and those of a waiting one are not', async () => {
    const claim = await leave('draft-1', [event('q1'), event('q2')])
    expect(await undelivered('draft-1')).toEqual([event('q1'), event('q2')])
    await closeAndEnqueue('draft-1', { body: { answers: [], events: [event('q1')] }, title: 'Логіка', claim, now: 0 })
    expect(await undelivered('draft-1')).toEqual([])
    await updateSubmission('draft-1', () => ({ state: 'refused' }))
    expect(await undelivered('draft-1')).toEqual([event('q1'), event('q2')])
  })

  it('the answers that an accepted submission did not bring are still to be delivered', async () => {
    const claim = await leave('draft-1', [event('q1'), event('q2')])
    await closeAndEnqueue('draft-1', { body: { answers: [], events: [event('q1')] }, title: 'Логіка', claim, now: 0 })
    await updateSubmission('draft-1', () => ({ state: 'accepted' }))
    expect(await undelivered('draft-1')).toEqual([event('q2')])
    const other = await leave('draft-2', [event('q1')])
    await closeAndEnqueue('draft-2', { body: { answers: [] }, title: 'Логіка', claim: other, now: 0 })
    await updateSubmission('draft-2', () => ({ state: 'accepted' }))
    expect(await undelivered('draft-2')).toEqual([event('q1')])
  })

  it('an answer without an acknowledgement is still to be delivered while its attempt is open, and not once it is submitted', async () => {
    await leave('draft-1', [event('q1')])
    const body = { marks: {}, state: 'open', epoch: 0, server_time: '2026-11-20T10:00:00Z' } as const
    await deliver(server(() => ({ kind: 'answered', body })).send)
    expect(await areAnswersHere()).toBe(true)
    await deliver(server(() => ({ kind: 'answered', body: { ...body, state: 'submitted' } })).send)
    expect(await areAnswersHere()).toBe(false)
  })
})

describe('[R25] the pause that a server asks for', () => {
  it('a pause that the server asks for survives a call without a reply, and ends with a reply', async () => {
    await leave('draft-1', [event('q1')])
    const clock = vi.spyOn(Date, 'now')
    const at = Date.parse('2026-11-20T10:00:00Z')
    clock.mockReturnValue(at)
    const full = { kind: 'refused', status: 503, code: '', message: '', resultUrl: null, retryAfter: 60_000 } as const
    const say = (reply: Reply<SavedAnswers>) => {
      const delivery = { purchaseId: 'p', ticket: 'ticket-that-waits', events: [] }
      return deliverAnswers(server(() => reply).send, delivery)
    }
    await say(full)
    expect(pauseOf('ticket-that-waits')).toBe(60_000)
    await say({ kind: 'silence' })
    clock.mockReturnValue(at + 10_000)
    expect(pauseOf('ticket-that-waits')).toBe(50_000)
    await say({ kind: 'answered', body: { marks: {}, state: 'open', epoch: 0, server_time: '' } })
    expect(pauseOf('ticket-that-waits')).toBe(0)
    clock.mockRestore()
  })
})

describe('a storage that never answers', () => {
  afterEach(() => void vi.useRealTimers())

  it('[C.06] a storage that never answers ends the round after 10 s, and the next round delivers', async () => {
    await leave('d1', [event('q1')])
    const speak = await silenceStorage('attempts', 'answers', 'papers')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { calls, send } = acknowledging()
    const round = deliverAttempts({ send, ownerId: () => 'owner', report: () => undefined })
    const failure = expect(round).rejects.toThrow('no answer in time')
    await vi.advanceTimersByTimeAsync(10_000)
    await failure
    vi.useRealTimers()
    await speak()
    expect(await deliverAttempts({ send, ownerId: () => 'owner', report: () => undefined })).toBe(false)
    expect(calls).toHaveLength(1)
  })
})
