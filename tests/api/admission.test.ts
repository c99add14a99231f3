import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { newKey, openExam, until } from '../support/exam-calls.ts'
import { givePurchase, newcomer } from '../support/person.ts'
import { noteStatements, type SentStatements } from '../support/sent-statements.ts'
import { ago, startedExam } from '../support/started-exam.ts'

/** With a tenth of the shipped limits, which fewer calls reach, behind one proxy that names the caller. */
const narrow = { limitFactor: 0.1, trustedProxies: 1, logLevel: 'silent' } as const
let server: TestServer
beforeAll(async () => {
  server = await startTestServer(narrow)
})
afterAll(() => server.close())
afterEach(() => vi.restoreAllMocks())

let homes = 0
const newHome = () => `198.51.100.${(homes += 1)}`
const garbage = () => randomBytes(32).toString('base64url')

async function call(from: string, method: string, path: string, body: object, access?: string | null) {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': from,
    ...(access != null && { authorization: `Bearer ${access}` }),
  }
  const reply = await fetch(server.origin + path, { method, headers, body: JSON.stringify(body) })
  const { code = '' } = (await reply.json()) as { code?: string }
  return { status: reply.status, code, retryAfter: Number(reply.headers.get('retry-after')) }
}

/** The statements of calls: rounds and jobs give theirs no names. */
const textsOf = (statements: SentStatements) =>
  statements
    .allBut(new pg.Client())
    .filter(({ isNamed }) => isNamed)
    .map(({ text }) => text)

const nobodysPurchase = '/api/exam-answers/018f0000-0000-7000-8000-000000000000/'
const save = (from: string, ticket?: string, path = nobodysPurchase, events: object[] = []) =>
  call(from, 'PUT', path, { ...(ticket !== undefined && { ticket }), events })

describe('[S13] an unauthenticated call to a route with reserved connections', () => {
  const begun: [what: string, status: number, code: string, send: (from: string) => ReturnType<typeof call>][] = [
    ['a save with neither ticket nor session', 401, 'not_authenticated', (from) => save(from)],
    ['a save with a forged ticket', 403, 'ticket_invalid', (from) => save(from, garbage())],
    [
      'a save with a forged session',
      401,
      'not_authenticated',
      (from) => call(from, 'PUT', nobodysPurchase, { events: [] }, 'a.b.c'),
    ],
    [
      'a submission with a forged ticket',
      403,
      'ticket_invalid',
      (from) => call(from, 'POST', nobodysPurchase.replace('answers', 'meta'), { answers: [], ticket: garbage() }),
    ],
    [
      'a renewal with an unknown refresh token',
      401,
      'token_revoked',
      (from) => call(from, 'POST', '/api/auth/token/refresh/', { refresh: garbage() }),
    ],
  ]

  it.each(begun)(
    '%s is refused before any transaction, and uses no reserved connection',
    async (_, status, code, send) => {
      const { $client: reserved } = server.services.reserved as unknown as { $client: pg.Pool }
      const [connected, asked] = [vi.spyOn(reserved, 'connect'), vi.spyOn(reserved, 'query')]
      const statements = noteStatements()
      expect(await send(newHome())).toMatchObject({ status, code })
      expect(textsOf(statements).filter((text) => /^begin|^insert|^update|for (no key )?update/i.test(text))).toEqual(
        [],
      )
      expect([connected.mock.calls, asked.mock.calls]).toEqual([[], []])
    },
  )

  const charged = begun.map(([what, status, , send], i) => [what, i === 0 ? '' : ' @full', status, send] as const)
  it.each(charged)(
    '%s counts against the rate limit of its own IP address, and of no other%s',
    async (_, _extent, status, send) => {
      const home = newHome()
      const statuses = new Map<number, number>()
      let refused = { code: '', retryAfter: 0 }
      for (let round = 0; round < 5; round += 1) {
        for (const reply of await Promise.all(Array.from({ length: 20 }, () => send(home)))) {
          statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
          if (reply.status === 429) refused = reply
        }
      }
      expect(statuses.get(status)).toBeGreaterThanOrEqual(60)
      expect([...statuses.keys()].filter((one) => one !== status && one !== 429)).toEqual([])
      expect(refused.code).toBe('rate_limited')
      expect(refused.retryAfter).toBeGreaterThan(0)
      expect((await send(newHome())).status).toBe(status)
    },
  )
})

