import type { Queries } from './connect.ts'
import { prepared } from './prepared.ts'

/** What the house publishes to everybody: a few hundred rows that operators alone write. */
export const published = [
  'tests',
  'bundles',
  'bundle_tests',
  'faq_entries',
  'examples',
  'legal_texts',
  'site_settings',
  'signing_keys',
] as const

/**
 * Every change of a row gives it another place or another transaction. Both begin again in a database that was restored or that took
 * another's place; that one has begun at another moment.
 */
const rowsOf = (table: string) =>
  `coalesce((select string_agg(ctid::text || xmin, ',' order by ctid) from ${table}), '')`

const read = prepared<{ version: string }>(
  'published-version',
  `select md5(concat_ws('|', pg_postmaster_start_time(), ${published.map(rowsOf).join(', ')})) as version`,
)

/** Names what is published at this moment: another name after every change by whichever process, committed before this was asked. */
export async function publishedVersion(queries: Queries): Promise<string> {
  const [row] = await read(queries)
  return row!.version
}
