import 'fake-indexeddb/auto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { silenceStorage } from '../../../tests/support/broken-storage.ts'
import type { ExamAttempt, SubmitReply } from '#contract/exam.ts'
import { paperOf } from '../machine/paper.ts'
import type { Reply } from '../../http/reply.ts'
import { readAttemptRow } from '../replica/attempts.ts'
import { withDb } from '../replica/database.ts'
import type { SubmissionRow, SubmissionBody } from '../machine/rows.ts'
import { readSubmission } from '../replica/submissions.ts'
import { onSubmissionChange } from './channel.ts'
import { type Drain, drain, retryRefused } from './drain.ts'
import type { Send } from '../../http/send.ts'
import { takeLeaseOf, closeAndEnqueue, createAttempt, storePaper } from '../../../tests/support/persisted.ts'

const keyed: SubmissionBody = { answers: [], submission_key: 'key-of-a1', ticket: 'ticket-of-this-attempt', events: [] }
const ofAttempt: ExamAttempt = {
  id: 'a1',
  state: 'open',
  epoch: 0,
  duration_seconds: 60,
  server_time: '2026-11-20T10:00:00Z',
  submission_key: 'key-of-a1',
  ticket: 'ticket-of-this-attempt',
}
const bare: SubmissionBody = { answers: [{ question_id: 'q1', value: 'так' }] }

let attemptRows = 0
async function enqueue(body: SubmissionBody, attempt: ExamAttempt | null = null): Promise<string> {
  await withDb((db) => db.clear('outbox'))
  attemptRows += 1
  const draftId = `draft-${attemptRows}`
  await createAttempt({ draftId, ownerId: 'owner', purchaseId: 'p1', mode: 'exam', startKey: null, createdAt: 0 })
  const questions = [{ id: 'q1', kind: 'text' as const, prompt: '?' }]
  await storePaper(draftId, paperOf({ questions, attempt, test: null })!, 0)
  await closeAndEnqueue(draftId, { body, title: 'Логіка', claim: await takeLeaseOf(draftId), now: 0 })
  return draftId
}

type AnyReply = Reply<SubmitReply>
/** Answers one call after another with these replies, and records the calls. */
function server(...replies: AnyReply[]) {
  const calls: { name: string; body: unknown; asTicketHolder: boolean | undefined }[] = []
  const send = ((endpoint, input, { asTicketHolder }) => {
    calls.push({ name: endpoint.name, body: input.body, asTicketHolder })
    return Promise.resolve(replies[Math.min(calls.length, replies.length) - 1])
  }) as Send
  return { calls, send }
}
/** A working storage reports nothing. */
const unexpected = (error: unknown) => expect.unreachable(String(error))
const context = (send: Send, more: Partial<Drain> = {}): Drain => ({
  send,
  now: () => 1_000,
  random: () => 1,
  hidden: () => false,
  ownerId: () => 'owner',
  report: unexpected,
  locks: null,
  wakeUp: true,
  ...more,
})
const refused = (status: number, code = '', retryAfter: number | null = null): AnyReply => ({
  kind: 'refused',
  status,
  code,
  message: '',
  resultUrl: null,
  retryAfter,
})
const answered = (body: SubmitReply): AnyReply => ({ kind: 'answered', body })
const result = answered({ status: 'completed', attempt_id: 'a1', receipt: 'jws' })

describe('a waiting submission after a reply', () => {
  it.each<[string, AnyReply, string]>([
    ['is graded after its result', result, 'graded'],
    ['is accepted while the server still grades it', answered({ status: 'processing_started' }), 'accepted'],
    ['is graded after 409 already_graded', refused(409, 'already_graded'), 'graded'],
    ['is refused after 422', refused(422, 'submission_mismatch'), 'refused'],
    ['is refused after 400', refused(400, 'validation_failed'), 'refused'],
    ['is refused after 403', refused(403, 'foreign_purchase'), 'refused'],
    ['is refused after 409 of another kind', refused(409, 'exam_build_failed'), 'refused'],
    ['still waits after 401', refused(401, 'token_expired'), 'waiting'],
    ['still waits after 408', refused(408), 'waiting'],
    ['still waits after 425', refused(425), 'waiting'],
    ['still waits after 429', refused(429, 'rate_limited'), 'waiting'],
    ['still waits after 500', refused(500), 'waiting'],
    ['still waits after 503', refused(503), 'waiting'],
    ['still waits when its clock has not begun yet', refused(409, 'attempt_not_started'), 'waiting'],
    [
      'still waits after a captive portal’s page with status 200',
      { kind: 'unreadable', form: 'html', status: 200 },
      'waiting',
    ],
    ['still waits after a page with status 404', { kind: 'unreadable', form: 'html', status: 404 }, 'waiting'],
    [
      'still waits after JSON that the contract does not know',
      { kind: 'unreadable', form: 'unknown', status: 200 },
      'waiting',
    ],
    ['still waits after silence', { kind: 'silence' }, 'waiting'],
  ])('[C.06] a waiting submission %s', async (_, reply, state) => {
    const draftId = await enqueue(keyed)
    const { send } = server(reply)
    await drain(context(send))
    expect(await readSubmission(draftId)).toMatchObject({ state, tries: 1, body: keyed })
  })

  it('a graded submission keeps its receipt, and its attempt is done', async () => {
    const draftId = await enqueue(keyed)
    await drain(context(server(result).send))
    expect(await readSubmission(draftId)).toMatchObject({ receipt: 'jws' })
    expect(await readAttemptRow(draftId)).toMatchObject({ state: 'done' })
  })
})

