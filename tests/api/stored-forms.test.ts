import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnswerEvent } from '#contract/question.ts'
import { eventsKeptPerQuestion } from '../../server/features/exams/answers/answer-events.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { newcomer, givePurchase, Person } from '../support/person.ts'
import { answersOf, someEvents } from '../support/exam-calls.ts'
import { changed, startedExam } from '../support/started-exam.ts'

/** How answers and submissions are stored in the database, and what earlier releases have left there. */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Exam = Awaited<ReturnType<typeof startedExam>>

const query = (text: string, values: unknown[] = []) => server.services.pool.query(text, values)
const devicesOf = async ({ attemptId }: Exam) =>
  (await query('select device_id from answer_events where attempt_id = $1 order by id', [attemptId])).rows.map(
    ({ device_id }) => device_id,
  )

/** Stores an event of the first device as releases before the nineteenth migration did. */
async function storedBefore({ attemptId }: Exam, { question_id, value, epoch, seq, device_id }: AnswerEvent) {
  await query('update attempts set first_device = $2 where id = $1', [attemptId, device_id])
  await query(
    `insert into answer_events (attempt_id, question_id, value, epoch, seq, device_id, phase)
     values ($1, $2, $3, $4, $5, $6, 'in_time')`,
    [attemptId, question_id, JSON.stringify(value), epoch, seq, device_id],
  )
}

describe('the device of an answer', () => {
  it('the server names the device of every answer, although rows of the first device store no name', async () => {
    const exam = await startedExam(server)
    const [one, other] = exam.events as [AnswerEvent, AnswerEvent]
    await exam.save({ events: [one] })
    await exam.save({ events: [other], take_over: true })
    await exam.save({ events: [{ ...one, seq: 2, device_id: 'laptop' }] })
    expect(await devicesOf(exam)).toEqual(['', '', 'laptop'])
    const devices = (await exam.timeline()).results.map(({ device_id }: AnswerEvent) => device_id)
    expect(devices).toEqual([one.device_id, other.device_id, 'laptop'])
    const { marks } = (await exam.save({ events: [] })).body
    expect(marks[other.question_id].device_id).toBe(other.device_id)
    expect((await exam.stored()).map(({ deviceId }) => deviceId)).toEqual(devices)
  })

  it('[R05] the server recognises an answer that an earlier release stored by device name, alone and among new answers', async () => {
    const exam = await startedExam(server)
    const [one, other] = exam.events as [AnswerEvent, AnswerEvent]
    await storedBefore(exam, one)
    for (const events of [[one], [one, other]]) {
      const { status, body } = await exam.save({ events })
      expect([status, body.contested]).toEqual([200, []])
      expect(body.marks[one.question_id]).toEqual({ epoch: one.epoch, seq: one.seq, device_id: one.device_id })
    }
    expect(await devicesOf(exam)).toEqual([one.device_id, ''])
    const next = { ...changed(one, exam.questions), seq: one.seq + 1 }
    expect((await exam.save({ events: [next] })).body.marks[one.question_id].seq).toBe(next.seq)
    expect((await exam.save({ events: [], take_over: true })).body.contested).toEqual([])
    const { body } = await exam.submit({ answers: [], events: [] })
    expect(body.total).toBe(6)
    const merged = (await query('select in_time from submissions where attempt_id = $1', [exam.attemptId])).rows
    expect(merged).toEqual([{ in_time: 2 }])
  })

  it('[R05] the server also stores a different answer under the same name, in the old and in the new form', async () => {
    for (const store of [storedBefore, ({ save }: Exam, event: AnswerEvent) => save({ events: [event] })]) {
      const exam = await startedExam(server)
      const [event] = exam.events as [AnswerEvent]
      await store(exam, event)
      const namesake = changed(event, exam.questions)
      await exam.save({ events: [namesake] })
      await exam.save({ events: [namesake] })
      expect((await exam.stored()).map(({ value }) => value)).toEqual([event.value, namesake.value])
    }
  })

  it('[S13] answers of the old and the new form collapse into one, and are recognised when they arrive again', async () => {
    const exam = await startedExam(server)
    const [event] = exam.events as [AnswerEvent]
    await storedBefore(exam, event)
    const more = Array.from({ length: eventsKeptPerQuestion }, (_, at) => ({ ...event, seq: at + 2 }))
    expect((await exam.save({ events: more })).status).toBe(200)
    expect((await exam.stored()).map(({ seq, deviceId }) => [seq, deviceId])).toEqual([
      [more.at(-1)!.seq, event.device_id],
    ])
    const { rows } = await query('select device_id, changes from collapsed_answers where attempt_id = $1', [
      exam.attemptId,
    ])
    expect(rows).toEqual([{ device_id: event.device_id, changes: eventsKeptPerQuestion }])
    await exam.save({ events: [event, ...more.slice(0, 3)] })
    expect(await exam.stored()).toHaveLength(1)
  })
})

