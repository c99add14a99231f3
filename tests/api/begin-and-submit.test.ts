import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { attempts } from '../../server/db/schema/attempts.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { givePurchase, newcomer, Person } from '../support/person.ts'
import { answersOf, openExam, someEvents } from '../support/exam-calls.ts'
import { ago } from '../support/started-exam.ts'
import { watchStatements, watchTransactions } from '../support/watch-statements.ts'

let server: TestServer
beforeAll(async () => {
  // Rounds (each half minute or more rarely) and letters belong to no exam, so this server has none.
  const setOften = setInterval
  const rounds = vi.spyOn(globalThis, 'setInterval')
  rounds.mockImplementation(((act: () => void, everyMs: number) =>
    everyMs < 30_000 ? setOften(act, everyMs) : setTimeout(() => undefined, 0)) as never)
  server = await startTestServer({ workMode: 'inline', logLevel: 'silent' })
  server.services.jobs.rest()
  rounds.mockRestore()
})
afterAll(() => server.close())
afterEach(() => vi.restoreAllMocks())

async function ready() {
  const person = await newcomer(server)
  const purchaseId = await givePurchase(server, person, 'verbalnij-proba')
  const { attempt, questions } = await openExam(person, purchaseId)
  const { id, ticket, submission_key } = attempt
  const guest = new Person(server)
  const begin = (at = purchaseId) => guest.put(`/api/exam-answers/${at}/`, { ticket, begin: true, events: [] })
  const events = someEvents(questions)
  const submit = () =>
    guest.post(`/api/exam-meta/${purchaseId}/`, { ticket, submission_key, answers: answersOf(events), events })
  const stored = async () => (await server.services.db.select().from(attempts).where(eq(attempts.id, id)))[0]!
  return { person, purchaseId, id, begin, submit, stored }
}

describe('begin, submit and result', () => {
  it('an exam is begun with one statement and submitted with at most six, and its result is read with two', async () => {
    const { person, purchaseId, begin, submit, stored } = await ready()
    const asked = watchStatements()
    const begun = (await begin()).body
    expect(asked).toEqual(['begin_at_once'])
    const { startedAt, deadlineAt, lateUntil, durationSeconds, lateSeconds } = await stored()
    expect([begun.state, begun.started_at, begun.server_time]).toEqual([
      'open',
      ...Array(2).fill(startedAt!.toISOString()),
    ])
    expect([+deadlineAt! - +startedAt!, +lateUntil! - +deadlineAt!]).toEqual([
      durationSeconds * 1000,
      lateSeconds * 1000,
    ])

    asked.length = 0
    const submitted = (await submit()).body
    expect(new Set(asked).size).toBe(asked.length)
    expect(asked.length).toBeLessThanOrEqual(6)
    asked.length = 0
    const { body } = await person.get(`/api/exam-results-status/${purchaseId}/`)
    expect(asked).toEqual(['read_session', 'result_of_newest_exam'])
    const { acceptance, ...result } = submitted
    expect([body, typeof acceptance]).toEqual([result, 'string'])
  })

  it('an exam of 30 questions takes seven transactions with 19 statements from its start to its result', async () => {
    const person = await newcomer(server)
    const purchaseId = await givePurchase(server, person, 'verbalnij')
    // The first call of a session writes to its row, which is no part of the exam.
    expect((await person.get('/api/achievements/')).status).toBe(200)
    const transactions = watchTransactions()
    const { attempt, questions } = await openExam(person, purchaseId)
    const { ticket, submission_key } = attempt
    const guest = new Person(server)
    await guest.put(`/api/exam-answers/${purchaseId}/`, { ticket, begin: true, events: [] })
    const events = someEvents(questions)
    const body = { ticket, submission_key, answers: answersOf(events), events, watched: true }
    expect((await guest.post(`/api/exam-meta/${purchaseId}/`, body)).body.status).toBe('completed')
    expect((await person.get(`/api/exam-results-status/${purchaseId}/`)).body.total).toBe(30)
    // A paper this fast has no score, so its purchase gets one more exam: a statement that others do not need.
    const asked = transactions().map((all) => all.filter((statement) => statement !== 'give_free_repeat'))
    expect(asked.map((all) => all.length)).toEqual([1, 1, 4, 1, 10, 1, 1])
    expect(asked.map(([first]) => first)).toEqual([
      'read_session',
      'exam_to_open',
      'begin',
      'begin_at_once',
      'begin',
      'read_session',
      'result_of_newest_exam',
    ])
  })

  it('ids of attempts grow with time, so their rows are stored next to each other (decision 0084)', async () => {
    const ids = [(await ready()).id, (await ready()).id, (await ready()).id]
    expect(ids.toSorted()).toEqual(ids)
    expect(ids.map((id) => id[14])).toEqual(['7', '7', '7'])
  })

  it('the server refuses another person the result of a purchase', async () => {
    const { purchaseId, begin, submit } = await ready()
    await begin()
    await submit()
    const stranger = await newcomer(server)
    const { body } = await stranger.get(`/api/exam-results-status/${purchaseId}/`)
    expect([body.code, body.result]).toEqual(['foreign_purchase', undefined])
  })
})

