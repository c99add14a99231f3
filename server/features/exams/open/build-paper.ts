import { setTimeout as pause } from 'node:timers/promises'
import { Family } from '#content/families.ts'
import { and, eq } from 'drizzle-orm'
import { attempts } from '../../../db/schema/attempts.ts'
import type { Queries } from '../../../db/connect.ts'
import type { Services } from '../../../services.ts'
import type { Attempt, AttemptMode } from '../attempt.ts'
import { examUse } from '../exam-use.ts'
import { type DrawnPaper, GeneratorFailed, OverBudget } from '../paper/drawn-paper.ts'
import {
  type ClaimedPaper,
  claimPaper,
  lockOwnerAlone,
  mostDrawings,
  storePaper,
  wasShownMore,
} from '../paper/paper-store.ts'
import { notifyOfReturn } from '../notify-owner.ts'

export type BuildOutcome = 'built' | 'over-budget' | 'not-ours'

/**
 * Milliseconds of drawing (without other work) for which the caller waits. The first verbal paper of a process takes some 180 ms,
 * a usual paper 50 ms. With a job the caller would wait longer than this budget.
 */
export const inlineBudgetMs = 400

/**
 * Builds the paper of an attempt. Safe to run twice and in two processes: each run raises the fence, and only the run with the
 * newest fence can write. Stops as `over-budget` after `budgetMs`; from the same seed the next run makes the same paper. If
 * its owner was shown more meanwhile, a run draws again by itself (`mostDrawings`). A generator that fails ends the attempt as
 * `build_failed`. Throws if the database fails, and 503 `overloaded` if the paper is not drawn in time (`PaperDrawer`). A test
 * of a later release is left to a job, which throws until a process of that release takes it.
 */
export async function buildPaper(services: Services, attemptId: string, budgetMs: number): Promise<BuildOutcome> {
  for (let drawing = 1; ; drawing += 1) {
    const claimed = await claimPaper(services.db, attemptId)
    if (claimed === undefined) return 'not-ours'
    const paper = await drawClaimed(services, claimed, budgetMs)
    if (typeof paper === 'string') return paper
    const outcome = await storeClaimed(services, claimed, paper, { isLast: drawing === mostDrawings })
    if (outcome !== 'shown more') return outcome
  }
}

async function drawClaimed(
  services: Services,
  { attempt, questionCount, blueprint, seen }: ClaimedPaper,
  budgetMs: number,
): Promise<DrawnPaper | BuildOutcome> {
  const { db, log } = services
  const isWatched = budgetMs === Number.POSITIVE_INFINITY
  if (blueprint.parts.some(({ family }) => !Family.options.includes(family))) {
    if (isWatched) throw new Error('the test has families of items that this release does not know')
    return 'over-budget'
  }
  const show = async (drawn: number) => {
    if (drawn % 5 === 0) await showProgress(db, attempt, Math.floor((100 * drawn) / questionCount))
  }
  const order = { seed: attempt.seed, mode: attempt.mode as AttemptMode, blueprint, seen }
  try {
    return await services.papers.draw(order, { budgetMs, after: isWatched ? show : undefined })
  } catch (error) {
    if (error instanceof OverBudget) return 'over-budget'
    if (!(error instanceof GeneratorFailed)) throw error
    log.error({ err: error, attemptId: attempt.id }, 'paper could not be assembled')
    await giveBack(services, attempt)
    return 'not-ours'
  }
}

/** Returns `shown more`, and changes nothing, if another paper of the owner was stored since: this one may ask the same. */
function storeClaimed(
  { db }: Services,
  { attempt, seen }: ClaimedPaper,
  paper: DrawnPaper,
  { isLast }: { isLast: boolean },
): Promise<'built' | 'not-ours' | 'shown more'> {
  return db.transaction(async (tx) => {
    await lockOwnerAlone(tx, attempt.id)
    const owner = { userId: attempt.userId, mode: attempt.mode as AttemptMode, seen }
    if (!isLast && (await wasShownMore(tx, owner))) return 'shown more'
    return (await storePaper(tx, attempt, paper)) ? 'built' : 'not-ours'
  })
}

/** A paper that cannot be made costs its owner nothing but a notification. */
async function giveBack({ db }: Services, attempt: Attempt): Promise<void> {
  await db.transaction(async (tx) => {
    const failed = await tx
      .update(attempts)
      .set({ state: 'failed', isOpen: false, failure: 'build_failed' })
      .where(stillOurs(attempt))
      .returning({ id: attempts.id })
    if (failed.length === 0) return
    if (attempt.mode === 'exam') await examUse.wantPapers(tx, [attempt.purchaseId])
    await notifyOfReturn(tx, attempt)
  })
}

const stillOurs = (attempt: Attempt) =>
  and(eq(attempts.id, attempt.id), eq(attempts.state, 'building'), eq(attempts.fence, attempt.fence))

async function showProgress(queries: Queries, attempt: Attempt, percent: number): Promise<void> {
  await queries.update(attempts).set({ buildProgress: percent }).where(stillOurs(attempt))
}

/**
 * Builds a training immediately, however long it takes: nobody polls for it (S4.33). WORK_MODE decides about an exam: `inline`
 * does the same; `auto` builds within `inlineBudgetMs`, else by a job; `job` leaves the exam to the job that it has already.
 */
export async function buildSoon(services: Services, attempt: Attempt): Promise<void> {
  const { workMode } = services.config
  const isInline = attempt.mode === 'training' || workMode === 'inline'
  if (workMode === 'job' && !isInline) return
  const budget = isInline ? Number.MAX_VALUE : inlineBudgetMs
  const outcome = await buildPaper(services, attempt.id, budget)
  if (outcome === 'over-budget') await services.jobs.add(services.db, 'build-paper', { attempt_id: attempt.id }, 0)
  if (outcome === 'not-ours' && attempt.mode === 'training') await whileOthersBuild(services, attempt.id)
}

/** Milliseconds. If the process that builds dies, the job of the attempt takes over after 3 s. */
const othersTimeoutMs = 12_000
const lookEvery = 50

/** Of several concurrent calls only the latest run may write. The others wait for its paper. */
async function whileOthersBuild({ db }: Services, attemptId: string): Promise<void> {
  const deadline = performance.now() + othersTimeoutMs
  while (performance.now() < deadline) {
    const [attempt] = await db.select({ state: attempts.state }).from(attempts).where(eq(attempts.id, attemptId))
    if (attempt?.state !== 'building') return
    await pause(lookEvery)
  }
}
