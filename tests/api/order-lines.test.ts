import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { through } from '../support/crowd.ts'
import { answersWith, givenOutAgo } from '../support/graded-exam.ts'
import { givePurchase, newcomer, type Person } from '../support/person.ts'
import { callBack, order, paymentOf, statusOf } from '../support/sandbox.ts'
import { newKey, openExam } from '../support/exam-calls.ts'

let servers: [TestServer, TestServer]
let buyer: Person
beforeAll(async () => {
  const first = await startTestServer()
  servers = [first, await startTestServer({ sharing: first })]
})
beforeEach(async () => {
  buyer = await newcomer(servers[0])
})
afterAll(async () => {
  await servers[1].close()
  await servers[0].close()
})

const query = (text: string, values: unknown[] = []) => servers[0].services.pool.query(text, values)

async function buy(person: Person, slug = 'verbalnij', amount = 149): Promise<any> {
  const purchase = await order(person, slug)
  expect((await callBack(servers[0], paymentOf(purchase, { amount }))).status).toBe(200)
  return purchase
}

const allowExams = (purchaseId: string, count: number) =>
  query('update purchases set exam_attempts = $2 where id = $1', [purchaseId, count])

async function begin(person: Person, purchaseId: string) {
  const { attempt, questions } = await openExam(person, purchaseId)
  const { ticket, submission_key } = attempt
  await person.put(`/api/exam-answers/${purchaseId}/`, { ticket, begin: true, events: [] })
  // Enough right answers for an IQ: a paper without a score would bring one more exam.
  await givenOutAgo(servers[0], attempt.id, 1800)
  const answers = await answersWith(servers[0], attempt.id, questions, (place) => place < 20)
  return {
    submit: () => person.post(`/api/exam-meta/${purchaseId}/`, { ticket, submission_key, answers }),
  }
}

async function useUp(person: Person, purchaseId: string): Promise<void> {
  await allowExams(purchaseId, 1)
  const { submit } = await begin(person, purchaseId)
  expect((await submit()).status).toBe(200)
}

const shelf = async (person = buyer) => (await person.get('/api/owned-tests/')).body.results as any[]
const testOf = async (slug: string, person = buyer) =>
  (await person.get(`/api/available-tests/?slug=${slug}`)).body.results[0]

describe('an ordered test', () => {
  it('a purchase keeps its duration and its number of questions when the shop changes the test', async () => {
    const slug = 'verbalnij'
    const { purchase_id: id } = await buy(buyer, slug)
    const { rows } = await query('select * from tests where slug = $1', [slug])
    const before = rows[0]
    const short = await query(`select blueprint, question_count from tests where slug = 'verbalnij-proba'`)
    await query('update tests set duration_minutes = 10, question_count = $2, blueprint = $3 where slug = $1', [
      slug,
      short.rows[0].question_count,
      JSON.stringify(short.rows[0].blueprint),
    ])
    try {
      const { attempt, questions } = await openExam(buyer, id)
      expect([attempt.duration_seconds, questions.length]).toEqual([
        before.duration_minutes * 60,
        before.question_count,
      ])
      const training = await buyer.get(`/api/test-meta/${id}/`)
      expect(training.body.questions).toHaveLength(before.question_count)
      expect((await shelf())[0].test).toMatchObject({
        duration_minutes: before.duration_minutes,
        question_count: before.question_count,
      })
      expect(await testOf(slug)).toMatchObject({ duration_minutes: 10 })
    } finally {
      await query('update tests set duration_minutes = $2, question_count = $3, blueprint = $4 where slug = $1', [
        slug,
        before.duration_minutes,
        before.question_count,
        JSON.stringify(before.blueprint),
      ])
    }
  })
})

