import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ExamAttempt } from '#contract/exam.ts'
import type { AnswerEvent, Question } from '#contract/question.ts'
import { answerEvents, attempts, results, submissions } from '../../server/db/schema/attempts.ts'
import { purchases } from '../../server/db/schema/purchases.ts'
import { sweepAttempts } from '../../server/features/exams/exam-jobs.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { allAtOnce, crowdSize, through } from '../support/crowd.ts'
import { newcomer, Person, type Reply } from '../support/person.ts'
import { answersOf, newKey, openExam, someEvents } from '../support/exam-calls.ts'

/** A free test of six questions with three exams in one purchase: each round takes all three. */
const slug = 'logichnij-proba'

interface RunningExam {
  person: Person
  purchaseId: string
  attempt: ExamAttempt
  questions: Question[]
}

let servers: [TestServer, TestServer]
beforeAll(async () => {
  const first = await startTestServer({ workMode: 'inline' })
  servers = [first, await startTestServer({ workMode: 'inline', sharing: first })]
})
afterAll(async () => {
  await servers[1].close()
  await servers[0].close()
})

const db = () => servers[0].services.db
const statusesOf = (replies: Reply<any>[]) => replies.map(({ status }) => status).sort()
const attemptsOf = (purchaseId: string) => db().select().from(attempts).where(eq(attempts.purchaseId, purchaseId))

const examPath = ({ purchaseId }: RunningExam) => `/api/exam-meta/${purchaseId}/`
const put = (server: TestServer, { purchaseId, attempt }: RunningExam, body: object) =>
  new Person(server).put(`/api/exam-answers/${purchaseId}/`, { ticket: attempt.ticket, events: [], ...body })
const submit = (server: TestServer, runningExam: RunningExam, body: object) =>
  new Person(server).post(examPath(runningExam), { ticket: runningExam.attempt.ticket, ...body })

/** Renews all tokens: on a slow machine the tests together take longer than an access token lives. */
async function signInAgain(people: { person: Person }[]): Promise<void> {
  for (const { person } of people) {
    const { body } = await person.post('/api/auth/token/refresh/', { refresh: person.refresh })
    person.access = body.access
    person.refresh = body.refresh
  }
}

/** The rows of one attempt. In every case there may be one submission and one grade. */
async function rowsOf({ attempt: { id } }: RunningExam) {
  const [attempt] = await db().select().from(attempts).where(eq(attempts.id, id))
  return {
    attempt: attempt!,
    submissions: await db().select().from(submissions).where(eq(submissions.attemptId, id)),
    grades: await db().select().from(results).where(eq(results.attemptId, id)),
    events: await db().select().from(answerEvents).where(eq(answerEvents.attemptId, id)),
  }
}

async function openRunningExam(person: Person, purchaseId: string): Promise<RunningExam> {
  const { attempt, questions } = await openExam(person, purchaseId)
  return { person, purchaseId, attempt, questions }
}