const page = '<h1>Wi-Fi</h1>Session expired, token revoked'

describe('[R06] a captive portal that answers in place of the server', () => {
  it.each<[string, number, string]>([
    ['a page with status 200', 200, page],
    ['a redirect to a page of another origin', 302, page],
    ['status 511 and its own log-in page', 511, page],
    ['JSON with a status', 200, '{"status":"ok"}'],
    ['JSON about an attempt of its own', 200, '{"status":"completed","attempt_id":"session"}'],
    ...[400, 403, 404, 409, 421, 422].flatMap((status): [string, number, string][] => [
      [`status ${status} and nothing`, status, ''],
      [`status ${status} and an empty object`, status, '{}'],
      [`status ${status} and a gateway’s words`, status, '{"message":"Forbidden","code":"not_found"}'],
    ]),
  ])('a submission still waits unchanged after a captive portal answers with %s', async (_, status, text) => {
    const portal = createServer(({ url }, response) => {
      const elsewhere = `http://localhost:${(portal.address() as AddressInfo).port}/portal`
      const form = text === page ? 'text/html' : 'application/json'
      const headers = { 'content-type': form, ...(status === 302 && { location: elsewhere }) }
      response.writeHead(url === '/portal' ? 200 : status, headers).end(text)
    })
    await once(portal.listen(0, '127.0.0.1'), 'listening')
    vi.stubEnv('VITE_API_URL', `http://127.0.0.1:${(portal.address() as AddressInfo).port}`)
    vi.resetModules()
    const { request } = await import('../../http/request.ts')
    const { replyOf } = await import('../../http/reply-of.ts')
    const draftId = await enqueue(keyed, ofAttempt)
    await drain(context((endpoint, input, { signal }) => replyOf(request(endpoint, input, { signal }))))
    expect(await readSubmission(draftId)).toMatchObject({ state: 'waiting', tries: 1, body: keyed })
    vi.unstubAllEnvs()
    portal.closeAllConnections()
    portal.close()
  })
})

