import { eq, sql } from 'drizzle-orm'
import { mergeEvents } from '#contract/answer-merge.ts'
import type { AnswerEvent } from '#contract/question.ts'
import { answerEvents, attemptPauses, attempts, results, submissions } from '../../server/db/schema/attempts.ts'
import { contentOf } from '../../server/features/exams/answers/submission-store.ts'
import type { Candidate } from './candidate.ts'
import type { Witness } from './witness.ts'
import type { World } from './world.ts'

export interface Counts {
  schedules: number
  exams: number
  pauses: number
  acknowledged: number
  lost: number
  gradedTwice: number
  wrongUser: number
  notConverged: number
}

export interface Outcome {
  counts: Counts
  complaints: string[]
}

export async function reckon(
  world: World,
  candidate: Candidate,
  witness: Witness,
  trouble: string | null,
): Promise<Outcome> {
  const { own, submitted, grades, events, pauses } = await world.behindTheScenes(async (db) => ({
    own: await db.select().from(attempts).where(eq(attempts.purchaseId, candidate.purchaseId)),
    submitted: await db
      .select({ submit: submissions })
      .from(submissions)
      .innerJoin(attempts, eq(attempts.id, submissions.attemptId))
      .where(eq(attempts.purchaseId, candidate.purchaseId)),
    grades: await db
      .select({ version: results.version })
      .from(results)
      .innerJoin(attempts, eq(attempts.id, results.attemptId))
      .where(eq(attempts.purchaseId, candidate.purchaseId)),
    events: await db
      .select({
        question_id: answerEvents.questionId,
        value: answerEvents.value,
        epoch: answerEvents.epoch,
        seq: answerEvents.seq,
        device_id: sql<string>`coalesce(nullif(${answerEvents.deviceId}, ''), ${attempts.firstDevice})`,
      })
      .from(answerEvents)
      .innerJoin(attempts, eq(attempts.id, answerEvents.attemptId))
      .where(eq(attempts.purchaseId, candidate.purchaseId)),
    pauses: await db
      .select({ what: attemptPauses.what, milliseconds: attemptPauses.milliseconds })
      .from(attemptPauses)
      .innerJoin(attempts, eq(attempts.id, attemptPauses.attemptId))
      .where(eq(attempts.purchaseId, candidate.purchaseId)),
  }))
  // An exam that nobody submitted is graded after its time from what the server has.
  const kept = submitted.length > 0 ? submitted.flatMap(({ submit }) => contentOf(submit).answers) : merged(events)
  const graded = new Map(kept.map(({ question_id, value }) => [question_id, value]))
  const lost = witness.lost(graded)
  const isPressed = (questionId: string, value: unknown) =>
    value === null || witness.presses.some((press) => press.questionId === questionId && press.optionId === value)
  const foreign = [
    ...witness.leaks,
    ...own.filter(({ userId }) => userId !== candidate.userId).map(({ id }) => `attempt ${id} is of somebody else`),
    ...events
      .filter(({ question_id, value }) => !isPressed(question_id, value))
      .map(({ question_id, value }) => `nobody here has given ${JSON.stringify(value)} to ${question_id}`),
  ]
  const ended = pauses.filter(({ what }) => what === 'ended').reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  const tooLong = own
    .filter(({ startedAt, deadlineAt }) => startedAt !== null && deadlineAt !== null)
    .map(({ startedAt, deadlineAt, durationSeconds }) => +deadlineAt! - +startedAt! - durationSeconds * 1000 - ended)
    .filter((surplus) => surplus !== 0)
  const unasked = Math.max(0, grades.length - 1) + Math.max(0, own.length - Math.max(1, witness.starts))
  const isConverged = trouble === null && grades.length > 0
  return {
    counts: {
      schedules: 1,
      exams: own.length,
      pauses: pauses.filter(({ what }) => what === 'begun').length,
      acknowledged: witness.acknowledged(),
      lost: lost.length + tooLong.length,
      gradedTwice: unasked,
      wrongUser: foreign.length,
      notConverged: isConverged ? 0 : 1,
    },
    complaints: [
      ...lost.map((press) => `lost: ${JSON.stringify(press)}, graded: ${JSON.stringify(graded.get(press.questionId))}`),
      ...tooLong.map((surplus) => `the exam had ${surplus} ms more than its time and its pauses`),
      ...foreign,
      ...(unasked > 0 ? [`${own.length} attempts with ${grades.length} grades for ${witness.starts} starts`] : []),
      ...(isConverged ? [] : [`not converged: ${trouble ?? 'there is no grade'}`]),
    ],
  }
}

const merged = (events: object[]) => [...mergeEvents(events as AnswerEvent[]).values()]
