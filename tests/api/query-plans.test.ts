import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { pushKinds } from '#contract/push.ts'
import { staffEndpoints } from '#contract/staff/staff-endpoints.ts'
import { fillStored } from '../../benches/server/fill-stored.ts'
import type { Command } from '../../server/admin/command.ts'
import { callOn, readCall } from '../../server/admin/read-call.ts'
import { sweepAttempts } from '../../server/features/exams/exam-jobs.ts'
import { orderNumber } from '../../server/features/purchases/order-number.ts'
import type { JobKinds, JobName } from '../../server/jobs/job-queue.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { freshDatabase } from '../support/database.ts'
import { withFailingGrading } from '../support/failing-grading.ts'
import { letterTo, linkIn } from '../support/letters.ts'
import { type MockAlarms, startMockAlarms } from '../support/mock-alarms.ts'
import { loopbackPolicy, type MockPushService, startMockPushService } from '../support/mock-push-service.ts'
import { member, startOffice } from '../support/office.ts'
import { confirmAddress, newcomer, password, Person, registration } from '../support/person.ts'
import { wholeReads } from '../support/query-plan.ts'
import { callBack, key, paymentOf } from '../support/sandbox.ts'
import { noteStatements, type SentStatements } from '../support/sent-statements.ts'
import { newKey, openExam, someEvents, until } from '../support/exam-calls.ts'

/** Tables that may be read whole. */
const bounded = new Set([
  // Content that we write ourselves.
  'public.tests',
  'public.bundles',
  'public.bundle_tests',
  'public.legal_texts',
  'public.faq_entries',
  'public.site_settings',
  'public.examples',
  'public.signing_keys',
  'public.built_assets',
  'public.planned_prices',
  'public.written_texts',
  // People who work here.
  'public.staff',
  // Counters that live a day or so, found by their key at each hit. The sweep and the erasure of an account read them all. An
  // index on their time would be written at each hit.
  'public.rate_counters',
  // One row.
  'public.answer_watch',
  'public.alarm_turns',
  // A row for each of 27 regions.
  'public.alarms',
  // Its sweep leaves 5,000.
  'public.waiting_papers',
])
/** Partial indexes of work in hand. They lack older rows, which a stranger can make grow, so a sweep may read a whole one. */
const workInHand = new Set([
  'orders_waiting',
  'mails_unsent',
  'refunds_owed',
  'users_to_erase',
  'question_reports_open',
  'attempts_owed_a_grade',
  'answer_differences_open',
])

let server: TestServer
let pushService: MockPushService
let alarms: MockAlarms
let sent: SentStatements
let rounds: (() => void)[]
/** The test's own connection; its statements are ignored. */
let client: pg.Client
beforeAll(async () => {
  // Makes the template first: its migrations are no statements of a server.
  await (await freshDatabase()).drop()
  const intervals = vi.spyOn(globalThis, 'setInterval')
  sent = noteStatements()
  pushService = await startMockPushService()
  alarms = await startMockAlarms()
  const metrics = { host: '127.0.0.1', port: 0, folders: [], everyMs: 0 }
  server = await startTestServer({
    workMode: 'auto',
    pushPolicy: loopbackPolicy,
    metrics,
    alarms: alarms.config('alerts-in-ua'),
  })
  rounds = intervals.mock.calls.filter(([, every]) => every! >= 15_000).map(([round]) => round as () => void)
  intervals.mockRestore()
  client = new pg.Client({ connectionString: server.config.databaseUrl })
  await client.connect()
}, 60_000)
afterAll(async () => {
  sent.stop()
  await client.end()
  await server.close()
  await pushService.close()
  await alarms.close()
})

const played = new Set<string>()
/** Makes a call by its name in the contract. */
async function say(name: string, person: Person, given: { id?: string; query?: object; body?: object } = {}) {
  const { method, path: address } = endpoints.find((endpoint) => endpoint.name === name) as Endpoint
  const query = given.query === undefined ? '' : `?${new URLSearchParams(given.query as Record<string, string>)}`
  const reply = await person.call(method, address.replace(':id', given.id ?? '') + query, given.body)
  expect([name, reply.status, reply.status === 200 ? '' : reply.text]).toEqual([name, 200, ''])
  played.add(name)
  return reply.body
}

const run = (text: string, values: unknown[] = []) => client.query(text, values)

