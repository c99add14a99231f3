import { and, asc, count, eq, gt } from 'drizzle-orm'
import type { z } from 'zod/mini'
import { attemptTimeline, type TimelineEvent } from '#contract/attempt-timeline.ts'
import type { Queries } from '../../../db/connect.ts'
import { publicPhase } from '../../../db/public-phase.ts'
import { answerEvents, attempts, results } from '../../../db/schema/attempts.ts'
import { asTimelinePause } from '../../../db/stored-pauses.ts'
import { isUuid } from '../../../db/uuid.ts'
import { notFound } from '../../../failure.ts'
import { requireOwnPurchase } from '../../purchases/purchase-access.ts'
import { readEvent } from '../answers/answer-events.ts'
import { readPauses } from '../pauses.ts'
import { findQuestions } from '../paper/paper-store.ts'
import { findSubmission } from '../answers/submission-store.ts'

type Timeline = z.output<(typeof attemptTimeline)['response']>

const pageSize = 200

/** Reads a page of events, in order of arrival, for the purchase's owner. Throws 404 `not_found`, 403 `foreign_purchase`. */
export async function readTimeline(
  queries: Queries,
  attemptId: string,
  userId: string,
  cursor: string | undefined,
): Promise<Timeline> {
  const attempt = await requireAttempt(queries, attemptId)
  await requireOwnPurchase(queries, attempt.purchaseId, userId)
  return timelineOf(queries, attempt, cursor)
}

/** The same for staff, with the attempt's owner. Throws 404 `not_found`. */
export async function readTimelineOfAnybody(queries: Queries, attemptId: string, cursor: string | undefined) {
  const attempt = await requireAttempt(queries, attemptId)
  return { userId: attempt.userId, timeline: await timelineOf(queries, attempt, cursor) }
}

type AttemptRow = typeof attempts.$inferSelect

async function requireAttempt(queries: Queries, attemptId: string): Promise<AttemptRow> {
  const [attempt] = isUuid(attemptId) ? await queries.select().from(attempts).where(eq(attempts.id, attemptId)) : []
  if (attempt === undefined) throw notFound()
  return attempt
}

async function timelineOf(queries: Queries, attempt: AttemptRow, cursor: string | undefined): Promise<Timeline> {
  const rows = await queries
    .select({ event: answerEvents, firstDevice: attempts.firstDevice })
    .from(answerEvents)
    .innerJoin(attempts, eq(attempts.id, answerEvents.attemptId))
    .where(and(eq(answerEvents.attemptId, attempt.id), gt(answerEvents.id, readCursor(cursor))))
    .orderBy(asc(answerEvents.id))
    // One more than a page tells whether there is a next one.
    .limit(pageSize + 1)
  const page = rows.slice(0, pageSize)
  const submission = await findSubmission(queries, attempt.id)
  const versions = await queries
    .select()
    .from(results)
    .where(eq(results.attemptId, attempt.id))
    .orderBy(asc(results.version))
  const questions = (await findQuestions(queries, attempt.id)) ?? []
  const numbers = new Map(questions.map(({ id }, index) => [id, index + 1]))
  const path = attemptTimeline.path.replace(':id', attempt.id)
  return {
    attempt_id: attempt.id,
    purchase_id: attempt.purchaseId,
    mode: attempt.mode,
    state: attempt.state,
    started_at: attempt.startedAt?.toISOString() ?? null,
    deadline_at: attempt.deadlineAt?.toISOString() ?? null,
    late_until: attempt.lateUntil?.toISOString() ?? null,
    submitted_at: attempt.submittedAt?.toISOString() ?? null,
    closed_by: submission?.closedBy ?? null,
    receipt: submission?.receipt ?? null,
    pauses: (await readPauses(queries, attempt)).map(asTimelinePause),
    versions: versions.map(({ version, reason, author, createdAt, correct, total, receipt }) => ({
      version,
      reason,
      author,
      created_at: createdAt.toISOString(),
      correct,
      total,
      receipt,
    })),
    count: await countEvents(queries, attempt.id),
    next: rows.length > pageSize ? `${path}?cursor=${page.at(-1)!.event.id}` : null,
    previous: null,
    results: page.map(({ event, firstDevice }) => ({
      ...readEvent(event, firstDevice),
      phase: publicPhase(event.phase) as TimelineEvent['phase'],
      number: numbers.get(event.questionId) ?? null,
      received_at: event.receivedAt.toISOString(),
    })),
  }
}

async function countEvents(queries: Queries, attemptId: string): Promise<number> {
  const [row] = await queries.select({ all: count() }).from(answerEvents).where(eq(answerEvents.attemptId, attemptId))
  return row!.all
}

/** An invalid cursor means the beginning. */
function readCursor(cursor: string | undefined): number {
  return cursor !== undefined && /^\d{1,15}$/.test(cursor) ? Number(cursor) : 0
}