/** The ways in which a beginning may not be the usual one, and what must hold then. */
const turns = {
  async 'a clock that runs is not started again'(): Promise<void> {
    const exam = await ready()
    await exam.begin()
    const { startedAt } = await exam.stored()
    await server.services.db
      .update(attempts)
      .set({ startedAt: ago(100) })
      .where(eq(attempts.id, exam.id))
    await exam.begin()
    expect(+(await exam.stored()).startedAt!).toBeLessThan(+startedAt!)
  },
  async 'a clock that has started by itself is not started later'(): Promise<void> {
    const exam = await ready()
    const deliveredAt = ago(200)
    await server.services.db.update(attempts).set({ deliveredAt }).where(eq(attempts.id, exam.id))
    await exam.begin()
    expect((await exam.stored()).startedAt).toEqual(new Date(+deliveredAt + 120_000))
  },
  async 'a blocked account begins no exam'(): Promise<void> {
    const exam = await ready()
    await server.services.pool.query('update users set is_active = false where id = $1', [exam.person.userId])
    expect([(await exam.begin()).body.code, (await exam.stored()).state]).toEqual(['ticket_invalid', 'ready'])
  },
  async 'a closed account does not begin by the single statement'(): Promise<void> {
    const exam = await ready()
    await server.services.pool.query('update users set closed_at = now() where id = $1', [exam.person.userId])
    const asked = watchStatements()
    await exam.begin()
    expect(asked).toContain('lock_attempt_by_ticket')
  },
  async 'a ticket begins no exam at the address of another purchase'(): Promise<void> {
    const [exam, other] = [await ready(), await ready()]
    expect([(await exam.begin(other.purchaseId)).body.code, (await exam.stored()).state]).toEqual([
      'ticket_invalid',
      'ready',
    ])
  },
}

describe('the beginning of an exam in an unusual case', () => {
  it.each(Object.entries(turns))('the beginning of an exam is right in an unusual case: %s', async (_title, holds) => {
    await holds()
  })

  it.each<[keyof typeof turns, string, string]>([
    ['a clock that runs is not started again', "a.is_open and a.state = 'ready'", 'true'],
    [
      'a clock that has started by itself is not started later',
      'arrival.at < a.delivered_at',
      'true or arrival.at < a.delivered_at',
    ],
    ['a blocked account begins no exam', 'u.is_active', 'true'],
    ['a closed account does not begin by the single statement', 'u.closed_at is null', 'true'],
    ['a ticket begins no exam at the address of another purchase', 'a.purchase_id = $2', '$2::uuid is not null'],
  ])('a statement without its condition for the unusual case makes the test fail: %s', async (title, find, replace) => {
    watchStatements({ statement: 'begin_at_once', find, replace })
    await expect(turns[title]()).rejects.toThrow()
  })
})
