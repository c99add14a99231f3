import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Timing } from '#contract/timing.ts'
import { users } from '../../server/db/schema/accounts.ts'
import { submissions } from '../../server/db/schema/attempts.ts'
import { namelessExams } from '../../server/db/schema/nameless.ts'
import { purchases } from '../../server/db/schema/purchases.ts'
import { readTiming } from '../../server/db/stored-timing.ts'
import { eraseAccount } from '../../server/features/account/erase-account.ts'
import { sweepAttempts } from '../../server/features/exams/exam-jobs.ts'
import type { NamelessItem } from '../../server/features/exams/result/nameless-exams.ts'
import { eachExamResponse, type ExamResponse } from '../../server/features/operator/exam-responses.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { answersOf } from '../support/exam-calls.ts'
import { ago, startedExam } from '../support/started-exam.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ workMode: 'inline', logLevel: 'silent' })
})
afterAll(() => server.close())

const db = () => server.services.db
const timing: Timing = [
  { what: 'shown', place: 0, at: 0 },
  { what: 'answered', place: 0, at: 8_400 },
  { what: 'shown', place: 3, at: 9_000 },
  { what: 'resumed', place: 3, at: 60_000 },
  { what: 'answered', place: 3, at: 61_500 },
]

async function allResponses(): Promise<ExamResponse[]> {
  const seen: ExamResponse[] = []
  for await (const response of eachExamResponse(db())) seen.push(response)
  return seen
}

async function storedOf(attemptId: string) {
  const [row] = await db().select().from(submissions).where(eq(submissions.attemptId, attemptId))
  return row!.timing === null ? null : readTiming(row!.timing)
}

describe('the timing of a submission', () => {
  it('the server stores a device’s timing with the submission, and the person’s data export contains it', async () => {
    const { submit, events, attemptId, person } = await startedExam(server)
    expect((await submit({ answers: answersOf(events), events, timing })).status).toBe(200)
    expect(await storedOf(attemptId)).toEqual(timing)
    const { body } = await person.get('/api/user/export/')
    expect(body.attempts).toMatchObject([{ id: attemptId, timing }])
  })

  it('the list of results gives the timing as seconds for each question, and no seconds if the timing is absent or unreadable', async () => {
    const { submit, events, person, purchaseId, attemptId } = await startedExam(server)
    await submit({ answers: answersOf(events), events, timing })
    const list = async () => (await person.get(`/api/test-results/${purchaseId}/`)).body.results
    const [told] = await list()
    expect(told.question_seconds).toEqual([9, null, null, 2, null, null])
    const ofIt = eq(submissions.attemptId, attemptId)
    await db().update(submissions).set({ timing: null }).where(ofIt)
    expect((await list())[0]).not.toHaveProperty('question_seconds')
    await db()
      .update(submissions)
      .set({ timing: Buffer.from([9, 1, 1]) })
      .where(ofIt)
    expect((await list())[0]).not.toHaveProperty('question_seconds')
    // A format of a later release keeps neither people from their data nor the other rows from calibration.
    expect((await person.get('/api/user/export/')).body.attempts).toMatchObject([{ id: attemptId, timing: null }])
    expect((await allResponses()).filter(({ resumed }) => resumed === null)).toHaveLength(6)
  })

  const endless: Timing = Array.from({ length: 401 }, (_, i) => ({ what: 'shown', place: i % 6, at: i }))
  it.each<[string, unknown]>([
    ['absent, as from a window of an earlier release', undefined],
    ['null', null],
    ['something else', 'soon'],
    ['of an unknown kind', [{ what: 'guessed', place: 0, at: 0 }]],
    ['before its start', [{ what: 'shown', place: 0, at: -1 }]],
    ['of a question that does not exist', [{ what: 'shown', place: 500, at: 0 }]],
    ['a clock that goes backwards', timing.toReversed()],
    ['401 steps long', endless],
  ])('the server accepts a submission without usable timing, and stores its timing as null: %s', async (_, bad) => {
    const { submit, events, attemptId, result } = await startedExam(server)
    expect((await submit({ answers: answersOf(events), events, timing: bad })).status).toBe(200)
    expect(await storedOf(attemptId)).toBeNull()
    expect((await result()).total).toBe(6)
  })

  it('a repeated submission gets the same bytes whatever timing it brings, and the first timing stays stored', async () => {
    const { submit, events, attemptId } = await startedExam(server)
    const body = { answers: answersOf(events), events }
    const first = await submit({ ...body, timing })
    const later = await Promise.all([submit(body), submit({ ...body, timing: timing.slice(0, 1) })])
    expect(later.map(({ status, text }) => [status, text])).toEqual([first, first].map(({ text }) => [200, text]))
    expect(await storedOf(attemptId)).toEqual(timing)
  })
})