describe('a stored submission', () => {
  const rowOf = async (attemptId: string) =>
    (await query('select *, pg_column_size(submissions) as bytes from submissions where attempt_id = $1', [attemptId]))
      .rows[0]

  it('an exam’s submission takes less than a kilobyte, and its repeat gets the same bytes', async () => {
    const exam = await startedExam(server, 'verbalnij')
    const body = { answers: answersOf(exam.events), events: exam.events }
    const first = await exam.submit(body)
    const row = await rowOf(exam.attemptId)
    expect(row).toMatchObject({ answers: null, receipt: null, reply_bytes: null, packed: expect.any(Buffer) })
    expect(row.bytes).toBeLessThan(1000)
    const again = await exam.submit(body)
    expect([again.status, again.text]).toEqual([first.status, first.text])
    expect((await exam.timeline()).receipt).toBe(first.body.acceptance)
    expect((await exam.recover({ events: exam.events })).body).toMatchObject({
      status: 'handed_in',
      receipt: first.body.acceptance,
    })
  })

  it('a repeated submission that an earlier release stored gets the same bytes', async () => {
    const exam = await startedExam(server)
    const body = { answers: answersOf(exam.events), events: exam.events }
    const first = await exam.submit(body)
    await query(
      `update submissions set packed = null, answers = $2, receipt = $3, reply_bytes = $4 where attempt_id = $1`,
      [exam.attemptId, JSON.stringify(body.answers), first.body.acceptance, first.text],
    )
    expect((await exam.submit(body)).text).toBe(first.text)
    expect((await exam.timeline()).receipt).toBe(first.body.acceptance)
  })

  it('a training’s submission is stored unpacked, with the bytes of its reply', async () => {
    const person = await newcomer(server)
    const path = `/api/test-meta/${await givePurchase(server, person, 'verbalnij-proba')}/`
    const { attempt, questions } = (await person.get(path)).body
    const events = someEvents(questions)
    const { ticket, submission_key } = attempt
    const { text } = await person.post(path, { ticket, submission_key, answers: answersOf(events), events })
    expect(await rowOf(attempt.id)).toMatchObject({ packed: null, reply_bytes: text })
  })

  it('the database refuses a submission in two forms or in no form', async () => {
    const exam = await startedExam(server)
    await exam.submit({ answers: [], events: [] })
    for (const change of [`packed = null`, `answers = '[]'`, `packed = null, answers = '[]', receipt = 'a'`]) {
      await expect(
        query(`update submissions set ${change} where attempt_id = $1`, [exam.attemptId]),
      ).rejects.toMatchObject({ constraint: 'submissions_one_form' })
    }
  })
})

/**
 * A column or a format that this release does not know. The fault is this process's: it asks every caller to come again, gives
 * none a final no, and takes nothing for an empty paper or an empty reply.
 */
