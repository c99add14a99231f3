import { eq } from 'drizzle-orm'
import { users } from '../../server/db/schema/accounts.ts'
import type { TestServer } from '../support/build-server.ts'
import { givePurchase, type Person } from '../support/person.ts'
import { answersOf, someEvents } from '../support/sitting.ts'
import { startedExam } from '../support/started-exam.ts'

/** Somebody with a little of everything: a result, an exam to take, an order to pay, a test whose time is over. */
export interface Member {
  person: Person
  email: string
  /** A purchase whose exam is graded. */
  taken: string
  /** A graded training of that purchase. */
  training: string
  /** A purchase whose exam is still to be taken. */
  untaken: string
}

export async function makeMember(server: TestServer): Promise<Member> {
  const exam = await startedExam(server)
  const training = await train(exam.person, exam.purchaseId)
  await exam.submit({ answers: [], events: exam.events })
  await exam.result()
  const { person } = exam
  const untaken = await givePurchase(server, person, 'logichnij')
  await givePurchase(server, person, 'abstraktnij', {
    status: 'expired',
    live: false,
    expiresAt: new Date(Date.now() - 3 * 86_400_000),
  })
  const [account] = await server.services.db.select().from(users).where(eq(users.id, person.userId!))
  return { person, email: account!.email, taken: exam.purchaseId, training, untaken }
}

/** A training with every second task answered. Returns its attempt. */
async function train(person: Person, purchaseId: string): Promise<string> {
  const { body: paper } = await person.get(`/api/test-meta/${purchaseId}/`)
  const answers = answersOf(someEvents(paper.questions)).filter((_, index) => index % 2 === 0)
  await person.post(`/api/test-meta/${purchaseId}/`, { answers })
  return paper.attempt.id
}
