import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AnswerEvent } from '#contract/question.ts'
import { results, submissions } from '../../server/db/schema/attempts.ts'
import { connectionOf } from '../../server/db/prepared.ts'
import { contentOf } from '../../server/features/exams/answers/submission-store.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { holdRow } from '../support/held-row.ts'
import { answersOf, until } from '../support/exam-calls.ts'
import { ago, changed, startedExam } from '../support/started-exam.ts'
import { watchStatements as watchAllStatements } from '../support/watch-statements.ts'

/** The statements for ordinary answers, and for one more answer of a device that has answered before. */
const [statement, statementOfOne] = ['save_answers_at_once', 'save_answer_at_once']

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ workMode: 'inline', logLevel: 'silent' })
})
afterAll(() => server.close())
afterEach(() => vi.restoreAllMocks())

/** Records the statements on the reserved connections. With a bug, one of them lacks one of its conditions. */
function watchStatements(bug?: { of: string; find: string; replace: string }): string[] {
  const pool = connectionOf(server.services.reserved)
  const asked: string[] = []
  // Jobs and sweeps of this process send statements, too.
  const isOfAnExam = (text: string) => /answer|session|attempt_id/.test(text)
  const ask = pool.query.bind(pool) as (query: pg.QueryConfig, ...rest: unknown[]) => unknown
  const watched = (query: pg.QueryConfig, ...rest: unknown[]) => {
    if (isOfAnExam(query.text)) asked.push(query.name ?? query.text)
    if (bug === undefined || query.name !== bug.of) return ask(query, ...rest)
    expect(query.text).toContain(bug.find)
    const name = `${bug.of}_without_${bug.find.length}_${bug.replace.length}`
    return ask({ ...query, name, text: query.text.replace(bug.find, bug.replace) }, ...rest)
  }
  vi.spyOn(pool, 'query').mockImplementation(watched as never)
  return asked
}

type Exam = Awaited<ReturnType<typeof startedExam>>
const start = () => startedExam(server)

/** Makes the server forget all attempts, as if another process had taken the answers before. */
function forgetAttempts(): void {
  const { answerShapes } = server.services
  const ofTicket = answerShapes.ofTicket.bind(answerShapes)
  vi.spyOn(answerShapes, 'ofTicket').mockImplementation(async (...asked) => {
    const shapes = await ofTicket(...asked)
    return shapes && new Map(shapes)
  })
}

/** Starts an exam whose first device has answered the last question. `stored` leaves that answer out. */
async function startAnswered(): Promise<Exam> {
  const exam = await start()
  const last = exam.events.at(-1)!
  await exam.save({ events: [last] })
  const stored = async () => (await exam.stored()).filter(({ questionId }) => questionId !== last.question_id)
  return { ...exam, stored }
}
const gradesOf = ({ attemptId }: Exam) =>
  server.services.db.select().from(results).where(eq(results.attemptId, attemptId))
const submissionsOf = async ({ attemptId }: Exam) =>
  (await server.services.db.select().from(submissions).where(eq(submissions.attemptId, attemptId))).map(contentOf)
const bareOf = ({ questionId, value, epoch, seq, deviceId, phase }: Awaited<ReturnType<Exam['stored']>>[number]) => ({
  questionId,
  value,
  epoch,
  seq,
  deviceId,
  phase,
})

/** Lets `first` and then `second` wait for the lock of the attempt, and releases it. */
async function inLine<A, B>(exam: Exam, first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  const held = await holdRow(server, 'attempts', exam.attemptId)
  const one = first()
  await held.until(1)
  const two = second()
  await held.until(2)
  await held.letGo()
  return [await one, await two]
}

