import 'fake-indexeddb/auto'
import { once } from 'node:events'
import { createServer, type ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AnswerEvent } from '#contract/question.ts'
import { type PlainProxy, startPlainProxy } from '../../../tests/support/plain-proxy.ts'
import type { Send } from '../../http/send.ts'
import { newAttempt } from '../replica/attempts.ts'
import { withDb } from '../replica/database.ts'
import { blankAnswer, newSubmission, type SubmissionBody, type SubmissionRow } from '../machine/rows.ts'
import { readSubmission } from '../replica/submissions.ts'
import { type Drain, drain } from './drain.ts'

/** How many times faster than in the product the limits and rates are here. */
const hurry = vi.hoisted(() => 25)
vi.mock('../../http/send.ts', async (original) => {
  const { tryTimeoutMs, tryTimeoutFor } = await original<typeof import('../../http/send.ts')>()
  return {
    tryTimeoutMs: tryTimeoutMs / hurry,
    tryTimeoutFor: (body: unknown, slowTries?: number) => Math.round(tryTimeoutFor(body, slowTries) / hurry),
  }
})

/** Thirty answers of a phone, of which the server has acknowledged all but the last five. */
const events: AnswerEvent[] = Array.from({ length: 30 }, (_, n) => ({
  question_id: `0d9f3c52-6f0e-4a55-9a5a-8f1f0c1f${1_000 + n}`,
  value: `option-${n}`,
  epoch: 1,
  seq: n + 1,
  device_id: 'b7a1c9f0-2b3d-4e61-8a9e-1c2d3e4f5a6b',
}))
const body: SubmissionBody = {
  answers: events.map(({ question_id, value }) => ({ question_id, value: value! })),
  submission_key: 'key-of-a1',
  ticket: 'ticket-of-a1-that-is-long-enough',
  events,
  timing: events.flatMap((_, place) => [
    { what: 'shown' as const, place, at: place * 60_000 },
    { what: 'answered' as const, place, at: place * 60_000 + 30_000 },
  ]),
}

interface Server {
  /** The submissions that arrived whole. */
  readonly came: SubmissionBody[]
  readonly port: number
  readonly close: () => void
}

async function startServer(options: ServerOptions = {}): Promise<Server> {
  const came: SubmissionBody[] = []
  const server = createServer(options, (request, response) => {
    const sent = text(request).then((whole) => {
      if (request.method === 'POST') came.push(JSON.parse(whole) as SubmissionBody)
      response.end(JSON.stringify({ status: 'completed', attempt_id: 'a1' }))
    })
    // This request was cut off.
    sent.catch(() => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { came, port: (server.address() as AddressInfo).port, close: () => server.close() }
}

let server: Server
let proxy: PlainProxy | null = null
beforeEach(async () => {
  server = await startServer()
  await withDb(async (db) => {
    await db.put('outbox', { ...newSubmission(attempt, { body, title: '', now: 0 }), attemptId: 'a1' })
    for (const own of events.slice(0, 25)) {
      await db.put('answers', { ...blankAnswer('draft', own.question_id), own, mark: own })
    }
  })
})
afterEach(async () => {
  await proxy?.close()
  proxy = null
  server.close()
})

const attempt = newAttempt({
  draftId: 'draft',
  ownerId: 'o',
  purchaseId: 'p',
  mode: 'exam',
  startKey: null,
  createdAt: 0,
})

/** Delivers until the row no longer waits, in `tries` rounds at most. Returns the row after each. */
async function deliver(origin: string, tries: number): Promise<SubmissionRow[]> {
  const send: Send = async (endpoint, input, { signal }) => {
    try {
      const response = await fetch(origin, {
        method: endpoint.method,
        ...(endpoint.method === 'POST' && { body: JSON.stringify((input as { body: unknown }).body) }),
        signal,
      })
      if (!response.ok) return { kind: 'unreadable', form: 'unknown', status: response.status }
      return { kind: 'answered', body: await response.json() }
    } catch {
      return { kind: 'silence' }
    }
  }
  const context: Drain = {
    send,
    now: Date.now,
    random: () => 0,
    hidden: () => true,
    ownerId: () => null,
    report: (error) => expect.unreachable(String(error)),
    locks: null,
    wakeUp: true,
  }
  const rows: SubmissionRow[] = []
  while (rows.length < tries && rows.at(-1)?.state !== 'graded') {
    await drain(context)
    rows.push((await readSubmission('draft'))!)
  }
  return rows
}

describe('[C.06] a submission on a slow uplink', () => {
  it('a submission on an uplink of 0.2 kB/s arrives within six tries, without timing and acknowledged events', async () => {
    proxy = await startPlainProxy(() => [server.port], 200 * hurry)
    const rows = await deliver(`http://127.0.0.1:${proxy.port}`, 6)
    expect(rows[0]).toMatchObject({ state: 'waiting', slow: true, slowTries: 1, unanswered: false })
    expect(rows.at(-1)!.state).toBe('graded')
    const { timing: _, ...rest } = body
    expect(server.came).toEqual([{ ...rest, events: events.slice(25) }])
    expect(JSON.stringify(server.came[0]).length).toBeLessThan(JSON.stringify(body).length / 2)
    // The kept row, which is also given as a file, has the whole body.
    expect(rows.at(-1)!.body).toEqual(body)
  })

  it('a submission on an uplink of 0.5 kB/s arrives whole at the first try', async () => {
    proxy = await startPlainProxy(() => [server.port], 500 * hurry)
    expect((await deliver(`http://127.0.0.1:${proxy.port}`, 1))[0]).toMatchObject({ state: 'graded', tries: 1 })
    expect(server.came).toEqual([body])
  })

  it('a submission that the server cuts off early arrives at the second try, without timing and acknowledged events', async () => {
    const cutting = await startServer({ requestTimeout: 30_000 / hurry, connectionsCheckingInterval: 100 })
    proxy = await startPlainProxy(() => [cutting.port], 500 * hurry)
    const timing = Array.from({ length: 400 }, (_, n) => ({ what: 'shown' as const, place: n % 30, at: n * 9_000 }))
    await withDb((db) =>
      db.put('outbox', {
        ...newSubmission(attempt, { body: { ...body, timing }, title: '', now: 0 }),
        attemptId: 'a1',
      }),
    )
    const rows = await deliver(`http://127.0.0.1:${proxy.port}`, 2)
    cutting.close()
    expect(rows[0]).toMatchObject({ state: 'waiting', slow: true, slowTries: 1 })
    expect(rows[1]).toMatchObject({ state: 'graded', tries: 2 })
    const { timing: _, ...rest } = body
    expect(cutting.came).toEqual([{ ...rest, events: events.slice(25) }])
  })

  it('a server that never replies does not count as a slow uplink, and gets no more time in the next try', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const rows = await deliver(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`, 2)
    silent.closeAllConnections()
    silent.close()
    for (const row of rows) {
      expect(row).toMatchObject({ state: 'waiting', unanswered: true })
      expect(row).not.toHaveProperty('slowTries')
    }
  })
})
