import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints, ownEndpoints, specifiedEndpoints } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { GuestTrial } from '#contract/guest-trial.ts'
import { attempts } from '../../server/db/schema/attempts.ts'
import { createCodes } from '../../server/features/operator/promo-codes.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { confirmAddress, givePurchase, newcomer, Person, type Reply } from '../support/person.ts'
import { key } from '../support/sandbox.ts'
import { newKey, openExam } from '../support/exam-calls.ts'

let server: TestServer
let person: Person
let purchaseId: string
let attemptId: string
let ticket: string
let practice: { key: string; attemptId: string }
let trial: GuestTrial
beforeAll(async () => {
  server = await startTestServer({ workMode: 'inline' })
  person = await newcomer(server)
  // Results are sent to confirmed addresses alone.
  await confirmAddress(server, person)
  purchaseId = await givePurchase(server, person, 'logichnij-proba', { examAttempts: 3 })
  const { attempt } = await openExam(person, purchaseId)
  attemptId = attempt.id
  ticket = attempt.ticket
  await person.put(`/api/exam-answers/${purchaseId}/`, { ticket, begin: true, events: [] })
  const start_key = newKey()
  const begun = await person.post(`/api/practice/${purchaseId}/`, { start_key, size: 5 })
  practice = { key: start_key, attemptId: begun.body.attempt_id }
  await server.services.db.transaction((tx) => createCodes(tx, promo))
  trial = (await new Person(server).post('/api/guest-trials/', { slug: 'logichnij-proba' })).body
})
afterAll(() => server.close())

/** A promo code for every test. */
const promo = {
  code: 'ЛІТО-26',
  count: 1,
  off: { percent: 20 },
  testIds: null,
  isForBundles: false,
  beginsAt: null,
  endsAt: null,
  usesMost: null,
  onceAPerson: false,
  note: '',
}

/** Accounts have tests of their own. */
const isOfAccounts = ({ path }: Endpoint) => /^\/api\/(auth|user|account)\//.test(path)
const ofAttempts = new Set([
  'attemptTimeline',
  'readExamReview',
  'readResultFile',
  'reportQuestion',
  'readCertificate',
  'setCertificate',
  'sendResultLetter',
])
/** The record that a path's `:id` names. */
const recordOf = ({ name }: Endpoint) => {
  if (name === 'testInfo') return 'logichnij'
  if (name === 'orderBundle') return 'usi-try'
  return ofAttempts.has(name) ? attemptId : purchaseId
}
const addressOf = (endpoint: Endpoint) => endpoint.path.replace(':id', recordOf(endpoint))

/** Keys from the example of RFC 8291. */
const mailbox = () => ({
  endpoint: 'https://push.example/one',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  public_key: server.services.pushKey.publicKey,
})

/** Query and body of a valid call, by its name; most have none. */
const good: Record<string, () => { query?: string; body?: object }> = {
  testInfoBySlug: () => ({ query: '?slug=verbalnij' }),
  searchTests: () => ({ query: '?search=матриці' }),
  openExam: () => ({ query: `?start_key=${newKey()}` }),
  submitTraining: () => ({ body: { answers: [] } }),
  submitExam: () => ({ body: { answers: [] } }),
  sendFeedback: () => ({ body: { email: 'olena@person.example', message: 'Дякую за тест!' } }),
  orderBundle: () => ({ body: { idempotency_key: key() } }),
  checkPromo: () => ({ body: { code: promo.code, test_id: 'verbalnij' } }),
  createPurchase: () => ({ body: { test_id: 'verbalnij', idempotency_key: key() } }),
  saveAnswers: () => ({ body: { ticket, events: [] } }),
  pauseExam: () => ({
    body: { ticket, events: [], pauses: [{ name: 'pause', device_id: 'phone', cause: 'alarm', began_ago_ms: 0 }] },
  }),
  resumeExam: () => ({ body: { ticket, events: [], device_id: 'phone' } }),
  verifyReceipt: () => ({ body: { receipt: 'x' } }),
  recoverAnswers: () => ({ body: { attempt_id: attemptId, events: [] } }),
  reportQuestion: () => ({ body: { number: 1, words: 'Дві відповіді' } }),
  readNotifications: () => ({ body: {} }),
  setCertificate: () => ({ body: { open: false } }),
  beginPractice: () => ({ body: { start_key: practice.key, size: 5 } }),
  readPracticeKeys: () => ({ body: { attempt_id: practice.attemptId } }),
  answerPractice: () => ({ body: { attempt_id: practice.attemptId, question_id: 'q1', value: null } }),
  beginGuestTrial: () => ({ body: { slug: 'logichnij-proba' } }),
  claimGuestTrial: () => ({
    body: {
      trial: trial.trial,
      slug: 'logichnij-proba',
      answers: [{ question_id: trial.questions[0]!.id, value: trial.questions[0]!.options![0]!.id }],
      spent_seconds: 60,
    },
  }),
  subscribeToPushes: () => ({ body: { ...mailbox(), kinds: [] } }),
  unsubscribeFromPushes: () => ({ body: { endpoint: 'https://push.example/another' } }),
  renewPushSubscription: () => ({
    body: { ...mailbox(), old: { endpoint: mailbox().endpoint, auth: mailbox().auth } },
  }),
  finishPractice: () => ({ body: { attempt_id: practice.attemptId } }),
}