describe('an ordinary saved answer', () => {
  it('[C.06] the server saves each of 29 further answers, and a changed one, with one statement', async () => {
    const exam = await startedExam(server, 'verbalnij')
    expect(exam.events).toHaveLength(30)
    await exam.save({ events: [exam.events[0]!] })
    const asked = watchStatements()
    const changes = [...exam.events.slice(1), { ...changed(exam.events[3]!, exam.questions), seq: 2 }]
    for (const event of changes) {
      const { status, body } = await exam.save({ events: [event] })
      const { question_id, epoch, seq, device_id } = event
      expect([status, body.marks]).toEqual([200, { [question_id]: { epoch, seq, device_id } }])
    }
    expect(asked).toEqual(changes.map(() => statementOfOne))
    expect(await exam.stored()).toHaveLength(31)
  })

  it('the server saves an answer by its ticket without reading the session', async () => {
    const exam = await start()
    const asked = watchStatements()
    const reply = await exam.person.put(`/api/exam-answers/${exam.purchaseId}/`, {
      ticket: exam.ticket,
      events: [exam.events[0]!],
    })
    expect(reply.status).toBe(200)
    expect(asked).not.toContain('read_session')
  })

  it('the one statement stores answers in the same form as the careful way', async () => {
    const [quick, careful] = [await start(), await start()]
    const typed = (exam: Exam) =>
      exam.events.map((event, index) => ({ ...event, value: index === 2 ? null : event.value }))
    await quick.save({ events: typed(quick) })
    // A take-over goes the careful way.
    await careful.save({ events: typed(careful), take_over: true })
    const formOf = async (exam: Exam) =>
      (await exam.stored()).map(({ phase, seq, value }) => [phase, seq, value === null])
    expect(await formOf(quick)).toEqual(await formOf(careful))
    expect((await quick.stored()).every(({ receivedAt }) => Math.abs(Date.now() - +receivedAt) < 60_000)).toBe(true)
  })

  it('a cleared answer is stored without a value, alone and among other answers', async () => {
    const exam = await start()
    const [one, another, last] = exam.events as [AnswerEvent, AnswerEvent, AnswerEvent]
    await exam.save({ events: [one, { ...another, value: null }] })
    const asked = watchStatements()
    await exam.save({ events: [{ ...last, value: null }] })
    expect(asked).toEqual([statementOfOne])
    const { rows } = await server.services.pool.query(
      'select count(*)::int as bare from answer_events where attempt_id = $1 and value is null',
      [exam.attemptId],
    )
    expect(rows).toEqual([{ bare: 2 }])
  })
})

type Start = () => Promise<Exam>

/** The ways in which a case may not be ordinary, and what must hold then. */
const turns = {
  async 'an answer that comes after the deadline and its grace is late'(start: Start): Promise<void> {
    const exam = await start()
    await exam.age({ startedAt: ago(700), deadlineAt: ago(40) })
    expect((await exam.save({ events: [exam.events[0]!] })).status).toBe(200)
    expect((await exam.stored()).map(bareOf)).toMatchObject([{ phase: 'late' }])
  },
  async 'an answer under an old epoch does not replace the one that holds'(start: Start): Promise<void> {
    const exam = await start()
    const [event] = exam.events as [AnswerEvent]
    const { epoch } = (await exam.save({ take_over: true })).body
    const holding = { ...changed(event, exam.questions), epoch, seq: 3 }
    await exam.save({ events: [holding] })
    const { marks } = (await exam.save({ events: [{ ...event, seq: 4 }] })).body
    expect(marks[event.question_id]).toMatchObject({ epoch, seq: 3 })
  },
  async 'another device’s answer is reported as contested'(start: Start): Promise<void> {
    const exam = await start()
    const [phone] = exam.events as [AnswerEvent]
    await exam.save({ events: [phone] })
    const laptop = { ...changed(phone, exam.questions), seq: 2, device_id: 'laptop' }
    expect((await exam.save({ events: [laptop] })).body.contested).toEqual([])
    // The phone does not know of it.
    expect((await exam.save({ events: [{ ...phone, seq: 2 }] })).body.contested).toEqual([laptop])
  },
  async 'a conflict is reported again with the answer to another question'(start: Start): Promise<void> {
    const exam = await start()
    const [phone, other] = exam.events as [AnswerEvent, AnswerEvent]
    await exam.save({ events: [phone] })
    const laptop = { ...changed(phone, exam.questions), seq: 2, device_id: 'laptop' }
    await exam.save({ events: [laptop] })
    await exam.save({ events: [{ ...phone, seq: 2 }] })
    expect((await exam.save({ events: [other] })).body.contested).toEqual([laptop])
  },
  async 'an answer that its own device has already replaced does not hold'(start: Start): Promise<void> {
    const exam = await start()
    const [event] = exam.events as [AnswerEvent]
    await exam.save({ events: [{ ...changed(event, exam.questions), seq: 5 }] })
    const { marks } = (await exam.save({ events: [event] })).body
    expect(marks[event.question_id]).toMatchObject({ seq: 5 })
  },
  async 'an answer that arrives after the submission is stored as after the close'(start: Start): Promise<void> {
    const exam = await start()
    await exam.submit({ answers: [], events: [] })
    expect((await exam.save({ events: [exam.events[0]!] })).body.state).toBe('graded')
    expect((await exam.stored()).map(bareOf)).toMatchObject([{ phase: 'after_close' }])
  },
  async 'an answer by the ticket of a blocked person is refused'(start: Start): Promise<void> {
    const exam = await start()
    await server.services.pool.query('update users set is_active = false where id = $1', [exam.person.userId])
    expect((await exam.save({ events: [exam.events[0]!] })).body.code).toBe('ticket_invalid')
    expect(await exam.stored()).toHaveLength(0)
  },
  async 'an answer to the exam of a closed account is stored by the careful way'(start: Start): Promise<void> {
    const exam = await start()
    await server.services.pool.query('update users set closed_at = now() where id = $1', [exam.person.userId])
    const asked = watchAllStatements()
    expect((await exam.save({ events: [exam.events[0]!] })).status).toBe(200)
    expect(asked).toContain('lock_attempt_by_ticket')
    expect(await exam.stored()).toHaveLength(1)
  },
  async 'an answer by a ticket at the address of another purchase is refused'(start: Start): Promise<void> {
    const [exam, other] = [await start(), await start()]
    const path = `/api/exam-answers/${other.purchaseId}/`
    const reply = await exam.person.put(path, { ticket: exam.ticket, events: [exam.events[0]!] })
    expect(reply.body.code).toBe('ticket_invalid')
    expect(await exam.stored()).toHaveLength(0)
  },
  async 'a question keeps at most 64 answer events'(start: Start): Promise<void> {
    const exam = await start()
    const [event] = exam.events as [AnswerEvent]
    for (let from = 1; from <= 181; from += 60) {
      const events = Array.from({ length: 60 }, (_, index) => ({ ...event, seq: from + index }))
      await exam.save({ events })
    }
    for (let seq = 241; seq <= 310; seq += 1) await exam.save({ events: [{ ...event, seq }] })
    expect((await exam.stored()).length).toBeLessThanOrEqual(64)
  },
}

