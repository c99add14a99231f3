import { and, count, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assembleExam } from '#content/assemble-exam.ts'
import type { Blueprint } from '#content/blueprint.ts'
import { keyMarker } from '#content/item.ts'
import { partitionOf } from '#content/partition.ts'
import { familyTitle } from '#content/families.ts'
import type { TrialKey } from '#contract/guest-trial.ts'
import type { AnswerValue, Question } from '#contract/question.ts'
import { trainingBounds } from '#contract/training-bounds.ts'
import { attempts, papers } from '../../server/db/schema/attempts.ts'
import { tests } from '../../server/db/schema/catalog.ts'
import { orders, purchases } from '../../server/db/schema/purchases.ts'
import { drawAgain } from '../../server/features/practice/draw-trial.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { allAtOnce, through } from '../support/crowd.ts'
import { openExam, until } from '../support/exam-calls.ts'
import { givePurchase, newcomer, Person } from '../support/person.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const db = () => server.services.db
const slug = 'logichnij-proba'

interface Trial {
  trial: string
  questions: Question[]
}

async function begin(of = slug): Promise<Trial> {
  const { status, body } = await new Person(server).post('/api/guest-trials/', { slug: of })
  expect(status).toBe(200)
  return body
}

type Given = { question_id: string; value: AnswerValue }[]

const claim = (person: Person, trial: string, answers: Given, more: object = {}) =>
  person.post('/api/guest-trials/claim/', { trial, slug, answers, spent_seconds: 90, ...more })

const anyAnswer = ({ id, kind, options }: Question) => ({
  question_id: id,
  value: kind === 'single' ? options![0]!.id : '7',
})
/** Draws the items of this trial again by its seed, with their keys. */
async function itemsOf(trial: string, of = slug) {
  const { seed } = await drawAgain(server.services, trial, of)
  const [test] = await db().select().from(tests).where(eq(tests.slug, of))
  const blueprint = test!.blueprint as Blueprint
  return [...assembleExam({ blueprint, seed, partition: 'training', seen: new Set() })]
}
const rowsOfStrangers = async () =>
  Promise.all(
    [attempts, papers, orders, purchases].map(async (table) => (await db().select({ n: count() }).from(table))[0]!.n),
  )

describe('a guest’s trial', () => {
  it.each(['verbalnij-proba', 'abstraktnij-proba', 'logichnij-proba'])(
    '[S01] a trial of %s has six other training questions each time, their keys and no other key, and stores nothing',
    async (of) => {
      const before = await rowsOfStrangers()
      const guest = new Person(server)
      const replies = [
        await guest.post('/api/guest-trials/', { slug: of }),
        await guest.post('/api/guest-trials/', { slug: of }),
      ]
      for (const { status, text, body } of replies) {
        expect([status, body.questions.length]).toEqual([200, 6])
        expect(text).not.toContain(keyMarker)
        expect(text).not.toMatch(/"(correct|family|difficulty|radicals|partition)"/)
        const items = await itemsOf(body.trial, of)
        expect(items.map(({ question }) => question)).toEqual(body.questions)
        // With these keys the device judges and explains answers, as the claim does.
        expect(body.keys.map(({ question_id, right, kind }: TrialKey) => [question_id, right, kind])).toEqual(
          items.map(({ question, key, family }) => [question.id, key.right, familyTitle(family)]),
        )
        expect(body.keys.map(({ explanation }: TrialKey) => explanation.length > 20)).toEqual(Array(6).fill(true))
        expect(items.map(({ signature, partition }) => [partitionOf(signature), partition])).toEqual(
          items.map(() => ['training', 'training']),
        )
      }
      expect(replies[0]!.body.questions).not.toEqual(replies[1]!.body.questions)
      expect(await rowsOfStrangers()).toEqual(before)
    },
  )

  it('a guest’s trial of a paid or an unknown test is 404', async () => {
    for (const of of ['logichnij', 'no-such-test']) {
      const { status, body } = await new Person(server).post('/api/guest-trials/', { slug: of })
      expect([of, status, body.code]).toEqual([of, 404, 'not_found'])
    }
  })

  it('a person opens an exam while trials of guests wait in their queue', async () => {
    let end = () => undefined as void
    const drawing = server.app.entrance.trial.run(() => new Promise<void>((resolve) => (end = resolve)))
    const waiting = begin()
    await until(async () => server.app.entrance.trial.load.waiting === 1)
    const person = await newcomer(server)
    expect((await openExam(person, await givePurchase(server, person))).questions.length).toBeGreaterThan(0)
    end()
    await drawing
    expect((await waiting).questions).toHaveLength(6)
  })
})