function call(endpoint: Endpoint, caller: Person): Promise<Reply<any>> {
  const { query = '', body } = good[endpoint.name]?.() ?? {}
  return caller.call(endpoint.method, addressOf(endpoint) + query, body)
}

/** Pauses come before the submission, so that every call finds what it asks for. */
const isOfPauses = ({ name }: Endpoint) => name === 'pauseExam' || name === 'resumeExam'
const inOrder = [...endpoints.filter(isOfPauses), ...endpoints.filter((one) => !isOfPauses(one))].filter(
  (endpoint) => !isOfAccounts(endpoint),
)

describe('every call', () => {
  it('the server serves every call of the table, among them the 26 of the specification', () => {
    const isServed = ({ method, path }: Endpoint) => server.app.hasRoute({ method, url: path })
    expect(specifiedEndpoints).toHaveLength(26)
    expect([...specifiedEndpoints, ...ownEndpoints].filter((endpoint) => !isServed(endpoint))).toEqual([])
  })

  it('every call that the contract describes is in the table of calls', () => {
    const modules = import.meta.glob<object>(['../../contract/*.ts', '!../../contract/*.test.ts'], { eager: true })
    const isCall = (value: unknown): value is Endpoint =>
      typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value
    const described = Object.values(modules).flatMap((module) => Object.values<unknown>({ ...module }).filter(isCall))
    expect(described.length).toBeGreaterThanOrEqual(endpoints.length)
    const names = new Set(endpoints.map(({ name }) => name))
    expect(described.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([])
  })

  it('[S7.01] [S7.02] every call answers its owner with 200 and JSON of the contract', async () => {
    for (const endpoint of inOrder) {
      const reply = await call(endpoint, person)
      expect([endpoint.name, reply.status, reply.text.slice(0, 300)]).toEqual([endpoint.name, 200, expect.any(String)])
      const parsed = endpoint.response.safeParse(reply.body)
      expect([endpoint.name, parsed.error?.issues ?? []]).toEqual([endpoint.name, []])
    }
  })

  it('[S6.01] every call for signed-in people refuses a guest with 401, and every public call answers a guest', async () => {
    const guest = new Person(server)
    const forAll = inOrder.filter(({ auth }) => auth === 'none' || auth === 'optional')
    for (const endpoint of forAll)
      expect([endpoint.name, (await call(endpoint, guest)).status]).toEqual([endpoint.name, 200])
    for (const endpoint of inOrder.filter(({ auth }) => auth === 'bearer')) {
      const { status, body, headers } = await call(endpoint, guest)
      expect([endpoint.name, status, body, headers.get('cache-control')]).toEqual([
        endpoint.name,
        401,
        { code: 'not_authenticated', detail: 'Увійдіть, щоб продовжити.', status_code: 401 },
        'no-store',
      ])
    }
  })

  it('[S02] every call about a purchase or an attempt refuses another person, and a guest without its ticket', async () => {
    const other = await newcomer(server)
    const guest = new Person(server)
    const ofOwners = inOrder.filter(
      // Bundles are on sale to everybody.
      ({ name, path, auth }) =>
        path.includes(':id') && (auth === 'bearer' || auth === 'ticket') && name !== 'orderBundle',
    )
    expect(ofOwners.length).toBeGreaterThanOrEqual(10)
    for (const endpoint of ofOwners) {
      const { body } = good[endpoint.name]?.() ?? {}
      const withoutTicket = body && { ...body, ticket: undefined }
      const send = (caller: Person) => caller.call(endpoint.method, addressOf(endpoint), withoutTicket)
      const foreign = await send(other)
      expect([endpoint.name, foreign.status, foreign.body.code, foreign.body.status_code]).toEqual([
        endpoint.name,
        ofAttempts.has(endpoint.name) ? expect.toSatisfy((status) => [403, 404].includes(status)) : 403,
        expect.stringMatching(/^(foreign_purchase|not_found)$/),
        foreign.status,
      ])
      expect([endpoint.name, (await send(guest)).status]).toEqual([endpoint.name, 401])
    }
  })
})

describe('a call whose query or path is wrong', () => {
  it.each([
    ['exam-meta/:id/?start_key=short', 'start_key'],
    [`exam-meta/:id/?exam_cache_key=${'x'.repeat(201)}`, 'exam_cache_key'],
    ['test-info/', 'slug'],
    ['test-info/?slug=', 'slug'],
    [`available-tests/?ordering=${'x'.repeat(201)}`, 'ordering'],
    [`search-tests/?search=${'x'.repeat(201)}`, 'search'],
    [`owned-tests/?type=${'x'.repeat(201)}`, 'type'],
    [`exam-status/${'x'.repeat(101)}/`, 'id'],
  ])('a call with a wrong query or path gets 400 with the name of the field: %s', async (address, field) => {
    const { status, body } = await person.get(`/api/${address.replace(':id', purchaseId)}`)
    expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'validation_failed', [field]])
    expect(body.detail).toMatch(/[а-яіїєґ]{3}/i)
  })
})

