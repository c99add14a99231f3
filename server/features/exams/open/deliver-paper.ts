import type { ExamAttempt, ExamMeta } from '#contract/exam.ts'
import type { Queries } from '../../../db/connect.ts'
import type { Pause } from '../../../db/stored-pauses.ts'
import { prepared } from '../../../db/prepared.ts'
import { UnreadableRow } from '../../../db/unreadable-row.ts'
import type { Secrets } from '../../../config/secrets.ts'
import type { Services } from '../../../services.ts'
import { findBoughtTest } from '../../purchases/bought-test.ts'
import { isUnanswered, readContested, winningEvents } from '../answers/answer-events.ts'
import type { Attempt } from '../attempt.ts'
import { lockFoundAttempt, startClock } from '../attempt-repository.ts'
import { bare } from '../answers/contested-events.ts'
import { readPauses, pausesAt } from '../pauses.ts'
import { findQuestions } from '../paper/paper-store.ts'
import { withTicket } from '../end-tickets.ts'
import { ticketOf } from '../ticket.ts'
import { withAttempt } from '../close/with-attempt.ts'

/** The reply of exam-meta and test-meta: the build that continues, or the paper with the answers so far. */
export async function deliverPaper(services: Services, attemptId: string): Promise<ExamMeta> {
  const lock = (tx: Queries) => lockFoundAttempt(tx, attemptId)
  return withAttempt(services, lock, async (tx, locked, now) => {
    if (locked.state === 'building') {
      return { status: 'building_started', exam_cache_key: locked.examCacheKey }
    }
    if (locked.state === 'failed') {
      return { status: 'error', exam_cache_key: locked.examCacheKey }
    }
    const questions = await findQuestions(tx, locked.id)
    // This check comes before the start of the clock: nobody begins an exam without questions.
    if (questions === undefined)
      throw new UnreadableRow(`Attempt ${locked.id} is ${locked.state}, and has no paper here.`)
    const attempt = await withTicket(services.secrets, tx, await markDelivered(tx, locked, now))
    services.ticketOwners.keep(attempt.ticketHash, attempt.userId)
    return {
      status: 'completed',
      exam_cache_key: attempt.examCacheKey,
      test: await findBoughtTest(tx, attempt.purchaseId),
      attempt: examAttemptOf(services.secrets, attempt, now, await readPauses(tx, attempt)),
      questions,
      events: isUnanswered(attempt) ? [] : (await winningEvents(tx, attempt.id)).map(bare),
      contested: (await readContested(tx, attempt)).contested,
    }
  })
}

const writeDelivery = prepared('mark_delivered', 'update attempts set delivered_at = $2 where id = $1')

async function markDelivered(tx: Queries, attempt: Attempt, now: Date): Promise<Attempt> {
  if (attempt.deliveredAt !== null) return attempt
  await writeDelivery(tx, attempt.id, now)
  const delivered = { ...attempt, deliveredAt: now }
  return attempt.mode === 'training' ? startClock(tx, delivered, now) : delivered
}

/** An attempt as it travels. `pauses`: none by default, as for an attempt that was just opened. */
export function examAttemptOf(
  secrets: Secrets,
  attempt: Attempt,
  now: Date,
  pauses: readonly Pause[] = [],
): ExamAttempt {
  return {
    id: attempt.id,
    state: attempt.state,
    epoch: attempt.epoch,
    duration_seconds: attempt.mode === 'training' ? 0 : attempt.durationSeconds,
    started_at: attempt.startedAt?.toISOString() ?? null,
    deadline_at: attempt.deadlineAt?.toISOString() ?? null,
    late_until: attempt.lateUntil?.toISOString() ?? null,
    server_time: now.toISOString(),
    ...(attempt.mode === 'exam' && { pauses: pausesAt(pauses, now) }),
    submission_key: attempt.submissionKey,
    ticket: ticketOf(secrets, attempt),
  }
}