/** Runs a command of operators, by its exported name, on this server's database. */
async function operate(commands: ReadonlyMap<string, Command>, name: string, args: string[]): Promise<void> {
  const { databaseUrl, databaseStatements, authSecret } = server.config
  const place = {
    databaseUrl,
    databaseStatements,
    authSecret,
    hasServers: true,
    readConfig: () => server.config,
    leave: async () => {},
  }
  const given = readCall(name, commands.get(name)!, ['--json', '--author', 'Оператор', ...args])
  await commands.get(name)!.run(callOn(given, server.services.db, place))
}

async function everyCommand(): Promise<ReadonlyMap<string, Command>> {
  const folder = path.resolve(import.meta.dirname, '../../server/admin/commands')
  const modules = await Promise.all(
    (await readdir(folder)).map((file) => import(path.join(folder, file)) as Promise<object>),
  )
  const exported = modules.flatMap((module) => Object.entries(module) as [string, Partial<Command>][])
  return new Map(exported.filter(([, { run: act }]) => act !== undefined) as [string, Command][])
}

async function buy(person: Person, slug: string): Promise<string> {
  const body = { test_id: slug, idempotency_key: key() }
  const { purchase_id } = await say('createPurchase', person, { body })
  expect((await callBack(server, paymentOf({ purchase_id }, { amount: await priceOf(purchase_id) }))).status).toBe(200)
  await say('readPurchase', person, { id: purchase_id })
  return purchase_id
}

const priceOf = async (purchaseId: string) =>
  (await run('select price from purchases where id = $1', [purchaseId])).rows[0].price / 100

/** Takes an exam from its start to its result, with answers of a second device in between. */
async function takeExam(person: Person, id: string): Promise<string> {
  const paper = await openExam(person, id)
  played.add('openExam')
  await say('examStatus', person, { id })
  const { ticket, submission_key, id: attemptId } = paper.attempt
  const events = someEvents(paper.questions)
  await say('saveAnswers', person, { id, body: { ticket, begin: true, events: [] } })
  for (const event of events) await say('saveAnswers', new Person(server), { id, body: { ticket, events: [event] } })
  await say('saveAnswers', person, { id, body: { ticket, events: someEvents(paper.questions, 'laptop', 2) } })
  await say('saveAnswers', person, { id, body: { ticket, take_over: true, events: [] } })
  const pause = { name: newKey(), device_id: 'phone', cause: 'alarm', began_ago_ms: 0 }
  await say('pauseExam', person, { id, body: { ticket, pauses: [pause], more: false, events: [] } })
  await say('saveAnswers', person, { id, body: { ticket, events: someEvents(paper.questions, 'phone', 3) } })
  await say('openExam', person, { id })
  await say('resumeExam', person, { id, body: { ticket, device_id: 'phone', events: [] } })
  await say('ownedTests', person)
  await say('recoverAnswers', person, {
    id,
    body: { attempt_id: attemptId, events: someEvents(paper.questions, 'old') },
  })
  const answers = events.map(({ question_id, value }) => ({ question_id, value }))
  // Submits as a worker without a session: then the server has news to send.
  const done = await say('submitExam', new Person(server), { id, body: { ticket, submission_key, answers } })
  await until(async () => (await say('examResultsStatus', person, { id })).status === 'completed')
  const list = await say('listTestResults', person, { id })
  await say('listTestResults', person, { id, query: { cursor: `after_${list.results?.[0]?.id ?? attemptId}` } })
  await say('attemptTimeline', person, { id: attemptId })
  await say('readExamReview', person, { id: attemptId })
  await say('readResultFile', person, { id: attemptId })
  await say('readOverallScore', person)
  // Inserts a certificate for each exam, because these answers earn none.
  const code = randomBytes(16).toString('base64url')
  await run('insert into certificates values ($1, $2, 1, 1, null, now(), now())', [attemptId, code])
  await say('listCertificates', person)
  await say('readCertificate', person, { id: attemptId })
  await say('setCertificate', person, { id: attemptId, body: { open: false } })
  await confirmAddress(server, person)
  await say('sendResultLetter', person, { id: attemptId })
  expect((await fetch(`${server.origin}/sertyfikat/${code}.html`)).status).toBe(410)
  await say('verifyReceipt', person, { body: { receipt: done.receipt ?? 'x' } })
  for (const words of ['Тут дві відповіді', 'Тут дві правильні відповіді']) {
    await say('reportQuestion', person, { id: attemptId, body: { question_id: paper.questions[0]!.id, words } })
  }
  await say('reportQuestion', person, { id: attemptId, body: { number: 2, words: 'Не зрозумів умови' } })
  return attemptId
}