describe('caching of replies', () => {
  const isPublicFor = (caller: Person, { auth }: Endpoint) =>
    auth === 'none' || (auth === 'optional' && caller.access === null)

  it('[S44] a reply that every visitor gets alike has an ETag and “no-cache”, and is 304 while it still holds', async () => {
    const guest = new Person(server)
    const open = inOrder.filter((endpoint) => endpoint.method === 'GET' && isPublicFor(guest, endpoint))
    expect(open.length).toBeGreaterThanOrEqual(10)
    for (const endpoint of open) {
      const first = await call(endpoint, guest)
      const etag = first.headers.get('etag')!
      expect([endpoint.name, first.headers.get('cache-control'), etag]).toEqual([
        endpoint.name,
        'no-cache',
        expect.stringMatching(/^W\/"[0-9a-f]{32}"$/),
      ])
      expect(first.headers.get('vary')).toMatch(/authorization/i)
      const address = server.origin + addressOf(endpoint) + (good[endpoint.name]?.().query ?? '')
      const again = await fetch(address, { headers: { 'if-none-match': `"other", ${etag}` } })
      expect([endpoint.name, again.status, await again.text()]).toEqual([endpoint.name, 304, ''])
      const stale = await fetch(address, { headers: { 'if-none-match': '"other"' } })
      expect([endpoint.name, stale.status, await stale.text()]).toEqual([endpoint.name, 200, first.text])
    }
  })

  it('[S44] a reply to a signed-in person, and one to a call that sends data, has “no-store” and no ETag', async () => {
    for (const endpoint of inOrder.filter((each) => each.method !== 'GET' || !isPublicFor(person, each))) {
      const { headers } = await call(endpoint, person)
      expect([endpoint.name, headers.get('cache-control'), headers.get('etag')]).toEqual([
        endpoint.name,
        'no-store',
        null,
      ])
    }
    const missing = await new Person(server).get('/api/test-info/nope/')
    expect(missing.headers.get('cache-control')).toBe('no-store')
  })
})

describe('exam-status', () => {
  it('[S3.09] [S7.28] exam-status gives status, progress and message while a paper is built, and then its key', async () => {
    const { db } = server.services
    const id = await givePurchase(server, person, 'verbalnij-proba')
    const { attempt, exam_cache_key } = await openExam(person, id)
    const read = async () => (await person.get(`/api/exam-status/${id}/`)).body
    expect(await read()).toEqual({ status: 'completed', progress: 100, exam_cache_key })
    const stand = (values: Partial<typeof attempts.$inferInsert>) =>
      db.update(attempts).set(values).where(eq(attempts.id, attempt.id))
    await stand({ state: 'building', buildProgress: 40 })
    expect(await read()).toEqual({ status: 'building', progress: 40, message: 'Готуємо ваш екзамен.' })
    await stand({ state: 'failed', isOpen: false, failure: 'build_failed' })
    expect(await read()).toEqual({
      status: 'error',
      message: 'Не вдалося підготувати екзамен. Спробу повернено, почніть ще раз.',
    })
    await stand({ failure: 'build_expired' })
    expect(await read()).toMatchObject({ status: 'expired', message: expect.stringContaining('Спробу повернено') })
  })

  it('[S4.12] exam-status and exam-results-status are 404 if no exam was ever opened', async () => {
    const id = await givePurchase(server, person, 'abstraktnij-proba')
    for (const path of ['exam-status', 'exam-results-status']) {
      const { status, body } = await person.get(`/api/${path}/${id}/`)
      expect([path, status, body.code]).toEqual([path, 404, 'not_found'])
    }
  })
})
