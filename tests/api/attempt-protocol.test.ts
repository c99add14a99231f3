import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startAfterDeliverySeconds } from '#contract/exam.ts'
import { attempts } from '../../server/db/schema/attempts.ts'
import { tests } from '../../server/db/schema/catalog.ts'
import { buildExpiryMinutes, gradingExpiryMinutes, lapseOf } from '../../server/features/exams/attempt-clock.ts'
import { grantExtraTime } from '../../server/features/exams/operator-acts/grant-extra-time.ts'
import { gradeSubmitted, isDue, sweepAttempts } from '../../server/features/exams/exam-jobs.ts'
import { readReceipt } from '../../src/attempt/submissions/receipts.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { withFailingGrading } from '../support/failing-grading.ts'
import { holdRow } from '../support/held-row.ts'
import { givePurchase, newcomer } from '../support/person.ts'
import { answersOf, newKey, openExam, until } from '../support/exam-calls.ts'
import { ago, changed, startedExam } from '../support/started-exam.ts'

type Exam = Awaited<ReturnType<typeof startedExam>>

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ workMode: 'inline', logLevel: 'silent' })
})
afterAll(() => server.close())

describe('a submission key', () => {
  it('an owner who repeats a submission key without a ticket gets the same bytes, even after opening another exam', async () => {
    const { person, purchaseId, events, submission_key, submit } = await startedExam(server)
    const body = { answers: answersOf(events), events }
    const first = await submit(body)
    const next = await openExam(person, purchaseId)
    expect(next.attempt.submission_key).not.toBe(submission_key)
    const again = await person.post(`/api/exam-meta/${purchaseId}/`, { ...body, submission_key })
    expect([again.status, again.text]).toEqual([200, first.text])
  })

  it('a signed-in owner gets the same bytes for a submission key after its ticket has ended', async () => {
    const { person, purchaseId, events, submission_key, ticket, submit, age } = await startedExam(server)
    const body = { answers: answersOf(events), events }
    const first = await submit(body)
    await age({ lateUntil: ago(8 * 86_400) })
    expect((await submit(body)).body.code).toBe('ticket_invalid')
    const signedIn = await person.post(`/api/exam-meta/${purchaseId}/`, { ...body, submission_key, ticket })
    expect([signedIn.status, signedIn.text]).toEqual([200, first.text])
  })
})

describe('an exam whose owner returns after its ticket has ended', () => {
  it('[S08] an owner who returns after the ticket has ended is sent to the result, and further answers are kept but not graded', async () => {
    const { person, purchaseId, events, submission_key, ticket, save, age, stored, result } = await startedExam(server)
    await save({ events: events.slice(0, 2) })
    await age({ lateUntil: ago(8 * 86_400) })
    expect((await save({ events })).body.code).toBe('ticket_invalid')
    const { status, body } = await person.get(`/api/exam-meta/${purchaseId}/`)
    expect([status, body.code]).toEqual([409, 'no_open_attempt'])
    expect(body.result_url).toContain(purchaseId)
    const graded = await result()

    const submit = { answers: answersOf(events), events, submission_key }
    expect((await person.post(`/api/exam-meta/${purchaseId}/`, { ...submit, ticket })).body.code).toBe('already_graded')
    const phases = (await stored()).map(({ phase }) => phase).sort()
    expect(phases).toEqual([...Array(events.length - 2).fill('after_close'), 'in_time', 'in_time'])
    expect(await result()).toEqual(graded)
  })
})

describe('two different answers under one name (question, epoch, seq, device)', () => {
  it('the server stores both of two answers under one name, and never acknowledges the second one under it', async () => {
    const { events, questions, save, stored } = await startedExam(server)
    const one = events[0]!
    const other = changed(one, questions)
    expect((await save({ events: [one] })).body.marks[one.question_id].device_id).toBe(one.device_id)
    for (let time = 0; time < 3; time += 1) {
      const { marks } = (await save({ events: [other] })).body
      expect(marks[one.question_id].device_id).not.toBe(one.device_id)
    }
    expect((await stored()).map(({ value }) => value).sort()).toEqual([one.value, other.value].sort())
  })

  it('the server accepts a submission whose answers have the names of other answers, and stores both', async () => {
    const { events, questions, save, submit, stored } = await startedExam(server)
    await save({ events })
    const others = events.map((event) => changed(event, questions))
    expect((await submit({ answers: answersOf(others), events: others })).status).toBe(200)
    expect(await stored()).toHaveLength(2 * events.length)
  })
})

