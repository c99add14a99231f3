import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { results } from '../../server/db/schema/attempts.ts'
import { sweepAttempts } from '../../server/features/exams/exam-jobs.ts'
import { reScore } from '../../server/features/exams/operator-acts/re-score.ts'
import { readReceipt } from '../../src/attempt/submissions/receipts.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { answersOf } from '../support/exam-calls.ts'
import { ago, changed, startedExam } from '../support/started-exam.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ workMode: 'inline', logLevel: 'silent' })
})
afterAll(() => server.close())

type Exam = Awaited<ReturnType<typeof startedExam>>

/** Gives two answers in time, and then moves the deadline `seconds` into the past. */
async function examOverSince(seconds: number) {
  const exam = await startedExam(server)
  await exam.save({ events: exam.events.slice(0, 2), more: false })
  await exam.age({ startedAt: ago(seconds + 3600), deadlineAt: ago(seconds), lateUntil: ago(seconds - 86_400) })
  return exam
}

const phasesOf = async ({ stored }: Exam) =>
  Object.fromEntries((await stored()).map(({ questionId, phase }) => [questionId, phase]))
const closeByClock = async ({ age }: Exam) => {
  await age({ lateUntil: ago(1) })
  await sweepAttempts(server.services)
}

describe('an answer that the server knows to be given after the end', () => {
  it('[S11] an answer given after the end is stored, acknowledged, shown in timeline, export and receipt, and not scored', async () => {
    const exam = await examOverSince(3600)
    const [, , third, fourth, fifth] = exam.events
    // The device has sent all that it had (`more: false`), so later answers were given since.
    await exam.save({ events: [third], more: false })
    const { body } = await exam.save({ events: [fourth], more: false })
    expect(body.marks[fourth!.question_id]).toMatchObject({ seq: fourth!.seq, device_id: fourth!.device_id })
    expect(body.after_end).toEqual([fourth!.question_id])
    await exam.submit({ answers: answersOf(exam.events.slice(0, 5)), events: exam.events.slice(0, 5) })

    expect(await phasesOf(exam)).toMatchObject({
      [third!.question_id]: 'late_whole',
      [fifth!.question_id]: 'after_end',
    })
    const { receipt, late, ...result } = await exam.result()
    expect(late).toMatchObject({ in_time: 2 })
    expect(readReceipt(receipt)).toMatchObject({ after_end: 2, correct: result.correct })
    const { results: told } = await exam.timeline()
    expect(told.map(({ phase }: { phase: string }) => phase)).toEqual([
      'in_time',
      'in_time',
      'late',
      'after_end',
      'after_end',
    ])
    const mine = (await exam.person.get('/api/user/export/')).body
    expect(mine.attempts[0].answers.map(({ phase }: { phase: string }) => phase)).toEqual(
      told.map(({ phase }: { phase: string }) => phase),
    )
    const review = (await exam.person.get(`/api/exam-review/${exam.attemptId}/`)).body
    expect(review.questions.filter(({ mark }: { mark: string }) => mark !== 'unanswered').length).toBeLessThanOrEqual(3)
  })

  it('[S11] an answer given after the end does not replace the answer that was given in time', async () => {
    const exam = await examOverSince(3600)
    const [first, , third] = exam.events
    await exam.save({ events: [third], more: false })
    const { body } = await exam.save({ events: [{ ...changed(first!, exam.questions), seq: 2 }], more: false })
    expect(body).toMatchObject({ marks: { [first!.question_id]: { seq: 2 } }, after_end: [first!.question_id] })
    const { body: paper } = await exam.person.get(`/api/exam-meta/${exam.purchaseId}/`)
    expect(paper.events).toContainEqual(first)
  })

  it('answers from a file or from a submission without events are also marked as given after the end', async () => {
    const exam = await examOverSince(3600)
    await exam.save({ events: [exam.events[2]], more: false })
    await exam.recover({ events: [exam.events[3]], hand_in: false })
    await exam.submit({ answers: answersOf(exam.events) })
    const phases = Object.values(await phasesOf(exam))
    expect(phases.sort()).toEqual(['after_end', 'after_end', 'after_end', 'in_time', 'in_time', 'late_whole'])
  })

  it('a file that submits the exam and holds an answer from after the end gets the status “kept”, not “handed_in”', async () => {
    const exam = await examOverSince(3600)
    await exam.save({ events: [exam.events[2]], more: false })
    const { body } = await exam.recover({ events: exam.events.slice(0, 4), hand_in: true })
    expect(body).toMatchObject({ status: 'kept', added: 1 })
    expect((await exam.recover({ events: exam.events.slice(0, 4) })).body).toMatchObject({ status: 'kept', added: 0 })
    expect((await exam.recover({ events: exam.events.slice(0, 3) })).body.status).toBe('handed_in')
  })
})

