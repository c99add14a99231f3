import { randomBytes } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readReceipt } from '../../src/attempt/submissions/receipts.ts'
import { answerEvents, attempts, paperExposures, paperKeys, papers, results } from '../../server/db/schema/attempts.ts'
import { reScore } from '../../server/features/exams/operator-acts/re-score.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { givePurchase, newcomer, Person } from '../support/person.ts'
import { answersOf, someEvents } from '../support/exam-calls.ts'
import { ago } from '../support/started-exam.ts'

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

/** Number of finished trainings of a purchase that keep everything. */
const keptWhole = 10

const db = () => server.services.db

async function trainee(on = server) {
  const person = await newcomer(on)
  const purchaseId = await givePurchase(on, person, 'verbalnij-proba')
  const path = `/api/test-meta/${purchaseId}/`
  const guest = new Person(on)
  return {
    person,
    purchaseId,
    open: () => person.get(path),
    /** Begins, answers and submits a training. Returns its `body` as it was submitted. */
    async train() {
      const { attempt, questions } = (await person.get(path)).body
      const { ticket, submission_key } = attempt
      const events = someEvents(questions)
      await guest.put(`/api/exam-answers/${purchaseId}/`, { ticket, events })
      const body = { ticket, submission_key, answers: answersOf(events), events }
      const reply = await guest.post(path, body)
      return { id: attempt.id as string, body, reply, events, ticket }
    },
    submit: (body: object) => guest.post(path, body),
    save: (body: object) => guest.put(`/api/exam-answers/${purchaseId}/`, body),
    /** Inserts rows of trainings that were begun just now. */
    async another(trainings: number) {
      // Copies no exam: its start key would be in the table twice.
      const ofTrainings = and(eq(attempts.purchaseId, purchaseId), eq(attempts.mode, 'training'))
      const [made] = await db().select().from(attempts).where(ofTrainings)
      const copies = Array.from({ length: trainings }, () => {
        const id = crypto.randomUUID()
        return { ...made!, id, ticketHash: id, createdAt: new Date() }
      })
      await db().insert(attempts).values(copies)
      return copies.map(({ id }) => id)
    },
    age: (seconds: number) =>
      db()
        .update(attempts)
        .set({ createdAt: ago(seconds) })
        .where(eq(attempts.userId, person.userId!)),
  }
}

