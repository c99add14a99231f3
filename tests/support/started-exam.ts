import { eq } from 'drizzle-orm'
import type { AnswerEvent } from '#contract/question.ts'
import { answerEvents, attempts } from '../../server/db/schema/attempts.ts'
import { readEvent } from '../../server/features/exams/answers/answer-events.ts'
import type { TestServer } from './build-server.ts'
import { givePurchase, newcomer, Person } from './person.ts'
import { openExam, someEvents, until } from './exam-calls.ts'

export const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)

/** Starts an exam for a new person, of six questions by default, and returns the ways in which a test can act on it. */
export async function startedExam(server: TestServer, slug = 'verbalnij-proba') {
  const { db } = server.services
  const person = await newcomer(server)
  const purchaseId = await givePurchase(server, person, slug)
  const paper = await openExam(person, purchaseId)
  const { id: attemptId, ticket, submission_key } = paper.attempt
  const guest = new Person(server)
  const save = (body: object) => guest.put(`/api/exam-answers/${purchaseId}/`, { ticket, events: [], ...body })
  await save({ begin: true })
  return {
    person,
    purchaseId,
    attemptId,
    questions: paper.questions,
    events: someEvents(paper.questions),
    ticket,
    submission_key,
    save,
    submit: (body: object) => guest.post(`/api/exam-meta/${purchaseId}/`, { ticket, submission_key, ...body }),
    recover: (body: object, by: Person = person) =>
      by.post(`/api/exam-recovery/${purchaseId}/`, { attempt_id: attemptId, ...body }),
    timeline: async () => (await person.get(`/api/attempt-timeline/${attemptId}/`)).body,
    /** Waits for the result and returns it. */
    result: async () => {
      const read = () => person.get(`/api/exam-results-status/${purchaseId}/`)
      await until(async () => (await read()).body.status === 'completed')
      return (await read()).body
    },
    /** Moves the attempt's clock. */
    age: (values: Partial<typeof attempts.$inferInsert>) =>
      db.update(attempts).set(values).where(eq(attempts.id, attemptId)),
    /** Its events as rows, each with the name of its device. */
    async stored() {
      const rows = await db
        .select({ event: answerEvents, firstDevice: attempts.firstDevice })
        .from(answerEvents)
        .innerJoin(attempts, eq(attempts.id, answerEvents.attemptId))
        .where(eq(answerEvents.attemptId, attemptId))
      return rows.map(({ event, firstDevice }) => ({
        ...event,
        deviceId: readEvent(event, firstDevice).device_id,
      }))
    },
  }
}

/** Returns the event with another value that the question can take. */
export function changed(event: AnswerEvent, questions: Awaited<ReturnType<typeof startedExam>>['questions']) {
  const question = questions.find(({ id }) => id === event.question_id)!
  const value = question.options ? question.options.find(({ id }) => id !== event.value)!.id : '8'
  return { ...event, value }
}
