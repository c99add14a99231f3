import { and, asc, eq } from 'drizzle-orm'
import type { Blueprint } from '#content/blueprint.ts'
import type { Radicals } from '#content/item.ts'
import { scoreAnswer } from '#content/score/score-answer.ts'
import type { Answer } from '#contract/question.ts'
import type { Queries } from '../../../db/connect.ts'
import { attempts, submissions } from '../../../db/schema/attempts.ts'
import { namelessExams } from '../../../db/schema/nameless.ts'
import { digest } from '../../../config/secrets.ts'
import { findExamTerms } from '../../purchases/bought-test.ts'
import { takenAt } from '../attempt-clock.ts'
import { findItems, type PaperItem } from '../paper/paper-store.ts'
import { contentOf } from '../answers/submission-store.ts'

/** One item of a nameless exam: what made it, and what its answer was worth. Early papers lack the last two fields. */
export interface NamelessItem {
  family: string
  difficulty: number
  answer: 'right' | 'wrong' | 'unanswered'
  radicals?: Radicals
  generator?: number
}

/**
 * Copies from a person's graded exams what calibrates items, and nothing that leads back: no id, no seed, no typed answer, no
 * option, no day. Skips exams with extra time: they are of little use to calibration, and the record of operators' acts names
 * the few people who have it. For the transaction that erases all that is kept of the person.
 */
export async function leaveNamelessExams(tx: Queries, userId: string): Promise<void> {
  const rows = await tx
    .select({
      attempt: { purchaseId: attempts.purchaseId, startedAt: attempts.startedAt, submittedAt: attempts.submittedAt },
      submission: submissions,
    })
    .from(attempts)
    .innerJoin(submissions, eq(submissions.attemptId, attempts.id))
    .where(and(eq(attempts.userId, userId), eq(attempts.mode, 'exam'), eq(attempts.state, 'graded')))
    .orderBy(asc(attempts.createdAt))
  const purchaseIds = rows.map(({ attempt }) => attempt.purchaseId)
  const termsOf = await findExamTerms(tx, purchaseIds)
  const graded = new Map<string, number>()
  for (const { attempt, submission } of rows) {
    const { test, blueprint, extraTimeFactor } = termsOf.get(attempt.purchaseId)!
    const earlier = graded.get(test) ?? 0
    graded.set(test, earlier + 1)
    if (extraTimeFactor !== 1) continue
    const items = await findItems(tx, submission.attemptId)
    const taken = takenAt(attempt, submission.closedBy)
    if (items === undefined || taken === null) continue
    await tx.insert(namelessExams).values({
      test,
      earlier,
      extraTimeFactor,
      timing: submission.timing,
      month: `${taken.toISOString().slice(0, 7)}-01`,
      blueprint: blueprintDigest(blueprint),
      items: namelessItems(items, contentOf(submission).answers),
    })
  }
}

/** Identifies papers that were assembled alike: 16 characters. */
export function blueprintDigest(blueprint: Blueprint): string {
  return digest(JSON.stringify(blueprint)).slice(0, 16)
}

function namelessItems(items: readonly PaperItem[], answers: readonly Answer[]): NamelessItem[] {
  const given = new Map(answers.map(({ question_id, value }) => [question_id, value]))
  return items.map(({ question, key, family, difficulty, radicals, generator }) => ({
    family,
    difficulty,
    answer: scoreAnswer(question, given.get(question.id), key).type,
    ...(radicals && { radicals }),
    ...(generator !== undefined && { generator }),
  }))
}
