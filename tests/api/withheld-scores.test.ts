import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type attempts, results, submissions } from '../../server/db/schema/attempts.ts'
import { examGrants, purchases } from '../../server/db/schema/purchases.ts'
import { findItems } from '../../server/features/exams/paper/paper-store.ts'
import { reScore } from '../../server/features/exams/operator-acts/re-score.ts'
import { giveFreeRepeat } from '../../server/features/purchases/free-repeat.ts'
import { scoringModel } from '#contract/score-model.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { answersWith, gradedExam } from '../support/graded-exam.ts'
import { until } from '../support/exam-calls.ts'
import { ago, startedExam } from '../support/started-exam.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ workMode: 'inline' })
})
afterAll(() => server.close())

type Exam = Awaited<ReturnType<typeof startedExam>>

/** Answers to the whole paper: the first `right` of them right. */
const answersTo = ({ attemptId, questions }: Pick<Exam, 'attemptId' | 'questions'>, right: number) =>
  answersWith(server, attemptId, questions, (place) => place < right)

/** The clock of answers that were given without a network and came in one call, an hour after the paper. */
const anHourAgo = { deliveredAt: ago(3600) }

async function submit(exam: Exam, right: number, clock: Partial<typeof attempts.$inferInsert> = anHourAgo) {
  await exam.age(clock)
  await exam.submit({ answers: await answersTo(exam, right) })
  return exam.result()
}

const examsLeft = async ({ person, purchaseId }: Exam) => {
  const { results: owned } = (await person.get('/api/owned-tests/')).body
  return owned.find(({ id }: { id: string }) => id === purchaseId).exam_attempts_left
}
const grantsOf = (purchaseId: string) =>
  server.services.db.select().from(examGrants).where(eq(examGrants.purchaseId, purchaseId))
const resultOf = async ({ person }: Exam) =>
  (await person.get('/api/notifications/')).body.results.map(({ message }: { message: string }) => message).join('\n')

const anotherExam = async ({ person, purchaseId }: Exam, right: number) =>
  (await gradedExam(server, person, { purchaseId, isRight: (place) => place < right })).result