/** Begins a practice that the next one drops, one that ends when the next begins, and a practice of mistakes. */
async function practise(person: Person, id: string): Promise<void> {
  const begin = (request: object = {}) =>
    say('beginPractice', person, { id, body: { start_key: key(), size: 5, ...request } })
  await begin()
  const { attempt_id } = await begin()
  await say('readPracticeKeys', person, { id, body: { attempt_id } })
  await say('answerPractice', person, { id, body: { attempt_id, question_id: 'q1', value: null } })
  await begin()
  await say('readPracticeChoice', person, { id })
  const last = await begin({ mistakes: true })
  for (const _ of ['first', 'again']) await say('finishPractice', person, { id, body: { attempt_id: last.attempt_id } })
}

/** Claims a guest's answered trial twice. */
async function claimTrial(person: Person): Promise<void> {
  const slug = 'abstraktnij-proba'
  const { trial, questions } = await say('beginGuestTrial', new Person(server), { body: { slug } })
  const answers = someEvents(questions).map(({ question_id, value }) => ({ question_id, value }))
  for (const _ of ['first', 'again']) {
    await say('claimGuestTrial', person, { body: { trial, slug, answers, spent_seconds: 60 } })
  }
}

/** Subscribes two browsers to every kind of message. The first gets a new mailbox, the second unsubscribes. */
async function wantPushes(person: Person): Promise<void> {
  const { public_key } = await say('readPushes', person)
  const [moved, over] = [pushService.subscribe(), pushService.subscribe()]
  for (const { endpoint, p256dh, auth } of [moved, over]) {
    await say('subscribeToPushes', person, { body: { endpoint, p256dh, auth, kinds: pushKinds, public_key } })
  }
  await say('unsubscribeFromPushes', person, { body: { endpoint: over.endpoint } })
  const { endpoint, p256dh, auth } = pushService.subscribe()
  const old = { endpoint: moved.endpoint, auth: moved.auth }
  await say('renewPushSubscription', new Person(server), { body: { endpoint, p256dh, auth, public_key, old } })
}

/** Everything that people do with what they have bought. */
async function shopAndStudy(person: Person): Promise<{ purchaseId: string; attemptId: string }> {
  await wantPushes(person)
  const purchaseId = await buy(person, 'logichnij')
  const attemptId = await takeExam(person, purchaseId)
  const training = await say('openTraining', person, { id: purchaseId })
  await say('submitTraining', person, { id: purchaseId, body: { answers: [], ticket: training.attempt.ticket } })
  await practise(person, purchaseId)
  await say('ownedTests', person, { query: { search: 'логіка' } })
  await say('availableTests', person)
  await say('readAlarms', person)
  await say('searchTests', person, { query: { search: 'матриці' } })
  await say('testInfo', person, { id: 'logichnij' })
  await say('testInfoBySlug', person, { query: { slug: 'logichnij' } })
  await say('listAchievements', person)
  const news = await say('listNotifications', person, { query: { limit: '1' } })
  await say('listNotifications', person, { query: { limit: '1', cursor: news.next } })
  await say('readNotifications', person, { body: { ids: [news.results[0].id] } })
  await say('readNotifications', person, { body: {} })
  await say('sendFeedback', person, { body: { email: person.email, message: 'Дякую за цей тест!' } })
  const texts = ['readFooter', 'privacyPolicy', 'disclaimer', 'newsletterAgreement', 'offer', 'listExamples', 'listFaq']
  for (const name of [...texts, 'receiptKeys']) await say(name, person)
  return { purchaseId, attemptId }
}

