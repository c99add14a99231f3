import { and, desc, eq, inArray } from 'drizzle-orm'
import type { OwnedTest } from '#contract/purchase.ts'
import type { Score } from '#contract/result.ts'
import { firstModel } from '#contract/score-model.ts'
import type { Queries } from '../../db/connect.ts'
import { attempts, results, submissions } from '../../db/schema/attempts.ts'

/** The exam that each purchase has open, if it has. */
export async function findActiveExams(
  queries: Queries,
  purchaseIds: string[],
): Promise<Map<string, OwnedTest['active_attempt']>> {
  if (purchaseIds.length === 0) return new Map()
  const rows = await queries
    .select()
    .from(attempts)
    .where(and(ofExams(purchaseIds), eq(attempts.isOpen, true)))
  return new Map(
    rows.map(({ purchaseId, id, state, deadlineAt }) => [
      purchaseId,
      { id, state, deadline_at: deadlineAt?.toISOString() ?? null },
    ]),
  )
}

/** Those of the purchases that have an exam which time alone has ended. */
export async function findUnsubmittedExams(queries: Queries, purchaseIds: string[]): Promise<Set<string>> {
  if (purchaseIds.length === 0) return new Set()
  const rows = await queries
    .select({ purchaseId: attempts.purchaseId })
    .from(attempts)
    .innerJoin(submissions, eq(submissions.attemptId, attempts.id))
    .where(and(ofExams(purchaseIds), eq(submissions.closedBy, 'unattended')))
  return new Set(rows.map(({ purchaseId }) => purchaseId))
}

/** The newest version of each purchase's newest graded exam. */
export async function findLastResults(
  queries: Queries,
  purchaseIds: string[],
): Promise<Map<string, OwnedTest['last_result']>> {
  if (purchaseIds.length === 0) return new Map()
  const rows = await queries
    .selectDistinctOn([attempts.purchaseId], {
      purchaseId: attempts.purchaseId,
      attemptId: attempts.id,
      submittedAt: attempts.submittedAt,
      correct: results.correct,
      total: results.total,
      score: results.score,
    })
    .from(attempts)
    .innerJoin(results, eq(results.attemptId, attempts.id))
    .where(and(ofExams(purchaseIds), eq(attempts.state, 'graded')))
    .orderBy(attempts.purchaseId, desc(attempts.submittedAt), desc(results.version))
  return new Map(
    rows.map(({ purchaseId, attemptId, submittedAt, correct, total, score }) => [
      purchaseId,
      {
        attempt_id: attemptId,
        ...placeOf(score as Score | null),
        correct,
        total,
        submitted_at: submittedAt?.toISOString() ?? null,
      },
    ]),
  )
}

/** The number with its interval, and by which rules: the list of purchases draws it on a curve. */
function placeOf(score: Score | null) {
  const { iq = null, iq_open = null, low = null, high = null, low_open = null, high_open = null } = score ?? {}
  const model = score === null ? null : (score.model ?? firstModel)
  return { iq, iq_open, low, high, low_open, high_open, model }
}

const ofExams = (purchaseIds: string[]) => and(inArray(attempts.purchaseId, purchaseIds), eq(attempts.mode, 'exam'))
