import { eq } from 'drizzle-orm'
import { gradePaper } from '#content/score/grade-paper.ts'
import type { Answer, Question } from '#contract/question.ts'
import type { ReviewRow } from '#contract/result.ts'
import type { Queries } from '../../db/connect.ts'
import { attempts, paperKeys, papers, results } from '../../db/schema/attempts.ts'
import { digest } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import type { Attempt } from './attempt.ts'
import { secondsUsed } from './attempt-clock.ts'
import type { StoredKey } from './build-paper.ts'
import { tellOfResult } from './tell-news.ts'

interface Submitted {
  answers: unknown
  inTime: number
  closedBy: string
  receivedAt: Date
}

/**
 * Grades a submitted attempt once: version 1 of its result. Pure but for its writes, so a second run finds the row
 * there and changes nothing. The caller holds the attempt's row.
 */
export async function gradeAttempt(
  services: Services,
  tx: Queries,
  attempt: Attempt,
  submitted: Submitted,
): Promise<Attempt> {
  const [paper] = await tx.select().from(papers).where(eq(papers.attemptId, attempt.id))
  const [stored] = await tx.select().from(paperKeys).where(eq(paperKeys.attemptId, attempt.id))
  const questions = paper!.questions as Question[]
  const keys = new Map((stored!.items as StoredKey[]).map((item) => [item.question_id, item]))
  const answers = new Map((submitted.answers as Answer[]).map((answer) => [answer.question_id, answer.value]))

  const items = questions.map((question) => ({ question, ...keys.get(question.id)! }))
  const grade = gradePaper({ items, answers })
  const right = new Map(grade.rows.map((row) => [row.question_id, row.correct]))
  const review: ReviewRow[] | null =
    attempt.mode === 'exam'
      ? null
      : items.map(({ question, key }) => ({
          question,
          given: answers.get(question.id) ?? null,
          right: key.right,
          correct: right.get(question.id) ?? false,
          explanation: key.explanation,
          explanation_figure: key.explanation_figure ?? null,
        }))

  const content = {
    correct: grade.correct,
    total: grade.total,
    theta: grade.score?.theta ?? null,
    score: grade.score,
    scoreWithheld: grade.score_withheld,
    byFamily: grade.by_family,
    durationSeconds: secondsUsed(attempt, attempt.submittedAt!),
    late: lateOf(attempt, submitted),
    review,
  }
  await tx
    .insert(results)
    .values({
      ...content,
      attemptId: attempt.id,
      version: 1,
      reason: 'graded',
      author: 'system',
      receipt: await services.receipts.sign({
        kind: 'graded',
        attempt_id: attempt.id,
        digest: digest(JSON.stringify(content)),
        at: submitted.receivedAt.toISOString(),
        version: 1,
      }),
    })
    .onConflictDoNothing()
  await tx.update(attempts).set({ state: 'graded' }).where(eq(attempts.id, attempt.id))
  await tellOfResult(tx, attempt)
  for (const act of services.afterGrading) await act(tx, attempt.userId)
  return { ...attempt, state: 'graded' }
}

/** A hand-in after the deadline's grace, with how many answers had been seen in time; null when it was in time. */
function lateOf(attempt: Attempt, submitted: Submitted): { seconds: number; in_time: number } | null {
  if (attempt.deadlineAt === null || submitted.closedBy === 'unattended') return null
  const hasLateAnswers = (submitted.answers as Answer[]).length > submitted.inTime
  const seconds = Math.round((submitted.receivedAt.getTime() - attempt.deadlineAt.getTime()) / 1000)
  return seconds > 30 || hasLateAnswers ? { seconds, in_time: submitted.inTime } : null
}
