import { setTimeout as pause } from 'node:timers/promises'
import { and, desc, eq, sql } from 'drizzle-orm'
import { assembleExam } from '#content/assemble-exam.ts'
import type { Blueprint } from '#content/blueprint.ts'
import type { Item } from '#content/item.ts'
import { splitItem } from '#content/split-item.ts'
import { attempts, itemExposures, paperKeys, papers } from '../../db/schema/attempts.ts'
import { purchases } from '../../db/schema/purchases.ts'
import type { Queries } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import type { Attempt, AttemptMode } from './attempt.ts'
import { tellOfReturn } from './tell-news.ts'
import { forgetOldExposures } from './training-bounds.ts'

/** What grading needs of one item, stored apart from the questions. */
export interface StoredKey {
  question_id: string
  key: ReturnType<typeof splitItem>['key']
  family: string
  difficulty: number
}

export type BuildOutcome = 'built' | 'over-budget' | 'not-ours'

/**
 * How many of the items that a person saw last do not come again: 45 exams of 30, ten trainings. The stock holds 60
 * exams in a row without repetition; training, which is unlimited and drawn from fewer items, must forget sooner.
 */
const rememberedItems: Record<AttemptMode, number> = { exam: 45 * 30, training: 10 * 30 }

/** Work that ends within this many milliseconds is done while the caller waits. */
export const inlineBudgetMs = 150

/**
 * Builds the paper of an attempt. Safe to run twice and in two processes: each run raises the fence, and only the run
 * that holds the newest fence can write. Stops as `over-budget` after `budgetMs`; from the same seed the next run makes
 * the same paper. An item generator that fails ends the attempt as `build_failed`; a failing database is thrown.
 */
export async function buildPaper(services: Services, attemptId: string, budgetMs: number): Promise<BuildOutcome> {
  const { db, log } = services
  const claimed = await claim(services, attemptId)
  if (claimed === undefined) return 'not-ours'

  const startedAt = performance.now()
  const items: Item[] = []
  const { attempt, questionCount } = claimed
  try {
    for (const item of itemsOf(claimed)) {
      items.push(item)
      if (performance.now() - startedAt > budgetMs) return 'over-budget'
      if (budgetMs === Number.POSITIVE_INFINITY && items.length % 5 === 0) {
        await showProgress(db, attempt, Math.floor((100 * items.length) / questionCount))
      }
    }
  } catch (error) {
    if (!(error instanceof GeneratorFailed)) throw error
    log.error({ err: error, attemptId }, 'paper could not be assembled')
    await giveBack(services, attempt)
    return 'not-ours'
  }
  return (await storePaper(services, attempt, items)) ? 'built' : 'not-ours'
}

class GeneratorFailed extends Error {
  override readonly name = 'GeneratorFailed'
}

/** The items one by one. What the generator throws comes out as its own failure, apart from what fails between two items. */
function* itemsOf({ attempt, blueprint, seen }: Claimed): Generator<Item> {
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
    if (failed.length > 0) await tellOfReturn(tx, attempt)
  })
}

const stillOurs = (attempt: Attempt) =>
  and(eq(attempts.id, attempt.id), eq(attempts.state, 'building'), eq(attempts.fence, attempt.fence))

async function claim({ db }: Services, attemptId: string) {
  const [attempt] = await db
    .update(attempts)
    .set({ fence: sql`${attempts.fence} + 1` })
    .where(and(eq(attempts.id, attemptId), eq(attempts.state, 'building')))
    .returning()
  if (attempt === undefined) return undefined
  // As it was ordered: a release may change what the shop sells, not what somebody has bought.
  const [bought] = await db
    .select({ blueprint: purchases.blueprint, questionCount: purchases.questionCount })
    .from(purchases)
    .where(eq(purchases.id, attempt.purchaseId))
  // Erased with its owner, since the fence was raised.
  if (bought === undefined) return undefined
  const exposures = await db
    .select({ signature: itemExposures.signature })
    .from(itemExposures)
    .where(and(eq(itemExposures.userId, attempt.userId), eq(itemExposures.partition, attempt.mode)))
    .orderBy(desc(itemExposures.shownAt))
    .limit(rememberedItems[attempt.mode as AttemptMode])
  return {
    attempt,
    blueprint: bought.blueprint as Blueprint,
    questionCount: bought.questionCount,
    seen: new Set(exposures.map((row) => row.signature)),
  }
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>

async function showProgress(queries: Queries, attempt: Attempt, percent: number): Promise<void> {
  await queries.update(attempts).set({ buildProgress: percent }).where(stillOurs(attempt))
}

async function storePaper({ db }: Services, attempt: Attempt, items: Item[]): Promise<boolean> {
  return db.transaction(async (tx) => {
    const won = await tx
      .update(attempts)
      .set({ state: 'ready', buildProgress: 100, builtAt: sql`now()` })
      .where(stillOurs(attempt))
      .returning({ id: attempts.id })
    if (won.length === 0) return false
    const parted = items.map((item) => ({ item, ...splitItem(item) }))
    await tx.insert(papers).values({ attemptId: attempt.id, questions: parted.map(({ question }) => question) })
    await tx.insert(paperKeys).values({
      attemptId: attempt.id,
      items: parted.map(
        ({ item, question, key }): StoredKey => ({
          question_id: String(question.id),
          key,
          family: item.family,
          difficulty: item.difficulty,
        }),
      ),
    })
    await tx.insert(itemExposures).values(
      items.map(({ signature, family }) => ({
        signature,
        family,
        attemptId: attempt.id,
        userId: attempt.userId,
        partition: attempt.mode,
      })),
    )
    if (attempt.mode === 'training') await forgetOldExposures(tx, attempt.userId, rememberedItems.training)
    return true
  })
}

/**
 * Builds at once when the configuration and the 150 ms allow it; what does not fit becomes a job at once. A training is
 * always built at once: nobody polls for it (S4.33).
 */
export async function buildSoon(services: Services, attempt: Attempt): Promise<void> {
  const { workMode } = services.config
  const isAtOnce = attempt.mode === 'training' || workMode === 'inline'
  if (workMode === 'job' && !isAtOnce) return
  const budget = isAtOnce ? Number.MAX_VALUE : inlineBudgetMs
  const outcome = await buildPaper(services, attempt.id, budget)
  if (outcome === 'over-budget') await services.jobs.add(services.db, 'build-paper', { attempt_id: attempt.id }, 0)
  if (outcome === 'not-ours' && attempt.mode === 'training') await whileOthersBuild(services, attempt.id)
}

/** Milliseconds. Who died over the paper is relieved by its job after 3 s. */
const othersPatience = 12_000
const lookEvery = 50

/** Of calls that come at once the last one's run may write, and the others have to wait for its paper. */
async function whileOthersBuild({ db }: Services, attemptId: string): Promise<void> {
  const deadline = performance.now() + othersPatience
  while (performance.now() < deadline) {
    const [attempt] = await db.select({ state: attempts.state }).from(attempts).where(eq(attempts.id, attemptId))
    if (attempt?.state !== 'building') return
    await pause(lookEvery)
  }
}
