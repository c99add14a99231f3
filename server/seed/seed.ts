import { sql } from 'drizzle-orm'
import type { Services } from '../services.ts'
import { seedBundles } from './seed-bundles.ts'
import { type DemoAccount, seedDemo } from './seed-demo.ts'
import { seedLegalTexts } from './seed-legal-texts.ts'
import { seedReading } from './seed-reading.ts'
import { seedTests } from './seed-tests.ts'

const seedLock = 7_201_944_027

/**
 * Brings what the shop opens with up to this release: tests, texts, examples, and where there is one the demonstration's
 * account. Runs at every start, in one transaction; of several processes that start at once, one after another.
 */
export async function seed(services: Services, demo: DemoAccount | null): Promise<void> {
  await services.db.transaction(async (tx) => {
    // However many start at once, the last one waits for all the others.
    await tx.execute(sql`set local lock_timeout = 0`)
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`)
    await seedTests(tx)
    await seedBundles(tx)
    await seedLegalTexts(tx, services.config)
    await seedReading(tx, services.config)
    if (demo !== null) await seedDemo(tx, services, demo)
  })
}
