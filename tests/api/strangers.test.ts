import { createHmac, generateKeyPairSync } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerEvents, attempts, results } from '../../server/db/schema/attempts.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { givePurchase, newcomer, Person } from '../support/person.ts'
import { answersOf, newKey, openExam, someEvents } from '../support/exam-calls.ts'

let server: TestServer
let owner: Person
let stranger: Person
let guest: Person
beforeAll(async () => {
  server = await startTestServer({ workMode: 'inline' })
  owner = await newcomer(server)
  stranger = await newcomer(server)
  guest = new Person(server)
})
afterAll(() => server.close())

const claimsOf = ({ access }: Person) => JSON.parse(Buffer.from(access!.split('.')[1]!, 'base64url').toString())
const now = () => Math.floor(Date.now() / 1000)
const header = { alg: 'HS256', typ: 'at+jwt' }

/** An access token like the owner's, with the changes of a case. */
const signed = (claims: object, key: Parameters<SignJWT['sign']>[0], protectedHeader: object = header) =>
  new SignJWT({ ...claimsOf(owner), ...claims }).setProtectedHeader(protectedHeader as typeof header).sign(key)
const signedByUs = (claims: object, protectedHeader?: object) =>
  signed(claims, server.services.secrets.accessTokenKey, protectedHeader)
const bearing = (access: string) => Object.assign(new Person(server), { access })

describe('another person’s purchase', () => {
  const keptOf = async (purchaseId: string) => {
    const { db } = server.services
    const rows = await db.select().from(attempts).where(eq(attempts.purchaseId, purchaseId))
    const [attempt] = rows
    const events = await db.select().from(answerEvents).where(eq(answerEvents.attemptId, attempt!.id))
    return { rows, events }
  }

  it('[S02] the server refuses every verb on a purchase to another person, to a guest and to its owner’s expired token', async () => {
    const purchaseId = await givePurchase(server, owner)
    const paper = await openExam(owner, purchaseId)
    const { ticket } = paper.attempt
    await owner.put(`/api/exam-answers/${purchaseId}/`, { ticket, begin: true, events: [] })
    const before = await keptOf(purchaseId)
    const expired = bearing(await signedByUs({ iat: now() - 1200, exp: now() - 600 }))
    const events = someEvents(paper.questions)
    const body = { answers: answersOf(events), events, attempt_id: paper.attempt.id, number: 1, words: 'Чуже' }

    const ofThePurchase = [
      `exam-meta/${purchaseId}/`,
      `exam-meta/${purchaseId}/?start_key=${newKey()}`,
      `exam-status/${purchaseId}/`,
      `exam-results-status/${purchaseId}/`,
      `exam-answers/${purchaseId}/`,
      `exam-recovery/${purchaseId}/`,
      `test-meta/${purchaseId}/`,
      `test-results/${purchaseId}/`,
      `purchases/${purchaseId}/`,
      `attempt-timeline/${paper.attempt.id}/`,
      `question-reports/${paper.attempt.id}/`,
    ]
    const replies: [who: string, call: string, status: number][] = []
    for (const path of ofThePurchase) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        for (const [who, caller] of Object.entries({ guest, stranger, expired })) {
          const reply = await caller.call(method, `/api/${path}`, method === 'GET' ? undefined : body)
          replies.push([who, `${method} ${path}`, reply.status])
          expect(reply.text).not.toContain(paper.questions[0]!.id)
        }
      }
    }
    // A verb that is not served gets 404 or 405. No reply is 200, and none a fault of ours.
    const unserved = ([, , status]: (typeof replies)[number]) => status === 404 || status === 405
    expect(replies.filter((reply) => !unserved(reply)).length).toBeGreaterThanOrEqual(3 * 11)
    for (const [who, call, status] of replies) {
      const refused = who === 'stranger' ? [403, 404, 405] : [401, 404, 405]
      expect([who, call, status]).toEqual([who, call, expect.toSatisfy((each: number) => refused.includes(each))])
    }
    expect(await keptOf(purchaseId)).toEqual(before)
  })

  it('[S09] a person who knows another exam’s submission key can neither submit that exam nor read its result', async () => {
    const owner = await newcomer(server)
    const [mine, theirs] = [await givePurchase(server, stranger), await givePurchase(server, owner)]
    const open = async (person: Person, purchaseId: string) => {
      const { attempt, questions } = await openExam(person, purchaseId)
      const events = someEvents(questions)
      await person.put(`/api/exam-answers/${purchaseId}/`, { ticket: attempt.ticket, begin: true, events })
      return { ...attempt, answers: answersOf(events) }
    }
    const [own, foreign] = [await open(stranger, mine), await open(owner, theirs)]
    const { submission_key, answers } = foreign
    const first = await owner.post(`/api/exam-meta/${theirs}/`, { submission_key, answers })
    expect(first.status).toBe(200)
    const under = async (purchaseId: string) =>
      stranger.post(`/api/exam-meta/${purchaseId}/`, { submission_key, answers })
    expect([(await under(theirs)).status, (await under(mine)).body.code]).toEqual([403, 'submission_key_unknown'])
    expect((await under(mine)).text).not.toContain(first.body.receipt)
    const state = await stranger.get(`/api/attempt-timeline/${own.id}/`)
    expect(state.body.state).toBe('open')
  })
})

