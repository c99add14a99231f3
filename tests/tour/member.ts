import { eq } from 'drizzle-orm'
import type { StoredKey } from '../../server/features/exams/build-paper.ts'
import { users } from '../../server/db/schema/accounts.ts'
import { attempts, paperKeys } from '../../server/db/schema/attempts.ts'
import type { TestServer } from '../support/build-server.ts'
import { givePurchase, type Person } from '../support/person.ts'
import { answersOf, newKey } from '../support/sitting.ts'
import { ago, startedExam } from '../support/started-exam.ts'

/** Somebody with a little of everything: a result, an exam to take, a free test, a test whose time is over. */
export interface Member {
  person: Person
  /** A purchase whose exam is graded. */
  taken: string
  /** A graded training of that purchase. */
  training: string
  /** A purchase whose exam is still to be taken. */
  untaken: string
}

const minutes = 60
const days = 24 * 60 * minutes

/** Makes that person; `account` are fields of theirs that shall be seen. */
export async function makeMember(
  server: TestServer,
  account: Partial<typeof users.$inferInsert> = {},
): Promise<Member> {
  const exam = await startedExam(server, 'verbalnij')
  const { person, purchaseId: taken } = exam
  await server.services.db
    .update(users)
    .set({ isVerified: true, ...account })
    .where(eq(users.id, person.userId!))
  const training = await train(server, person, taken)

  await exam.age({ startedAt: ago(24 * minutes + 37) })
  const right = await rightAnswers(server, exam.attemptId)
  const events = exam.events.map((event, index) =>
    index % 5 === 3 ? event : { ...event, value: right.get(event.question_id)! },
  )
  await exam.submit({ answers: [], events })
  await exam.result()

  const untaken = await givePurchase(server, person, 'logichnij')
  const expiresAt = ago(3 * days)
  await givePurchase(server, person, 'abstraktnij', { status: 'expired', live: false, expiresAt })
  await takeFree(person, 'abstraktnij-proba')
  return { person, taken, training, untaken }
}

/** Orders a test that costs nothing, as its page does. */
async function takeFree(person: Person, slug: string): Promise<void> {
  const { body: found } = await person.get(`/api/available-tests/?slug=${slug}`)
  await person.post('/api/purchases/', { test_id: found.results[0].id, idempotency_key: newKey() })
}

/** A training with two tasks of three solved, the others left out or missed. Returns its attempt. */
async function train(server: TestServer, person: Person, purchaseId: string): Promise<string> {
  const { body: paper } = await person.get(`/api/test-meta/${purchaseId}/`)
  const { id } = paper.attempt
  await server.services.db
    .update(attempts)
    .set({ startedAt: ago(19 * minutes + 12) })
    .where(eq(attempts.id, id))
  const right = await rightAnswers(server, id)
  const events = paper.questions.map((question: { id: string; options: { id: string }[] }, index: number) => ({
    question_id: question.id,
    value: index % 3 === 0 ? question.options[0]!.id : right.get(question.id)!,
  }))
  await person.post(`/api/test-meta/${purchaseId}/`, { answers: answersOf(events) })
  return id
}

/** What the server alone knows: the right answer to each question of an attempt. */
async function rightAnswers({ services }: TestServer, attemptId: string) {
  const [stored] = await services.db.select().from(paperKeys).where(eq(paperKeys.attemptId, attemptId))
  return new Map((stored!.items as StoredKey[]).map(({ question_id, key }) => [question_id, key.right]))
}
