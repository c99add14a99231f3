import { eq } from 'drizzle-orm'
import { attempts, paperKeys } from '../../server/db/schema/attempts.ts'
import type { StoredKey } from '../../server/features/exams/build-paper.ts'
import type { TestServer } from './build-server.ts'
import { givePurchase, type Person } from './person.ts'
import { newKey, openExam } from './sitting.ts'

interface Work {
  purchaseId?: string
  slug?: string
  /** Whether the question of this place, from 0, is answered rightly. */
  isRight: (place: number) => boolean
  /** Seconds between the paper and its hand-in. */
  seconds?: number
}

/** An exam that a person has taken without a network and handed in in one call: its purchase and its result. */
export async function gradedExam(server: TestServer, person: Person, work: Work) {
  const { db } = server.services
  const { isRight, slug = 'logichnij', seconds = 1800 } = work
  const purchaseId = work.purchaseId ?? (await givePurchase(server, person, slug))
  const paper = await openExam(person, purchaseId, newKey())
  const { id: attemptId, ticket, submission_key } = paper.attempt
  await person.put(`/api/exam-answers/${purchaseId}/`, { ticket, events: [], begin: true })
  const deliveredAt = new Date(Date.now() - 1000 * seconds)
  await db.update(attempts).set({ deliveredAt }).where(eq(attempts.id, attemptId))
  const [row] = await db.select().from(paperKeys).where(eq(paperKeys.attemptId, attemptId))
  const keys = new Map((row!.items as StoredKey[]).map(({ question_id, key }) => [question_id, key.right]))
  const answers = paper.questions.map(({ id, options }, place) => {
    const wrong = options?.find((option) => option.id !== keys.get(id))?.id ?? '999999'
    return { question_id: id, value: isRight(place) ? (keys.get(id) as string) : wrong }
  })
  const { body } = await person.post(`/api/exam-meta/${purchaseId}/`, { ticket, submission_key, answers })
  return { purchaseId, attemptId, result: body }
}