/** Everything that people do with their account, up to leaving. */
async function useAccount(person: Person): Promise<void> {
  const email = person.email!
  played.add('register')
  const { email: another, password1, consents } = registration()
  await say('registerByEmail', new Person(server), { body: { email: another, password1, consents } })
  await say('verifyEmail', person, { body: await linkIn(server, email, 'verify-email') })
  await say('resendVerification', person)
  await say('readProfile', person)
  await say('updateProfile', person, {
    body: { first_name: 'Олена', phone_number: '+380 44 000 00 00', region: 'UA-32' },
  })
  await say('changeConsent', person, { body: { kind: 'newsletter', accepted: true } })
  const session = await say('login', new Person(server), { body: { email, password } })
  const renewed = await say('refreshToken', new Person(server), { body: { refresh: session.refresh } })
  const { results } = await say('listSessions', person)
  await say('endSession', person, { body: { id: results.at(-1).id } })
  await say('revokeSession', new Person(server), { body: { refresh: renewed.refresh } })
  await exchangeLink(email)
  await say('requestPasswordReset', new Person(server), { body: { email } })
  const reset = await linkIn(server, email, 'reset-password')
  const pair = { new_password1: password, new_password2: password }
  await say('checkResetLink', new Person(server), { body: reset })
  await say('confirmPasswordReset', new Person(server), { body: { ...reset, ...pair } })
  await logIn(person)
  await say('checkPassword', person, { body: { old_password: password } })
  await say('changePassword', person, { body: { old_password: password, ...pair } })
  await logIn(person)
  await say('requestEmailChange', person, { body: { new_email: `new-${email}`, password } })
  await say('confirmEmailChange', person, { body: await linkIn(server, `new-${email}`, 'confirm-email') })
  await say('exportMyData', person)
  await say('logout', person)
  await logIn(person)
  await say('signOutEverywhere', person)
  await logIn(person)
  await say('deleteAccount', person, { body: { password } })
  const { rows } = await run('select email from users where id = $1', [person.userId])
  await say('keepAccount', new Person(server), { body: await linkIn(server, rows[0].email, 'keep-account') })
  await logIn(person)
  await say('deleteAccount', person, { body: { password } })
}

async function logIn(person: Person): Promise<void> {
  const { rows } = await run('select email from users where id = $1', [person.userId])
  person.access = (await say('login', new Person(server), { body: { email: rows[0].email, password } })).access
}

async function exchangeLink(email: string): Promise<void> {
  const code_verifier = randomBytes(48).toString('base64url')
  const state = randomBytes(16).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  await say('requestSignInLink', new Person(server), { body: { email, state, code_challenge } })
  const letter = await letterTo(server, email, `state=${state}`)
  const code = new URL(/http\S+/.exec(letter)![0]).searchParams.get('code')!
  await say('exchangeCode', new Person(server), { body: { code, code_verifier } })
}

/** Works each kind of job once more, whatever it finds to do. */
async function workAllJobs(jobs: { [Name in JobName]: JobKinds[Name] }): Promise<void> {
  for (const [name, data] of Object.entries(jobs)) {
    await server.services.jobs.add(server.services.db, name as JobName, data as never)
  }
  await until(async () => {
    const open = `select 1 from pgboss.job where state < 'completed' and start_after < now() + interval '1 minute'`
    return (await run(open)).rowCount === 0
  })
}

/** Runs all rounds, and waits for all that they start. */
async function goRound(): Promise<void> {
  for (const round of rounds) round()
  const { pool } = server.services
  let quiet = 0
  await until(async () => {
    quiet = pool.idleCount === pool.totalCount && pool.waitingCount === 0 ? quiet + 1 : 0
    return quiet === 10
  })
}

/** Runs the commands by which operators help a person with this purchase and this exam. */
async function helpOut(commands: ReadonlyMap<string, Command>, email: string, purchaseId: string, attemptId: string) {
  await run(`insert into answer_differences values ($1, '{grade}', '{}') on conflict do nothing`, [attemptId])
  const why = ['--reason', 'лист до підтримки']
  const calls: [string, string[]][] = [
    ['find', [email]],
    ['find', [purchaseId]],
    ['find', [orderNumber(purchaseId)]],
    ['find', [attemptId]],
    ['attempt', [purchaseId, ...why]],
    ['rescore', ['--attempt', attemptId, '--include-late', ...why]],
    ['reports', []],
    ['reports', [await reportOf(attemptId, 1)]],
    ['reports', [await reportOf(attemptId, 2), '--close', ...why]],
    ['mend', [await reportOf(attemptId, 1), '--right', '1', '--explanation', 'Бо так', ...why]],
    ['responses', ['never-written.jsonl', '--dry-run', ...why]],
    ['extraTime', ['--email', email, '--test', 'logichnij', '--factor', '1.5']],
    ['sessions', [email]],
    ['sessions', [email, '--end', ...why]],
    ['block', [email, ...why]],
    ['unblock', [email, ...why]],
    ['refund', [purchaseId, '--against-the-rule', '--wait', '0', ...why]],
    ['owed', []],
    ['differences', []],
    ['differences', [attemptId, '--close', ...why]],
    ['reconcile', [purchaseId, ...why]],
    ['reconcile', ['--days', '7', ...why]],
    ['history', []],
    ['history', [email]],
    ['history', [purchaseId]],
    ['staff', [`${crypto.randomUUID()}@staff.example`, '--name', 'Нова', '--role', 'support', ...why]],
  ]
  for (const [name, args] of calls) await operate(commands, name, args)
  expect([...commands.keys()].filter((name) => !calls.some(([called]) => called === name))).toEqual([])
}