describe('the exams of an erased account', () => {
  const eraseNow = async (userId: string) => {
    const over = { closedAt: sql`now() - interval '8 days'`, eraseAfter: sql`now() - interval '1 minute'` }
    await db().update(users).set(over).where(eq(users.id, userId))
    await eraseAccount(server.services, userId)
    expect(
      await db()
        .select()
        .from(users)
        .where(eq(users.id, userId))
        .then((rows) => rows[0]?.erasedAt),
    ).not.toBeNull()
  }

  it('an erased exam stays as a nameless row with its items and timing, and without an id that leads to its person', async () => {
    const { submit, events, attemptId, person, purchaseId, result } = await startedExam(server, 'abstraktnij-proba')
    await submit({ answers: answersOf(events.slice(1)), events: events.slice(1), timing })
    const { correct } = await result()
    await eraseNow(person.userId!)

    const rows = await db().select().from(namelessExams).where(eq(namelessExams.test, 'abstraktnij-proba'))
    expect(rows).toHaveLength(1)
    const row = rows[0]!
    expect(row).toMatchObject({ test: 'abstraktnij-proba', earlier: 0, extraTimeFactor: 1 })
    expect(row.month).toMatch(/^\d{4}-\d\d-01$/)
    expect(readTiming(row.timing!)).toEqual(timing)
    const items = row.items as NamelessItem[]
    expect(items).toHaveLength(6)
    expect(items[0]!.answer).toBe('unanswered')
    expect(items.filter(({ answer }) => answer === 'right')).toHaveLength(correct)
    for (const item of items) {
      expect(Object.keys(item).sort()).toEqual(['answer', 'difficulty', 'family', 'generator', 'radicals'])
    }
    const said = JSON.stringify(rows)
    const ids = [attemptId, purchaseId, person.userId!, person.email!]
    expect(ids.filter((id) => said.includes(id))).toEqual([])
  })

  it('an erased exam keeps the month in which it was taken, even if nobody submitted it and it was closed later', async () => {
    const { save, events, age, person } = await startedExam(server)
    await save({ events })
    await age({ startedAt: ago(70 * 86_400), deadlineAt: ago(69 * 86_400), lateUntil: ago(5) })
    await sweepAttempts(server.services)
    const month = ago(70 * 86_400)
      .toISOString()
      .slice(0, 7)
    const ofThen = async () => (await allResponses()).filter((response) => response.month === month)
    expect((await ofThen()).filter(({ person: name }) => name !== null)).toHaveLength(6)
    await eraseNow(person.userId!)
    expect((await ofThen()).filter(({ person: name }) => name === null)).toHaveLength(6)
  })

  it('the server keeps no nameless row of an erased exam with extra time', async () => {
    const { submit, events, person, purchaseId } = await startedExam(server, 'logichnij-proba')
    await submit({ answers: answersOf(events), events, timing })
    await db().update(purchases).set({ extraTimeFactor: 1.5 }).where(eq(purchases.id, purchaseId))
    await eraseNow(person.userId!)
    const rows = await db().select().from(namelessExams).where(eq(namelessExams.test, 'logichnij-proba'))
    expect(rows).toEqual([])
  })

  it('the server erases an account even if the work before that fails, and then keeps no nameless row of its exam', async () => {
    const before = (await db().select().from(namelessExams)).length
    const { submit, events, person } = await startedExam(server)
    await submit({ answers: answersOf(events), events })
    const { beforeErasing } = server.services
    beforeErasing.push(async () => {
      throw new Error('a paper that cannot be read')
    })
    await eraseNow(person.userId!).finally(() => beforeErasing.pop())
    expect(await db().select().from(namelessExams)).toHaveLength(before)
  })
})
