import { and, eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AnswerEvent } from '#contract/question.ts'
import { attempts, collapsedAnswers } from '../../server/db/schema/attempts.ts'
import { findArrivals } from '../../server/features/exams/answers/answer-arrivals.ts'
import {
  eventsKeptUnscored,
  eventsKeptPerQuestion,
  readStoredAnswers,
} from '../../server/features/exams/answers/answer-events.ts'
import { findSubmission } from '../../server/features/exams/answers/submission-store.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { holdRow } from '../support/held-row.ts'
import { newcomer } from '../support/person.ts'
import { answersOf } from '../support/exam-calls.ts'
import { ago, changed, startedExam } from '../support/started-exam.ts'

type Exam = Awaited<ReturnType<typeof startedExam>>

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ workMode: 'inline', logLevel: 'silent' })
})
afterAll(() => server.close())

/** The same question answered `times` times on one device, two values in turn. */
function changes({ questions }: Exam, event: AnswerEvent, times: number, from = 1): AnswerEvent[] {
  const other = changed(event, questions)
  return Array.from({ length: times }, (_, index) => ({ ...(index % 2 === 0 ? event : other), seq: from + index }))
}

async function storedOf(exam: Exam, questionId: string) {
  return (await exam.stored()).filter((row) => row.questionId === questionId)
}