/** The conditions by which the statements notice what is not ordinary, each with the turn that needs it. */
const conditions: [keyof typeof turns, string, string][] = [
  [
    'an answer that comes after the deadline and its grace is late',
    'statement_timestamp() <= a.deadline_at',
    'true or a.deadline_at <= a.deadline_at',
  ],
  ['an answer under an old epoch does not replace the one that holds', 'a.epoch = $3', '$3::int is not null'],
  ['a conflict is reported again with the answer to another question', 'not a.has_rivals', 'true'],
  [
    'an answer that arrives after the submission is stored as after the close',
    "a.is_open and a.state = 'open'",
    'true',
  ],
  ['an answer by the ticket of a blocked person is refused', 'u.is_active', 'true'],
  ['an answer to the exam of a closed account is stored by the careful way', 'u.closed_at is null', 'true'],
  ['an answer by a ticket at the address of another purchase is refused', 'a.purchase_id = $2', '$2::uuid is not null'],
]

describe('answers that the statement of several answers leaves to the careful way', () => {
  it.each(Object.entries(turns))('[C.06] %s', async (_title, holds) => {
    forgetAttempts()
    await holds(start)
  })

  it.each<[keyof typeof turns, string, string]>([
    ...conditions,
    ['another device’s answer is reported as contested', '(a.first_device is null or a.first_device = $5)', 'true'],
    ['an answer that its own device has already replaced does not hold', 'last_seq >= seq', 'false'],
    ['a question keeps at most 64 answer events', 'kept + $6 > 64', '$6::int < 0'],
  ])('a test fails if the statement of several answers lacks a condition: %s', async (title, find, replace) => {
    forgetAttempts()
    watchStatements({ of: statement, find, replace })
    await expect(turns[title](start)).rejects.toThrow()
  })
})

describe('answers that the statement of one answer leaves to the careful way', () => {
  it.each(Object.entries(turns))('[C.06] %s', async (_title, holds) => {
    await holds(startAnswered)
  })

  it.each<[keyof typeof turns, string, string]>([
    ...conditions,
    ['another device’s answer is reported as contested', 'a.first_device = $5', '$5::text is not null'],
    ['an answer that its own device has already replaced does not hold', 'last_seq >= $7::int', 'false'],
    ['a question keeps at most 64 answer events', 'kept >= 64', 'false'],
  ])('a test fails if the statement of one answer lacks a condition: %s', async (title, find, replace) => {
    watchStatements({ of: statementOfOne, find, replace })
    await expect(turns[title](startAnswered)).rejects.toThrow()
  })
})