describe('an account that claims a trial', () => {
  it('an account that claims a trial gets its six questions as a graded training, with the given answers and the time', async () => {
    const { trial, questions } = await begin()
    const items = await itemsOf(trial)
    const [one, two] = items
    const wrong = two!.question.options!.find(({ id }) => id !== two!.key.right)!.id
    const person = await newcomer(server)
    const claimed = await claim(person, trial, [
      { question_id: one!.question.id, value: one!.key.right },
      { question_id: two!.question.id, value: wrong },
    ])
    expect(claimed.status).toBe(200)
    const { purchase_id, attempt_id, test_type } = claimed.body
    expect(test_type).toBe('logic')

    const { results } = (await person.get(`/api/test-results/${purchase_id}/`)).body
    expect(results).toHaveLength(1)
    const [result] = results
    expect(result).toMatchObject({ attempt_id, mode: 'training', correct: 1, total: 6, score: null })
    expect(result.pace ?? null).toBeNull()
    expect([result.duration_seconds, result.elapsed_seconds]).toEqual([90, 90])
    const review = result.review as { question: Question; given: AnswerValue | null; right: AnswerValue }[]
    expect(review.map(({ question }) => question)).toEqual(questions)
    expect(review.map(({ given }) => given)).toEqual([one!.key.right, wrong, null, null, null, null])
    expect(review.map(({ right }) => right)).toEqual(items.map(({ key }) => key.right))
    // No exam is spent, and nothing is paid.
    const shelf = (await person.get('/api/owned-tests/')).body.results
    expect(shelf).toMatchObject([{ id: purchase_id, exam_attempts_left: 3, active_attempt: null, last_result: null }])
    const [order] = await db().select().from(orders).where(eq(orders.userId, person.userId!))
    expect([order!.price, order!.status, order!.provider]).toEqual([0, 'paid', 'free'])
  })

  it('25 concurrent claims of a trial by one account make one training, and another account is refused', async () => {
    const { trial, questions } = await begin()
    const answers = questions.map(anyAnswer)
    const person = await newcomer(server)
    const replies = await allAtOnce([server], () => claim(person, trial, answers))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect((await claim(person, trial, answers.slice(1))).text).toBe(replies[0]!.text)
    expect(await db().$count(attempts, eq(attempts.userId, person.userId!))).toBe(1)
    expect(await db().$count(purchases, eq(purchases.userId, person.userId!))).toBe(1)

    const other = await newcomer(server)
    const refused = await claim(other, trial, answers)
    expect([refused.status, refused.body.code]).toEqual([409, 'trial_claimed'])
    expect(refused.body.detail).toMatch(/іншого облікового запису/)
    expect(await db().$count(purchases, eq(purchases.userId, other.userId!))).toBe(0)
  })

  it('one of two accounts that claim a trial at the same time gets it, and the other one gets 409', async () => {
    const { trial, questions } = await begin()
    const people = [await newcomer(server), await newcomer(server)]
    const replies = await Promise.all(people.map((person) => claim(person, trial, questions.map(anyAnswer))))
    expect(replies.map(({ status, body }) => [status, body.code ?? 'claimed']).toSorted()).toEqual([
      [200, 'claimed'],
      [409, 'trial_claimed'],
    ])
  })

  it('a repeated claim gets the same reply after the questions of the test have changed, and a first claim gets 409', async () => {
    const { trial, questions } = await begin('verbalnij-proba')
    const person = await newcomer(server)
    const of = { slug: 'verbalnij-proba' }
    const first = await claim(person, trial, questions.map(anyAnswer), of)
    expect(first.status).toBe(200)
    const [before] = await db().select().from(tests).where(eq(tests.slug, of.slug))
    const [another] = await db().select().from(tests).where(eq(tests.slug, 'abstraktnij-proba'))
    await db().update(tests).set({ blueprint: another!.blueprint }).where(eq(tests.slug, of.slug))
    try {
      expect((await claim(person, trial, questions.map(anyAnswer), of)).text).toBe(first.text)
      // A trial that was not claimed before is not graded by keys of other questions.
      const late = await claim(await newcomer(server), trial, questions.map(anyAnswer), of)
      expect([late.status, late.body.code]).toEqual([409, 'trial_outdated'])
    } finally {
      await db().update(tests).set({ blueprint: before!.blueprint }).where(eq(tests.slug, of.slug))
    }
  })

  it('[S02] an account cannot claim a forged trial, or a trial as one of another or a paid test, and a guest cannot claim at all', async () => {
    const { trial, questions } = await begin()
    const answers = questions.map(anyAnswer)
    const person = await newcomer(server)
    const [id, seal] = trial.split('.') as [string, string]
    const forged = [
      `${crypto.randomUUID()}.${seal}`,
      `${id}.${seal.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      id,
      'no trial',
    ]
    for (const name of forged) {
      const { status, body } = await claim(person, name, answers)
      expect([name, status, body.code]).toEqual([name, 409, 'trial_outdated'])
    }
    const ofOther = await claim(person, trial, answers, { slug: 'verbalnij-proba' })
    expect([ofOther.status, ofOther.body.code]).toEqual([409, 'trial_outdated'])
    expect((await claim(person, trial, answers, { slug: 'logichnij' })).status).toBe(404)
    expect((await claim(new Person(server), trial, answers)).status).toBe(401)
    expect(await db().$count(purchases, eq(purchases.userId, person.userId!))).toBe(0)
  })

  it('a claim with an unknown question or option is refused and stores nothing, and a valid one then succeeds', async () => {
    const { trial, questions } = await begin()
    const person = await newcomer(server)
    for (const [answer, code] of [
      [{ question_id: questions[0]!.id, value: 'no option' }, 'invalid_answer'],
      [{ question_id: 'q99', value: '1' }, 'unknown_question'],
    ] as const) {
      const refused = await claim(person, trial, [answer])
      expect([refused.status, refused.body.code]).toEqual([400, code])
    }
    expect((await claim(person, trial, [])).body.code).toBe('validation_failed')
    expect(await db().$count(attempts, eq(attempts.userId, person.userId!))).toBe(0)
    expect((await claim(person, trial, questions.map(anyAnswer))).status).toBe(200)
  })

  it('a claim after too many trainings in an hour is refused and orders nothing', async () => {
    const strict = await startTestServer({ sharing: server, limitFactor: 1 })
    try {
      const person = await newcomer(strict)
      const { trial, questions } = await begin('verbalnij-proba')
      expect((await claim(person, trial, questions.map(anyAnswer), { slug: 'verbalnij-proba' })).status).toBe(200)
      const [training] = await db().select().from(attempts).where(eq(attempts.userId, person.userId!))
      const ids = Array.from({ length: trainingBounds.anHour - 1 }, () => crypto.randomUUID())
      await db()
        .insert(attempts)
        .values(ids.map((id) => ({ ...training!, id, ticketHash: id })))

      const another = await begin()
      const refused = await claim(person, another.trial, another.questions.map(anyAnswer))
      expect([refused.status, refused.body.code]).toEqual([429, 'too_many_trainings'])
      expect(await db().$count(orders, eq(orders.userId, person.userId!))).toBe(1)

      // With a wider limit each training trims the oldest, as always.
      const next = await begin('verbalnij-proba')
      const of = { slug: 'verbalnij-proba' }
      expect((await claim(through(server, person), next.trial, next.questions.map(anyAnswer), of)).status).toBe(200)
      const isTrimmed = and(eq(attempts.userId, person.userId!), isNotNull(attempts.trimmedAt))
      expect(await db().$count(attempts, isTrimmed)).toBe(
        Math.min(trainingBounds.anHour - trainingBounds.keptWhole, 20),
      )
    } finally {
      await strict.close()
    }
  })

  it('a claim of a test that has got a price meanwhile is refused and orders nothing', async () => {
    const { trial, questions } = await begin('verbalnij-proba')
    const person = await newcomer(server)
    const isIt = eq(tests.slug, 'verbalnij-proba')
    const { papers: drawer } = server.services
    server.services.papers = {
      ...drawer,
      draw: async (...given) => {
        await db().update(tests).set({ price: 100 }).where(isIt)
        return drawer.draw(...given)
      },
    }
    try {
      const { status, body } = await claim(person, trial, questions.map(anyAnswer), { slug: 'verbalnij-proba' })
      expect([status, body.code]).toEqual([409, 'price_changed'])
      expect(await db().$count(orders, eq(orders.userId, person.userId!))).toBe(0)
    } finally {
      server.services.papers = drawer
      await db().update(tests).set({ price: 0 }).where(isIt)
    }
  })

  it('an owner of the test who claims a trial keeps the purchase and the training that is open in it', async () => {
    const person = await newcomer(server)
    const purchaseId = await givePurchase(server, person, slug, { examAttempts: 3 })
    const open = (await person.get(`/api/test-meta/${purchaseId}/`)).body
    const { trial, questions } = await begin()
    const claimed = await claim(person, trial, questions.map(anyAnswer))
    expect([claimed.status, claimed.body.purchase_id]).toEqual([200, purchaseId])
    const again = (await person.get(`/api/test-meta/${purchaseId}/`)).body
    expect(again.attempt).toMatchObject({ id: open.attempt.id, state: 'open' })
    const submitted = await person.post(`/api/test-meta/${purchaseId}/`, {
      ticket: open.attempt.ticket,
      answers: open.questions.map(anyAnswer),
    })
    expect([submitted.status, submitted.body.attempt_id]).toEqual([200, open.attempt.id])
    expect((await person.get(`/api/test-results/${purchaseId}/`)).body.count).toBe(2)
  })
})