describe('a test whose exams are used up', () => {
  it('a test whose exams are used up can be bought again immediately, and the first purchase keeps its trainings and results', async () => {
    const first = await buy(buyer)
    await useUp(buyer, first.purchase_id)
    expect(await shelf()).toMatchObject([{ id: first.purchase_id, exam_attempts_left: 0, can_buy_again: true }])
    expect(await testOf('verbalnij')).toMatchObject({ owned_purchase_id: first.purchase_id, can_buy_again: true })

    const second = await order(buyer)
    expect(second).toMatchObject({ status: 'pending', checkout: { provider: 'sandbox' } })
    expect(second.purchase_id).not.toBe(first.purchase_id)
    expect((await order(buyer)).purchase_id).toBe(second.purchase_id)
    await callBack(servers[0], paymentOf(second))
    expect(await statusOf(buyer, second)).toBe('paid')
    const { attempt } = await openExam(buyer, second.purchase_id)
    expect(attempt.id).toBeDefined()

    expect(await statusOf(buyer, first)).toBe('paid')
    expect((await buyer.get(`/api/test-meta/${first.purchase_id}/`)).status).toBe(200)
    expect((await buyer.get(`/api/test-results/${first.purchase_id}/`)).body.count).toBe(1)
    const again = await buyer.get(`/api/exam-meta/${first.purchase_id}/?start_key=${newKey()}`)
    expect([again.status, again.body.code]).toEqual([409, 'no_attempts_left'])
    expect((await shelf()).map(({ id, can_buy_again }) => [id, can_buy_again])).toEqual([
      [second.purchase_id, false],
      [first.purchase_id, false],
    ])
    expect(await testOf('verbalnij')).toMatchObject({ owned_purchase_id: second.purchase_id, can_buy_again: false })
  })

  it('a test cannot be ordered again while its last exam is under way, and can be once that exam is submitted', async () => {
    const first = await buy(buyer)
    await allowExams(first.purchase_id, 1)
    const { submit } = await begin(buyer, first.purchase_id)
    expect((await order(buyer)).purchase_id).toBe(first.purchase_id)
    expect((await shelf())[0].can_buy_again).toBe(false)
    await submit()
    expect((await order(buyer)).purchase_id).not.toBe(first.purchase_id)
  })

  it('a test cannot be ordered again if its last exam failed and was given back', async () => {
    const first = await buy(buyer)
    await useUp(buyer, first.purchase_id)
    await query(`update attempts set state = 'failed' where purchase_id = $1`, [first.purchase_id])
    expect((await order(buyer)).purchase_id).toBe(first.purchase_id)
  })

  it('a late payment of an older order opens it if the newer purchase has no exam left', async () => {
    const old = await order(buyer)
    await callBack(servers[0], paymentOf(old, { status: 'failure' }))
    const newer = await buy(buyer)
    await useUp(buyer, newer.purchase_id)
    await callBack(servers[0], paymentOf(old))
    expect(await statusOf(buyer, old)).toBe('paid')
  })

  it('a free test whose exams are used up is not given out again', async () => {
    const free = await order(buyer, 'verbalnij-proba')
    await useUp(buyer, free.purchase_id)
    expect((await order(buyer, 'verbalnij-proba')).purchase_id).toBe(free.purchase_id)
    expect((await shelf())[0].can_buy_again).toBe(false)
  })
})

describe('an order at the same time as the last exam', () => {
  /** A few rounds in every run, the campaign in the full one. */
  const campaigns = [
    ['6 rounds', 6],
    ['40 rounds @full', 40],
  ] as const

  it.each(campaigns)(
    'an order at the same time as the start of the last exam returns the same purchase: %s',
    async (_title, rounds) => {
      const person = await newcomer(servers[0])
      const { rows } = await query(`select id from tests where slug = 'verbalnij'`)
      for (let round = 0; round < rounds; round += 1) {
        await query('delete from orders where user_id = $1', [person.userId])
        const id = await givePurchase(servers[0], person, 'verbalnij', { examAttempts: 1 })
        const [started, ordered] = await Promise.all([
          through(servers[round % 2]!, person).get(`/api/exam-meta/${id}/?start_key=${newKey()}`),
          through(servers[(round + 1) % 2]!, person).post('/api/purchases/', {
            test_id: rows[0].id,
            idempotency_key: newKey(),
          }),
        ])
        expect([started.status, ordered.status, ordered.body.purchase_id]).toEqual([200, 200, id])
      }
    },
  )

  it.each(campaigns)(
    'three orders at the same time as the end of the last exam make at most one new purchase: %s',
    async (_title, rounds) => {
      const person = await newcomer(servers[0])
      for (let round = 0; round < rounds; round += 1) {
        await query('delete from orders where user_id = $1', [person.userId])
        const id = await givePurchase(servers[0], person, 'verbalnij', { examAttempts: 1 })
        const { submit } = await begin(person, id)
        const asker = (index: number) => through(servers[index % 2]!, person)
        const [submitted, ...ordered] = await Promise.all([
          submit(),
          ...[0, 1, 2].map((index) =>
            asker(index).post('/api/purchases/', { test_id: 'verbalnij', idempotency_key: newKey() }),
          ),
        ])
        expect([submitted.status, ...ordered.map(({ status }) => status)]).toEqual([200, 200, 200, 200])
        const ids = new Set(ordered.map(({ body }) => body.purchase_id).filter((one) => one !== id))
        expect(ids.size).toBeLessThanOrEqual(1)
        const live = await query(
          'select count(*)::int as count from purchases where user_id = $1 and live and not superseded',
          [person.userId],
        )
        expect(live.rows[0].count).toBe(1)
        expect((await asker(0).get(`/api/test-results/${id}/`)).body.count).toBe(1)
      }
    },
  )
})
