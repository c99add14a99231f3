import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyMarker } from '#content/item.ts'
import type { ExamReview } from '#contract/exam-review.ts'
import type { Result } from '#contract/result.ts'
import { weakestKind } from '#contract/weakest-kind.ts'
import { findItems } from '../../server/features/exams/paper/paper-store.ts'
import { reScore } from '../../server/features/exams/operator-acts/re-score.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { openExam } from '../support/exam-calls.ts'
import { gradedExam } from '../support/graded-exam.ts'
import { givePurchase, newcomer, type Person } from '../support/person.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ workMode: 'inline', logLevel: 'silent' })
})
afterAll(() => server.close())

const reviewOf = (person: Person, attemptId: string) => person.get(`/api/exam-review/${attemptId}/`)
const twentyRight = { isRight: (place: number) => place < 20 }

describe('the review of an exam', () => {
  it('the review marks each question as right or wrong with its kind, and opens two wrong ones of the kind that went worst', async () => {
    const person = await newcomer(server)
    const { attemptId } = await gradedExam(server, person, twentyRight)
    const reply = await reviewOf(person, attemptId)
    const body: ExamReview = reply.body
    expect([reply.status, body.questions.map(({ mark }) => mark)]).toEqual([
      200,
      [...Array<string>(20).fill('right'), ...Array<string>(10).fill('wrong')],
    ])
    const items = (await findItems(server.services.db, attemptId))!
    expect(body.questions.map(({ family }) => family)).toEqual(items.map(({ family }) => family))

    const kinds = [...new Set(items.map(({ family }) => family))].map((family) => {
      const own = body.questions.filter((each) => each.family === family)
      return { family, correct: own.filter(({ mark }) => mark === 'right').length, total: own.length }
    })
    const worst = weakestKind(kinds)!.family
    const first = items.flatMap(({ family }, index) => (family === worst && index >= 20 ? [index + 1] : [])).slice(0, 2)
    expect(body.review.map(({ number }) => number)).toEqual(first)
    for (const { number, question, right, correct, explanation } of body.review) {
      const { key, ...item } = items[number! - 1]!
      expect([question.id, right, correct]).toEqual([item.question.id, key.right, false])
      expect(explanation).not.toBe('')
    }
  })

  it('the review counts how many matrices kept each rule that three or more of them have, and no rules of a verbal test', async () => {
    const whole = await newcomer(server)
    const all = (await reviewOf(whole, (await gradedExam(server, whole, { isRight: () => true })).attemptId)).body.rules
    expect(all.length).toBeGreaterThan(0)
    for (const { kept, of } of all) expect([kept, of >= 3]).toEqual([of, true])
    const missed: boolean[] = []
    // A wrong option breaks random rules. In one paper these may all be rules that fewer than three questions have.
    for (let turn = 0; turn < 2; turn += 1) {
      const person = await newcomer(server)
      const { attemptId } = await gradedExam(server, person, { isRight: (place) => place % 3 > 0 })
      const { rules } = (await reviewOf(person, attemptId)).body
      missed.push(rules.some(({ kept, of }: { kept: number; of: number }) => kept < of))
    }
    expect(missed).toContain(true)
    const words = await newcomer(server)
    const { attemptId } = await gradedExam(server, words, { ...twentyRight, slug: 'verbalnij' })
    expect((await reviewOf(words, attemptId)).body.rules).toEqual([])
  })

  it('the review has nothing of the 28 other questions of the exam, and no key as it is stored', async () => {
    const person = await newcomer(server)
    const { attemptId } = await gradedExam(server, person, twentyRight)
    const { text, body } = await reviewOf(person, attemptId)
    expect(text).not.toContain(keyMarker)
    const open = new Set(body.review.map(({ question }: { question: { id: string } }) => question.id))
    const others = (await findItems(server.services.db, attemptId))!.filter(({ question }) => !open.has(question.id))
    expect([open.size, others.length]).toEqual([2, 28])
    for (const { question } of others) {
      expect(text).not.toContain(`"${question.id}"`)
      for (const { id } of question.options ?? []) expect(text).not.toContain(id)
    }
  })

  it('the review is empty without a score, of a sample and before the grade, and opens no question if all are right', async () => {
    const reviewWith = async (work: Parameters<typeof gradedExam>[2]) => {
      const person = await newcomer(server)
      return (await reviewOf(person, (await gradedExam(server, person, work)).attemptId)).body
    }
    expect(await reviewWith({ isRight: (place) => place < 3 })).toMatchObject({ questions: [], review: [] })
    const ofSample = await reviewWith({ slug: 'logichnij-proba', isRight: () => false })
    expect(ofSample).toMatchObject({ questions: [], review: [] })
    const ofWhole = await reviewWith({ isRight: () => true })
    expect([ofWhole.questions.length, ofWhole.review]).toEqual([30, []])
    const person = await newcomer(server)
    const { attempt } = await openExam(person, await givePurchase(server, person))
    expect((await reviewOf(person, attempt.id)).body).toMatchObject({ questions: [], review: [] })
  })

  it('the server refuses the review of an exam to another person', async () => {
    const person = await newcomer(server)
    const { attemptId } = await gradedExam(server, person, twentyRight)
    const stranger = await newcomer(server)
    const reply = await reviewOf(stranger, attemptId)
    expect([reply.status, reply.body.code]).toEqual([403, 'foreign_purchase'])
    expect((await reviewOf(person, 'none')).status).toBe(404)
  })

  it('the review of an exam stays the same after a re-score that changes no grade', async () => {
    const person = await newcomer(server)
    const { attemptId, purchaseId } = await gradedExam(server, person, twentyRight)
    const before = (await reviewOf(person, attemptId)).body
    await reScore(server.services, { attemptId, reason: 'перевірка', author: 'О. Оператор', includeLate: true })
    const [result]: Result[] = (await person.get(`/api/test-results/${purchaseId}/`)).body.results
    expect([result!.version, (await reviewOf(person, attemptId)).body]).toEqual([2, before])
  })
})
