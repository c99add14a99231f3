import { eq } from 'drizzle-orm'
import { compactVerify, createLocalJWKSet, decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { results } from '../../server/db/schema/attempts.ts'
import { sweepAttempts } from '../../server/features/exams/exam-jobs.ts'
import { findItems } from '../../server/features/exams/paper/paper-store.ts'
import { reScore } from '../../server/features/exams/operator-acts/re-score.ts'
import { runAdmin } from '../support/run-admin.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { Person } from '../support/person.ts'
import { answersOf } from '../support/exam-calls.ts'
import { ago, startedExam } from '../support/started-exam.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ workMode: 'inline' })
})
afterAll(() => server.close())

/** Submits an empty exam, and then six right answers after its close. */
async function lateRightAnswers() {
  const exam = await startedExam(server)
  const stored = (await findItems(server.services.db, exam.attemptId))!
  const right = new Map(stored.map(({ question_id, key }) => [question_id, key.right]))
  const events = exam.events.map((event) => ({ ...event, value: right.get(event.question_id)! }))
  const submitted = await exam.submit({ answers: [], events: [] })
  await exam.save({ events })
  return { ...exam, submitted }
}

const request = (attemptId: string) => ({
  attemptId,
  reason: 'Зв’язок підвів',
  author: 'О. Оператор',
  includeLate: true,
})
const versionsOf = (attemptId: string) =>
  server.services.db.select().from(results).where(eq(results.attemptId, attemptId)).orderBy(results.version)

describe('a re-score', () => {
  it('a re-score appends a version with its reason and author, notifies the person, and leaves the first version unchanged', async () => {
    const { attemptId, result, timeline, person } = await lateRightAnswers()
    const [first] = await versionsOf(attemptId)
    expect(await reScore(server.services, request(attemptId))).toMatchObject({
      version: 2,
      before: { correct: 0, total: 6 },
      after: { correct: 6, total: 6 },
    })
    const versions = await versionsOf(attemptId)
    expect(versions).toHaveLength(2)
    expect(versions[0]).toEqual(first)
    expect(await result()).toMatchObject({ version: 2, correct: 6 })
    expect((await timeline()).versions).toMatchObject([
      { version: 1, reason: 'graded', author: 'system', correct: 0 },
      { version: 2, reason: 'Зв’язок підвів', author: 'О. Оператор', correct: 6 },
    ])
    const news = (await person.get('/api/notifications/')).body.results
    expect(news.map(({ message }: { message: string }) => message).join()).toContain('Зв’язок підвів')
  })

  it('a re-score without late answers counts no answer that came after the close', async () => {
    const { attemptId } = await lateRightAnswers()
    const { after } = await reScore(server.services, { ...request(attemptId), includeLate: false })
    expect(after.correct).toBe(0)
  })

  it('a re-score calls no answer late that came after the close and before the deadline', async () => {
    const { attemptId, result } = await lateRightAnswers()
    await reScore(server.services, request(attemptId))
    const { correct, late, receipt } = await result()
    expect([correct, late]).toEqual([6, null])
    expect(decodeJwt(receipt)).toMatchObject({ include_late: true, correct: 6 })
    expect(decodeJwt(receipt)).not.toHaveProperty('late')
  })

  it('a re-score states how late the answers were that came after the close and after the deadline', async () => {
    const { events, save, age, attemptId, result } = await startedExam(server)
    await save({ events: events.slice(0, 2) })
    await age({ startedAt: ago(7200), deadlineAt: ago(3600), lateUntil: ago(10) })
    await sweepAttempts(server.services)
    await save({ events: events.slice(2) })
    await reScore(server.services, request(attemptId))
    const { late, receipt } = await result()
    expect(late.in_time).toBe(2)
    expect(late.seconds).toBeGreaterThanOrEqual(3600)
    expect(decodeJwt(receipt)).toMatchObject({ late })
  })

  it('a re-score does not change the bytes that answer a repeated submission', async () => {
    const { attemptId, submit, submitted } = await lateRightAnswers()
    await reScore(server.services, request(attemptId))
    expect((await submit({ answers: [], events: [] })).text).toBe(submitted.text)
  })

  it('25 concurrent re-scores append 25 versions with consecutive numbers', async () => {
    const { attemptId } = await lateRightAnswers()
    await Promise.all(Array.from({ length: 25 }, () => reScore(server.services, request(attemptId))))
    expect((await versionsOf(attemptId)).map(({ version }) => version)).toEqual(
      Array.from({ length: 26 }, (_, index) => index + 1),
    )
  })

  it('the server refuses a re-score without a reason, and of an attempt that is unknown or not graded', async () => {
    const { attemptId } = await startedExam(server)
    await expect(reScore(server.services, request(attemptId))).rejects.toThrow('only a graded one')
    await expect(reScore(server.services, request('x'))).rejects.toThrow('no attempt')
    await expect(reScore(server.services, request(crypto.randomUUID()))).rejects.toThrow('There is no attempt')
    await expect(reScore(server.services, { ...request(attemptId), reason: ' ' })).rejects.toThrow('a reason')
  })

  it('the operator’s rescore command appends a version, and refuses a call without a reason', async () => {
    const { attemptId } = await lateRightAnswers()
    const run = (...args: string[]) => runAdmin(server, 'rescore', ...args)
    const printed = await run('--attempt', attemptId, '--reason', 'скарга', '--author', 'Оператор', '--include-late')
    expect(printed.stdout).toContain('Version 2: 6 of 6 right (before: 0 of 6).')
    const without = await run('--attempt', attemptId, '--author', 'Оператор')
    expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining('--reason') })
    expect(await versionsOf(attemptId)).toHaveLength(2)
  })
})

describe('a receipt', () => {
  it('a library verifies a receipt with the published keys alone, without a call to the server', async () => {
    const { events, submit, attemptId } = await startedExam(server)
    const { receipt } = (await submit({ answers: answersOf(events), events })).body
    const keys = (await new Person(server).get('/api/receipts/keys/')).body
    const { payload, protectedHeader } = await compactVerify(receipt, createLocalJWKSet(keys))
    expect(protectedHeader.alg).toBe('EdDSA')
    expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({
      kind: 'graded',
      attempt_id: attemptId,
      correct: expect.any(Number),
      total: 6,
    })
    expect(Object.keys(keys.keys[0]).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
  })

  it('the server calls a receipt valid as it was issued, and invalid with one character changed', async () => {
    const { submit } = await startedExam(server)
    const { receipt } = (await submit({ answers: [], events: [] })).body
    const verify = async (text: string) =>
      (await new Person(server).post('/api/receipts/verify/', { receipt: text })).body
    expect(await verify(receipt)).toEqual({ valid: true })
    const [header, payload, signature] = receipt.split('.')
    const forged = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('"version":1', '"version":9'))
    expect(await verify([header, forged.toString('base64url'), signature].join('.'))).toEqual({ valid: false })
    expect(await verify('a.b.c')).toEqual({ valid: false })
  })

  it('a receipt that was signed under an earlier secret stays valid, because its key stays published', async () => {
    const { submit } = await startedExam(server)
    const { receipt } = (await submit({ answers: [], events: [] })).body
    const renewed = await startTestServer({ sharing: server, authSecret: 'another secret of the tests, long enough' })
    try {
      expect((await new Person(renewed).post('/api/receipts/verify/', { receipt })).body).toEqual({ valid: true })
      expect((await new Person(renewed).get('/api/receipts/keys/')).body.keys).toHaveLength(2)
    } finally {
      await renewed.close()
    }
  })
})
