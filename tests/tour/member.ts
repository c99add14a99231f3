import { eq } from 'drizzle-orm'
import { findItems } from '../../server/features/exams/paper/paper-store.ts'
import { users } from '../../server/db/schema/accounts.ts'
import { attempts } from '../../server/db/schema/attempts.ts'
import type { TestServer } from '../support/build-server.ts'
import { givePurchase, password, Person } from '../support/person.ts'
import { answersOf, newKey, openExam, someEvents, until } from '../support/exam-calls.ts'
import { ago, startedExam } from '../support/started-exam.ts'

/** A person with a little of everything: a result, an exam to take, a free test, an expired test. */
export interface Member {
  person: Person
  taken: string
  /** The first attempt of `taken`, with answers after its close. */
  answeredLate: string
  untaken: string
  /** A free purchase of six tasks. Its open training has at least one typed answer. */
  free: string
  training: string
}

const minutes = 60
const days = 24 * 60 * minutes

/** Signs in from another browser, so that the list of devices has something to offer. */
async function signInElsewhere(server: TestServer, email: string): Promise<void> {
  const elsewhere = new Person(server)
  elsewhere.userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  await elsewhere.post('/api/auth/login/', { email, password })
}

/** Makes that person. `account` are the person's fields that shall be seen. */
export async function makeMember(
  server: TestServer,
  account: Partial<typeof users.$inferInsert> = {},
): Promise<Member> {
  const exam = await startedExam(server, 'verbalnij')
  const { person, purchaseId: taken } = exam
  await signInElsewhere(server, person.email!)
  await server.services.db
    .update(users)
    .set({ isVerified: true, ...account })
    .where(eq(users.id, person.userId!))

  await exam.age({ deliveredAt: ago(25 * minutes), startedAt: ago(24 * minutes + 37) })
  const right = await rightAnswers(server, exam.attemptId)
  const events = exam.events.map((event, index) =>
    index % 5 === 3 ? event : { ...event, value: right.get(event.question_id)! },
  )
  await exam.submit({ answers: [], events })
  await exam.result()
  const [one, other] = [events[3]!, events[8]!]
  await exam.save({
    events: [
      { ...one, value: right.get(one.question_id)!, seq: 2 },
      { ...other, value: null, seq: 2 },
    ],
  })

  const untaken = await givePurchase(server, person, 'logichnij')
  const expiresAt = ago(3 * days)
  await givePurchase(server, person, 'abstraktnij', { live: false, expiresAt })
  const free = await takeFree(person, 'abstraktnij-proba')
  const training = await train(server, person, free)
  await openWithTypedAnswer(person, free)
  return { person, taken, answeredLate: exam.attemptId, untaken, free, training }
}

/** Takes the exam of `taken` again with a better result, so that there is something to compare. */
export async function sitAgain(server: TestServer, { person, taken }: Member): Promise<void> {
  const { attempt, questions } = await openExam(person, taken)
  const { id, ticket, submission_key } = attempt
  await person.put(`/api/exam-answers/${taken}/`, { ticket, events: [], begin: true })
  await server.services.db
    .update(attempts)
    .set({ deliveredAt: ago(18 * minutes), startedAt: ago(17 * minutes + 5) })
    .where(eq(attempts.id, id))
  const right = await rightAnswers(server, id)
  const events = someEvents(questions).map((event, index) =>
    index % 10 === 3 ? event : { ...event, value: right.get(event.question_id)! },
  )
  await person.post(`/api/exam-meta/${taken}/`, { ticket, submission_key, answers: [], events })
  await until(async () => {
    const { body } = await person.get(`/api/exam-results-status/${taken}/`)
    return body.status === 'completed' && body.attempt_id === id
  })
}

async function takeFree(person: Person, slug: string): Promise<string> {
  const { body: found } = await person.get(`/api/available-tests/?slug=${slug}`)
  const { body } = await person.post('/api/purchases/', { test_id: found.results[0].id, idempotency_key: newKey() })
  return body.purchase_id
}

/** Takes a training with two of three tasks solved. Returns its attempt. */
async function train(server: TestServer, person: Person, purchaseId: string): Promise<string> {
  const { body: paper } = await person.get(`/api/test-meta/${purchaseId}/`)
  const { id } = paper.attempt
  await server.services.db
    .update(attempts)
    .set({ startedAt: ago(19 * minutes + 12) })
    .where(eq(attempts.id, id))
  const right = await rightAnswers(server, id)
  const events = paper.questions.map((question: { id: string; options?: { id: string }[] }, index: number) => ({
    question_id: question.id,
    value: index % 3 === 0 ? (question.options?.[0]!.id ?? '7') : right.get(question.id)!,
  }))
  await person.post(`/api/test-meta/${purchaseId}/`, { answers: answersOf(events) })
  return id
}

/** Leaves open a training with a typed answer. Of papers with six tasks one in some sixty has none. */
async function openWithTypedAnswer(person: Person, purchaseId: string): Promise<void> {
  for (;;) {
    const { body: paper } = await person.get(`/api/test-meta/${purchaseId}/`)
    if (paper.questions.some(({ options }: { options?: unknown }) => options === undefined)) return
    await person.post(`/api/test-meta/${purchaseId}/`, { answers: [] })
  }
}

async function rightAnswers({ services }: TestServer, attemptId: string) {
  const items = (await findItems(services.db, attemptId))!
  return new Map(items.map(({ question_id, key }) => [question_id, key.right]))
}
