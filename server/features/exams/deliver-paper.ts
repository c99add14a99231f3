import { eq } from 'drizzle-orm'
import type { AttemptFrame, ExamMeta } from '#contract/exam.ts'
import type { Queries } from '../../db/connect.ts'
import { attempts } from '../../db/schema/attempts.ts'
import type { Secrets } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import { isUnanswered, readContested, winningEvents } from './answer-events.ts'
import type { Attempt } from './attempt.ts'
import { lockFoundAttempt, startClock, testOf } from './attempt-repository.ts'
import { bare } from './contested-events.ts'
import { findQuestions } from './paper-store.ts'
import { settleTime } from './settle-time.ts'
import { ticketOf } from './ticket.ts'

/** The reply of exam-meta and test-meta: the build that goes on, or the paper with what was answered so far. */
export async function deliverPaper(services: Services, attemptId: string): Promise<ExamMeta> {
  return services.db.transaction(async (tx) => {
    const { attempt: found, now } = await lockFoundAttempt(tx, attemptId)
    const standing = await settleTime(services, tx, found, now)
    if (standing.state === 'building') {
      return { status: 'building_started', exam_cache_key: standing.examCacheKey }
    }
    if (standing.state === 'failed') {
      return { status: 'error', exam_cache_key: standing.examCacheKey }
    }
    const attempt = await markDelivered(tx, standing, now)
    return {
      status: 'completed',
      exam_cache_key: attempt.examCacheKey,
      test: await testOf(tx, attempt),
      attempt: frameOf(services.secrets, attempt, now),
      questions: (await findQuestions(tx, attempt.id)) ?? [],
      events: isUnanswered(attempt) ? [] : (await winningEvents(tx, attempt.id)).map(bare),
      contested: (await readContested(tx, attempt)).contested,
    }
  })
}

async function markDelivered(tx: Queries, attempt: Attempt, now: Date): Promise<Attempt> {
  if (attempt.deliveredAt !== null) return attempt
  await tx.update(attempts).set({ deliveredAt: now }).where(eq(attempts.id, attempt.id))
  const delivered = { ...attempt, deliveredAt: now }
  return attempt.mode === 'training' ? startClock(tx, delivered, now) : delivered
}

/** What travels of an attempt, field by field. */
export function frameOf(secrets: Secrets, attempt: Attempt, now: Date): AttemptFrame {
  return {
    id: attempt.id,
    state: attempt.state,
    epoch: attempt.epoch,
    duration_seconds: attempt.mode === 'training' ? 0 : attempt.durationSeconds,
    started_at: attempt.startedAt?.toISOString() ?? null,
    deadline_at: attempt.deadlineAt?.toISOString() ?? null,
    late_until: attempt.lateUntil?.toISOString() ?? null,
    server_time: now.toISOString(),
    submission_key: attempt.submissionKey,
    ticket: ticketOf(secrets, attempt),
  }
}