describe('an answer that arrives after the deadline, and may have been given before it', () => {
  it('[S11] answers count 20 hours after the deadline if an offline device submits all that it has', async () => {
    const exam = await examOverSince(72_000)
    await exam.submit({ answers: answersOf(exam.events), events: exam.events })
    const { late, receipt } = await exam.result()
    expect(late).toMatchObject({ in_time: 2 })
    expect(readReceipt(receipt)).not.toHaveProperty('after_end')
  })

  it('late answers count if the device sends them in parts and says that it has more', async () => {
    const exam = await examOverSince(72_000)
    await exam.save({ events: [exam.events[2]], more: true })
    await exam.save({ events: [exam.events[3]], more: true })
    await exam.save({ events: exam.events.slice(4), more: false })
    await closeByClock(exam)
    expect(Object.values(await phasesOf(exam)).sort()).toEqual([
      'in_time',
      'in_time',
      'late',
      'late',
      'late_whole',
      'late_whole',
    ])
  })

  it('late answers count from a client of an earlier release, which does not say whether it has more', async () => {
    const exam = await examOverSince(3600)
    for (const event of exam.events.slice(2)) await exam.save({ events: [event] })
    expect(Object.values(await phasesOf(exam)).sort()).toEqual(['in_time', 'in_time', 'late', 'late', 'late', 'late'])
  })

  it('answers that arrive 100 s after the deadline count, for an earlier call may still be under way', async () => {
    const exam = await examOverSince(100)
    await exam.save({ events: [exam.events[2]], more: false })
    await exam.save({ events: [exam.events[3]], more: false })
    expect((await exam.stored()).map(({ phase }) => phase)).toEqual(['in_time', 'in_time', 'late', 'late'])
  })

  it('the first late answer of a second device counts, even if the first device has already sent all that it had', async () => {
    const exam = await examOverSince(3600)
    const fromTablet = (event: object) => ({ ...event, device_id: 'tablet' })
    await exam.save({ events: [exam.events[2]], more: false })
    await exam.save({ events: [exam.events[3]], more: false })
    await exam.save({ events: [fromTablet(exam.events[4]!)], more: false })
    await exam.save({ events: [fromTablet(exam.events[5]!)], more: false })
    const ids = exam.events.map(({ question_id }) => question_id)
    const phases = await phasesOf(exam)
    expect([2, 3, 4, 5].map((at) => phases[ids[at]!])).toEqual(['late_whole', 'after_end', 'late_whole', 'after_end'])
  })

  it('late answers from a recovery file count, and so do those that the device sends after it', async () => {
    const exam = await examOverSince(72_000)
    await exam.recover({ events: exam.events.slice(0, 4), hand_in: false })
    await exam.save({ events: exam.events.slice(4), more: false })
    expect(Object.values(await phasesOf(exam))).not.toContain('after_end')
  })
})

describe('a re-score of an exam with answers from after its end', () => {
  it('[S11] a re-score keeps earlier versions, and counts answers from after the end only if an operator includes them', async () => {
    const exam = await examOverSince(3600)
    for (const event of exam.events.slice(2)) await exam.save({ events: [event], more: false })
    await closeByClock(exam)
    await exam.result()
    const versions = () =>
      server.services.db.select().from(results).where(eq(results.attemptId, exam.attemptId)).orderBy(results.version)
    const [first] = await versions()
    const request = { attemptId: exam.attemptId, reason: 'Перевірка', author: 'О. Оператор' }
    await reScore(server.services, { ...request, includeLate: false })
    await reScore(server.services, { ...request, includeLate: true })
    const [unchanged, same, all] = await versions()
    expect(unchanged).toEqual(first)
    expect([same!.correct, same!.late, same!.score]).toEqual([first!.correct, first!.late, first!.score])
    expect(readReceipt(same!.receipt)).toMatchObject({ after_end: 3 })
    expect(readReceipt(all!.receipt)).toMatchObject({ include_late: true })
    expect(readReceipt(all!.receipt)).not.toHaveProperty('after_end')
  })
})