describe('trainings', () => {
  it('a person may begin thirty trainings an hour and sixty a day over all purchases, and a refusal says when to try again', async () => {
    const { person, open, train, another, age, purchaseId } = await trainee(strict)
    await train()
    await another(28)
    const other = await givePurchase(strict, person, 'logichnij-proba')
    expect((await person.get(`/api/test-meta/${other}/`)).status).toBe(200)

    const refused = await open()
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_trainings'])
    expect(refused.body.detail).toMatch(/Наступне можна почати через (1.год|\d+.хв); розпочате можна завершити/)
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(3500)
    expect(wait).toBeLessThanOrEqual(3600)
    // The open training is no new one, and can be submitted.
    expect((await person.get(`/api/test-meta/${other}/`)).status).toBe(200)
    expect((await person.post(`/api/test-meta/${other}/`, { answers: [] })).status).toBe(200)
    // An exam is no training either.
    expect((await person.get(`/api/exam-meta/${purchaseId}/?start_key=${crypto.randomUUID()}`)).status).toBe(200)
    expect((await (await trainee(strict)).open()).status).toBe(200)

    await age(3601)
    await another(28)
    for (const _ of [59, 60]) expect((await train()).reply.status).toBe(200)
    await age(3601)
    const tired = await open()
    expect([tired.status, tired.body.code]).toEqual([429, 'too_many_trainings'])
    expect(tired.body.detail).toMatch(/через (23.год|22.год 59.хв);/)
    await age(86_401)
    expect((await open()).status).toBe(200)
  })

  it('a purchase keeps its ten newest trainings whole, and of older ones the result, receipt and answers', async () => {
    const { person, purchaseId, train, open, submit, save } = await trainee()
    const done: Awaited<ReturnType<typeof train>>[] = []
    for (let number = 0; number < keptWhole + 2; number += 1) done.push(await train())
    await open()
    const [oldest] = done
    const counts = async (id: string) => [
      await db().$count(papers, eq(papers.attemptId, id)),
      await db().$count(paperKeys, eq(paperKeys.attemptId, id)),
      await db().$count(answerEvents, eq(answerEvents.attemptId, id)),
    ]
    for (const { id } of done.slice(0, 2)) expect(await counts(id)).toEqual([0, 0, 0])
    for (const { id } of done.slice(2)) expect(await counts(id)).toEqual([1, 1, 6])

    const { body } = await person.get(`/api/test-results/${purchaseId}/`)
    expect(body.count).toBe(keptWhole + 2)
    const reviews = body.results.map(({ review }: { review: object[] | null }) => review?.length ?? null)
    expect(reviews).toEqual([...Array(keptWhole).fill(6), null, null])
    const { review: _review, ...before } = oldest!.reply.body
    const { acceptance, ...told } = before
    expect(body.results.at(-1)).toEqual({ ...told, review: null })
    expect(await server.services.receipts.verify(body.results.at(-1).receipt)).toBe(true)
    expect(readReceipt(acceptance)).toMatchObject({ kind: 'accepted', attempt_id: oldest!.id })

    const exported = (await person.get('/api/user/export/')).body.attempts.find(
      ({ id }: { id: string }) => id === oldest!.id,
    )
    expect(exported.answers).toMatchObject(oldest!.body.answers)

    // A submission whose reply was lost, and answers that come now, still find their attempt.
    const again = await submit(oldest!.body)
    expect([again.status, again.body]).toEqual([200, before])
    const other = await submit({ ...oldest!.body, answers: [] })
    expect([other.status, other.body.code]).toEqual([422, 'submission_mismatch'])
    const saved = await save({ ticket: oldest!.ticket, events: oldest!.events })
    expect([saved.status, saved.body.state]).toEqual([200, 'graded'])
    const unseen = oldest!.events.map((event) => ({ ...event, value: null, seq: event.seq + 1 }))
    const unkept = await save({ ticket: oldest!.ticket, events: unseen })
    expect([unkept.status, unkept.body.code]).toEqual([409, 'already_graded'])
    expect(await counts(oldest!.id)).toEqual([0, 0, 0])
    const request = { attemptId: oldest!.id, reason: 'a new key', author: 'me', includeLate: false }
    await expect(reScore(server.services, request)).rejects.toThrow(/no more than its result/)
  })

  it('the server never trims a training that is open or waits for its grade, however many were finished since', async () => {
    const { person, train, open, purchaseId } = await trainee()
    const { id } = await train()
    await db().update(attempts).set({ state: 'submitted' }).where(eq(attempts.id, id))
    for (let number = 0; number < keptWhole + 1; number += 1) await train()
    const waiting = (await open()).body
    await train()
    expect(await db().$count(papers, eq(papers.attemptId, id))).toBe(1)
    expect((await person.get(`/api/test-results/${purchaseId}/`)).body.count).toBe(keptWhole + 2)
    expect(waiting.questions).toHaveLength(6)
  })

  it('the database refuses to change a stored result, even if the change also drops its review', async () => {
    const { id } = await (await trainee()).train()
    const change = (values: object) => db().update(results).set(values).where(eq(results.attemptId, id))
    for (const values of [{ correct: 6 }, { correct: 6, review: null }, { review: [] }]) {
      await expect(change(values)).rejects.toMatchObject({ cause: { code: '23001' } })
    }
  })

  it('the server remembers a person’s ten newest training papers, and keeps the exam papers', async () => {
    const { person, train, another } = await trainee()
    const last = await train()
    // Thirteen older papers, two of them of exams.
    for (let number = 0; number < 13; number += 1) {
      await db()
        .insert(paperExposures)
        .values({
          attemptId: (await another(1))[0]!,
          userId: person.userId!,
          partition: number < 11 ? 'training' : 'exam',
          shownAt: ago(86_400 + number),
          items: randomBytes(6 * 8),
        })
    }
    const next = await train()
    const of = async (partition: string) => {
      const theirs = and(eq(paperExposures.userId, person.userId!), eq(paperExposures.partition, partition))
      return db().select().from(paperExposures).where(theirs).orderBy(desc(paperExposures.shownAt))
    }
    const trainings = await of('training')
    expect(trainings).toHaveLength(10)
    expect(trainings.slice(0, 2).map(({ attemptId }) => attemptId)).toEqual([next.id, last.id])
    expect(await of('exam')).toHaveLength(2)
  })
})

describe('the list of results', () => {
  it('a list of five results comes in pages, forth and back, each result once, and as one page if it fits', async () => {
    const { person, purchaseId, train } = await trainee()
    const ids: string[] = []
    for (let number = 0; number < 5; number += 1) ids.unshift((await train()).id)
    const idsOf = (list: any) => list.results.map(({ attempt_id }: { attempt_id: string }) => attempt_id)
    const whole = (await person.get(`/api/test-results/${purchaseId}/`)).body
    expect([whole.count, whole.next, whole.previous, idsOf(whole)]).toEqual([5, null, null, ids])
    const first = (await person.get(`/api/test-results/${purchaseId}/?limit=2`)).body
    const second = (await person.get(first.next)).body
    const third = (await person.get(second.next)).body
    expect([first, second, third].map(idsOf)).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
    expect([first.count, first.previous, third.next]).toEqual([5, null, null])
    expect(idsOf((await person.get(third.previous)).body)).toEqual(ids.slice(2, 4))
    const foreign = await (await newcomer(server)).get(first.next)
    expect(foreign.status).toBe(403)
  })
})
