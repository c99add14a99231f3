import type { Queries } from './connect.ts'
import { prepared } from './prepared.ts'

/** The published tables: a few hundred rows that only operators write. */
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

/** Every change gives a row another place or transaction. Both may recur in a restored database, but its start time does not. */
const rowsOf = (table: string) =>
  `coalesce((select string_agg(ctid::text || xmin, ',' order by ctid) from ${table}), '')`

const read = prepared<{ version: string }>(
  'published-version',
  `select md5(concat_ws('|', pg_postmaster_start_time(), ${published.map(rowsOf).join(', ')})) as version`,
)

/** A name of the published state: it differs after each change that was committed, by any process, before this call. */
export async function publishedVersion(queries: Queries): Promise<string> {
  const [row] = await read(queries)
  return row!.version
}