describe('an answer with NUL in it, or with half of a surrogate pair', () => {
  const cut = 'ні\ud83d і \ude00так\0 \\ud83d \\u0000 😀'
  const kept = 'ні\ufffd і \ufffdтак \\ud83d \\u0000 😀'
  const typedIn = async () => {
    const exam = await startedExam(server, 'abstraktnij')
    const question = exam.questions.find(({ kind }) => kind === 'number' || kind === 'text')!
    const event = { question_id: question.id, value: cut, epoch: 1, seq: 1, device_id: 'phone' }
    return { ...exam, event, mark: { epoch: 1, seq: 1, device_id: 'phone' } }
  }

  it('[C.06] an answer with NUL or half of a surrogate pair is repaired, stored once, acknowledged, and given back', async () => {
    const { save, person, purchaseId, event, mark, stored } = await typedIn()
    for (const _ of [1, 2]) {
      const { status, body } = await save({ events: [event] })
      expect([status, body.marks]).toEqual([200, { [event.question_id]: mark }])
    }
    expect(await stored()).toMatchObject([{ value: kept, deviceId: 'phone' }])
    expect((await person.get(`/api/exam-meta/${purchaseId}/`)).body.events).toEqual([{ ...event, value: kept }])
  })

  it('[C.06] a submission with NUL or half of a surrogate pair is accepted, and its repetition gets the same bytes', async () => {
    const { submit, event, stored } = await typedIn()
    const body = { answers: [{ question_id: event.question_id, value: cut }], events: [event] }
    const [first, again] = [await submit(body), await submit(body)]
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text])
    expect(await stored()).toMatchObject([{ value: kept, phase: 'in_time' }])
  })
})

describe('two devices that answer without knowing of each other', () => {
  it('[C.06] [R09] the device that writes an attempt gets the conflicting answer of another one until it answers again', async () => {
    const { person, purchaseId, events, questions, save } = await startedExam(server)
    const phone = events[0]!
    const { epoch } = (await save({ events: [], take_over: true })).body
    const laptop = { ...changed(phone, questions), epoch, device_id: 'laptop' }
    expect((await save({ events: [laptop] })).body).toMatchObject({ contested: [], holding: [] })

    const late = (await save({ events: [phone] })).body
    expect(late.marks[phone.question_id].device_id).toBe('laptop')
    // A save without events asks for all marks and conflicts.
    const asked = (await save({ events: [] })).body
    expect(asked.marks[phone.question_id].device_id).toBe('laptop')
    expect(asked.contested).toEqual([phone])
    // The ticket is enough: without a session a page still gets both answers, and no other.
    expect(asked.holding).toEqual([laptop])
    expect((await openExam(person, purchaseId)).contested).toEqual([phone])

    const chosen = { ...phone, epoch, seq: phone.seq + 1, device_id: 'laptop' }
    expect((await save({ events: [chosen] })).body.contested).toEqual([])
  })

  it('[C.06] [R09] an answer that waited for the lock of its attempt while another device answered is a conflict too', async () => {
    const { attemptId, events, questions, save } = await startedExam(server)
    const phone = events[0]!
    const laptop = changed(phone, questions)
    const held = await holdRow(server, 'attempts', attemptId)
    const waiting = save({ events: [phone] })
    await held.until(1)
    await held.client.query(`update attempts set epoch = 2, first_device = 'laptop' where id = $1`, [attemptId])
    await held.client.query(
      `insert into answer_events (attempt_id, question_id, value, epoch, seq, device_id, phase, received_at)
       values ($1, $2, $3, 2, $4, 'laptop', 'in_time', clock_timestamp())`,
      [attemptId, laptop.question_id, JSON.stringify(laptop.value), phone.seq + 1],
    )
    await held.letGo()
    expect((await waiting).status).toBe(200)
    expect((await save({ events: [] })).body.contested).toEqual([phone])
  })
})

