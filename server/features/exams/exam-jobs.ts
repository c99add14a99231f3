import { and, eq, sql } from 'drizzle-orm'
import { databaseNow } from '../../db/connect.ts'
import { attempts, submissions } from '../../db/schema/attempts.ts'
import type { Services } from '../../services.ts'
import { lockAttempt } from './attempt-repository.ts'
import { buildPaper } from './build-paper.ts'
import { gradeAttempt } from './grade-attempt.ts'
import { settleTime } from './settle-time.ts'

/** Milliseconds between two sweeps of one process; any number of processes may sweep. */
const sweepEveryMs = 30_000

/** Takes build and grading jobs, and settles attempts that nobody looks at. Returns what stops the sweep. */
export function startExamJobs(services: Services): () => void {
  services.jobs.work('build-paper', async ({ attempt_id }) => {
    await buildPaper(services, attempt_id, Number.POSITIVE_INFINITY)
  })
  services.jobs.work('grade-attempt', ({ attempt_id }) => gradeSubmitted(services, attempt_id))

  const timer = setInterval(() => {
    sweepAttempts(services).catch((error: unknown) => services.log.error({ err: error }, 'sweep of attempts'))
  }, sweepEveryMs)
  return () => clearInterval(timer)
}

/** Grades one submitted attempt; a job that comes twice finds it graded. */
export async function gradeSubmitted(services: Services, attemptId: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const attempt = await lockAttempt(tx, attemptId)
    if (attempt === undefined || attempt.state !== 'submitted') return
    const [submission] = await tx.select().from(submissions).where(eq(submissions.attemptId, attemptId))
    await gradeAttempt(services, tx, attempt, submission!)
  })
}

/**
 * Settles up to 100 attempts that time has changed and nobody has touched since, each in a transaction of its own: one
 * that cannot be settled is logged and keeps no other from it. Rows held by others are skipped.
 */
export async function sweepAttempts(services: Services): Promise<void> {
  const { db, log } = services
  const due = await db.select({ id: attempts.id }).from(attempts).where(isDue).orderBy(attempts.createdAt).limit(100)
  for (const { id } of due) {
    try {
      await db.transaction(async (tx) => {
        const mine = and(eq(attempts.id, id), isDue)
        const [attempt] = await tx.select().from(attempts).where(mine).for('update', { skipLocked: true })
        if (attempt !== undefined) await settleTime(services, tx, attempt, await databaseNow(tx))
      })
    } catch (error) {
      log.error({ err: error, attemptId: id }, 'an attempt could not be settled')
    }
  }
}

/** What `lapseOf` may have something to say of, as an index can find it. */
const isDue = sql`((${attempts.state} = 'open' and ${attempts.lateUntil} <= now())
  or (${attempts.state} = 'building' and ${attempts.createdAt} <= now() - interval '15 minutes')
  or (${attempts.state} = 'ready' and ${attempts.createdAt} <= now() - interval '2 minutes')
  or (${attempts.state} = 'submitted' and ${attempts.processingSince} <= now() - interval '10 minutes'))`