/** Opens every page of the back office, of this person where it is about one. Its acts are the commands' own functions. */
async function lookAround({ userId, email }: Person, purchaseId: string, attemptId: string): Promise<void> {
  const office = await startOffice(server)
  const { staff } = await member(office, 'owner')
  const month = new Date().toISOString().slice(0, 7)
  const messageId = (await run('select id from feedback_messages limit 1')).rows[0].id as string
  const paths = [
    `people/?what=${encodeURIComponent(email!)}`,
    `people/${userId}/`,
    `people/${userId}/data/`,
    `attempts/${attemptId}/`,
    `attempts/${attemptId}/?after=1`,
    'orders/',
    'orders/?status=paid',
    `orders/?status=paid&after=${purchaseId}`,
    `orders/${purchaseId}/`,
    `money/${month}/`,
    'messages/',
    `messages/?state=ended&after=${messageId}`,
    `messages/${messageId}/`,
    'owed/',
    'shop/',
    'promo/',
    'texts/',
    'reports/',
    `reports/${await reportOf(attemptId, 1)}/`,
    'house/',
    'days/',
    'differences/',
    'acts/',
    `acts/?of=${userId}`,
    'team/',
    'session/',
    'own-sessions/',
    'passkeys/',
  ]
  for (const path of paths) expect([path, (await staff.get(`/api/admin/${path}`)).status]).toEqual([path, 200])
  const asked = (path: string) =>
    paths.some((each) => new RegExp(`^${path.replace(/:\w+/, '[^/]+')}([?]|$)`).test(each))
  const gets = staffEndpoints.filter(({ method }) => method === 'GET')
  expect(gets.filter(({ path }) => !asked(path.replace('/api/admin/', ''))).map(({ name }) => name)).toEqual([])
  await office.close()
}

const reportOf = async (attemptId: string, number: number) =>
  (await run('select id from question_reports where attempt_id = $1 and number = $2', [attemptId, number])).rows[0]
    .id as string

/** Orders a bundle, and then one of its tests alone. */
async function changeTheirMind(): Promise<void> {
  const person = await newcomer(server)
  const [{ id }] = (await say('listBundles', person)).results
  const order = { id, body: { idempotency_key: key() } }
  const { purchase_id } = await say('orderBundle', person, order)
  await say('orderBundle', person, order)
  await say('readPurchase', person, { id: purchase_id })
  const alone = await say('createPurchase', person, { body: { test_id: 'verbalnij', idempotency_key: key() } })
  await say('cancelOrder', person, { id: alone.purchase_id })
}

/** Makes everything due that time alone can make due. The rounds find it. */
async function letTimePass(person: Person, purchaseId: string): Promise<void> {
  await changeTheirMind()
  const left = await say('createPurchase', person, { body: { test_id: 'verbalnij', idempotency_key: key() } })
  await run(`update orders set created_at = now() - interval '3 minutes' where id = $1`, [left.purchase_id])
  const declined = await say('createPurchase', person, { body: { test_id: 'abstraktnij', idempotency_key: key() } })
  await callBack(server, paymentOf(declined, { status: 'failure' }))
  await say('readOpenOrder', person)
  await say('payAgain', person, { id: declined.purchase_id })
  await openExam(person, purchaseId, newKey())
  await run(`update attempts set state = 'open', late_until = now() where is_open and mode = 'exam'`)
  await run(`update orders set ask_at = now() where ask_at is not null`)
  await run(`update refunds set next_try_at = now(), returned_at = null`)
  await run(`update submissions set received_at = received_at - interval '1 hour'`)
  await run(`update answer_watch set through_at = now() - interval '61 minutes'`)
  expect((await fetch(server.app.metricsAddress!)).status).toBe(200)
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
}

/** Pauses an exam, and returns the data of the job that announces the end of its pause. */
async function standInPause(person: Person, purchaseId: string) {
  const { ticket, id } = (await openExam(person, purchaseId, newKey())).attempt
  await person.put(`/api/exam-answers/${purchaseId}/`, { ticket, begin: true, events: [] })
  const pauses = [{ name: newKey(), device_id: 'phone', cause: 'power', began_ago_ms: 0 }]
  const { body } = await person.post(`/api/exam-pause/${purchaseId}/`, { ticket, pauses, events: [] })
  return { attempt_id: id, until: body.pauses.current.until }
}