describe('[S13] answers that are changed without an end', () => {
  it('the server stores a bounded number of 1,000 changes of an answer, counts them all, and keeps the last one', async () => {
    const exam = await startedExam(server)
    const event = exam.events[0]!
    const all = changes(exam, event, 1000)
    for (let from = 0; from < all.length; from += 200) {
      const { status, body } = await exam.save({ events: all.slice(from, from + 200) })
      expect(status).toBe(200)
      expect(body.marks[event.question_id].seq).toBe(from + 200)
    }
    const stored = await storedOf(exam, event.question_id)
    expect(stored.length).toBeLessThanOrEqual(eventsKeptPerQuestion)
    expect(stored.at(-1)).toMatchObject({ seq: 1000, value: all.at(-1)!.value })
    const [collapsed] = await server.services.db
      .select()
      .from(collapsedAnswers)
      .where(and(eq(collapsedAnswers.attemptId, exam.attemptId)))
    expect(collapsed!.changes + stored.length).toBe(1000)

    await exam.submit({ answers: [], events: [] })
    const receipt = (await exam.timeline()).receipt as string
    expect(receipt).toBeTruthy()
    expect((await exam.result()).late).toBeNull()
  })

  it('[C.06] collapsed answers that arrive again are acknowledged and change nothing', async () => {
    const exam = await startedExam(server)
    const event = exam.events[0]!
    const all = changes(exam, event, 100)
    await exam.save({ events: all })
    const before = await exam.stored()
    expect(before).toHaveLength(1)
    for (const again of [all, all.slice(0, 1), all.slice(50)]) {
      const { status, body } = await exam.save({ events: again })
      expect([status, body.marks[event.question_id].seq]).toEqual([200, 100])
    }
    expect(await exam.stored()).toEqual(before)
  })

  it('100 changes of an answer leave the recorded arrival of its first version as it was', async () => {
    const exam = await startedExam(server)
    const [event, other] = exam.events as [AnswerEvent, AnswerEvent]
    const arrivals = async () => {
      const [attempt] = await server.services.db.select().from(attempts).where(eq(attempts.id, exam.attemptId))
      return findArrivals(attempt!, await readStoredAnswers(server.services.db, attempt!), [])
    }
    await exam.save({ events: [event] })
    await exam.save({ events: [other] })
    const before = await arrivals()
    expect(before).toHaveLength(2)
    await exam.save({ events: changes(exam, event, 100, 2) })
    expect(await storedOf(exam, event.question_id)).toHaveLength(1)
    expect(new Set(await arrivals())).toEqual(new Set(before))
  })

  it('[R09] 101 changes on one device remove no answer that another device gave without knowing them', async () => {
    const exam = await startedExam(server)
    const phone = exam.events[0]!
    await exam.save({ events: [phone] })
    const { epoch } = (await exam.save({ take_over: true })).body
    const laptop = { ...changed(phone, exam.questions), epoch, device_id: 'laptop' }
    await exam.save({ events: [laptop] })
    // The phone's offline answers arrive after the laptop's answer, with all that the phone gave before.
    const late = changes(exam, phone, 101)
    const { contested, holding } = (await exam.save({ events: late })).body
    expect([contested, holding]).toEqual([[late.at(-1)], [laptop]])
    expect(await exam.stored()).toHaveLength(2)
  })

  /** Starts an exam whose first question is full of late changes. */
  async function withFullQuestion() {
    const exam = await startedExam(server)
    const [flooded, other, third] = exam.events as [AnswerEvent, AnswerEvent, AnswerEvent]
    await exam.save({ events: [flooded] })
    await exam.age({ startedAt: ago(7200), deadlineAt: ago(3600) })
    const late = changes(exam, flooded, eventsKeptPerQuestion - 1, 2)
    expect((await exam.save({ events: late, more: true })).status).toBe(200)
    const before = await exam.stored()
    expect(before).toHaveLength(eventsKeptPerQuestion)
    const last = { ...changed(late.at(-1)!, exam.questions), seq: 500 }
    return { exam, flooded, other, third, before, last, standing: late.at(-1)! }
  }

  it('[S11] the server refuses a late change beyond the bound each time, and still stores the other answers of the call', async () => {
    const { exam, other, before, last } = await withFullQuestion()
    const { status, body } = await exam.save({ events: [last, other] })
    expect([status, body.unkept, Object.keys(body.marks)]).toEqual([200, [last.question_id], [other.question_id]])
    const after = await exam.stored()
    expect(after.map(({ questionId }) => questionId)).toEqual([
      ...before.map(({ questionId }) => questionId),
      other.question_id,
    ])
    // Alone it is refused each time: otherwise a client would send it for ever.
    for (let times = 0; times < 2; times += 1) {
      const refused = await exam.save({ events: [last] })
      expect([refused.status, refused.body.code]).toEqual([422, 'too_many_changes'])
    }
    expect(await exam.stored()).toEqual(after)
    // A stored answer is still acknowledged in the same call.
    const again = await exam.save({ events: [last, other] })
    expect([again.status, again.body.unkept]).toEqual([200, [last.question_id]])
  })

  it('[S11] too many changes never refuse a submission: the last one counts, and a repetition gets the same bytes', async () => {
    const { exam, other, third, last, standing } = await withFullQuestion()
    const body = {
      answers: answersOf([last, other]),
      events: [changed({ ...last, seq: 499 }, exam.questions), last, other],
    }
    const first = await exam.submit(body)
    expect(first.status).toBe(200)
    expect((await exam.submit(body)).text).toBe(first.text)
    const ofQuestion = await storedOf(exam, last.question_id)
    expect(ofQuestion).toHaveLength(eventsKeptPerQuestion + 1)
    expect(ofQuestion.at(-1)).toMatchObject({ seq: 500, value: last.value, phase: 'late_whole' })
    const row = await server.services.db.select().from(attempts).where(eq(attempts.id, exam.attemptId))
    expect(row[0]!.state).toBe('graded')
    const submitted = await findSubmission(server.services.db, exam.attemptId)
    expect(new Map(submitted!.answers.map(({ question_id, value }) => [question_id, value]))).toEqual(
      new Map([
        [last.question_id, last.value],
        [other.question_id, other.value],
      ]),
    )
    expect(last.value).not.toEqual(standing.value)
    // Another submission is refused as ever, and its events that have room are kept.
    const another = await exam.submit({ ...body, events: [{ ...last, seq: 501 }, third] })
    expect([another.status, another.body.code]).toEqual([422, 'submission_mismatch'])
    expect((await storedOf(exam, third.question_id)).map(({ phase }) => phase)).toEqual(['after_close'])
  })

  it('[S11] a file with too many changes is accepted if it submits the exam, and refused with 422 if it does not', async () => {
    const { exam, other, before, last } = await withFullQuestion()
    const kept = await exam.recover({ events: [last, other], hand_in: false })
    expect([kept.status, kept.body.code]).toEqual([422, 'too_many_changes'])
    expect(await exam.stored()).toEqual(before)
    const handedIn = await exam.recover({ events: [last, other], hand_in: true })
    expect([handedIn.status, handedIn.body.status, handedIn.body.superseded]).toEqual([200, 'handed_in', []])
  })

  it('[R09] a call that is refused for lack of room changes no stored answer, and a replacement alone is accepted', async () => {
    const exam = await startedExam(server)
    const phone = exam.events[0]!
    // One answer in time from each of 64 devices: none has replaced another.
    const devices = Array.from({ length: eventsKeptPerQuestion }, (_, number) => ({
      ...phone,
      seq: number + 1,
      device_id: `device-${number}`,
    }))
    expect((await exam.save({ events: devices })).status).toBe(200)
    const before = await exam.stored()
    const crowd = [
      { ...changed(phone, exam.questions), seq: 70, device_id: 'device-0' },
      { ...phone, seq: 71, device_id: 'one-more' },
    ]
    expect((await exam.save({ events: crowd })).status).toBe(422)
    expect(await exam.stored()).toEqual(before)
    // The first of them replaces the earlier answer of its device.
    const { status, body } = await exam.save({ events: crowd.slice(0, 1) })
    expect([status, body.marks[phone.question_id].seq]).toEqual([200, 70])
    expect(await exam.stored()).toHaveLength(eventsKeptPerQuestion)
  })

  it('a submission after the close gets 422 with a message that not all is kept, if one of its changes has no room', async () => {
    const exam = await startedExam(server)
    const event = exam.events[0]!
    // The device knows no submission key, as if the server's clock had closed the exam.
    await exam.submit({ answers: answersOf([event]), events: [event], submission_key: undefined })
    const late = changes(exam, event, eventsKeptUnscored, 2)
    const kept = await exam.submit({ answers: answersOf(late.slice(-1)), events: late })
    expect([kept.status, kept.body.code]).toEqual([409, 'already_graded'])
    const more = changes(exam, event, 1, 100)
    const { status, body } = await exam.submit({ answers: answersOf(more), events: more })
    expect([status, body.code, body.detail]).toEqual([422, 'submission_mismatch', expect.stringContaining('Не всі')])
  })

  it('the server keeps a small number of changes that arrive after the close, and the grade stays', async () => {
    const exam = await startedExam(server)
    const event = exam.events[0]!
    await exam.submit({ answers: answersOf([event]), events: [event] })
    const graded = await exam.result()
    for (const late of changes(exam, event, eventsKeptUnscored, 2)) {
      expect((await exam.save({ events: [late] })).status).toBe(200)
    }
    const refused = await exam.save({ events: changes(exam, event, 1, 100) })
    expect([refused.status, refused.body.code]).toEqual([422, 'too_many_changes'])
    // A kept answer is still acknowledged.
    expect((await exam.save({ events: changes(exam, event, 1, 2) })).status).toBe(200)
    expect(await exam.stored()).toHaveLength(1 + eventsKeptUnscored)
    // After the close, an event without room has the whole call refused. The other event is stored, and acknowledged alone.
    const other = { ...exam.events[1]!, seq: 2 }
    expect((await exam.save({ events: [...changes(exam, event, 1, 100), other] })).status).toBe(422)
    expect(await exam.stored()).toHaveLength(2 + eventsKeptUnscored)
    expect((await exam.save({ events: [other] })).status).toBe(200)
    expect(await exam.result()).toEqual(graded)
  })

  it('[S13] a save with 201 answers, or with a device id in Cyrillic, gets 400', async () => {
    const exam = await startedExam(server)
    expect((await exam.save({ events: changes(exam, exam.events[0]!, 201) })).status).toBe(400)
    expect((await exam.save({ events: [{ ...exam.events[0]!, device_id: 'дім' }] })).status).toBe(400)
  })
})

