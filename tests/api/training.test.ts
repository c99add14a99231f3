import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { findItems } from '../../server/features/exams/paper/paper-store.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { allAtOnce, crowdSize } from '../support/crowd.ts'
import { givePurchase, newcomer, Person } from '../support/person.ts'
import { answersOf, openExam, someEvents } from '../support/exam-calls.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function training() {
  const person = await newcomer(server)
  const purchaseId = await givePurchase(server, person, 'verbalnij-proba')
  const paper = (await person.get(`/api/test-meta/${purchaseId}/`)).body
  return { person, purchaseId, paper }
}

describe('training', () => {
  it('[S7.24] [S4.33] a training returns its paper immediately, without a deadline', async () => {
    const { paper } = await training()
    expect(paper.status).toBe('completed')
    expect(paper.questions).toHaveLength(6)
    expect(paper.attempt).toMatchObject({ state: 'open', deadline_at: null, duration_seconds: 0 })
  })

  it('[S4.33] 25 concurrent calls that open a training all get the same paper, and none has to wait for it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await newcomer(server)
      const purchaseId = await givePurchase(server, person, 'verbalnij-proba')
      const papers = await allAtOnce([server], async () => (await person.get(`/api/test-meta/${purchaseId}/`)).body)
      expect(papers.map(({ status }) => status)).toEqual(Array(crowdSize).fill('completed'))
      expect(new Set(papers.map(({ attempt, questions }) => JSON.stringify([attempt.id, questions]))).size).toBe(1)
    }
  })

  it('[S7.25] the reply to a training’s submission says what was given, what is right, and why', async () => {
    const { person, purchaseId, paper } = await training()
    const stored = (await findItems(server.services.db, paper.attempt.id))!
    const [first] = stored
    const answers = [{ question_id: first!.question_id, value: first!.key.right }]
    const { status, body } = await person.post(`/api/test-meta/${purchaseId}/`, { answers })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'completed', mode: 'training', correct: 1, total: 6 })
    expect(body.review).toHaveLength(6)
    expect(body.review[0]).toMatchObject({ given: first!.key.right, right: first!.key.right, correct: true })
    expect(body.review[1]).toMatchObject({
      given: null,
      correct: false,
      explanation: expect.stringMatching(/[а-яіїє]/),
    })
  })

  it('a repeated training submission gets the same bytes, and the next paper belongs to another attempt', async () => {
    const { person, purchaseId, paper } = await training()
    const { ticket, submission_key } = paper.attempt
    const events = someEvents(paper.questions)
    const body = { ticket, submission_key, answers: answersOf(events), events }
    const first = await new Person(server).post(`/api/test-meta/${purchaseId}/`, body)
    const again = await new Person(server).post(`/api/test-meta/${purchaseId}/`, body)
    expect(again.text).toBe(first.text)
    const next = (await person.get(`/api/test-meta/${purchaseId}/`)).body
    expect(next.attempt.id).not.toBe(paper.attempt.id)
  })

  it('a training saves answers by its ticket, and shows them to the next device', async () => {
    const { person, purchaseId, paper } = await training()
    const [event] = someEvents(paper.questions)
    const { ticket } = paper.attempt
    const saved = await new Person(server).put(`/api/exam-answers/${purchaseId}/`, { ticket, events: [event] })
    expect(saved.status).toBe(200)
    expect(saved.body).toMatchObject({ state: 'open', deadline_at: null })
    expect(saved.body.marks[event!.question_id]).toMatchObject({ seq: event!.seq })
    const elsewhere = (await person.get(`/api/test-meta/${purchaseId}/`)).body
    expect(elsewhere.attempt.id).toBe(paper.attempt.id)
    expect(elsewhere.events).toEqual([event])
  })

  it('a ticket of a training submits no exam', async () => {
    const { person, purchaseId, paper } = await training()
    await person.get(`/api/exam-meta/${purchaseId}/`)
    const body = { ticket: paper.attempt.ticket, answers: [] }
    expect((await new Person(server).post(`/api/exam-meta/${purchaseId}/`, body)).status).toBe(403)
  })

  it('three trainings use up no exam of their purchase', async () => {
    const { person, purchaseId } = await training()
    for (const _ of [1, 2, 3]) {
      await person.get(`/api/test-meta/${purchaseId}/`)
      await person.post(`/api/test-meta/${purchaseId}/`, { answers: [] })
    }
    const { body } = await person.get('/api/owned-tests/')
    expect(body.results[0]).toMatchObject({ exam_attempts_left: 2, active_attempt: null, last_result: null })
  })

  it('a training and an exam of one purchase are open at the same time, and share no question', async () => {
    const { person, purchaseId, paper } = await training()
    const exam = await openExam(person, purchaseId)
    expect(exam.attempt.id).not.toBe(paper.attempt.id)
    const shown = new Set(paper.questions.map((question: { prompt: string }) => JSON.stringify(question)))
    expect(exam.questions.filter((question: object) => shown.has(JSON.stringify(question)))).toEqual([])
  })
})

describe('the results of a purchase', () => {
  it('the results of a purchase are listed with the last submission first, by one database query', async () => {
    const { person, purchaseId, paper } = await training()
    const exam = await openExam(person, purchaseId)
    await person.put(`/api/exam-answers/${purchaseId}/`, { ticket: exam.attempt.ticket, begin: true, events: [] })
    await person.post(`/api/exam-meta/${purchaseId}/`, { answers: [] })
    await person.post(`/api/test-meta/${purchaseId}/`, { answers: [] })
    const asked = vi.spyOn(server.services.pool, 'query')
    const { body } = await person.get(`/api/test-results/${purchaseId}/`)
    const ofResults = asked.mock.calls.filter(([query]) => JSON.stringify(query).includes('results'))
    expect(ofResults).toHaveLength(1)
    asked.mockRestore()
    const ids = body.results.map((result: { attempt_id: string }) => result.attempt_id)
    expect(ids).toEqual([paper.attempt.id, exam.attempt.id])
  })
})

describe('training on a server that builds and grades exams by jobs', () => {
  it('[S4.33] a training is built and graded immediately, even if exams are built and graded by jobs', async () => {
    const byJobs = await startTestServer({ workMode: 'job' })
    const person = await newcomer(byJobs)
    const purchaseId = await givePurchase(byJobs, person, 'verbalnij-proba')
    const paper = (await person.get(`/api/test-meta/${purchaseId}/`)).body
    expect(paper.questions).toHaveLength(6)
    const { body } = await person.post(`/api/test-meta/${purchaseId}/`, { answers: [] })
    expect(body).toMatchObject({ status: 'completed', total: 6 })
    await byJobs.close()
  })
})
