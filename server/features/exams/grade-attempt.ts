import { eq } from 'drizzle-orm'
import type { Answer } from '#contract/question.ts'
import type { Queries } from '../../db/connect.ts'
import { attempts, results } from '../../db/schema/attempts.ts'
import type { Services } from '../../services.ts'
import { winningEvents } from './answer-events.ts'
import type { Attempt } from './attempt.ts'
import { secondsUsed } from './attempt-clock.ts'
import { gradeAnswers } from './grade-answers.ts'
import { gradedReceipt } from './graded-receipt.ts'
import { latenessOf, secondsElapsed } from './lateness.ts'
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
  const { inTime, closedBy, receivedAt } = submitted
  const ending = { deadlineAt: attempt.deadlineAt, endedAt: receivedAt, closedBy, inTime }
  const winners = await winningEvents(tx, attempt.id)
  const late = latenessOf(ending, winners)
  const content = {
    ...(await gradeAnswers(tx, attempt, submitted.answers as Answer[])),
    durationSeconds: secondsUsed(attempt, attempt.submittedAt!),
    elapsedSeconds: secondsElapsed(attempt, closedBy, late, winners),
    late,
  }
  await tx
    .insert(results)
    .values({
      ...content,
      attemptId: attempt.id,
      version: 1,
      reason: 'graded',
      author: 'system',
      receipt: await services.receipts.sign(gradedReceipt(attempt.id, content, receivedAt)),
    })
    .onConflictDoNothing()
  await tx.update(attempts).set({ state: 'graded' }).where(eq(attempts.id, attempt.id))
  await tellOfResult(tx, attempt, content.scoreWithheld)
  for (const act of services.afterGrading) await act(tx, attempt.userId)
  return { ...attempt, state: 'graded' }
}

/** Grades unless that fails: then null, and what the grading had written by then is taken back. The caller's writes stand. */
export async function tryToGrade(
  services: Services,
  tx: Queries,
  attempt: Attempt,
  submitted: Submitted,
): Promise<Attempt | null> {
  try {
    return await tx.transaction((savepoint) => gradeAttempt(services, savepoint, attempt, submitted))
  } catch (error) {
    services.log.error({ err: error, attemptId: attempt.id }, 'grading failed')
    return null
  }
}
