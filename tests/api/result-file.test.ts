import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyMarker } from '#content/item.ts'
import { ResultFile } from '#contract/result-file.ts'
import { scoringModel } from '#contract/score-model.ts'
import { verify } from '../../scripts/verify-score.mjs'
import { reScore } from '../../server/features/exams/operator-acts/re-score.ts'
import { findItems, replaceKeys } from '../../server/features/exams/paper/paper-store.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { openExam } from '../support/exam-calls.ts'
import { gradedExam } from '../support/graded-exam.ts'
import { givePurchase, newcomer, type Person } from '../support/person.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ workMode: 'inline', logLevel: 'silent' })
})
afterAll(() => server.close())

async function fileOf(person: Person, attemptId: string) {
  const { status, text, body } = await person.get(`/api/result-file/${attemptId}/`)
  return { status, text, code: body.code, body: body.file }
}
const overallOf = async (person: Person) => (await person.get('/api/overall-score/')).body
const right = (count: number) => ({ isRight: (place: number) => place < count })

describe('a result file', () => {
  it('a result file has the weight and mark of each question by its place, and reproduces the printed score', async () => {
    const person = await newcomer(server)
    const { attemptId, result } = await gradedExam(server, person, right(22))
    const { status, body } = await fileOf(person, attemptId)
    const file = ResultFile.parse(body)
    const items = (await findItems(server.services.db, attemptId))!
    const [exam] = file.exams
    expect([status, file.exams.length, exam!.test, exam!.score.model]).toEqual([200, 1, 'logic', scoringModel])
    expect(exam!.score).toEqual(result.score)
    expect(exam!.questions.map(({ family, b, mark }) => [family, b, mark])).toEqual(
      items.map(({ family, difficulty }, place) => [family, difficulty, place < 22 ? 'right' : 'wrong']),
    )
    expect(verify(file).flatMap(({ differ }) => differ)).toEqual([])
  })

  it('a result file contains no prompt, option, id or key of any question', async () => {
    const person = await newcomer(server)
    const { attemptId } = await gradedExam(server, person, { ...right(20), slug: 'verbalnij' })
    const { text, body } = await fileOf(person, attemptId)
    expect(text).not.toContain(keyMarker)
    expect(Object.keys(body.exams[0].questions[0]).toSorted()).toEqual(['a', 'b', 'c', 'family', 'mark'])
    for (const { question, key } of (await findItems(server.services.db, attemptId))!) {
      expect(text).not.toContain(question.prompt)
      expect(text).not.toContain(`"${question.id}"`)
      expect(text).not.toContain(`"${String(key.right)}"`)
      for (const { id } of question.options ?? []) expect(text).not.toContain(`"${id}"`)
    }
  })

  it('the server gives a result file to the exam’s owner alone, and only once there is a result', async () => {
    const person = await newcomer(server)
    const purchase = await givePurchase(server, person)
    const { attempt } = await openExam(person, purchase)
    const early = await fileOf(person, attempt.id)
    expect([early.status, early.body]).toEqual([200, null])
    const stranger = await newcomer(server)
    const { attemptId } = await gradedExam(server, await newcomer(server), right(22))
    const foreign = await fileOf(stranger, attemptId)
    expect([foreign.status, foreign.code]).toEqual([403, 'foreign_purchase'])
    expect((await fetch(`${server.origin}/api/result-file/${attemptId}/`)).status).toBe(401)
    expect((await fileOf(person, 'none')).status).toBe(404)
  })

  it('the server gives no result file for a withheld score, nor for a mended key before the result is computed again', async () => {
    const person = await newcomer(server)
    const withheld = await gradedExam(server, person, right(3))
    expect((await fileOf(person, withheld.attemptId)).body).toBeNull()

    const mended = await newcomer(server)
    const { attemptId } = await gradedExam(server, mended, right(22))
    const items = (await findItems(server.services.db, attemptId))!
    const key = items[0]!.question.options?.find(({ id }) => id !== items[0]!.key.right)?.id ?? '1'
    const others = items.map((item, place) => (place === 0 ? { ...item, key: { ...item.key, right: key } } : item))
    await server.services.db.transaction((tx) => replaceKeys(tx, attemptId, others))
    expect((await fileOf(mended, attemptId)).body).toBeNull()
    await reScore(server.services, { attemptId, reason: 'mended', author: 'test', includeLate: false })
    const again = await fileOf(mended, attemptId)
    expect(verify(again.body).flatMap(({ differ }) => differ)).toEqual([])
  })
})

describe('an overall score', () => {
  it('an overall score uses each test’s newest scored exam; the data export contains it, and the result file reproduces it', async () => {
    const person = await newcomer(server)
    const older = await gradedExam(server, person, { ...right(27), slug: 'verbalnij' })
    expect(await overallOf(person)).toEqual({ overall: null, exams: [] })
    const verbal = await gradedExam(server, person, { ...right(18), slug: 'verbalnij', purchaseId: older.purchaseId })
    const math = await gradedExam(server, person, { ...right(24), slug: 'abstraktnij' })
    const ofTwo = await overallOf(person)
    expect(ofTwo.overall.tests).toEqual(['verbal', 'math'])
    const logic = await gradedExam(server, person, { ...right(22), slug: 'logichnij' })
    // A paper without a score hides no earlier score.
    await gradedExam(server, person, { ...right(2), slug: 'logichnij', purchaseId: logic.purchaseId })

    const { overall, exams } = await overallOf(person)
    expect(new Map(exams.map((each: { test: string; attempt_id: string }) => [each.test, each.attempt_id]))).toEqual(
      new Map([
        ['verbal', verbal.attemptId],
        ['math', math.attemptId],
        ['logic', logic.attemptId],
      ]),
    )
    expect(1.96 * overall.se).toBeLessThanOrEqual(22.5)
    const { body: file } = await fileOf(person, math.attemptId)
    expect([file.exams[0].test, file.exams.length]).toEqual(['math', 3])
    expect(file.overall).toEqual(overall)
    expect(verify(file).map(({ title, differ }) => [title, differ])).toEqual(
      ['Математичний', 'Логічний', 'Вербальний', 'Загальний бал'].map((title) => [title, []]),
    )
    const export_ = await person.get('/api/user/export/')
    expect(export_.body.overall_score).toEqual(overall)
    // The file of an exam that is no part of the overall score is of that exam alone.
    const { body: alone } = await fileOf(person, older.attemptId)
    expect([alone.exams.length, alone.overall]).toEqual([1, null])
  })

  it('the server gives a person without exams no overall score, and refuses a guest', async () => {
    const stranger = await newcomer(server)
    expect(await overallOf(stranger)).toEqual({ overall: null, exams: [] })
    expect((await fetch(`${server.origin}/api/overall-score/`)).status).toBe(401)
  })
})