describe('an attempt that another transaction locks and changes twice', () => {
  it.each([
    [
      'opens',
      async ({ person, purchaseId }: Exam) => (await person.get(`/api/exam-meta/${purchaseId}/`)).status === 200,
    ],
    [
      'gives more time to',
      async ({ person: { email } }: Exam) =>
        (
          await grantExtraTime(
            server.services.db,
            { author: 'О. Оператор' },
            { email: email!, test: 'verbalnij-proba', factor: 1.5 },
          )
        ).isChange,
    ],
  ])(
    'a call that %s an exam does not deadlock with a transaction that changes its attempt twice',
    async (_what, act) => {
      const exam = await startedExam(server)
      const held = await holdRow(server, 'attempts', exam.attemptId)
      const meanwhile = act(exam)
      await held.until(1)
      // At the second change of a row PostgreSQL checks the purchase that it refers to, which the other call has locked.
      for (const epoch of [2, 3]) {
        await held.client.query('update attempts set epoch = $1 where id = $2', [epoch, exam.attemptId])
      }
      await held.letGo()
      expect(await meanwhile).toBe(true)
      expect((await exam.save({ events: exam.events })).body.epoch).toBe(3)
    },
  )
})

describe('answers after the close', () => {
  it('the server stores answers from a client without events after the close, once', async () => {
    const { person, purchaseId, events, submit, stored } = await startedExam(server)
    await submit({ answers: [], events: [] })
    for (const _ of [1, 2]) {
      const late = await person.post(`/api/exam-meta/${purchaseId}/`, { answers: answersOf(events) })
      expect(late.body.code).toBe('already_graded')
    }
    expect((await stored()).map(({ phase }) => phase)).toEqual(Array(events.length).fill('after_close'))
  })
})

describe('an exam that nobody submitted', () => {
  it('[S11] an exam that nobody submitted is late if an answer that counts came after the deadline, and its receipt says so', async () => {
    const { events, save, age, result } = await startedExam(server)
    await save({ events: events.slice(0, 4) })
    await age({ startedAt: ago(7200), deadlineAt: ago(3600) })
    await save({ events: events.slice(4) })
    await age({ lateUntil: ago(1) })
    await sweepAttempts(server.services)
    const { late, receipt } = await result()
    expect(late.in_time).toBe(4)
    expect(late.seconds).toBeGreaterThanOrEqual(3600)
    expect(readReceipt(receipt)).toMatchObject({ late, elapsed_seconds: 3600 + late.seconds, duration_seconds: 3600 })
  })
})

describe('an attempt that time alone ends', () => {
  it.each<
    [string, Partial<typeof attempts.$inferInsert>, 'createdAt' | 'builtAt' | 'deliveredAt' | 'processingSince', number]
  >([
    ['a paper that is not built', { state: 'building' }, 'createdAt', buildExpiryMinutes * 60],
    ['a paper that nobody fetches', { state: 'ready', deliveredAt: null }, 'builtAt', buildExpiryMinutes * 60],
    ['a paper that nobody begins', { state: 'ready' }, 'deliveredAt', startAfterDeliverySeconds],
    ['a grading', { state: 'submitted' }, 'processingSince', gradingExpiryMinutes * 60],
  ])(
    'the sweep takes an attempt when its clock has run out, and not 20 s before: %s',
    async (_, state, since, seconds) => {
      const { age, attemptId } = await startedExam(server)
      const tries = async () => {
        await sweepAttempts(server.services)
        const [row] = await server.services.db.select().from(attempts).where(eq(attempts.id, attemptId))
        return row!.sweepTries
      }
      await age({ ...state, [since]: ago(seconds - 20) })
      expect(await tries()).toBe(0)
      await age({ ...state, [since]: ago(seconds + 1) })
      expect(await tries()).toBe(1)
    },
  )
})

