import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { questionCount } from '#content/blueprint.ts'
import type { Queries } from '../db/connect.ts'
import { TurnNotCome } from '../db/one-at-a-time.ts'
import { tests } from '../db/schema/catalog.ts'
import { startStep } from '../db/start-step.ts'
import { foldForSearch } from '../features/catalog/fold-for-search.ts'
import { sanitiseStoredHtml } from '../html/sanitise-stored-html.ts'
import type { Services } from '../services.ts'
import { seedBundles } from './seed-bundles.ts'
import { type DemoAccount, seedDemo } from './seed-demo.ts'
import { seedLegalTexts } from './seed-legal-texts.ts'
import { seedReading, unlessWritten } from './seed-public-pages.ts'
import { seededTests } from './seeded-tests.ts'

const seedLock = 7_201_944_027
/** Milliseconds between two tries to take the lock. */
const pauseMs = 100
/** Milliseconds. Seeding is a second of work: a longer wait means that the other process does not end. */
const timeoutMs = 120_000

/**
 * Brings tests, texts, examples and the demonstration's account (if there is one) up to this release. Runs at every start in one
 * transaction, one process after another. Throws TurnNotCome after 2 minutes.
 */
export async function seed(services: Services, demo: DemoAccount | null): Promise<void> {
  const deadline = performance.now() + timeoutMs
  // Polls, as `oneAtATime` does: a wait in a transaction keeps a pooler's connection, and the database's time-outs end it.
  const step = () => seedIfFree(services, demo)
  while (!(await startStep(services.log, 'what the shop opens with', step))) {
    if (performance.now() > deadline) {
      throw new TurnNotCome(
        'Another process seeds the database for more than 2 minutes. End it, and start this one again.',
      )
    }
    await pause(pauseMs)
  }
}

/** False, with nothing done, if another process seeds. */
function seedIfFree(services: Services, demo: DemoAccount | null): Promise<boolean> {
  return services.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ isOurs: boolean }>(
      sql`select pg_try_advisory_xact_lock(${seedLock}) as "isOurs"`,
    )
    if (!rows[0]!.isOurs) return false
    await seedTests(tx)
    await seedBundles(tx)
    await seedLegalTexts(tx, services.config)
    await seedReading(tx, services.config)
    if (demo !== null) await seedDemo(tx, services, demo)
    return true
  })
}

/** Seeds the tests. Price, terms and whether it is on sale may be the operator's, so an existing test keeps them. */
async function seedTests(tx: Queries): Promise<void> {
  const rows = seededTests.map(({ keywords, ...test }, position) => ({
    ...test,
    questionCount: questionCount(test.blueprint),
    infoHtml: sanitiseStoredHtml(test.infoHtml.trim()),
    searchText: foldForSearch(`${test.title} ${test.summary} ${keywords}`),
    position,
  }))
  await tx
    .insert(tests)
    .values(rows)
    .onConflictDoUpdate({
      target: tests.slug,
      set: {
        type: sql`excluded.type`,
        title: unlessWritten('tests', 'title'),
        summary: unlessWritten('tests', 'summary'),
        infoHtml: unlessWritten('tests', 'info_html'),
        questionCount: sql`excluded.question_count`,
        durationMinutes: sql`excluded.duration_minutes`,
        blueprint: sql`excluded.blueprint`,
        searchText: unlessWritten('tests', 'search_text'),
        position: sql`excluded.position`,
      },
    })
}