it('the number of rows that a save reads does not grow with the answers that were given', async () => {
  const exam = await startedExam(server)
  const [first, last] = [exam.events[0]!, exam.events.at(-1)!]
  const rowsRead = async (event: AnswerEvent) => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    // `begin` takes the careful way, a transaction: the usual way is a single statement.
    expect((await exam.save({ begin: true, events: [event] })).status).toBe(200)
    // A prepared call is no promise; by now it has its rows.
    const replies = await Promise.all(query.mock.results.map(({ value }) => Promise.resolve<unknown>(value)))
    query.mockRestore()
    return replies.reduce<number>(
      (all, reply) => all + ((reply as Partial<pg.QueryResult> | undefined)?.rows?.length ?? 0),
      0,
    )
  }
  const atFirst = await rowsRead(first)
  expect(atFirst).toBeGreaterThan(0)
  for (const event of exam.events.slice(1, -1)) await exam.save({ events: changes(exam, event, 40) })
  // The very first answer also names the attempt's device, and so reads more.
  expect(await rowsRead(last)).toBeLessThanOrEqual(atFirst)
})

it('[C.06] forty saves that wait for one attempt leave a connection for another person’s call', async () => {
  const exam = await startedExam(server)
  const somebodyElse = await newcomer(server)
  const held = await holdRow(server, 'attempts', exam.attemptId)
  const saves = Array.from({ length: 40 }, () => exam.save({ events: exam.events }))
  await held.until(3)
  expect((await somebodyElse.get('/api/user/profile/')).status).toBe(200)
  await held.letGo()
  expect((await Promise.all(saves)).map(({ status }) => status)).toEqual(Array(40).fill(200))
})