describe('the sweep of attempts', () => {
  it('the query of the sweep finds exactly the attempts that the clock ends, to the millisecond @full', async () => {
    const { attemptId } = await startedExam(server)
    const mine = eq(attempts.id, attemptId)
    const compared = server.services.db.transaction(async (tx) => {
      // now() is fixed within a transaction.
      const { rows } = await tx.execute<{ now: Date }>(sql`select date_trunc('milliseconds', now()) as now`)
      const now = new Date(rows[0]!.now)
      /** Null, a moment that has just come, and one that comes in a millisecond. */
      const justCome = (seconds: number) => [null, new Date(+now - seconds * 1000), new Date(+now - seconds * 1000 + 1)]
      const differing: unknown[] = []
      let due = 0
      for (const state of ['building', 'ready', 'open', 'paused', 'submitted', 'graded', 'failed'])
        for (const createdAt of justCome(buildExpiryMinutes * 60).slice(1))
          for (const builtAt of justCome(buildExpiryMinutes * 60))
            for (const deliveredAt of justCome(startAfterDeliverySeconds))
              for (const lateUntil of justCome(0))
                for (const processingSince of justCome(gradingExpiryMinutes * 60)) {
                  const values = { state, createdAt: createdAt!, builtAt, deliveredAt, lateUntil, processingSince }
                  const [attempt] = await tx.update(attempts).set(values).where(mine).returning()
                  const found = await tx.select({ id: attempts.id }).from(attempts).where(and(mine, isDue))
                  const hasLapsed = lapseOf(attempt!, now).kind !== 'nothing'
                  if (hasLapsed) due += 1
                  if (hasLapsed !== (found.length === 1)) differing.push(values)
                }
      expect(differing).toEqual([])
      expect(due).toBeGreaterThan(100)
      throw new RolledBack()
    })
    await expect(compared).rejects.toThrow(RolledBack)
  })

  it('the sweep counts a try when it begins, so a process that dies at one attempt delays no other', async () => {
    const idle = await startWithoutRounds()
    const { services } = idle
    const others = [await startedExam(idle), await startedExam(idle), await startedExam(idle)]
    for (const [index, { age }] of others.entries()) {
      const createdAt = ago(200_000 - index)
      await age({ createdAt, startedAt: ago(100_000), deadlineAt: ago(90_000), lateUntil: ago(5) })
    }
    const triesOf = async ({ attemptId }: (typeof others)[number]) =>
      (await services.db.select().from(attempts).where(eq(attempts.id, attemptId)))[0]!.sweepTries
    let die = (_reason: Error) => {}
    let hasBegun = () => {}
    const begun = new Promise<void>((resolve) => (hasBegun = resolve))
    // The process of this sweep hangs at the first attempt.
    const sign = () => {
      hasBegun()
      return new Promise<never>((_, reject) => (die = reject))
    }
    const dying = sweepAttempts({ ...services, receipts: { ...services.receipts, sign } })
    await begun
    const tries = await Promise.all(others.map(triesOf))
    // Another process settles the others immediately: nothing has postponed them.
    await sweepAttempts(services)
    const states = await Promise.all(others.slice(1).map(async ({ timeline }) => (await timeline()).state))
    die(new Error('the process has died'))
    await dying
    expect(tries).toEqual([1, 0, 0])
    expect(states).toEqual(['graded', 'graded'])
    await idle.close()
  })
})

class RolledBack extends Error {}

/** Starts a server that never sweeps by itself: the test alone does. */
async function startWithoutRounds(): Promise<TestServer> {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  try {
    return await startTestServer({ workMode: 'inline', logLevel: 'silent' })
  } finally {
    vi.useRealTimers()
  }
}

