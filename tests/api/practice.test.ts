import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assemblePractice } from '#content/assemble-practice.ts'
import type { Blueprint } from '#content/blueprint.ts'
import { keyMarker } from '#content/item.ts'
import { partitionOf } from '#content/partition.ts'
import { ruleOf } from '#content/rule-of.ts'
import type { Verdict } from '#contract/practice.ts'
import type { AnswerValue } from '#contract/question.ts'
import { attempts, paperExposures, paperKeys, papers } from '../../server/db/schema/attempts.ts'
import { purchases } from '../../server/db/schema/purchases.ts'
import { digestsIn } from '../../server/features/exams/paper/drawn-paper.ts'
import { findItems, type PaperItem } from '../../server/features/exams/paper/paper-store.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { allAtOnce } from '../support/crowd.ts'
import { givePurchase, newcomer, type Person } from '../support/person.ts'
import { newKey, openExam } from '../support/exam-calls.ts'

let server: TestServer
let strict: TestServer
beforeAll(async () => {
  server = await startTestServer()
  strict = await startTestServer({ sharing: server, limitFactor: 1 })
})
afterAll(async () => {
  await strict.close()
  await server.close()
})

const db = () => server.services.db

async function trainee(slug = 'verbalnij-proba', on = server) {
  const person = await newcomer(on)
  return ofPurchase(person, await givePurchase(on, person, slug))
}

function ofPurchase(person: Person, purchaseId: string) {
  const begin = (request: object = {}) =>
    person.post(`/api/practice/${purchaseId}/`, { start_key: newKey(), size: 5, ...request })
  const answer = (attempt_id: string, question_id: string, value: AnswerValue | null) =>
    person.post<Verdict & { code: string }>(`/api/practice-answers/${purchaseId}/`, { attempt_id, question_id, value })
  return {
    person,
    purchaseId,
    begin,
    answer,
    keys: (attempt_id: string) => person.post(`/api/practice-keys/${purchaseId}/`, { attempt_id }),
    finish: (attempt_id: string) => person.post(`/api/practice-finish/${purchaseId}/`, { attempt_id }),
    choice: async () => (await person.get(`/api/practice/${purchaseId}/`)).body,
    results: async () => (await person.get(`/api/test-results/${purchaseId}/`)).body,
    async solve(attempt_id: string, isRight: (item: PaperItem) => boolean) {
      for (const item of await itemsIn(attempt_id)) {
        await answer(attempt_id, item.question.id, isRight(item) ? item.key.right : wrongTo(item))
      }
    },
  }
}

const itemsIn = async (attemptId: string) => (await findItems(db(), attemptId))!
const wrongTo = ({ question, key }: PaperItem) => question.options?.find(({ id }) => id !== key.right)?.id ?? '-99999'
/** Items of the stock for training that a person was shown before this attempt was drawn. */
async function seenBefore(person: Person, attemptId: string): Promise<Set<string>> {
  const shown = await db()
    .select()
    .from(paperExposures)
    .where(and(eq(paperExposures.userId, person.userId!), eq(paperExposures.partition, 'training')))
    .orderBy(desc(paperExposures.shownAt), paperExposures.attemptId)
  return new Set(shown.filter((row) => row.attemptId !== attemptId).flatMap(({ items }) => digestsIn(items)))
}
const papersOf = (attemptId: string) => db().$count(papers, eq(papers.attemptId, attemptId))

