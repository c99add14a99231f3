import { readEntries } from './cache-db.ts'
import { ruleOf } from './kept-queries.ts'
import { parseKept } from './kept-shapes.ts'
import { placeOf } from './place.ts'

/** What is kept of one query, and when the server said it: milliseconds since 1970 by this device. */
export interface Kept {
  readonly data: unknown
  readonly saidAt: number
}

/** All that is kept for the person who is signed in now, or for a guest, by the queries' hashes; entries that cannot be read are left out. */
export async function readKept(): Promise<ReadonlyMap<string, Kept>> {
  const kept = new Map<string, Kept>()
  for (const whose of ['public', 'shelf'] as const) {
    const place = placeOf(whose)
    if (place === null) continue
    try {
      for (const [, { queryHash, queryKey, state }] of await readEntries(place)) {
        const rule = ruleOf(queryKey)
        const data = rule && readable(rule.name, state.data)
        if (data !== undefined) kept.set(queryHash, { data, saidAt: state.dataUpdatedAt })
      }
    } catch (error) {
      console.warn('The cache of this browser does not work', error)
    }
  }
  return kept
}

/** Another release may have written it in a form of its own. */
function readable(...[name, data]: Parameters<typeof parseKept>): unknown {
  try {
    return parseKept(name, data)
  } catch {
    return undefined
  }
}
