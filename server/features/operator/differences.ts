import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Queries } from '../../db/connect.ts'
import { answerDifferences } from '../../db/schema/answer-watch.ts'
import { attempts } from '../../db/schema/attempts.ts'
import { isUuid } from '../../db/uuid.ts'
import { OperatorMistake } from '../audit/operator-mistake.ts'
import type { Act, OperatorWord } from '../audit/act-as-operator.ts'
import { actAsOperator } from '../exams/operator-acts/act-on-record.ts'

/** An attempt whose grade differs from what was acknowledged, and that nobody has closed. */
export interface FoundDifference {
  attemptId: string
  purchaseId: string
  userId: string
  mode: string
  /** submission, receipt, grade, unreadable: `compare-graded.ts` explains them. */
  kinds: string[]
  questionIds: string[]
  foundAt: Date
}

/** The oldest first, at most 200. */
export async function listDifferences(queries: Queries): Promise<FoundDifference[]> {
  return queries
    .select({
      attemptId: answerDifferences.attemptId,
      purchaseId: attempts.purchaseId,
      userId: attempts.userId,
      mode: attempts.mode,
      kinds: answerDifferences.kinds,
      questionIds: answerDifferences.questionIds,
      foundAt: answerDifferences.foundAt,
    })
    .from(answerDifferences)
    .innerJoin(attempts, eq(attempts.id, answerDifferences.attemptId))
    .where(isNull(answerDifferences.closedAt))
    .orderBy(asc(answerDifferences.foundAt))
    .limit(200)
}

/** Closes a difference with its outcome. It mends nothing: a re-score mends a grade. Throws OperatorMistake if none is open. */
export function closeDifference(db: Database, word: OperatorWord, attemptId: string): Promise<{ act: Act }> {
  return actAsOperator(db, word, async (tx) => {
    if (!isUuid(attemptId)) throw new OperatorMistake(`"${attemptId}" is no attempt's id.`)
    const [closed] = await tx
      .update(answerDifferences)
      .set({ closedAt: sql`now()`, outcome: word.reason })
      .where(and(eq(answerDifferences.attemptId, attemptId), isNull(answerDifferences.closedAt)))
      .returning({ kinds: answerDifferences.kinds })
    if (closed === undefined) throw new OperatorMistake('This attempt has no open difference.')
    const [attempt] = await tx
      .select({ userId: attempts.userId, purchaseId: attempts.purchaseId })
      .from(attempts)
      .where(eq(attempts.id, attemptId))
    const kinds = closed.kinds.join(' ')
    const act: Act = {
      command: 'differences',
      ...attempt,
      attemptId,
      before: { kinds, state: 'open' },
      after: { kinds, state: 'closed' },
    }
    return { act }
  })
}