describe('a practice', () => {
  it('a practice offers its kinds, has five or ten questions of one kind or of all, and refuses any other request', async () => {
    const { begin, choice } = await trainee('logichnij')
    expect(await choice()).toEqual({
      kinds: [
        { kind: 'logic-matrix', title: 'Матриці фігур' },
        { kind: 'logic-overlay', title: 'Накладання фігур' },
        { kind: 'logic-analogy', title: 'Аналогії фігур' },
        { kind: 'logic-latin', title: 'Латинські квадрати' },
        { kind: 'logic-ordering', title: 'Порядок за умовами' },
      ],
      mistakes: 0,
      open: null,
    })
    const mixed = (await begin({ size: 10 })).body
    expect(mixed.questions).toHaveLength(10)
    expect(new Set((await itemsIn(mixed.attempt_id)).map(({ family }) => family)).size).toBe(5)
    const alone = (await begin({ kind: 'logic-overlay' })).body
    expect((await itemsIn(alone.attempt_id)).map(({ family }) => family)).toEqual(Array(5).fill('logic-overlay'))
    for (const [request, status, code] of [
      [{ size: 7 }, 400, 'validation_failed'],
      [{ kind: 'math-series' }, 400, 'unknown_kind'],
      [{ mistakes: true }, 409, 'no_mistakes'],
    ] as const) {
      const { body } = await begin(request)
      expect([body.status_code, body.code, body.detail]).toEqual([status, code, expect.stringMatching(/[а-яіїє]{3}/)])
    }
    // The refused requests have ended nothing.
    expect((await choice()).open).toMatchObject({ answered: 0, total: 5 })
  })

  it('[S01] the questions of a practice have no key, and the reply to an answer has the key of that question alone', async () => {
    const { begin, answer } = await trainee('logichnij')
    const key = newKey()
    const begun = await begin({ start_key: key })
    expect(begun.body.verdicts).toEqual([])
    expect(begun.text).not.toMatch(/"(right|correct|explanation|family|difficulty|radicals)"/)
    const [first] = await itemsIn(begun.body.attempt_id)
    const verdict = await answer(begun.body.attempt_id, first!.question.id, first!.key.right)
    const again = await begin({ start_key: key })
    expect(again.body.verdicts).toEqual([verdict.body])
    expect(again.text.match(/"right":/g)).toHaveLength(1)
    for (const { text } of [begun, verdict, again]) expect(text).not.toContain(keyMarker)
    expect(JSON.stringify(first)).toContain(keyMarker)
  })

  it('a practice replies to an answer with its verdict and explanation, and only the first answer to a question counts', async () => {
    const { begin, answer } = await trainee()
    const { attempt_id } = (await begin()).body
    const [one, two, three] = await itemsIn(attempt_id)
    const right = await answer(attempt_id, one!.question.id, one!.key.right)
    expect(right.status).toBe(200)
    expect(right.body).toEqual({
      question_id: one!.question.id,
      given: one!.key.right,
      right: one!.key.right,
      correct: true,
      explanation: one!.key.explanation,
      explanation_figure: null,
    })
    expect((await answer(attempt_id, one!.question.id, one!.key.right)).text).toBe(right.text)
    expect((await answer(attempt_id, one!.question.id, wrongTo(one!))).text).toBe(right.text)

    const wrong = (await answer(attempt_id, two!.question.id, wrongTo(two!))).body
    expect(wrong).toMatchObject({ given: wrongTo(two!), right: two!.key.right, correct: false })
    expect((await answer(attempt_id, two!.question.id, two!.key.right)).body).toEqual(wrong)
    // A person who does not know is shown the key, so a later answer does not count.
    const shown = (await answer(attempt_id, three!.question.id, null)).body
    expect(shown).toMatchObject({ given: null, right: three!.key.right, correct: false })
    expect((await answer(attempt_id, three!.question.id, three!.key.right)).body).toEqual(shown)
  })

  it('25 concurrent answers with two different values to one question get the same verdict', async () => {
    const { begin, answer } = await trainee()
    const { attempt_id } = (await begin()).body
    const [item] = await itemsIn(attempt_id)
    const values = [item!.key.right, wrongTo(item!)]
    let turn = 0
    const replies = await allAtOnce([server], () => answer(attempt_id, item!.question.id, values[turn++ % 2]!))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  })

  it('the keys of a practice for offline use agree with the server’s verdicts and explanations', async () => {
    const { begin, answer, keys, finish } = await trainee('logichnij')
    const { attempt_id } = (await begin()).body
    const given = await keys(attempt_id)
    expect(given.text).not.toContain(keyMarker)
    expect(given.text).not.toMatch(/"(family|difficulty|radicals|given|correct)"/)
    for (const [place, item] of (await itemsIn(attempt_id)).entries()) {
      const { correct, given: told, ...verdict } = (await answer(attempt_id, item.question.id, item.key.right)).body
      expect([correct, told, verdict]).toEqual([true, item.key.right, given.body.keys[place]])
    }
    await finish(attempt_id)
    expect((await keys(attempt_id)).text).toBe(given.text)
  })

  it('[S01] [S02] the server gives keys only of a practice, only to its owner, and all of them belong to the training partition', async () => {
    for (const slug of ['verbalnij', 'abstraktnij', 'logichnij'] as const) {
      const { person, purchaseId, begin, keys, choice } = await trainee(slug)
      const [bought] = await db().select().from(purchases).where(eq(purchases.id, purchaseId))
      const blueprint = bought!.blueprint as Blueprint
      const exam = await openExam(person, purchaseId)
      const training = (await person.get(`/api/test-meta/${purchaseId}/`)).body
      const stranger = ofPurchase(await newcomer(server), purchaseId)
      const another = ofPurchase(person, await givePurchase(server, person, `${slug}-proba`))
      for (const { kind } of [{ kind: undefined }, ...(await choice()).kinds]) {
        const { attempt_id } = (await begin({ size: 10, kind })).body
        const rights = (await keys(attempt_id)).body.keys.map(({ right }: Verdict) => right)
        const [begun] = await db().select().from(attempts).where(eq(attempts.id, attempt_id))
        const seen = await seenBefore(person, attempt_id)
        const drawn = assemblePractice({ blueprint, size: 10, family: kind }, { seed: begun!.seed, seen })
        expect(rights).toEqual(drawn.map(({ key }) => key.right))
        expect(drawn.map(({ signature, partition }) => [partitionOf(signature), partition])).toEqual(
          drawn.map(() => ['training', 'training']),
        )
        expect((await stranger.keys(attempt_id)).body.code).toBe('foreign_purchase')
        expect((await another.keys(attempt_id)).status).toBe(404)
      }
      for (const attempt of [exam.attempt.id, training.attempt.id, 'no id']) {
        const refused = await keys(attempt)
        expect([refused.status, Object.keys(refused.body)]).toEqual([404, ['detail', 'code', 'status_code']])
      }
    }
  })

  it('a practice refuses an invalid answer or an unknown question, and stores neither', async () => {
    const { begin, answer, choice } = await trainee()
    const { attempt_id, questions } = (await begin()).body
    const chosen = questions[0]
    const refusals = [
      await answer(attempt_id, chosen.id, 'no option'),
      await answer(attempt_id, chosen.id, ' '),
      await answer(attempt_id, chosen.id, []),
      await answer(attempt_id, 'q99', '1'),
    ]
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
      [400, 'invalid_answer'],
      [400, 'invalid_answer'],
      [400, 'invalid_answer'],
      [400, 'unknown_question'],
    ])
    expect((await choice()).open).toMatchObject({ answered: 0 })
  })

  it('a practice ends once with a result and a review of its answers, and costs no exam', async () => {
    const { person, begin, answer, finish, results, purchaseId } = await trainee()
    const { attempt_id } = (await begin()).body
    const [one, two] = await itemsIn(attempt_id)
    await answer(attempt_id, one!.question.id, one!.key.right)
    const verdict = await answer(attempt_id, two!.question.id, wrongTo(two!))
    const ended = await finish(attempt_id)
    expect(ended.status).toBe(200)
    expect(ended.body).toMatchObject({ attempt_id, mode: 'training', pace: 'one-by-one', correct: 1, total: 5 })
    const givens = ended.body.review.map(({ given }: { given: unknown }) => given)
    expect(givens).toEqual([one!.key.right, wrongTo(two!), null, null, null])
    expect((await finish(attempt_id)).text).toBe(ended.text)

    expect((await answer(attempt_id, two!.question.id, two!.key.right)).text).toBe(verdict.text)
    const late = await answer(attempt_id, 'q3', null)
    expect([late.status, late.body.code]).toEqual([409, 'practice_over'])
    const { acceptance: _, ...result } = ended.body
    expect((await results()).results).toEqual([result])
    // The practice costs no exam and brings no news but achievements.
    const { body } = await person.get('/api/owned-tests/')
    expect(body.results[0]).toMatchObject({
      id: purchaseId,
      exam_attempts_left: 2,
      active_attempt: null,
      last_result: null,
    })
    const news = (await person.get('/api/notifications/')).body.results
    expect(news.filter(({ title }: { title: string }) => title === 'Результат готовий')).toEqual([])
  })

  it('one start key begins one practice; another key ends it, and it is graded if it has an answer and deleted if not', async () => {
    const { begin, answer, choice, results, finish } = await trainee()
    const key = newKey()
    const bodies = await allAtOnce([server], async () => (await begin({ start_key: key })).text)
    expect(new Set(bodies).size).toBe(1)
    const unanswered = JSON.parse(bodies[0]!)
    expect((await choice()).open).toEqual({ start_key: key, answered: 0, total: 5 })

    const second = (await begin()).body
    expect(second.attempt_id).not.toBe(unanswered.attempt_id)
    expect((await begin({ start_key: key })).body).toMatchObject({ is_open: false, questions: [], verdicts: [] })
    expect([await papersOf(unanswered.attempt_id), (await results()).count]).toEqual([0, 0])
    expect(await db().$count(paperKeys, eq(paperKeys.attemptId, unanswered.attempt_id))).toBe(0)
    const refused = await finish(unanswered.attempt_id)
    expect([refused.status, refused.body.code]).toEqual([409, 'practice_over'])

    await answer(second.attempt_id, 'q1', null)
    await begin()
    const { results: graded } = await results()
    expect(graded).toMatchObject([{ attempt_id: second.attempt_id, correct: 0, total: 5 }])
  })

  it('[S4.33] [S7.24] a practice and a training of one purchase neither open, answer nor end each other', async () => {
    const { person, purchaseId, begin, choice, answer } = await trainee()
    const practice = (await begin()).body
    const path = `/api/test-meta/${purchaseId}/`
    const training = (await person.get(path)).body
    expect(training.attempt.id).not.toBe(practice.attempt_id)
    expect(training.questions).toHaveLength(6)
    await begin()
    expect((await person.get(path)).body.attempt.id).toBe(training.attempt.id)
    const { start_key } = (await choice()).open
    const other = await answer(training.attempt.id, 'q1', null)
    expect([other.status, other.body.code]).toEqual([404, 'not_found'])
    const submitted = await person.post(path, { answers: [] })
    expect(submitted.body).toMatchObject({ attempt_id: training.attempt.id, total: 6 })
    expect('pace' in submitted.body).toBe(false)
    expect((await choice()).open).toMatchObject({ start_key })
    // The start key of an exam begins no practice.
    const examKey = newKey()
    await openExam(person, purchaseId, examKey)
    const clash = await begin({ start_key: examKey })
    expect([clash.status, clash.body.code]).toEqual([409, 'idempotency_mismatch'])
  })

  it('the start key of a practice begins no exam, not even the first of the purchase', async () => {
    const { person, purchaseId, begin } = await trainee()
    const key = newKey()
    await begin({ start_key: key })
    const { status, body } = await person.get(`/api/exam-meta/${purchaseId}/?start_key=${key}`)
    expect([status, body.code]).toEqual([409, 'no_open_attempt'])
    expect((await openExam(person, purchaseId)).questions).toHaveLength(6)
  })

  it('[S02] a stranger can neither begin, answer nor end a practice, and a recovery file for it gets 404', async () => {
    const { person, purchaseId, begin } = await trainee()
    const { attempt_id } = (await begin()).body
    const stranger = ofPurchase(await newcomer(server), purchaseId)
    const foreign = [
      await stranger.begin(),
      await stranger.answer(attempt_id, 'q1', null),
      await stranger.finish(attempt_id),
    ]
    for (const { status, body } of foreign) expect([status, body.code]).toEqual([403, 'foreign_purchase'])
    const mine = await trainee()
    expect((await mine.answer(attempt_id, 'q1', null)).status).toBe(404)
    expect((await mine.finish('not an id')).status).toBe(404)
    const event = { question_id: 'q1', value: null, epoch: 1, seq: 9, device_id: 'file' }
    const file = await person.post(`/api/exam-recovery/${purchaseId}/`, { attempt_id, events: [event] })
    expect(file.status).toBe(404)
  })

  it('[S03] no practice begins on an expired purchase, and an open one can still be answered and ended', async () => {
    const { begin, answer, finish, purchaseId } = await trainee()
    const key = newKey()
    const { attempt_id } = (await begin({ start_key: key })).body
    await db().update(purchases).set({ expiresAt: new Date() }).where(eq(purchases.id, purchaseId))
    const refused = await begin()
    expect([refused.status, refused.body.code]).toEqual([409, 'purchase_expired'])
    expect((await begin({ start_key: key })).body.is_open).toBe(true)
    expect((await answer(attempt_id, 'q1', null)).status).toBe(200)
    expect((await finish(attempt_id)).body).toMatchObject({ total: 5 })
  })
})