it('[S13] saves with a valid ticket succeed while 90 calls with forged tickets come from the same IP address', async () => {
  const home = newHome()
  const exam = await startedExam(server)
  const path = `/api/exam-answers/${exam.purchaseId}/`
  const forged = Array.from({ length: 90 }, () => save(home, garbage()))
  expect((await save(home, exam.ticket, path, exam.events)).status).toBe(200)
  const statuses = new Set((await Promise.all(forged)).map(({ status }) => status))
  expect([...statuses].filter((status) => ![403, 429, 503].includes(status))).toEqual([])
  expect((await save(home, exam.ticket, path, exam.events)).status).toBe(200)
})

it('[S13] the server looks up the owner of a ticket from another process once for three saves', async () => {
  const other = await startTestServer({ sharing: server, ...narrow })
  const exam = await startedExam(other)
  await other.close()
  const looked = vi.spyOn(server.services.ticketOwners, 'read')
  for (let number = 0; number < 3; number += 1) {
    expect((await save(newHome(), exam.ticket, `/api/exam-answers/${exam.purchaseId}/`)).status).toBe(200)
  }
  expect(looked).toHaveBeenCalledTimes(1)
})

it('[S13] all tickets and the session of a person share one token bucket for saves, and another person’s save succeeds', async () => {
  const person = await newcomer(server)
  // One after another, with slow polls: on a busy machine a job draws the paper, and each poll costs a token of this bucket, which
  // refills by 0.6 a second.
  const places: { path: string; attempt: Awaited<ReturnType<typeof openExam>>['attempt'] }[] = []
  for (const slug of ['verbalnij-proba', 'verbalnij', 'abstraktnij', 'logichnij']) {
    const purchaseId = await givePurchase(server, person, slug)
    const { attempt } = await openExam(person, purchaseId, newKey(), 2_000)
    places.push({ path: `/api/exam-answers/${purchaseId}/`, attempt })
  }
  const replies = places.flatMap(({ path, attempt }) =>
    Array.from({ length: 15 }, () => save(newHome(), attempt.ticket, path)),
  )
  const refused = (await Promise.all(replies)).filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(20)
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['rate_limited']))
  const bySession = () => call(newHome(), 'PUT', places[0]!.path, { events: [] }, person.access)
  await until(async () => (await bySession()).status === 429)
  // Other calls of theirs take from another bucket.
  expect((await person.get('/api/user/profile/')).status).toBe(200)
  const exam = await startedExam(server)
  expect((await exam.save({ events: exam.events })).status).toBe(200)
})

it('[S13] a save without answers locks no row and writes nothing, but it still closes an exam whose time is over', async () => {
  const exam = await startedExam(server)
  await exam.save({ events: exam.events })
  const statements = noteStatements()
  const asked = await exam.save({})
  const sent = textsOf(statements)
  expect(Object.keys(asked.body.marks)).toHaveLength(exam.events.length)
  expect(asked.body.state).toBe('open')
  expect(sent.filter((text) => /for (no key )?(update|share)|^insert|^update/.test(text))).toEqual([])
  // If the clock has run out, the same call writes.
  await exam.age({ lateUntil: ago(1) })
  expect((await exam.save({})).body.state).toBe('graded')
})

it('[S21] the rate limit counts one IP address as one caller, whatever port the proxy adds to it', async () => {
  const { email } = await newcomer(server)
  const home = newHome()
  const guess = (port: number) =>
    call(`${home}:${port}`, 'POST', '/api/auth/login/', { email, password: `вгадую-${port}` })
  const statuses = []
  for (let port = 1000; port < 1003; port += 1) statuses.push((await guess(port)).status)
  expect(statuses).toEqual([400, 429, 429])
})

it('[S21] the limit against floods counts all addresses of one IPv6 network as one caller', async () => {
  const six = await startTestServer({ sharing: server, trustedProxies: 1, limitFactor: 0.001 })
  const ask = async (from: string) =>
    (await fetch(`${six.origin}/api/footer/`, { headers: { 'x-forwarded-for': from } })).status
  const statuses = []
  for (let number = 1; number <= 8; number += 1) statuses.push(await ask(`[2001:db8:0:7::${number}]:${4000 + number}`))
  expect(statuses).toEqual([...Array(6).fill(200), 429, 429])
  expect(await ask('2001:db8:0:8::1')).toBe(200)
  await six.close()
})
