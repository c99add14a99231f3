import { eq } from 'drizzle-orm'
import type { Question } from '#contract/question.ts'
import { attempts } from '../../server/db/schema/attempts.ts'
import { findItems } from '../../server/features/exams/paper/paper-store.ts'
import type { TestServer } from './build-server.ts'
import { givePurchase, type Person } from './person.ts'
import { newKey, openExam } from './exam-calls.ts'

/** Makes an answer to each question of a paper: a right one if `isRight` holds for its place, counted from 0. */
export async function answersWith(
  { services }: TestServer,
  attemptId: string,
  questions: readonly Question[],
  isRight: (place: number) => boolean,
) {
  const items = (await findItems(services.db, attemptId))!
  const keys = new Map(items.map(({ question_id, key }) => [question_id, key.right]))
  return questions.map(({ id, options }, place) => {
    const wrong = options?.find((option) => option.id !== keys.get(id))?.id ?? '999999'
    return { question_id: id, value: isRight(place) ? (keys.get(id) as string) : wrong }
  })
}

/** Moves the delivery of the paper back: else answers in one call would count as given faster than anybody reads. */
export async function givenOutAgo({ services }: TestServer, attemptId: string, seconds: number): Promise<void> {
  const deliveredAt = new Date(Date.now() - 1000 * seconds)
  await services.db.update(attempts).set({ deliveredAt }).where(eq(attempts.id, attemptId))
}

interface Work {
  purchaseId?: string
  slug?: string
  isRight: (place: number) => boolean
  /** Seconds between the delivery of the paper and its submission. */
  seconds?: number
}

/** Takes an exam as a person without a network does, and submits it in one call. */
export async function gradedExam(server: TestServer, person: Person, work: Work) {
  const { isRight, slug = 'logichnij', seconds = 1800 } = work
  const purchaseId = work.purchaseId ?? (await givePurchase(server, person, slug))
  const paper = await openExam(person, purchaseId, newKey())
  const { id: attemptId, ticket, submission_key } = paper.attempt
  await person.put(`/api/exam-answers/${purchaseId}/`, { ticket, events: [], begin: true })
  await givenOutAgo(server, attemptId, seconds)
  const answers = await answersWith(server, attemptId, paper.questions, isRight)
  const { body } = await person.post(`/api/exam-meta/${purchaseId}/`, { ticket, submission_key, answers })
  return { purchaseId, attemptId, result: body }
}