describe('a withheld score', () => {
  it('a paper no better than chance gets no IQ; its attempt is spent, and its purchase gets one more, once', async () => {
    const exam = await startedExam(server, 'logichnij')
    const first = await submit(exam, 4)
    expect(first).toMatchObject({
      correct: 4,
      score: null,
      score_withheld: { code: 'not_above_chance', free_repeat: true },
    })
    expect(await examsLeft(exam)).toBe(2)
    expect(await resultOf(exam)).toContain('Ми додали вам ще одну спробу безкоштовно.')

    expect(await anotherExam(exam, 4)).toMatchObject({
      score: null,
      score_withheld: { code: 'not_above_chance', free_repeat: false },
    })
    expect(await examsLeft(exam)).toBe(1)
    expect(await grantsOf(exam.purchaseId)).toMatchObject([{ attemptId: exam.attemptId }])

    const third = await anotherExam(exam, 24)
    expect(third.score_withheld).toBeNull()
    expect(third.score.iq).toBeGreaterThan(100)
    expect(await examsLeft(exam)).toBe(0)
  })

  it('the shelf shows the last score next to a withheld one, until that score is withheld too', async () => {
    const exam = await startedExam(server, 'logichnij')
    const first = await submit(exam, 24)
    const shelf = async () => {
      const { results: owned } = (await exam.person.get('/api/owned-tests/')).body
      return owned.find(({ id }: { id: string }) => id === exam.purchaseId)
    }
    expect(await shelf()).toMatchObject({ last_result: { attempt_id: exam.attemptId }, last_scored: null })
    const second = await anotherExam(exam, 4)
    expect(await shelf()).toMatchObject({
      last_result: { attempt_id: second.attempt_id, iq: null, correct: 4 },
      last_scored: { attempt_id: exam.attemptId, iq: first.score.iq, low: first.score.low, correct: 24 },
    })
    const { db } = server.services
    const [scored] = await db.select().from(results).where(eq(results.attemptId, exam.attemptId))
    await db.insert(results).values({ ...scored!, version: 2, score: null, reason: 're-score' })
    expect(await shelf()).toMatchObject({ last_result: { iq: null }, last_scored: null })
  })

  it('answers that are faster than reading get no IQ, and the same answers after an hour get one', async () => {
    const hasty = await startedExam(server, 'logichnij')
    expect(await submit(hasty, 24, { deliveredAt: ago(1) })).toMatchObject({
      score: null,
      score_withheld: { code: 'answered_too_fast' },
    })
    const offline = await startedExam(server, 'logichnij')
    const { score, score_withheld: withheld } = await submit(offline, 24)
    expect([withheld, score.iq_open, score.model]).toEqual([null, null, scoringModel])
    expect(await grantsOf(offline.purchaseId)).toEqual([])
    expect(await resultOf(offline)).not.toContain('Оцінки IQ')
  })

  it('a hasty second half by the device’s clock adds a remark to the IQ, and a re-score finds the same', async () => {
    const exam = await startedExam(server, 'logichnij')
    await exam.age(anHourAgo)
    const steps = exam.questions.flatMap((_, place) => {
      const at = (of: number) => 1000 * (of < 15 ? 40 * of : 600 + 8 * (of - 15)) + 33
      return [
        { what: 'shown', place, at: at(place) },
        { what: 'answered', place, at: at(place + 1) - 50 },
      ]
    })
    await exam.submit({ answers: await answersTo(exam, 15), timing: steps })
    const { score } = await exam.result()
    expect(score.remarks).toMatchObject([{ code: 'hasty_end' }])
    await reScore(server.services, { attemptId: exam.attemptId, reason: 'r', author: 'a', includeLate: false })
    expect((await exam.result()).score).toEqual(score)

    // Timing in the earlier format came while the policy said that no result depends on it: a re-score ignores it, too.
    const { db } = server.services
    const [row] = await db.select().from(submissions).where(eq(submissions.attemptId, exam.attemptId))
    const earlierFormat = Buffer.concat([Buffer.from([1]), row!.timing!.subarray(1)])
    await db.update(submissions).set({ timing: earlierFormat }).where(eq(submissions.attemptId, exam.attemptId))
    await reScore(server.services, { attemptId: exam.attemptId, reason: 'r', author: 'a', includeLate: false })
    expect((await exam.result()).score.remarks ?? null).toBeNull()
  })

  it('a blank end counts as not reached if no time was left, and as stopped, with a lower IQ, if time was left', async () => {
    const [whole, late, stopped] = await Promise.all([1, 2, 3].map(() => startedExam(server, 'logichnij')))
    await submit(whole!, 22)
    const blankEnd = async (exam: Exam, clock: Partial<typeof attempts.$inferInsert>) => {
      await exam.age({ ...anHourAgo, ...clock })
      await exam.submit({ answers: (await answersTo(exam, 22)).slice(0, 22) })
      return exam.result()
    }
    const remarksOf = ({ score }: { score: { remarks: { code: string }[] } }) => score.remarks.map(({ code }) => code)
    const notReached = await blankEnd(late!, { startedAt: ago(2690), deadlineAt: ago(-10) })
    const chosen = await blankEnd(stopped!, { startedAt: ago(1800), deadlineAt: ago(-900) })
    expect([notReached.correct, remarksOf(notReached)]).toEqual([22, ['not_reached']])
    expect([chosen.correct, remarksOf(chosen)]).toEqual([22, ['stopped']])
    expect((await whole!.result()).score.remarks ?? null).toBeNull()
    expect(notReached.score.iq).toBeGreaterThan(chosen.score.iq)
    expect(chosen.score.iq).toBeGreaterThanOrEqual((await whole!.result()).score.iq)
    await reScore(server.services, { attemptId: stopped!.attemptId, reason: 'r', author: 'a', includeLate: false })
    expect((await stopped!.result()).score).toEqual(chosen.score)
  })

  it('the grading ignores the speed of answers in the last minute, in which the test itself advises to guess', async () => {
    const exam = await startedExam(server, 'logichnij')
    expect(await submit(exam, 24, { deliveredAt: ago(5), deadlineAt: new Date(Date.now() + 30_000) })).toMatchObject({
      score_withheld: null,
    })
  })

  it('a sample’s result reviews one question, the first wrong or else the last, and an exam’s result reviews none', async () => {
    const sample = await startedExam(server)
    const items = (await findItems(server.services.db, sample.attemptId))!
    const { review } = await submit(sample, 3)
    expect(review).toMatchObject([
      { number: 4, correct: false, right: items[3]!.key.right, explanation: items[3]!.key.explanation },
    ])
    expect(review[0].question.id).toBe(items[3]!.question.id)
    const whole = await startedExam(server)
    expect((await submit(whole, 6)).review).toMatchObject([{ number: 6, correct: true }])
    expect((await submit(await startedExam(server, 'logichnij'), 24)).review).toBeNull()
  })

  it('a sample and an expired purchase get no free repeat', async () => {
    const sample = await startedExam(server)
    expect(await submit(sample, 6)).toMatchObject({ score_withheld: { code: 'sample_too_short' } })
    expect(await grantsOf(sample.purchaseId)).toEqual([])

    const ended = await startedExam(server, 'logichnij')
    await server.services.db
      .update(purchases)
      .set({ expiresAt: ago(1) })
      .where(eq(purchases.id, ended.purchaseId))
    expect(await submit(ended, 4)).toMatchObject({ score_withheld: { code: 'not_above_chance', free_repeat: false } })
    expect(await resultOf(ended)).not.toContain('безкоштовно')
  })

  it('eight concurrent gradings of one purchase give one free repeat', async () => {
    const { purchaseId, attemptId } = await startedExam(server, 'logichnij')
    const give = (id: string) => server.services.db.transaction((tx) => giveFreeRepeat(tx, { id, purchaseId }))
    const ids = Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? attemptId : crypto.randomUUID()))
    const given = await Promise.all(ids.map(give))
    const [grant, ...more] = await grantsOf(purchaseId)
    expect(more).toEqual([])
    expect(given).toEqual(ids.map((id) => id === grant!.attemptId))
  })

  it('a grading that waited while another one gave the free repeat also reports that repeat', async () => {
    const { purchaseId, attemptId: id } = await startedExam(server, 'logichnij')
    const { db, pool } = server.services
    let second: Promise<boolean> = Promise.resolve(false)
    const first = await db.transaction(async (tx) => {
      const given = await giveFreeRepeat(tx, { id, purchaseId })
      second = db.transaction((other) => giveFreeRepeat(other, { id, purchaseId }))
      await until(async () => {
        const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%exam_grants%'"
        return (await pool.query(waiting)).rowCount !== 0
      })
      return given
    })
    expect([first, await second]).toEqual([true, true])
  })

  it('an IQ of an earlier release stays until a re-score withholds it in a new version, with one free repeat', async () => {
    const exam = await startedExam(server, 'logichnij')
    await submit(exam, 4)
    const { db } = server.services
    // As an earlier release graded it: with an IQ, and without a grant.
    await db.delete(examGrants).where(eq(examGrants.purchaseId, exam.purchaseId))
    await db.delete(results).where(eq(results.attemptId, exam.attemptId))
    const score = {
      iq: 64,
      low: 51,
      high: 82,
      theta: -2.4,
      se: 8.4,
      percentile: 0.8,
      population: 'теоретичний розподіл',
      calibration: 'орієнтовна оцінка',
    }
    await db.insert(results).values({
      attemptId: exam.attemptId,
      version: 1,
      correct: 4,
      total: 30,
      theta: -2.4,
      score,
      byFamily: [],
      durationSeconds: 600,
      receipt: 'r',
      reason: 'graded',
      author: 'system',
    })
    expect(await exam.result()).toMatchObject({ version: 1, score, score_withheld: null })
    expect(await examsLeft(exam)).toBe(1)

    const word = { attemptId: exam.attemptId, reason: 'Нові правила', author: 'О. Оператор', includeLate: false }
    await reScore(server.services, word)
    expect(await exam.result()).toMatchObject({
      version: 2,
      score: null,
      score_withheld: { code: 'not_above_chance', free_repeat: true },
    })
    expect(await examsLeft(exam)).toBe(2)
    await reScore(server.services, word)
    expect(await examsLeft(exam)).toBe(2)
    expect((await resultOf(exam)).match(/безкоштовно/g)).toHaveLength(2)
  })
})