describe('a grading that fails', () => {
  it('a submission whose grading fails is accepted with a receipt, and a job grades it later', async () => {
    const { events, submit, result, attemptId } = await startedExam(server)
    const body = { answers: answersOf(events), events }
    const accepted = await withFailingGrading([server], () => submit(body))
    expect(accepted.status).toBe(200)
    expect(accepted.body).toMatchObject({ status: 'processing_started', receipt: expect.any(String) })
    await gradeSubmitted(server.services, attemptId)
    expect(await result()).toMatchObject({ total: 6, version: 1 })
    expect((await submit(body)).text).toBe(accepted.text)
  })

  it('a grading that fails once more after 10 minutes gives the attempt back, without a grade or news of a result', async () => {
    const { person, purchaseId, events, submit, age, attemptId, timeline } = await startedExam(server)
    await withFailingGrading([server], async () => {
      await submit({ answers: answersOf(events), events })
      await age({ processingSince: ago(660) })
      expect((await person.get(`/api/exam-results-status/${purchaseId}/`)).body.status).toBe('expired')
    })
    await gradeSubmitted(server.services, attemptId)
    expect(await timeline()).toMatchObject({ state: 'failed', receipt: expect.any(String), versions: [] })
    const news = (await person.get('/api/notifications/')).body.results
    expect(news.map(({ kind }: { kind: string }) => kind)).toEqual(['attempt-returned'])
    const [shelf] = (await person.get('/api/owned-tests/')).body.results
    expect(shelf.exam_attempts_left).toBe(2)
  })

  it('an attempt whose closing fails is postponed, and keeps no other attempt from being closed', async () => {
    const [poisoned, other] = [await startedExam(server), await startedExam(server)]
    for (const { age } of [poisoned, other]) {
      await age({ startedAt: ago(100_000), deadlineAt: ago(90_000), lateUntil: ago(5) })
    }
    // A database fault for one attempt alone.
    const { pool } = server.services
    await pool.query(`create function refuse_one() returns trigger language plpgsql as $$ begin
      if new.attempt_id = '${poisoned.attemptId}' then raise exception 'refused'; end if; return new; end $$`)
    await pool.query(
      'create trigger refuse_one before insert on submissions for each row execute function refuse_one()',
    )
    await sweepAttempts(server.services)
    // The server's own round may just have taken the other attempt.
    await until(async () => (await other.timeline()).state === 'graded')
    expect((await poisoned.timeline()).state).toBe('open')
    await pool.query('drop trigger refuse_one on submissions')
    // The sweep postpones an attempt before it tries it: otherwise one attempt could end one process after the other.
    await sweepAttempts(server.services)
    expect(await poisoned.timeline()).toMatchObject({ state: 'open' })
    await poisoned.age({ sweepAfter: ago(1) })
    await sweepAttempts(server.services)
    await until(async () => (await poisoned.timeline()).state === 'graded')
  })
})

describe('a submission whose job no server took for 11 minutes', () => {
  it('a submission whose job waited 11 minutes is graded once by the sweep or a poll, and the late job changes nothing', async () => {
    const idle = await startTestServer({ workMode: 'job' })
    try {
      const { person, purchaseId, events, submit, age, result, timeline } = await startedExam(idle)
      idle.services.jobs.rest()
      const body = { answers: answersOf(events), events }
      const accepted = await submit(body)
      expect(accepted.body.status).toBe('processing_started')
      await age({ submittedAt: ago(660), processingSince: ago(660) })
      const poll = () => person.get(`/api/exam-results-status/${purchaseId}/`)
      const [, ...polls] = await Promise.all([sweepAttempts(idle.services), ...Array.from({ length: 5 }, poll)])
      expect(polls.map((reply) => reply.body.status)).toEqual(Array(5).fill('completed'))
      const graded = await result()

      const awake = await startTestServer({ workMode: 'job', sharing: idle })
      const open = `select 1 from pgboss.job where name = 'grade-attempt' and state < 'completed'`
      await until(async () => (await idle.services.pool.query(open)).rowCount === 0)
      await awake.close()
      expect(await result()).toEqual(graded)
      expect((await timeline()).versions).toHaveLength(1)
      const news = (await person.get('/api/notifications/')).body.results
      expect(news.filter(({ kind }: { kind: string }) => kind !== 'achievement')).toMatchObject([
        { kind: 'result-ready' },
      ])
      expect((await submit(body)).text).toBe(accepted.text)
    } finally {
      await idle.close()
    }
  })
})