/** Leaves an attempt to its job, by a grading that fails. */
async function leaveGrading(person: Person, purchaseId: string): Promise<string> {
  const paper = await openExam(person, purchaseId, newKey())
  const { ticket, submission_key, id } = paper.attempt
  await withFailingGrading([server], async () => {
    await person.put(`/api/exam-answers/${purchaseId}/`, { ticket, begin: true, events: [] })
    await person.post(`/api/exam-meta/${purchaseId}/`, { ticket, submission_key, answers: [] })
  })
  return id
}

it('every SQL statement of requests, jobs, rounds and commands finds its rows by an index in tables that grow @full', async () => {
  const anna = await newcomer(server)
  const bought = await shopAndStudy(anna)
  const commands = await everyCommand()
  // These refunds are multiplied with her other rows, too.
  const why = ['--reason', 'лист до підтримки']
  await operate(commands, 'refund', [await buy(anna, 'verbalnij'), '--against-the-rule', '--wait', '0', ...why])
  const boris = await newcomer(server)
  const second = await shopAndStudy(boris)
  await claimTrial(boris)
  await workAllJobs({
    'build-paper': { attempt_id: second.attemptId },
    'grade-attempt': { attempt_id: await leaveGrading(boris, second.purchaseId) },
    'announce-pause-end': await standInPause(anna, bought.purchaseId),
    'answer-letter-request': { request_id: crypto.randomUUID() },
    'send-mail': { mail_id: (await run('select id from mails limit 1')).rows[0].id },
    'send-push': { push_id: (await run('select id from pushes limit 1')).rows[0].id },
    'refund-payment': { ledger_id: (await run('select id from ledger limit 1')).rows[0].id },
    'close-checkout': { order_id: second.purchaseId },
    'erase-account': { user_id: boris.userId! },
  })
  await operate(commands, 'attempt', [second.purchaseId, ...why])
  await letTimePass(boris, second.purchaseId)
  await goRound()
  await sweepAttempts(server.services)
  await helpOut(commands, boris.email!, second.purchaseId, second.attemptId)
  await lookAround(boris, second.purchaseId, second.attemptId)
  await logIn(boris)
  await goRound()
  await useAccount(boris)
  await run(`update users set erase_after = now() - interval '2 hours' where closed_at is not null`)
  await goRound()
  expect(endpoints.map(({ name }) => name).filter((name) => !played.has(name))).toEqual([])

  const statements = sent.allBut(client)
  const stored = { client, canRestart: false } as unknown as Parameters<typeof fillStored>[0]
  await fillStored(stored, { userId: anna.userId!, purchaseId: bought.purchaseId, bearer: '', address: '' }, 1000)
  // Orders spread over 300 days, not over the day that the filling makes, and most refunds are returned.
  await run(`update orders set created_at = created_at - 300 * random() * interval '1 day'`)
  await run(`update refunds set returned_at = now() where id not in (select id from refunds limit 2)`)
  // Nameless exams belong to nobody.
  await run(`insert into nameless_exams (test, month, earlier, extra_time_factor, blueprint, items)
             select 'verbalnij', now() - day * interval '14 hours', 0, 1, 'x', '[]' from generate_series(1, 3000) day`)
  await run(`update question_reports set closed_at = now() where id not in (select id from question_reports limit 2)`)
  await run('analyze')
  const large = new Set(
    (await run(`select 'public.' || relname as name from pg_class where relkind = 'r' and reltuples >= 2000`)).rows.map(
      ({ name }) => name as string,
    ),
  )
  const named = new Map<string, Set<string>>()
  for (const statement of statements) {
    for (const { table, how } of await wholeReads(client, statement, { large, workInHand })) {
      if (bounded.has(table) || !table.startsWith('public.')) continue
      const text = statement.text.replaceAll(/\s+/g, ' ').slice(0, 400)
      named.set(text, (named.get(text) ?? new Set()).add(`${table}: ${how}`))
    }
  }
  expect(Object.fromEntries([...named].map(([text, how]) => [text, [...how]]))).toEqual({})
  // As many as a played life sends: a recorder that records nothing finds nothing.
  expect(statements.length).toBeGreaterThan(200)
  // Only the CPU takes time: 20 s alone, 42 s with four busy processes, 101 s with fourteen.
}, 300_000)
