import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { notifications } from '../../server/db/schema/site.ts'
import { attempts, results } from '../../server/db/schema/attempts.ts'
import { gradingExpiryMinutes } from '../../server/features/exams/attempt-clock.ts'
import { examUse } from '../../server/features/exams/exam-use.ts'
import { gradeGivenBack, sweepAttempts } from '../../server/features/exams/exam-jobs.ts'
import { findExamAllowance } from '../../server/features/purchases/exam-allowance.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { newKey, openExam, until } from '../support/exam-calls.ts'
import { givePurchase, newcomer } from '../support/person.ts'
import { ago, startedExam } from '../support/started-exam.ts'

/** Exams that were given back because a release could not read their keys; the next release can. */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Exam = Awaited<ReturnType<typeof startedExam>>

const query = (text: string, values: unknown[]) => server.services.pool.query(text, values)
const stateOf = async ({ attemptId }: Exam) =>
  (await server.services.db.select().from(attempts).where(eq(attempts.id, attemptId)))[0]!
const statusOf = async ({ person, purchaseId }: Exam) =>
  (await person.get(`/api/exam-results-status/${purchaseId}/`)).body

/** Nobody submits the exam: the sweep closes it with the saved answers, and ten minutes later gives it back. */
async function givenBack(): Promise<{ exam: Exam; format: number }> {
  const exam = await startedExam(server)
  await exam.save({ events: exam.events })
  const { rows } = await query('select get_byte(packed, 0) as format from paper_keys where attempt_id = $1', [
    exam.attemptId,
  ])
  await becomes(exam, 99)
  await exam.age({ startedAt: ago(90_000), deadlineAt: ago(86_500), lateUntil: ago(5) })
  await sweepAttempts(server.services)
  await exam.age({ processingSince: ago(gradingExpiryMinutes * 60 + 1), sweepAfter: null })
  await sweepAttempts(server.services)
  expect((await statusOf(exam)).status).toBe('expired')
  return { exam, format: rows[0].format }
}

const becomes = ({ attemptId }: Exam, format: number) =>
  query('update paper_keys set packed = set_byte(packed, 0, $2::int) where attempt_id = $1', [attemptId, format])

it('an exam that was given back is graded once by a release that can read it, and the returned attempt stays with its owner', async () => {
  const { exam, format } = await givenBack()
  await becomes(exam, format)
  await exam.age({ sweepAfter: null })
  // Several processes may look at the same time.
  await Promise.all([gradeGivenBack(server.services), gradeGivenBack(server.services), gradeGivenBack(server.services)])
  expect(await statusOf(exam)).toMatchObject({ status: 'completed', attempt_id: exam.attemptId, total: 6 })
  const graded = await server.services.db.select().from(results).where(eq(results.attemptId, exam.attemptId))
  expect(graded).toHaveLength(1)
  expect(graded[0]!.late).toBeNull()
  expect(await findExamAllowance(server.services.db, { id: exam.purchaseId }, examUse)).toMatchObject({
    spent: 0,
    left: 2,
  })
  const notes = await server.services.db
    .select({ kind: notifications.kind, message: notifications.message })
    .from(notifications)
    .where(eq(notifications.userId, exam.person.userId!))
    .orderBy(notifications.createdAt)
  const words = notes.filter(({ kind }) => kind === 'attempt-returned' || kind === 'result-ready')
  expect(words.map(({ kind }) => kind)).toEqual(['attempt-returned', 'result-ready'])
  expect(words[1]!.message).toContain('повернена спроба лишається за вами')
  // The returned attempt can be taken, and then it is spent.
  const again = await openExam(exam.person, exam.purchaseId, newKey())
  await exam.person.put(`/api/exam-answers/${exam.purchaseId}/`, {
    ticket: again.attempt.ticket,
    events: [],
    begin: true,
  })
  expect(await findExamAllowance(server.services.db, { id: exam.purchaseId }, examUse)).toMatchObject({
    spent: 1,
    left: 1,
  })
})

it('an exam that still cannot be graded stays given back, and is tried again an hour later at most', async () => {
  const { exam } = await givenBack()
  await exam.age({ sweepAfter: null, sweepTries: 40 })
  await gradeGivenBack(server.services)
  const { state, sweepTries, sweepAfter } = await stateOf(exam)
  expect([state, sweepTries]).toEqual(['failed', 41])
  const { rows } = await server.services.db.execute<{ seconds: number }>(
    sql`select extract(epoch from ${sweepAfter!.toISOString()}::timestamptz - now())::int as seconds`,
  )
  expect(rows[0]!.seconds).toBeGreaterThan(3500)
  expect(rows[0]!.seconds).toBeLessThanOrEqual(3600)
  await gradeGivenBack(server.services)
  expect((await stateOf(exam)).sweepTries).toBe(41)
  expect((await statusOf(exam)).status).toBe('expired')
})

it('a prepared exam that nobody fetches leaves no paper, and at most twenty are prepared in a day', async () => {
  const jobs = await startTestServer({ workMode: 'job', limitFactor: 1 })
  try {
    const person = await newcomer(jobs)
    const purchaseId = await givePurchase(jobs, person)
    const start = () => person.get(`/api/exam-meta/${purchaseId}/?start_key=${newKey()}`)
    const run = (text: string) => jobs.services.pool.query(text, [purchaseId])
    expect((await start()).body.status).toBe('building_started')
    await until(async () => (await person.get(`/api/exam-status/${purchaseId}/`)).body.status === 'completed')
    await run(`update attempts set built_at = now() - interval '1 hour' where purchase_id = $1`)
    await sweepAttempts(jobs.services)
    expect((await person.get(`/api/exam-status/${purchaseId}/`)).body.status).toBe('expired')
    for (const table of ['papers', 'paper_keys', 'paper_exposures']) {
      expect(
        (await run(`select from ${table} where attempt_id in (select id from attempts where purchase_id = $1)`))
          .rowCount,
      ).toBe(0)
    }

    await run(`insert into attempts (purchase_id, user_id, mode, state, is_open, failure, start_key, exam_cache_key, seed, submission_key,
        ticket_salt, ticket_hash, duration_seconds, late_seconds, created_at)
      select purchase_id, user_id, mode, state, is_open, failure, n::text, exam_cache_key, seed, submission_key,
        ticket_salt, n::text, duration_seconds, late_seconds, now() - interval '3 hours'
      from attempts, generate_series(1, 19) n where purchase_id = $1`)
    const refused = await start()
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_starts'])
    expect(refused.body.detail).toContain('через 21\u00a0год')
    await run(
      `update attempts set created_at = now() - interval '25 hours' where purchase_id = $1 and ticket_hash = '1'`,
    )
    expect((await start()).body.status).toBe('building_started')
  } finally {
    await jobs.close()
  }
})