describe('a purchase that gives no right', () => {
  it.each([
    ['not paid', { status: 'pending', paidAt: null, expiresAt: null }, 'purchase_not_paid'],
    ['paid back', { status: 'refunded', live: false }, 'purchase_not_paid'],
    ['over', { expiresAt: new Date(Date.now() - 1000) }, 'purchase_expired'],
  ] as const)('[S03] a purchase that is %s opens neither an exam nor a training', async (_what, terms, code) => {
    const person = await newcomer(server)
    const id = await givePurchase(server, person, 'logichnij', terms)
    for (const path of [`/api/exam-meta/${id}/?start_key=${newKey()}`, `/api/test-meta/${id}/`]) {
      const { status, body } = await person.get(path)
      expect([path, status, body.code]).toEqual([path, 409, code])
    }
    const opened = await server.services.db.select().from(attempts).where(eq(attempts.purchaseId, id))
    expect(opened).toEqual([])
  })

  it('[S03] no id or slug of the catalogue opens an exam', async () => {
    const person = await newcomer(server)
    const { results: shop } = (await person.get('/api/available-tests/')).body
    for (const { id, slug } of shop) {
      for (const name of [id, slug]) {
        expect((await person.get(`/api/exam-meta/${name}/?start_key=${newKey()}`)).status).toBe(404)
      }
    }
  })
})

it('[S04] ids are random, and neighbouring ids and small numbers get 404', async () => {
  const ids = [await givePurchase(server, owner, 'verbalnij'), await givePurchase(server, owner, 'abstraktnij')]
  const random = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
  for (const id of [...ids, owner.userId!, owner.refresh!.split('.')[0]!]) expect(id).toMatch(random)
  const [head, tail] = [ids[0]!.slice(0, -4), Number.parseInt(ids[0]!.slice(-4), 16)]
  const neighbours = [-3, -2, -1, 1, 2, 3].map(
    (by) => head + ((tail + by + 0x10000) % 0x10000).toString(16).padStart(4, '0'),
  )
  for (const id of [...neighbours, '1', '2', '501']) {
    for (const path of ['exam-meta', 'exam-status', 'exam-results-status', 'test-results', 'purchases']) {
      expect([path, id, (await owner.get(`/api/${path}/${id}/`)).status]).toEqual([path, id, 404])
    }
  }
})

it('[S14] the server ignores scores, states and times in the body of answers, a submission and a training', async () => {
  const owner = await newcomer(server)
  const purchaseId = await givePurchase(server, owner)
  const { attempt, questions } = await openExam(owner, purchaseId)
  const { ticket, submission_key } = attempt
  const forged = {
    score: 160,
    iq: 160,
    correct: 30,
    total: 1,
    status: 'completed',
    state: 'graded',
    late: null,
    duration_seconds: 1,
    started_at: '2030-01-01T00:00:00.000Z',
    deadline_at: '2030-01-01T00:00:00.000Z',
    user_id: stranger.userId,
  }
  const events = someEvents(questions.slice(0, 2)).map((event) => ({
    ...event,
    correct: true,
    right: event.value,
    weight: 99,
    received_at: '2020-01-01T00:00:00.000Z',
    phase: 'in_time',
  }))
  const path = `/api/exam-answers/${purchaseId}/`
  const begun = await owner.put(path, { ticket, begin: true, events, ...forged })
  expect(begun.status).toBe(200)
  expect(Date.parse(begun.body.deadline_at)).toBeLessThan(Date.now() + 3 * 3_600_000)
  const submitted = { ticket, submission_key, answers: answersOf(events), events, ...forged }
  expect((await owner.post(`/api/exam-meta/${purchaseId}/`, submitted)).status).toBe(200)
  const statusBody = (await owner.get(`/api/exam-results-status/${purchaseId}/`)).body
  const { db } = server.services
  const [graded] = await db.select().from(results).where(eq(results.attemptId, attempt.id))
  expect(statusBody).toMatchObject({ status: 'completed', total: 30, correct: graded!.correct })
  expect(graded!.correct).toBeLessThanOrEqual(2)
  const [row] = await db.select().from(attempts).where(eq(attempts.id, attempt.id))
  expect(row!.userId).toBe(owner.userId)
  const kept = await db.select().from(answerEvents).where(eq(answerEvents.attemptId, attempt.id))
  for (const { receivedAt } of kept) expect(Date.now() - receivedAt.getTime()).toBeLessThan(60_000)

  await owner.get(`/api/test-meta/${purchaseId}/`)
  const training = await owner.post(`/api/test-meta/${purchaseId}/`, { answers: [], ...forged })
  expect([training.status, training.body.correct]).toEqual([200, 0])
})