/** Rounds let two calls wait for the lock of the attempt in either order, or send them at the same time without it. */
describe.each([
  ['', 4],
  ['@full', 40],
])('an ordinary save that meets another call: exactly one effect %s', (_full, rounds) => {
  const both = async <A, B>(
    exam: Exam,
    save: () => Promise<A>,
    other: () => Promise<B>,
    round: number,
  ): Promise<[A, B]> => {
    if (round % 3 === 0) return inLine(exam, save, other)
    if (round % 3 === 1) return ((await inLine(exam, other, save)) as [B, A]).reverse() as [A, B]
    return Promise.all([save(), other()])
  }
  const everyRound = async (play: (round: number) => Promise<void>) => {
    for (let round = 0; round < rounds; round += 1) await play(round)
  }

  it(
    '[S08] an answer that meets the submission is either graded or stored as after the close, never both and never neither',
    { timeout: 240_000 },
    () =>
      everyRound(async (round) => {
        const exam = await start()
        const [saved, ...submitted] = exam.events as [AnswerEvent, ...AnswerEvent[]]
        const [save, submit] = await both(
          exam,
          () => exam.save({ events: [saved] }),
          () => exam.submit({ answers: answersOf(submitted), events: submitted }),
          round,
        )
        expect([save.status, submit.status]).toEqual([200, 200])
        const [[submission], grades, stored] = [await submissionsOf(exam), await gradesOf(exam), await exam.stored()]
        const { phase } = stored.find(({ questionId }) => questionId === saved.question_id)!
        const isGraded = submission!.answers.some((one) => one.question_id === saved.question_id)
        expect([grades.length, stored.length, isGraded]).toEqual([1, 6, phase === 'in_time'])
      }),
  )

  it(
    'an answer that meets a take-over is stored once, and one of the two replies knows of the other call',
    { timeout: 240_000 },
    () =>
      everyRound(async (round) => {
        const exam = await start()
        const [event] = exam.events as [AnswerEvent]
        const [save, taken] = await both(
          exam,
          () => exam.save({ events: [event] }),
          () => exam.save({ take_over: true }),
          round,
        )
        expect([save.status, taken.body.epoch]).toEqual([200, 2])
        expect((await exam.stored()).map(bareOf)).toMatchObject([{ epoch: 1, seq: event.seq, phase: 'in_time' }])
        // Either the take-over's reply knows the answer, or the answer's reply knows the take-over.
        expect(taken.body.marks[event.question_id] !== undefined || save.body.epoch === 2).toBe(true)
      }),
  )

  it(
    'an acknowledged answer that meets the closing by the clock is either in the grade or stored outside it',
    { timeout: 240_000 },
    () =>
      everyRound(async (round) => {
        const exam = await start()
        const [event, other] = exam.events as [AnswerEvent, AnswerEvent]
        await exam.age({ startedAt: ago(900), deadlineAt: ago(10), lateUntil: new Date(Date.now() + 30) })
        const at = (ms: number, event: AnswerEvent) =>
          new Promise((resolve) => setTimeout(resolve, ms)).then(() => exam.save({ events: [event] }))
        const [save] = await Promise.all([at((round * 7) % 60, event), at(31, other)])
        await until(async () => (await exam.save({ events: [] })).body.state === 'graded')
        expect(save.status).toBe(200)
        const [[submission], grades, stored] = [await submissionsOf(exam), await gradesOf(exam), await exam.stored()]
        const { phase } = stored.find(({ questionId }) => questionId === event.question_id)!
        const isGraded = submission!.answers.some((one) => one.question_id === event.question_id)
        expect([grades.length, stored.length, isGraded]).toEqual([1, 2, phase === 'in_time'])
      }),
  )

  it(
    '[R09] two devices that answer one question at the same time: exactly one reply reports the conflict',
    { timeout: 240_000 },
    () =>
      everyRound(async (round) => {
        const exam = await start()
        const [phone] = exam.events as [AnswerEvent]
        const laptop = { ...changed(phone, exam.questions), device_id: 'laptop' }
        const [one, other] = await both(
          exam,
          () => exam.save({ events: [phone] }),
          () => exam.save({ events: [laptop] }),
          round,
        )
        expect(await exam.stored()).toHaveLength(2)
        expect([one, other].map(({ body }) => body.contested.length).sort()).toEqual([0, 1])
      }),
  )

  it(
    '[R05] a repeated answer and a newer one of the same device are each stored once, and the newer one holds',
    { timeout: 240_000 },
    () =>
      everyRound(async (round) => {
        const exam = await start()
        const [event] = exam.events as [AnswerEvent]
        const next = { ...changed(event, exam.questions), seq: event.seq + 1 }
        const saves = await Promise.all([
          exam.save({ events: [event] }),
          exam.save({ events: [event] }),
          exam.save({ events: [next] }),
          ...(round % 2 ? [exam.save({ events: [event, next] })] : []),
        ])
        expect(saves.map(({ status }) => status)).toEqual(saves.map(() => 200))
        expect((await exam.stored()).map(({ seq }) => seq).sort()).toEqual([event.seq, next.seq])
        expect((await exam.save({ events: [] })).body.marks[event.question_id]).toMatchObject({ seq: next.seq })
      }),
  )
})
