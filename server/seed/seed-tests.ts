import { sql } from 'drizzle-orm'
import { questionCount } from '#content/blueprint.ts'
import type { Queries } from '../db/connect.ts'
import { tests } from '../db/schema/catalog.ts'
import { foldForSearch } from '../features/catalog/fold-for-search.ts'
import { sanitiseStoredHtml } from '../html/sanitise-stored-html.ts'
import { seededTests } from './seeded-tests.ts'

/**
 * The shop's tests. A test that is there keeps what its operator may have changed (price, terms, whether it is on sale);
 * its texts and blueprint follow this release.
 */
export async function seedTests(tx: Queries): Promise<void> {
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
        title: sql`excluded.title`,
        summary: sql`excluded.summary`,
        infoHtml: sql`excluded.info_html`,
        questionCount: sql`excluded.question_count`,
        durationMinutes: sql`excluded.duration_minutes`,
        blueprint: sql`excluded.blueprint`,
        searchText: sql`excluded.search_text`,
        position: sql`excluded.position`,
      },
    })
}