describe('the sending of a submission', () => {
  it('[C.06] [R03] a submission is sent again as the same bytes until it is accepted', async () => {
    await enqueue(keyed)
    const { send, calls } = server(
      { kind: 'silence' },
      refused(503),
      { kind: 'unreadable', form: 'html', status: 200 },
      result,
    )
    for (let round = 0; round < 6; round += 1) await drain(context(send))
    expect(calls.map((call) => call.name)).toEqual(Array(4).fill('submitExam'))
    const sent = calls.map((call) => JSON.stringify(call.body))
    expect(new Set(sent)).toEqual(new Set([JSON.stringify({ ...keyed, watched: true })]))
  })

  it('a submission makes the server begin an exam that it does not know as begun, and is sent again immediately', async () => {
    const draftId = await enqueue(keyed)
    const { send, calls } = server(refused(409, 'attempt_not_started'), result, result)
    await drain(context(send))
    expect(calls.map((call) => call.name)).toEqual(['submitExam', 'saveAnswers', 'submitExam'])
    expect(calls[1]?.body).toEqual({ ticket: keyed.ticket, begin: true, events: [] })
    expect(await readSubmission(draftId)).toMatchObject({ state: 'graded' })
  })

  it('a submission waits with full jitter up to 15 s, or 60 s on a hidden page, and a wake-up does not wait', async () => {
    await enqueue(keyed)
    const { send, calls } = server({ kind: 'silence' })
    const next: (number | null)[] = []
    for (let round = 0; round < 8; round += 1) next.push(await drain(context(send)))
    expect(next.map((at) => at! - 1_000)).toEqual([2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000, 15_000])
    expect(await drain(context(send, { hidden: () => true }))).toBe(61_000)
    expect(await drain(context(send, { random: () => 0.5 }))).toBe(8_500)
    expect(await drain(context(send, { wakeUp: false }))).toBe(8_500)
    expect(calls).toHaveLength(10)
  })

  it('[R28] a submission honours Retry-After, in a wake-up too', async () => {
    await enqueue(keyed)
    const { send, calls } = server(refused(429, 'rate_limited', 40_000), result)
    expect(await drain(context(send))).toBe(41_000)
    expect(await drain(context(send))).toBe(41_000)
    expect(calls).toHaveLength(1)
    expect(await drain(context(send, { now: () => 41_000 }))).toBeNull()
  })

  it('a submission says that its owner watches if they look at the page, and is otherwise the same', async () => {
    await enqueue(keyed)
    const { send, calls } = server({ kind: 'silence' })
    await drain(context(send))
    await drain(context(send, { hidden: () => true }))
    await drain(context(send, { ownerId: () => 'somebody-else' }))
    await drain(context(send, { ownerId: () => null }))
    expect(calls.map(({ body }) => body)).toEqual([{ ...keyed, watched: true }, keyed, keyed, keyed])
  })

  it('a submission with a ticket is sent by the ticket, no matter which person is signed in', async () => {
    await enqueue(keyed)
    const { send, calls } = server({ kind: 'silence' }, result)
    await drain(context(send, { ownerId: () => 'somebody-else' }))
    await drain(context(send, { ownerId: () => null }))
    expect(calls.map((call) => call.asTicketHolder)).toEqual([true, true])
  })

  it('a submission without a ticket is delivered only by its owner’s session', async () => {
    const draftId = await enqueue(bare)
    const { send, calls } = server(result)
    expect(await drain(context(send, { ownerId: () => 'somebody-else' }))).toBeNull()
    expect(calls).toEqual([])
    expect(await readSubmission(draftId)).toMatchObject({ state: 'waiting', tries: 0 })
    await drain(context(send))
    expect(calls.at(-1)).toEqual({ name: 'submitExam', body: bare, asTicketHolder: false })
  })

  it('[R12] a submission falls back to the owner’s session when its ticket has ended', async () => {
    const draftId = await enqueue(keyed)
    const { send, calls } = server(refused(403, 'ticket_invalid'), result)
    await drain(context(send))
    expect(calls[1]?.body).not.toHaveProperty('ticket')
    expect(await readSubmission(draftId)).toMatchObject({ state: 'graded' })
  })

  it('[R11] a round reads the row again after the wait for the lock, because another context may have delivered it', async () => {
    const draftId = await enqueue(keyed)
    const first = server(result)
    const second = server(result)
    const request = vi.fn(async (_: string, __: unknown, run: () => Promise<unknown>) => {
      await drain(context(first.send))
      return run()
    })
    await drain(context(second.send, { locks: { request } as never }))
    expect(request.mock.calls[0]?.[0]).toBe(`outbox:${draftId}`)
    expect([first.calls.length, second.calls.length]).toEqual([1, 0])
  })

  describe('while a frozen tab holds the lock', () => {
    const locks = { request: () => Promise.reject(new DOMException('timed out', 'TimeoutError')) } as never

    it('[C.06] a submission with a key is delivered although a frozen tab holds the lock', async () => {
      const draftId = await enqueue(keyed)
      const { send, calls } = server(result)
      expect(await drain(context(send, { locks }))).toBeNull()
      expect(calls).toHaveLength(1)
      expect(await readSubmission(draftId)).toMatchObject({ state: 'graded' })
    })

    it('a submission without a key waits for a later round while a frozen tab holds the lock', async () => {
      await enqueue(bare)
      const { send, calls } = server(result)
      expect(await drain(context(send, { locks }))).toBe(11_000)
      expect(calls).toEqual([])
    })
  })

  it('[C.06] [R21] a round waits at most 10 s for a storage that never answers', async () => {
    await enqueue(keyed)
    const { send, calls } = server(result)
    const speak = await silenceStorage('outbox')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const round = drain(context(send))
    const failed = expect(round).rejects.toThrow('no answer in time')
    await vi.advanceTimersByTimeAsync(10_000)
    await failed
    vi.useRealTimers()
    await speak()
    expect(calls).toEqual([])
  })
})