/** 25 equal calls at the same time, again and again, through two servers on one PostgreSQL. Each test continues from the last. */
describe.each([
  [2, ''],
  [40, ' @full'],
])(`${crowdSize} concurrent calls, %i rounds, two servers: exactly one effect%s`, (rounds) => {
  const bought: { person: Person; purchaseId: string }[] = []
  const sat: RunningExam[] = []
  beforeEach(() => signInAgain(bought))

  /** Returns `made`, an earlier test's products. Expects one for each round: otherwise a test would pass by doing nothing. */
  function allOf<T>(made: T[]): T[] {
    expect(made).toHaveLength(rounds)
    return made
  }

  it('25 concurrent purchases under 25 idempotency keys place one order', { timeout: 240_000 }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const person = await newcomer(servers[0])
      const replies = await allAtOnce(servers, (server) =>
        through(server, person).post('/api/purchases/', { test_id: slug, idempotency_key: newKey() }),
      )
      expect(statusesOf(replies)).toEqual(Array(crowdSize).fill(200))
      const rows = await db().select().from(purchases).where(eq(purchases.userId, person.userId!))
      expect(rows).toHaveLength(1)
      expect(new Set(replies.map(({ body }) => body.purchase_id))).toEqual(new Set([rows[0]!.id]))
      bought.push({ person, purchaseId: rows[0]!.id })
    }
  })

  it('25 concurrent purchases under one idempotency key place one order', { timeout: 240_000 }, async () => {
    for (const { person } of allOf(bought)) {
      const idempotency_key = newKey()
      const replies = await allAtOnce(servers, (server) =>
        through(server, person).post('/api/purchases/', { test_id: 'verbalnij-proba', idempotency_key }),
      )
      expect(statusesOf(replies)).toEqual(Array(crowdSize).fill(200))
      expect(await db().select().from(purchases).where(eq(purchases.userId, person.userId!))).toHaveLength(2)
    }
  })

  it('[S06] 25 concurrent starts under 25 start keys open one attempt', { timeout: 240_000 }, async () => {
    for (const { person, purchaseId } of allOf(bought)) {
      const replies = await allAtOnce(servers, (server) =>
        through(server, person).get(`/api/exam-meta/${purchaseId}/?start_key=${newKey()}`),
      )
      expect(statusesOf(replies)).toEqual(Array(crowdSize).fill(200))
      const rows = await attemptsOf(purchaseId)
      expect(rows).toHaveLength(1)
      expect(new Set(replies.map(({ body }) => body.exam_cache_key))).toEqual(new Set([rows[0]!.examCacheKey]))
      sat.push(await openRunningExam(person, purchaseId))
    }
  })

  it('25 concurrent calls that begin an exam start its clock once', { timeout: 240_000 }, async () => {
    for (const runningExam of allOf(sat)) {
      const replies = await allAtOnce(servers, (server) => put(server, runningExam, { begin: true }))
      expect(statusesOf(replies)).toEqual(Array(crowdSize).fill(200))
      expect(new Set(replies.map(({ body }) => body.deadline_at)).size).toBe(1)
      const { attempt } = await rowsOf(runningExam)
      expect(attempt.deadlineAt!.toISOString()).toBe(replies[0]!.body.deadline_at)
    }
  })

  it('25 concurrent take-overs get 25 different epochs, one for each device', { timeout: 240_000 }, async () => {
    for (const runningExam of allOf(sat)) {
      const replies = await allAtOnce(servers, (server) => put(server, runningExam, { take_over: true }))
      const epochs = replies.map(({ body }) => body.epoch).sort((a, b) => a - b)
      expect(epochs).toEqual(Array.from({ length: crowdSize }, (_, index) => index + 2))
    }
  })

  it('an answer event that arrives 25 times is stored once, and the events of 25 devices are stored as 25', {
    timeout: 240_000,
  }, async () => {
    for (const runningExam of allOf(sat)) {
      const [same, other] = someEvents(runningExam.questions, 'phone', 3) as [AnswerEvent, AnswerEvent]
      const replies = await allAtOnce(servers, (server, asker) =>
        put(server, runningExam, { events: [same, { ...other, device_id: `device-${asker}` }] }),
      )
      expect(statusesOf(replies)).toEqual(Array(crowdSize).fill(200))
      const { events } = await rowsOf(runningExam)
      expect(events.filter(({ questionId }) => questionId === same.question_id)).toHaveLength(1)
      expect(events.filter(({ questionId }) => questionId === other.question_id)).toHaveLength(crowdSize)
    }
  })

  it('[S05] 25 concurrent submissions under one key get one grade and 25 times the same bytes', {
    timeout: 240_000,
  }, async () => {
    for (const runningExam of allOf(sat)) {
      const events = someEvents(runningExam.questions, 'phone', 9)
      const body = { submission_key: runningExam.attempt.submission_key, answers: answersOf(events), events }
      const replies = await allAtOnce(servers, (server) => submit(server, runningExam, body))
      expect(statusesOf(replies)).toEqual(Array(crowdSize).fill(200))
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
      await expectOneGrade(runningExam)
    }
  })

  it('25 concurrent starts under one start key open one more attempt', { timeout: 240_000 }, async () => {
    for (const [round, { person, purchaseId }] of allOf(bought).entries()) {
      const start_key = newKey()
      const replies = await allAtOnce(servers, (server) =>
        through(server, person).get(`/api/exam-meta/${purchaseId}/?start_key=${start_key}`),
      )
      expect(statusesOf(replies)).toEqual(Array(crowdSize).fill(200))
      expect(await attemptsOf(purchaseId)).toHaveLength(2)
      sat[round] = await openRunningExam(person, purchaseId)
    }
  })

  it('[S08] 25 concurrent submissions without a key: the server accepts one and refers 24 to its result', {
    timeout: 240_000,
  }, async () => {
    for (const runningExam of allOf(sat)) {
      await put(servers[0], runningExam, { begin: true })
      const answers = answersOf(someEvents(runningExam.questions))
      const replies = await allAtOnce(servers, (server) => submit(server, runningExam, { answers }))
      expect(statusesOf(replies)).toEqual([200, ...Array(crowdSize - 1).fill(409)])
      for (const { status, body } of replies) {
        if (status === 409) expect(body).toMatchObject({ code: 'already_graded', result_url: expect.any(String) })
      }
      await expectOneGrade(runningExam)
    }
  })

  it('two sweeping servers and submissions at the last moment close an attempt once', {
    timeout: 240_000,
  }, async () => {
    const closedBy = { person: 0, unattended: 0 }
    for (const [round, { person, purchaseId }] of allOf(bought).entries()) {
      const runningExam = await openRunningExam(person, purchaseId)
      const events = someEvents(runningExam.questions)
      await put(servers[0], runningExam, { begin: true, events: events.slice(0, 2) })
      // In half of the rounds the time is over before the calls, in the others during them, in one after them.
      const left = round === 0 ? 20_000 : 10 * round
      const lateUntil = new Date(Date.now() + (round % 2 === 0 ? left : -10))
      const deadlineAt = new Date(lateUntil.getTime() - 3_600_000)
      await db().update(attempts).set({ deadlineAt, lateUntil }).where(eq(attempts.id, runningExam.attempt.id))

      const body = { submission_key: runningExam.attempt.submission_key, answers: answersOf(events), events }
      const replies: Reply<any>[] = []
      await allAtOnce(servers, async (server, asker) => {
        if (asker % 5 < 2) replies.push(await submit(server, runningExam, body))
        else if (asker % 5 < 4) await sweepAttempts(server.services)
        else await through(server, person).get(`/api/exam-results-status/${purchaseId}/`)
      })
      await Promise.all(servers.map(async ({ services }) => sweepAttempts(services)))

      const { submissions, events: kept } = await expectOneGrade(runningExam)
      const by = submissions[0]!.closedBy as keyof typeof closedBy
      closedBy[by] += 1
      expect(new Set(statusesOf(replies))).toEqual(new Set([by === 'person' ? 200 : 409]))
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
      // Whichever call closed the attempt, every sent event is kept with its phase.
      expect(kept).toHaveLength(events.length)
      expect(kept.filter(({ phase }) => phase === 'after_close')).toHaveLength(by === 'person' ? 0 : events.length - 2)
    }
    expect(closedBy.unattended).toBeGreaterThanOrEqual(rounds / 2)
    expect(closedBy.person).toBeGreaterThan(0)
  })

  it('[S08] 25 concurrent submissions under different keys: the server accepts only the attempt’s own key', {
    timeout: 240_000,
  }, async () => {
    for (const { person } of allOf(bought)) {
      const [purchase] = await db()
        .select()
        .from(purchases)
        .where(eq(purchases.userId, person.userId!))
        .then((rows) => rows.filter(({ id }) => !bought.some(({ purchaseId }) => purchaseId === id)))
      const runningExam = await openRunningExam(person, purchase!.id)
      await put(servers[0], runningExam, { begin: true })
      const events = someEvents(runningExam.questions)
      const replies = await allAtOnce(servers, (server, asker) =>
        submit(server, runningExam, {
          submission_key: asker === 12 ? runningExam.attempt.submission_key : newKey(),
          answers: answersOf(events),
          events,
        }),
      )
      expect(statusesOf(replies)).toEqual([200, ...Array(crowdSize - 1).fill(422)])
      expect(replies[12]!.status).toBe(200)
      await expectOneGrade(runningExam)
    }
  })

  async function expectOneGrade(runningExam: RunningExam) {
    const rows = await rowsOf(runningExam)
    expect(rows.submissions).toHaveLength(1)
    expect(rows.grades.map(({ version }) => version)).toEqual([1])
    expect(rows.attempt).toMatchObject({ state: 'graded', isOpen: false })
    return rows
  }
})