describe('an exam on a server without a late allowance', () => {
  it('without a late allowance a submission 5 s after the deadline is in time, and one after 35 s is refused', async () => {
    const strict = await startTestServer({ workMode: 'inline', lateHours: 0 })
    try {
      const [punctual, late] = [await startedExam(strict), await startedExam(strict)]
      for (const [{ timeline, age }, secondsAfter] of [
        // Not more: the submission must come within the 30 s.
        [punctual, 5],
        [late, 35],
      ] as const) {
        const { started_at, deadline_at, late_until } = await timeline()
        const move = (mark: string) => new Date(Date.parse(mark) - Date.parse(deadline_at) + +ago(secondsAfter))
        await age({ startedAt: move(started_at), deadlineAt: move(deadline_at), lateUntil: move(late_until) })
      }
      const { events } = punctual
      expect((await punctual.submit({ answers: answersOf(events), events })).body).toMatchObject({
        status: 'completed',
        late: null,
      })
      expect((await punctual.stored()).map(({ phase }) => phase)).toEqual(Array(events.length).fill('in_time'))
      const refused = await late.submit({ answers: answersOf(late.events), events: late.events })
      expect(refused.body.code).toBe('already_graded')
    } finally {
      await strict.close()
    }
  })
})

describe('attempts that failed by our fault', () => {
  it('an attempt that failed by our fault is given back, and a new start key opens another paper', async () => {
    const { person, purchaseId, age } = await startedExam(server)
    await age({ state: 'failed', isOpen: false, failure: 'results_failed' })
    const shelf = (await person.get('/api/owned-tests/')).body.results
    const { exam_attempts_left } = shelf.find(({ id }: { id: string }) => id === purchaseId)
    expect(exam_attempts_left).toBe(2)
    expect((await person.get(`/api/exam-meta/${purchaseId}/?start_key=${newKey()}`)).status).toBe(200)
  })
})

describe('a paper that cannot be built', () => {
  let working: TestServer
  beforeAll(async () => {
    working = await startTestServer({ workMode: 'job', logLevel: 'silent' })
  })
  afterAll(() => working.close())

  it('a paper whose build a database error stops is built by the next try of its job', async () => {
    const { pool } = working.services
    // Only the first update of the progress is refused: a sequence does not roll back.
    await pool.query('create sequence notes_of_progress')
    await pool.query(`create function refuse_first() returns trigger language plpgsql as $$ begin
      if nextval('notes_of_progress') = 1 then raise exception 'refused'; end if; return new; end $$`)
    await pool.query(`create trigger refuse_first before update of build_progress on attempts for each row
      when (new.build_progress < 100) execute function refuse_first()`)
    const person = await newcomer(working)
    const paper = await openExam(person, await givePurchase(working, person))
    expect(paper.questions).toHaveLength(30)
    const { rows } = await pool.query('select last_value::int from notes_of_progress')
    expect(rows[0].last_value).toBeGreaterThan(1)
  })

  it('an attempt whose paper needs more items than there are is given back, and its owner is notified', async () => {
    const { db } = working.services
    // More items than there are words for.
    const blueprint = { parts: [{ family: 'verbal-analogy', difficulties: Array(60).fill(-2) }] }
    await db.update(tests).set({ blueprint }).where(eq(tests.slug, 'verbalnij'))
    const person = await newcomer(working)
    const purchaseId = await givePurchase(working, person, 'verbalnij')
    await person.get(`/api/exam-meta/${purchaseId}/?start_key=${newKey()}`)
    const status = async () => (await person.get(`/api/exam-status/${purchaseId}/`)).body.status
    await until(async () => (await status()) !== 'building')
    expect(await status()).toBe('error')
    const news = (await person.get('/api/notifications/')).body.results
    expect(news.map(({ kind }: { kind: string }) => kind)).toEqual(['attempt-returned'])
  })
})