describe('rows that a later release has stored', () => {
  let earlier: TestServer
  beforeAll(async () => {
    // A process keeps a paper that it has read, so the reader here is another process than the one that opened it.
    earlier = await startTestServer({ sharing: server })
    for (const table of ['papers', 'paper_keys', 'submissions']) {
      await query(`alter table ${table} drop constraint ${table}_one_form, add column of_later bytea`)
    }
  })
  afterAll(() => earlier.close())

  const forms: [form: string, to: string, back: string][] = [
    ['in an unknown column', 'of_later = packed, packed = null', 'packed = of_later, of_later = null'],
    ['in an unknown format', 'packed = set_byte(packed, 0, 99)', 'packed = set_byte(packed, 0, get_byte(of_later, 0))'],
  ]
  const becomes = (table: string, { attemptId }: Exam, change: string) =>
    query(`update ${table} set ${change} where attempt_id = $1`, [attemptId])
  const keepFormat = 'of_later = substring(packed from 1 for 1)'
  const come = 'stored_unreadable'
  const ofEarlier = (exam: Exam) => {
    const { ticket, submission_key, purchaseId } = exam
    const guest = new Person(earlier)
    const owner = Object.assign(new Person(earlier), { access: exam.person.access })
    return {
      save: (events: AnswerEvent[]) => guest.put(`/api/exam-answers/${purchaseId}/`, { ticket, events }),
      submit: (body: object) => guest.post(`/api/exam-meta/${purchaseId}/`, { ticket, submission_key, ...body }),
      read: () => owner.get(`/api/exam-meta/${purchaseId}/`),
      recover: (body: object) =>
        owner.post(`/api/exam-recovery/${purchaseId}/`, { attempt_id: exam.attemptId, ...body }),
    }
  }

  it.each(forms)(
    'every call about a paper that a later release stored %s gets 503; a save and a submission succeed once it is readable',
    async (_form, to, back) => {
      const exam = await startedExam(server)
      await becomes('papers', exam, keepFormat)
      await becomes('papers', exam, to)
      const there = ofEarlier(exam)
      const { events } = exam
      const body = { answers: answersOf(events), events }
      const replies = [
        await there.save(events),
        await there.submit(body),
        await there.read(),
        await there.recover({ events }),
      ]
      expect(replies.map(({ status, body: { code } }) => [status, code])).toEqual(replies.map(() => [503, come]))
      expect(replies.every(({ headers }) => headers.get('retry-after') === '60')).toBe(true)
      expect(await exam.stored()).toEqual([])
      await becomes('papers', exam, back)
      expect((await there.save(events)).status).toBe(200)
      expect((await there.submit(body)).body).toMatchObject({ total: 6 })
    },
  )

  it.each(forms)(
    'the server accepts a submission whose keys a later release stored %s, and grades it once they are readable',
    async (_form, to, back) => {
      const exam = await startedExam(server)
      await becomes('paper_keys', exam, keepFormat)
      await becomes('paper_keys', exam, to)
      const reply = await ofEarlier(exam).submit({ answers: [], events: exam.events })
      expect([reply.status, reply.body.status]).toEqual([200, 'processing_started'])
      await becomes('paper_keys', exam, back)
      expect(await exam.result()).toMatchObject({ total: 6 })
    },
  )

  it.each(forms)(
    'a repeated submission that a later release stored %s gets 503, and its first bytes once it is readable',
    async (_form, to, back) => {
      const exam = await startedExam(server)
      const body = { answers: answersOf(exam.events), events: exam.events }
      const first = await exam.submit(body)
      await becomes('submissions', exam, keepFormat)
      await becomes('submissions', exam, to)
      const there = ofEarlier(exam)
      const meanwhile = await there.submit(body)
      expect([meanwhile.status, meanwhile.body.code]).toEqual([503, come])
      await becomes('submissions', exam, back)
      const again = await there.submit(body)
      expect([again.status, again.text]).toEqual([first.status, first.text])
    },
  )
})