it('[S22] a forged X-Forwarded-For does not reset the rate limit: the server believes trusted proxies alone', async () => {
  const tries = async (trustedProxies: number, forwarded: (n: number) => string) => {
    const shop = await startTestServer({ sharing: server, limitFactor: 1, trustedProxies })
    const statuses: number[] = []
    for (let n = 0; n < 12; n += 1) {
      const reply = await fetch(`${shop.origin}/api/auth/login/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded(n), forwarded: `for=192.0.2.${n}` },
        body: JSON.stringify({ email: `nobody-${trustedProxies}@person.example`, password: 'не той пароль' }),
      })
      statuses.push(reply.status)
    }
    await shop.close()
    return statuses
  }
  const ten = [...Array(10).fill(400), 429, 429]
  expect(await tries(0, (n) => `203.0.113.${n}`)).toEqual(ten)
  expect(await tries(1, (n) => `203.0.113.${n}, 198.51.100.1`)).toEqual(ten)
  expect(await tries(2, (n) => `203.0.113.${n}, 198.51.100.1, 198.51.100.2`)).toEqual(ten)
})

describe('an access token', () => {
  const { privateKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { privateKey: ed25519 } = generateKeyPairSync('ed25519')
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  /** Signs by HS256 as an attacker could: with any bytes as the secret. */
  const hmac = (secret: string | Buffer, head: object = header) => {
    const content = `${encoded(head)}.${encoded(claimsOf(owner))}`
    return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
  }
  const parts = () => owner.access!.split('.') as [string, string, string]
  const withoutSignature = (alg: string) => `${encoded({ ...header, alg })}.${parts()[1]}.`

  it.each<[what: string, make: () => string | Promise<string>, code?: string]>([
    ['unsigned, alg none', () => new UnsecuredJWT(claimsOf(owner)).encode()],
    ['unsigned, alg None', () => withoutSignature('None')],
    ['without its signature', () => withoutSignature('HS256')],
    ['signed with another key', () => signed({}, Buffer.alloc(32, 7))],
    ['signed with an empty key', () => hmac('')],
    ['signed with HS512 and our key', () => signedByUs({}, { ...header, alg: 'HS512' })],
    ['signed with RS256', () => signed({}, rsa, { ...header, alg: 'RS256' })],
    ['signed with EdDSA', () => signed({}, ed25519, { ...header, alg: 'EdDSA' })],
    [
      'signed with our public key as the secret',
      async () => hmac(JSON.stringify((await guest.get('/api/receipts/keys/')).body.keys[0])),
    ],
    ['with a key of its own in its header', () => hmac('mine', { ...header, jwk: { kty: 'oct', k: 'bWluZQ' } })],
    [
      'with other claims under the same signature',
      () => `${parts()[0]}.${encoded({ ...claimsOf(owner), sub: stranger.userId })}.${parts()[2]}`,
    ],
    ['expired', () => signedByUs({ iat: now() - 1200, exp: now() - 1 }), 'token_expired'],
    ['not valid before tomorrow', () => signedByUs({ nbf: now() + 86_400 })],
    ['of another audience', () => signedByUs({ aud: 'elsewhere' })],
    ['of another issuer', () => signedByUs({ iss: 'elsewhere' })],
    ['of another type', () => signedByUs({}, { alg: 'HS256', typ: 'JWT' })],
    ['of a session that is somebody else’s', () => signedByUs({ sub: stranger.userId }), 'token_revoked'],
    ['of no session', () => signedByUs({ fam: crypto.randomUUID() }), 'token_revoked'],
    ['a refresh token in its place', () => owner.refresh!],
    ['a nonsense string in its place', () => 'x.y.z'],
  ])('[S29] the server refuses an access token: %s', async (_what, make, code = 'not_authenticated') => {
    const forger = bearing(await make())
    const { status, body } = await forger.get('/api/user/profile/')
    expect([status, body.code]).toEqual([401, code])
    const listed = await forger.get('/api/available-tests/?owned=1')
    expect(listed.text).not.toMatch(/"owned_purchase_id":"/)
  })

  it('[S29] an access token without a forged change opens its owner’s profile', async () => {
    expect((await bearing(await signedByUs({})).get('/api/user/profile/')).body.id).toBe(owner.userId)
  })
})