describe('mistakes', () => {
  it('a mistake comes again as other questions of its kind and rule until all are answered rightly; mistakes of exams never do', async () => {
    const { person, purchaseId, begin, solve, finish, choice } = await trainee('abstraktnij')
    const exam = await openExam(person, purchaseId)
    await person.put(`/api/exam-answers/${purchaseId}/`, { ticket: exam.attempt.ticket, begin: true, events: [] })
    const wrongs = (await itemsIn(exam.attempt.id)).map((item) => ({
      question_id: item.question.id,
      value: wrongTo(item),
    }))
    expect((await person.post(`/api/exam-meta/${purchaseId}/`, { answers: wrongs })).body.correct).toBe(0)
    expect((await choice()).mistakes).toBe(0)

    const first = (await begin({ kind: 'math-series' })).body
    const missed = (await itemsIn(first.attempt_id)).at(-1)!
    await solve(first.attempt_id, (item) => item.question.id !== missed.question.id && ruleOf(item) !== ruleOf(missed))
    await finish(first.attempt_id)
    expect((await choice()).mistakes).toBe(1)

    const again = (await begin({ mistakes: true })).body
    const items = await itemsIn(again.attempt_id)
    expect(items).toHaveLength(5)
    expect(items.map((item) => [item.family, ruleOf(item)])).toEqual(items.map(() => ['math-series', ruleOf(missed)]))
    expect(items.map(({ question }) => question.prompt)).not.toContain(missed.question.prompt)
    // The mistake stays while the practice continues, and where it goes wrong again.
    await solve(again.attempt_id, (item) => item !== items[0] && item.question.id !== 'q1')
    await finish(again.attempt_id)
    expect((await choice()).mistakes).toBe(1)
    const last = (await begin({ mistakes: true, kind: 'math-series' })).body
    await solve(last.attempt_id, () => true)
    await finish(last.attempt_id)
    expect((await choice()).mistakes).toBe(0)
  })

  it('a wrong answer in a training and «I do not know» in a practice count as mistakes, and a question left out does not', async () => {
    const { person, purchaseId, begin, answer, finish, choice } = await trainee('logichnij-proba')
    const { attempt, questions } = (await person.get(`/api/test-meta/${purchaseId}/`)).body
    const [wrong] = await itemsIn(attempt.id)
    const answers = [{ question_id: questions[0].id, value: wrongTo(wrong!) }]
    await person.post(`/api/test-meta/${purchaseId}/`, { answers })
    expect((await choice()).mistakes).toBe(1)
    const { attempt_id } = (await begin({ kind: 'logic-overlay' })).body
    await answer(attempt_id, 'q1', null)
    await finish(attempt_id)
    expect((await choice()).mistakes).toBe(2)
    // Another test of the same person and type meets them as well, as far as it has such questions.
    const whole = ofPurchase(person, await givePurchase(server, person, 'logichnij'))
    expect((await whole.choice()).mistakes).toBe(2)
    const verbal = ofPurchase(person, await givePurchase(server, person, 'verbalnij'))
    expect((await verbal.choice()).mistakes).toBe(0)
  })
})

