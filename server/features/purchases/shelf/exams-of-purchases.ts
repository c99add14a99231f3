import { and, desc, eq, inArray } from 'drizzle-orm'
import type { OwnedTest } from '#contract/purchase.ts'
import type { Score } from '#contract/result.ts'
import { firstModel } from '#contract/score-model.ts'
import type { Queries } from '../../../db/connect.ts'
import { attempts, results, submissions } from '../../../db/schema/attempts.ts'

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

/** What became of each purchase's exams: of the newest that is graded, and of the newest with a score where that is an older one. */
export async function findLastResults(
  queries: Queries,
  purchaseIds: string[],
): Promise<Map<string, Pick<OwnedTest, 'last_result' | 'last_scored'>>> {
  if (purchaseIds.length === 0) return new Map()
  // Exams are few. Of each its newest version: what was scored once and is withheld by now has no score.
  const rows = await queries
    .selectDistinctOn([attempts.purchaseId, attempts.submittedAt, attempts.id], {
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
    .orderBy(attempts.purchaseId, desc(attempts.submittedAt), attempts.id, desc(results.version))
  const resultsOf = new Map<string, Pick<OwnedTest, 'last_result' | 'last_scored'>>()
  for (const row of rows) {
    const known = resultsOf.get(row.purchaseId)
    const exam = presentExam(row)
    if (known === undefined) resultsOf.set(row.purchaseId, { last_result: exam, last_scored: null })
    else if (exam.iq !== null && known.last_result?.iq === null) known.last_scored ??= exam
  }
  return resultsOf
}

interface GradedExam {
  attemptId: string
  submittedAt: Date | null
  correct: number
  total: number
  score: unknown
}

function presentExam({ attemptId, submittedAt, correct, total, score }: GradedExam) {
  return {
    attempt_id: attemptId,
    ...placeOf(score as Score | null),
    correct,
    total,
    submitted_at: submittedAt?.toISOString() ?? null,
  }
}

/** The number with its interval, and by which rules: the list of purchases draws it on a curve. */
function placeOf(score: Score | null) {
  const { iq = null, iq_open = null, low = null, high = null, low_open = null, high_open = null } = score ?? {}
  const model = score === null ? null : (score.model ?? firstModel)
  return { iq, iq_open, low, high, low_open, high_open, model }
}

const ofExams = (purchaseIds: string[]) => and(inArray(attempts.purchaseId, purchaseIds), eq(attempts.mode, 'exam'))
