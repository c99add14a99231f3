import { and, eq, inArray, sql } from 'drizzle-orm'
import { startAfterDeliverySeconds } from '#contract/exam.ts'
import { type Database, databaseNow } from '../../db/connect.ts'
import { attempts } from '../../db/schema/attempts.ts'
import type { Services } from '../../services.ts'
import { applyDeadlines } from './apply-deadlines.ts'
import { buildExpiryMinutes, gradingExpiryMinutes } from './attempt-clock.ts'
import { lockAttempt } from './attempt-repository.ts'
import { buildPaper } from './build-paper.ts'
import { gradeLater } from './grade-attempt.ts'
import { findSubmission } from './submission-store.ts'

/** Takes the jobs that build papers and grade. */
export function takeExamJobs(services: Services): void {
  services.jobs.work('build-paper', async ({ attempt_id }) => {
    await buildPaper(services, attempt_id, Number.POSITIVE_INFINITY)
  })
  services.jobs.work('grade-attempt', ({ attempt_id }) => gradeSubmitted(services, attempt_id))
}

/** Grades one submitted attempt; a job that comes twice finds it graded. */
export async function gradeSubmitted(services: Services, attemptId: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const { attempt } = (await lockAttempt(tx, attemptId)) ?? {}
    if (attempt?.state !== 'submitted') return
    await gradeLater(services, tx, attempt, (await findSubmission(tx, attemptId))!)
  })
}

/** After so many tries in vain an attempt is set aside: reported, and tried again ever more rarely. */
const triesBeforeAside = 3

/**
 * Applies what time has done to up to 100 attempts that nobody has touched since, each in a transaction of its own. Each try
 * is written down when it begins, so an attempt that cannot be settled, even one that ends the process, is left alone
 * for a minute, then two, four … up to a day, is reported as set aside from the third time on, and keeps no other from its
 * turn: one that ends the process has cost nobody else a try. Rows held by others are skipped, so any number of processes
 * may sweep.
 */
export async function sweepAttempts(services: Services): Promise<void> {
  const { db, log } = services
  for (const id of await findDue(db)) {
    const tries = await beginTry(db, id)
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

const isTurn = () => and(isDue, sql`(${attempts.sweepAfter} is null or ${attempts.sweepAfter} <= now())`)

async function findDue(db: Database): Promise<string[]> {
  const due = await db
    .select({ id: attempts.id })
    .from(attempts)
    .where(isTurn())
    .orderBy(attempts.createdAt)
    .limit(100)
    .for('update', { skipLocked: true })
  return due.map(({ id }) => id)
}

/** The number of this try; no other sweep tries before the pause is over. Null where another has begun one, or holds the row. */
async function beginTry(db: Database, id: string): Promise<number | null> {
  const mine = db
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(eq(attempts.id, id), isTurn()))
    .for('update', { skipLocked: true })
  const [begun] = await db
    .update(attempts)
    .set({
      sweepTries: sql`${attempts.sweepTries} + 1`,
      sweepAfter: sql`now() + least(interval '1 minute' * power(2, least(${attempts.sweepTries}, 12)), interval '1 day')`,
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

/** What `lapseOf` has something to say of, as an index can find it; a test compares the two case by case. */
export const isDue = sql`((${attempts.state} = 'open' and ${attempts.lateUntil} <= now())
  or (${attempts.state} = 'building' and ${attempts.createdAt} <= ${buildExpired})
  or (${attempts.state} = 'ready' and ${attempts.deliveredAt} is null and ${attempts.builtAt} <= ${buildExpired})
  or (${attempts.state} = 'ready' and ${attempts.deliveredAt} <= ${readySince})
  or (${attempts.state} = 'submitted' and ${attempts.processingSince} <= ${gradingExpired}))`
