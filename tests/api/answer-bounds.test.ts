import { and, eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AnswerEvent } from '#contract/question.ts'
import { collapsedAnswers } from '../../server/db/schema/attempts.ts'
import { eventsKeptAfterClose, eventsKeptPerQuestion } from '../../server/features/exams/answer-events.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { holdRow } from '../support/held-row.ts'
import { newcomer } from '../support/person.ts'
import { answersOf } from '../support/sitting.ts'
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
  it('are kept up to a bound; the last one holds, is graded, and how often it was changed is known', async () => {
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

  it('[C.06] that have collapsed may come again: they are acknowledged and change nothing', async () => {
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

  it('[R09] take nothing away that another device answered without knowing', async () => {
    const exam = await startedExam(server)
    const phone = exam.events[0]!
    await exam.save({ events: [phone] })
    const { epoch } = (await exam.save({ take_over: true })).body
    const laptop = { ...changed(phone, exam.questions), epoch, device_id: 'laptop' }
    await exam.save({ events: [laptop] })
    // What the phone gave without a network comes behind the laptop's answer, with all that came before it.
    const late = changes(exam, phone, 101)
    const { contested, holding } = (await exam.save({ events: late })).body
    expect([contested, holding]).toEqual([[late.at(-1)], [laptop]])
    expect(await exam.stored()).toHaveLength(2)
  })

  it('[S11] are refused, not forgotten, where they came late, and stand in no other answer’s way', async () => {
    const exam = await startedExam(server)
    const [flooded, other] = exam.events as [AnswerEvent, AnswerEvent]
    await exam.save({ events: [flooded] })
    await exam.age({ startedAt: ago(7200), deadlineAt: ago(3600) })
    const late = changes(exam, flooded, eventsKeptPerQuestion - 1, 2)
    expect((await exam.save({ events: late })).status).toBe(200)
    const before = await exam.stored()
    expect(before).toHaveLength(eventsKeptPerQuestion)
    const refused = await exam.save({ events: [...changes(exam, flooded, 1, 500), other] })
    expect([refused.status, refused.body.code]).toEqual([422, 'too_many_changes'])
    expect(await exam.stored()).toEqual(before)
    expect((await exam.save({ events: [other] })).status).toBe(200)
    expect((await exam.submit({ answers: answersOf([other]), events: [other] })).status).toBe(200)
  })

  it('are kept in a small number when they come after the close, and the grade stays', async () => {
    const exam = await startedExam(server)
    const event = exam.events[0]!
    await exam.submit({ answers: answersOf([event]), events: [event] })
    const graded = await exam.result()
    for (const late of changes(exam, event, eventsKeptAfterClose, 2)) {
      expect((await exam.save({ events: [late] })).status).toBe(200)
    }
    const refused = await exam.save({ events: changes(exam, event, 1, 100) })
    expect([refused.status, refused.body.code]).toEqual([422, 'too_many_changes'])
    // One that was kept is still acknowledged.
    expect((await exam.save({ events: changes(exam, event, 1, 2) })).status).toBe(200)
    expect(await exam.stored()).toHaveLength(1 + eventsKeptAfterClose)
    expect(await exam.result()).toEqual(graded)
  })

  it('[S13] more in one call than any paper has questions are no answers of a person', async () => {
    const exam = await startedExam(server)
    expect((await exam.save({ events: changes(exam, exam.events[0]!, 201) })).status).toBe(400)
    expect((await exam.save({ events: [{ ...exam.events[0]!, device_id: 'дім' }] })).status).toBe(400)
  })
})

it('what a save reads does not grow with the answers that were given', async () => {
  const exam = await startedExam(server)
  const [first, last] = [exam.events[0]!, exam.events.at(-1)!]
  const rowsRead = async (event: AnswerEvent) => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    // The careful way, in a transaction: the usual one is a single statement.
    expect((await exam.save({ begin: true, events: [event] })).status).toBe(200)
    const replies = await Promise.all(
      query.mock.results.map(({ value }) => value as Promise<pg.QueryResult | undefined>),
    )
    query.mockRestore()
    return replies.reduce((all, reply) => all + (reply?.rowCount ?? 0), 0)
  }
  const atFirst = await rowsRead(first)
  expect(atFirst).toBeGreaterThan(0)
  for (const event of exam.events.slice(1, -1)) await exam.save({ events: changes(exam, event, 40) })
  // The first answer of all names the attempt's device as well.
  expect(await rowsRead(last)).toBeLessThanOrEqual(atFirst)
})

it('[C.06] forty calls that want one attempt leave the others their connections', async () => {
  const exam = await startedExam(server)
  const somebodyElse = await newcomer(server)
  const held = await holdRow(server, 'attempts', exam.attemptId)
  const saves = Array.from({ length: 40 }, () => exam.save({ events: exam.events }))
  await held.until(3)
  expect((await somebodyElse.get('/api/user/profile/')).status).toBe(200)
  await held.letGo()
  expect((await Promise.all(saves)).map(({ status }) => status)).toEqual(Array(40).fill(200))
})
