import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { startAfterDeliverySeconds } from '#contract/exam.ts'
import { type Database, databaseNow } from '../../db/connect.ts'
import { attempts } from '../../db/schema/attempts.ts'
import type { Services } from '../../services.ts'
import { applyDeadlines } from './close/apply-deadlines.ts'
import { buildExpiryMinutes, gradingExpiryMinutes } from './attempt-clock.ts'
import { announcePauseEnd } from './announce-pauses.ts'
import { lockAttempt } from './attempt-repository.ts'
import { buildPaper } from './open/build-paper.ts'
import { gradeLater } from './result/grade-attempt.ts'
import { findSubmission } from './answers/submission-store.ts'

export function takeExamJobs(services: Services): void {
  services.jobs.work('build-paper', async ({ attempt_id }) => {
    await buildPaper(services, attempt_id, Number.POSITIVE_INFINITY)
  })
  services.jobs.work('announce-pause-end', (pause) => announcePauseEnd(services, pause))
  services.jobs.work('grade-attempt', ({ attempt_id }) => gradeSubmitted(services, attempt_id))
}

/** Grades one submitted attempt. A no-op if it is graded, so the job may come twice. */
export async function gradeSubmitted(services: Services, attemptId: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const { attempt } = (await lockAttempt(tx, attemptId)) ?? {}
    if (attempt?.state !== 'submitted') return
    await gradeLater(services, tx, attempt, (await findSubmission(tx, attemptId))!)
  })
}

/** After this many failed tries an attempt is set aside: reported, and tried again ever more rarely. */
const triesBeforeAside = 3

/**
 * Applies deadlines to up to 100 attempts that nobody has touched since, each in its own transaction. Each try is recorded
 * when it begins. So an attempt that cannot be settled, even one that ends the process, rests for a minute, then two, four …
 * up to a day, and costs no other attempt a try. From its third failure on it is reported as set aside. Rows that others have
 * locked are skipped, so any number of processes may sweep.
 */
export async function sweepAttempts(services: Services): Promise<void> {
  const { db, log } = services
  for (const id of await findDue(db, isDue, attempts.createdAt)) {
    const tries = await beginTry(db, id, isDue, sql`interval '1 day'`)
    if (tries === null) continue
    const seen = { attemptId: id, tries }
    if (tries > triesBeforeAside) log.error(seen, 'an attempt that could not be settled before is tried again')
    try {
      await db.transaction(async (tx) => {
        const mine = and(eq(attempts.id, id), isDue)
        const [attempt] = await tx.select().from(attempts).where(mine).for('update', { skipLocked: true })
        if (attempt !== undefined) await applyDeadlines(services, tx, attempt, await databaseNow(tx))
      })
    } catch (error) {
      const words = tries < triesBeforeAside ? 'an attempt could not be settled' : 'an attempt is set aside'
      log.error({ ...seen, err: error }, words)
    }
  }
}

/**
 * Grades up to 100 submitted attempts that were given back because nothing could grade them, and that are due. Grading may
 * fail in one release and work in the next, and all that it needs is stored. Each has its own transaction and the backoff of
 * the sweep, but an hour at most: a process with a better release finds them soon. The exam that was given back stays given.
 */
export async function gradeGivenBack(services: Services): Promise<void> {
  const { db, log } = services
  const mostPause = sql`interval '1 hour'`
  for (const id of await findDue(db, isOwedAGrade, attempts.submittedAt)) {
    const tries = await beginTry(db, id, isOwedAGrade, mostPause)
    if (tries === null) continue
    try {
      await db.transaction(async (tx) => {
        const { attempt } = (await lockAttempt(tx, id)) ?? {}
        if (attempt?.state !== 'failed') return
        await gradeLater(services, tx, attempt, (await findSubmission(tx, id))!)
      })
      log.warn({ attemptId: id }, 'an attempt that was given back is graded after all')
    } catch (error) {
      log.error({ attemptId: id, tries, err: error }, 'an attempt that was given back could not be graded')
    }
  }
}

/** Attempts that match `is` and are due. */
const isTurn = (is: SQL) => and(is, sql`(${attempts.sweepAfter} is null or ${attempts.sweepAfter} <= now())`)

async function findDue(
  db: Database,
  is: SQL,
  first: typeof attempts.createdAt | typeof attempts.submittedAt,
): Promise<string[]> {
  const due = await db
    .select({ id: attempts.id })
    .from(attempts)
    .where(isTurn(is))
    .orderBy(first)
    .limit(100)
    .for('update', { skipLocked: true })
  return due.map(({ id }) => id)
}

/** Records a try and returns its number; the next may begin after a pause. Null if another sweep has begun one or has the row. */
async function beginTry(db: Database, id: string, is: SQL, mostPause: SQL): Promise<number | null> {
  const mine = db
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(eq(attempts.id, id), isTurn(is)))
    .for('update', { skipLocked: true })
  const [begun] = await db
    .update(attempts)
    .set({
      sweepTries: sql`${attempts.sweepTries} + 1`,
      sweepAfter: sql`now() + least(interval '1 minute' * power(2, least(${attempts.sweepTries}, 12)), ${mostPause})`,
    })
    .where(inArray(attempts.id, mine))
    .returning({ tries: attempts.sweepTries })
  return begun?.tries ?? null
}

const ago = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`
const [buildExpired, readySince, gradingExpired] = [
  ago(buildExpiryMinutes * 60),
  ago(startAfterDeliverySeconds),
  ago(gradingExpiryMinutes * 60),
]

/** Attempts for which `lapseOf` is not `nothing`, as an index can find them; a test compares the two case by case. */
export const isDue = sql`((${attempts.state} = 'open' and ${attempts.lateUntil} <= now())
  or (${attempts.state} = 'paused' and ${attempts.pausedUntil} <= now())
  or (${attempts.state} = 'building' and ${attempts.createdAt} <= ${buildExpired})
  or (${attempts.state} = 'ready' and ${attempts.deliveredAt} is null and ${attempts.builtAt} <= ${buildExpired})
  or (${attempts.state} = 'ready' and ${attempts.deliveredAt} <= ${readySince})
  or (${attempts.state} = 'submitted' and ${attempts.processingSince} <= ${gradingExpired}))`

const isOwedAGrade = sql`(${attempts.state} = 'failed' and ${attempts.failure} in ('results_expired', 'results_failed'))`
