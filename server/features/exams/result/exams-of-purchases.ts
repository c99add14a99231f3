import { and, desc, eq, inArray } from 'drizzle-orm'
import type { OwnedTest } from '#contract/purchase.ts'
import type { Score } from '#contract/result.ts'
import { firstModel } from '#contract/score-model.ts'
import type { Queries } from '../../../db/connect.ts'
import { attempts, results, submissions } from '../../../db/schema/attempts.ts'
import type { ShelfExams } from '../../purchases/shelf/owned-tests.ts'

/** The exams of each purchase, by its id, as the shelf shows them: one entry for each. */
export async function findShelfExams(
  queries: Queries,
  purchaseIds: readonly string[],
): Promise<ReadonlyMap<string, ShelfExams>> {
  if (purchaseIds.length === 0) return new Map()
  const active = await findActiveExams(queries, purchaseIds)
  const last = await findLastResults(queries, purchaseIds)
  const unsubmitted = await findUnsubmittedExams(queries, purchaseIds)
  return new Map(
    purchaseIds.map((id) => [
      id,
      {
        active_attempt: active.get(id) ?? null,
        has_unsubmitted_exam: unsubmitted.has(id),
        ...(last.get(id) ?? { last_result: null, last_scored: null }),
      },
    ]),
  )
}

async function findActiveExams(
  queries: Queries,
  purchaseIds: readonly string[],
): Promise<Map<string, OwnedTest['active_attempt']>> {
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

/** The purchases with an exam that time alone has ended. */
async function findUnsubmittedExams(queries: Queries, purchaseIds: readonly string[]): Promise<Set<string>> {
  const rows = await queries
    .select({ purchaseId: attempts.purchaseId })
    .from(attempts)
    .innerJoin(submissions, eq(submissions.attemptId, attempts.id))
    .where(and(ofExams(purchaseIds), eq(submissions.closedBy, 'unattended')))
  return new Set(rows.map(({ purchaseId }) => purchaseId))
}

/** The newest graded exam of each purchase, and the newest with a score if that is an older one. */
async function findLastResults(
  queries: Queries,
  purchaseIds: readonly string[],
): Promise<Map<string, Pick<OwnedTest, 'last_result' | 'last_scored'>>> {
  // Exams are few. Each counts by its newest version: a score that is withheld by now is none.
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

/** The score with its interval and its rules: the list of purchases draws it on a curve. */
function placeOf(score: Score | null) {
  const { iq = null, iq_open = null, low = null, high = null, low_open = null, high_open = null } = score ?? {}
  const model = score === null ? null : (score.model ?? firstModel)
  return { iq, iq_open, low, high, low_open, high_open, model }
}

const ofExams = (purchaseIds: readonly string[]) =>
  and(inArray(attempts.purchaseId, [...purchaseIds]), eq(attempts.mode, 'exam'))