describe('practices', () => {
  it('practices share the limit of 30 an hour with trainings, and an open practice can be opened again beyond it', async () => {
    const { person, begin, purchaseId } = await trainee('verbalnij-proba', strict)
    const key = newKey()
    const { attempt_id } = (await begin({ start_key: key })).body
    const [made] = await db().select().from(attempts).where(eq(attempts.id, attempt_id))
    const copies = Array.from({ length: 29 }, () => {
      const id = crypto.randomUUID()
      return { ...made!, id, ticketHash: id, startKey: id, isOpen: false, state: 'graded', createdAt: new Date() }
    })
    await db().insert(attempts).values(copies)
    const refused = await begin()
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_trainings'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
    expect((await person.get(`/api/test-meta/${purchaseId}/`)).status).toBe(429)
    expect((await begin({ start_key: key })).body).toMatchObject({ attempt_id, is_open: true })
  })

  it('a purchase keeps all results, the papers of its newest ten practices apart from its trainings, and the shown items of ten papers', async () => {
    const { person, purchaseId, begin, answer, finish, results } = await trainee()
    await person.get(`/api/test-meta/${purchaseId}/`)
    const training = (await person.post(`/api/test-meta/${purchaseId}/`, { answers: [] })).body.attempt_id
    const ids: string[] = []
    for (let number = 0; number < 12; number += 1) {
      const { attempt_id } = (await begin()).body
      await answer(attempt_id, 'q1', null)
      await finish(attempt_id)
      ids.push(attempt_id)
    }
    await begin()
    expect(await Promise.all(ids.map(papersOf))).toEqual([0, 0, ...Array(10).fill(1)])
    expect(await papersOf(training)).toBe(1)
    expect((await results()).count).toBe(13)
    const over = await answer(ids[0]!, 'q1', null)
    expect([over.status, over.body.code]).toEqual([409, 'practice_over'])
    const shown = await db().select().from(paperExposures).where(eq(paperExposures.userId, person.userId!))
    expect(shown.map(({ partition }) => partition)).toEqual(Array(10).fill('training'))
  })
})
