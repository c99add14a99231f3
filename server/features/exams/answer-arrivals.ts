import { and, asc, eq, isNotNull, lt, ne } from 'drizzle-orm'
import type { Arrival } from '#content/score/rapid-guessing.ts'
import type { Queries } from '../../db/connect.ts'
import { answerEvents } from '../../db/schema/attempts.ts'
import type { Attempt } from './attempt.ts'

/**
 * In the last seconds of an exam speed says nothing: the test itself advises to guess where one does not know, and most do
 * so then.
 */
const lastSeconds = 60

/**
 * When the first answer to each question of an attempt reached the server, in ms since its paper was given out: nobody can
 * have read it earlier, while the clock of who begins without a network is started later. Answers of the last minute and late
 * ones are left out. At most one row a question.
 */
export async function findArrivals(queries: Queries, attempt: Attempt): Promise<Arrival[]> {
  const givenOutAt = attempt.deliveredAt ?? attempt.startedAt
  if (givenOutAt === null) return []
  const isInTime =
    attempt.deadlineAt === null
      ? undefined
      : lt(answerEvents.receivedAt, new Date(attempt.deadlineAt.getTime() - lastSeconds * 1000))
  const firsts = await queries
    .selectDistinctOn([answerEvents.questionId], {
      question_id: answerEvents.questionId,
      device_id: answerEvents.deviceId,
      receivedAt: answerEvents.receivedAt,
    })
    .from(answerEvents)
    .where(
      and(
        eq(answerEvents.attemptId, attempt.id),
        ne(answerEvents.phase, 'after_close'),
        isNotNull(answerEvents.value),
        isInTime,
      ),
    )
    .orderBy(answerEvents.questionId, asc(answerEvents.receivedAt), asc(answerEvents.id))
  return firsts.map(({ receivedAt, ...first }) => ({ ...first, at: receivedAt.getTime() - givenOutAt.getTime() }))
}