describe('a submission without a key, whose reply was lost', () => {
  const names = (calls: { name: string }[]) => calls.map((call) => call.name)

  it('a submission without a key asks exam-results-status before it is sent again', async () => {
    const draftId = await enqueue(bare)
    const { send, calls } = server(refused(404), { kind: 'silence' }, result)
    await drain(context(send))
    await drain(context(send))
    expect(names(calls)).toEqual(['examResultsStatus', 'submitExam', 'examResultsStatus'])
    expect(await readSubmission(draftId)).toMatchObject({ state: 'graded' })
  })

  it.each([
    ['404', refused(404)],
    ['404 as a page', { kind: 'unreadable', form: 'html', status: 404 } as const],
  ])('a submission without a key is sent again when the server knows nothing of it (%s)', async (_, unknown) => {
    await enqueue(bare)
    const { send, calls } = server(unknown, { kind: 'silence' }, unknown, result)
    await drain(context(send))
    await drain(context(send))
    expect(names(calls)).toEqual(['examResultsStatus', 'submitExam', 'examResultsStatus', 'submitExam'])
  })

  it('a submission without a key is not sent again while the status check gets no reply', async () => {
    const draftId = await enqueue(bare)
    const { send, calls } = server(refused(404), { kind: 'silence' })
    for (let round = 0; round < 3; round += 1) await drain(context(send))
    expect(names(calls)).toEqual(['examResultsStatus', 'submitExam', 'examResultsStatus', 'examResultsStatus'])
    expect(await readSubmission(draftId)).toMatchObject({ state: 'waiting' })
  })
})

describe('a round over several submissions', () => {
  const wait = (draftId: string, more: Partial<SubmissionRow>) =>
    withDb(async (db) => {
      const row = (await db.getAll('outbox'))[0]!
      await db.put('outbox', { ...row, draftId, ...more })
    })

  it('a round sends the submissions that are due, and returns the time of the earliest other one', async () => {
    const draftId = await enqueue(keyed)
    await wait('later', { nextTryAt: 9_000 })
    await wait('paused', { nextTryAt: 1, notBefore: 5_000 })
    await wait('due', { nextTryAt: 1_000 })
    const { send, calls } = server(result)
    expect(await drain(context(send, { wakeUp: false }))).toBe(5_000)
    expect(calls).toHaveLength(2)
    for (const id of [draftId, 'due']) expect(await readSubmission(id)).toMatchObject({ state: 'graded' })
    for (const id of ['later', 'paused']) expect(await readSubmission(id)).toMatchObject({ state: 'waiting', tries: 0 })
  })

  it('a round plans no other one when the submission that waited for the lock was deleted', async () => {
    await enqueue(keyed)
    const { send, calls } = server(result)
    const request = async (_: string, __: unknown, run: () => Promise<unknown>) => {
      await withDb((db) => db.clear('outbox'))
      return run()
    }
    expect(await drain(context(send, { locks: { request } as never }))).toBeNull()
    expect(calls).toEqual([])
  })
})

it('[R18] a submission that a full disk keeps from being sent does not block another, and a round follows in 30 s', async () => {
  await enqueue(bare)
  const other = await readSubmission(`draft-${attemptRows}`)
  await withDb((db) => db.put('outbox', { ...other!, draftId: 'draft-z', body: keyed }))
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Quota exceeded', 'QuotaExceededError')
  })
  const { calls, send } = server(result)
  const report = vi.fn()
  const next = await drain(context(send, { report }))
  put.mockRestore()
  expect(calls.map(({ body }) => body)).toEqual([{ ...keyed, watched: true }])
  expect(report).toHaveBeenCalledTimes(3)
  expect(next).toBe(31_000)
})

describe('a submission that the server refused', () => {
  it('a refused submission waits again for another build, and for the same build after a day', async () => {
    const draftId = await enqueue(keyed)
    await drain(context(server(refused(422, 'submission_mismatch')).send, { build: 'b1' }))
    expect(await readSubmission(draftId)).toMatchObject({ state: 'refused', refusedBy: 'b1', refusedAt: 1_000 })
    const onChange = vi.fn()
    const stop = onSubmissionChange(onChange)
    await retryRefused('b1', 2_000)
    expect([(await readSubmission(draftId))!.state, onChange.mock.calls.length]).toEqual(['refused', 0])
    await retryRefused('b2', 2_000)
    expect((await readSubmission(draftId))!.state).toBe('waiting')
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ draftId, change: 'enqueued' })
    stop()
    await drain(context(server(refused(422, 'submission_mismatch')).send, { build: 'b2', now: () => 3_000 }))
    await retryRefused('b2', 3_000 + 86_400_001)
    expect((await readSubmission(draftId))!.state).toBe('waiting')
  })
})
