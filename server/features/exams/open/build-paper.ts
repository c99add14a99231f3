import { setImmediate as others, setTimeout as pause } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { assembleExam } from '#content/assemble-exam.ts'
import type { Item } from '#content/item.ts'
import { attempts } from '../../../db/schema/attempts.ts'
import type { Queries } from '../../../db/connect.ts'
import type { Services } from '../../../services.ts'
import type { Attempt, AttemptMode } from '../attempt.ts'
import { type ClaimedPaper, claimPaper, paperWork, storePaper } from '../paper/paper-store.ts'
import { notifyOfReturn } from '../notify-owner.ts'

/** What a paper is drawn from. */
type PaperToDraw = Pick<ClaimedPaper, 'blueprint' | 'seen'> & { attempt: Pick<Attempt, 'seed' | 'mode'> }

export type BuildOutcome = 'built' | 'over-budget' | 'not-ours'

/**
 * Work that ends within this many milliseconds is done while the caller waits. What others do in that time does not count. The
 * first verbal paper of a process takes some 180 of them, a usual one 50; by a job the caller would wait longer than this.
 */
export const inlineBudgetMs = 400

/**
 * How many items are drawn before others that wait for this thread are served: an answer that comes then would wait for all of a
 * paper, tens of milliseconds.
 */
const itemsInARow = 3

/**
 * Builds the paper of an attempt. Safe to run twice and in two processes: each run raises the fence, and only the run
 * that holds the newest fence can write. Stops as `over-budget` after `budgetMs`; from the same seed the next run makes
 * the same paper. An item generator that fails ends the attempt as `build_failed`; a failing database is thrown.
 */
export async function buildPaper(services: Services, attemptId: string, budgetMs: number): Promise<BuildOutcome> {
  const { db, log } = services
  const claimed = await claimPaper(db, attemptId)
  if (claimed === undefined) return 'not-ours'

  const { attempt, questionCount } = claimed
  const isWatched = budgetMs === Number.POSITIVE_INFINITY
  const show = async (drawn: number) => {
    if (isWatched && drawn % 5 === 0) await showProgress(db, attempt, Math.floor((100 * drawn) / questionCount))
  }
  let items: Item[] | 'over-budget'
  try {
    items = await drawWithin(budgetMs, claimed, show)
  } catch (error) {
    if (!(error instanceof GeneratorFailed)) throw error
    log.error({ err: error, attemptId }, 'paper could not be assembled')
    await giveBack(services, attempt)
    return 'not-ours'
  }
  if (items === 'over-budget') return items
  return (await storePaper(db, attempt, items)) ? 'built' : 'not-ours'
}

/**
 * The items of a paper as a build would make them; `over-budget` where drawing them takes longer than `budgetMs` of this
 * thread. Others are served after every few items, and `after` each is done what it does. Nothing is stored. Throws
 * GeneratorFailed, and what `after` throws.
 */
export async function drawWithin(
  budgetMs: number,
  paper: PaperToDraw,
  after?: (drawn: number) => Promise<void>,
): Promise<Item[] | 'over-budget'> {
  const items: Item[] = []
  let spentMs = 0
  let since = performance.now()
  paperWork.publish('begins')
  for (const item of itemsOf(paper)) {
    items.push(item)
    spentMs += performance.now() - since
    paperWork.publish('rests')
    if (spentMs > budgetMs) return 'over-budget'
    await after?.(items.length)
    if (items.length % itemsInARow === 0) await others()
    since = performance.now()
    paperWork.publish('begins')
  }
  paperWork.publish('rests')
  return items
}

export class GeneratorFailed extends Error {
  override readonly name = 'GeneratorFailed'
}

/** The items one by one. What the generator throws comes out as its own failure, apart from what fails between two items. */
function* itemsOf({ attempt, blueprint, seen }: PaperToDraw): Generator<Item> {
  const { seed, mode } = attempt
  try {
    yield* assembleExam({ blueprint, seed, partition: mode as AttemptMode, seen })
  } catch (error) {
    throw new GeneratorFailed('an item could not be made', { cause: error })
  }
}

/** A paper that cannot be made costs its owner nothing but the news of it. */
async function giveBack({ db }: Services, attempt: Attempt): Promise<void> {
  await db.transaction(async (tx) => {
    const failed = await tx
      .update(attempts)
      .set({ state: 'failed', isOpen: false, failure: 'build_failed' })
      .where(stillOurs(attempt))
      .returning({ id: attempts.id })
    if (failed.length > 0) await notifyOfReturn(tx, attempt)
  })
}

const stillOurs = (attempt: Attempt) =>
  and(eq(attempts.id, attempt.id), eq(attempts.state, 'building'), eq(attempts.fence, attempt.fence))

async function showProgress(queries: Queries, attempt: Attempt, percent: number): Promise<void> {
  await queries.update(attempts).set({ buildProgress: percent }).where(stillOurs(attempt))
}

/**
 * Builds at once when the configuration and `inlineBudgetMs` allow it; what does not fit becomes a job at once. A training is
 * always built at once: nobody polls for it (S4.33).
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

/** Milliseconds. Who died over the paper is relieved by its job after 3 s. */
const othersTimeoutMs = 12_000
const lookEvery = 50

/** Of calls that come at once the last one's run may write, and the others have to wait for its paper. */
async function whileOthersBuild({ db }: Services, attemptId: string): Promise<void> {
  const deadline = performance.now() + othersTimeoutMs
  while (performance.now() < deadline) {
    const [attempt] = await db.select({ state: attempts.state }).from(attempts).where(eq(attempts.id, attemptId))
    if (attempt?.state !== 'building') return
    await pause(lookEvery)
  }
}
