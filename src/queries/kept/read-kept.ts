import * as z from 'zod/mini'
import { listAchievements } from '#contract/achievement.ts'
import { Bundle } from '#contract/bundle.ts'
import { availableTests } from '#contract/catalog.ts'
import { listCertificates } from '#contract/certificate.ts'
import { readFooter } from '#contract/footer.ts'
import { ExpiredPurchase, LegalText } from '#contract/legal.ts'
import { listNotifications } from '#contract/notification.ts'
import { ownedTests } from '#contract/purchase.ts'
import { listExamples, listFaq } from '#contract/reading.ts'
import { Result } from '#contract/result.ts'
import { TestInfoReply } from '#contract/test-info.ts'
import { readEntries } from './cache-db.ts'
import { type KeptQuery, placeOf, ruleOf } from './kept-queries.ts'

/** Kept data of a query, and when the server sent them: milliseconds since 1970 by this device. */
export interface Kept {
  readonly data: unknown
  readonly savedAt: number
}

/** All kept data for the person who is signed in, or for a guest, by the queries' hashes. Unreadable entries are left out. */
export async function readKept(): Promise<ReadonlyMap<string, Kept>> {
  const kept = new Map<string, Kept>()
  for (const whose of ['public', 'catalogue'] as const) {
    const place = placeOf(whose)
    if (place === null) continue
    try {
      for (const [, { queryHash, queryKey, state }] of await readEntries(place)) {
        const rule = ruleOf(queryKey)
        const data = rule && readable(rule.name, state.data)
        if (data !== undefined) kept.set(queryHash, { data, savedAt: state.dataUpdatedAt })
      }
    } catch (error) {
      console.warn('The cache of this browser does not work', error)
    }
  }
  return kept
}

/** The data, or undefined: another release may have written another form. */
function readable(...[name, data]: Parameters<typeof parseKept>): unknown {
  try {
    return parseKept(name, data)
  } catch {
    return undefined
  }
}

/** The form of an entry to be kept and shown: another release may have written it. */
const shapes: Record<KeptQuery['name'], z.ZodMiniType> = {
  legal: z.nullable(LegalText),
  testInfo: TestInfoReply,
  examples: listExamples.response,
  footer: readFooter.response,
  faq: listFaq.response,
  catalogue: availableTests.response,
  bundles: z.array(Bundle),
  purchases: ownedTests.response,
  expired: z.array(ExpiredPurchase),
  notifications: listNotifications.response,
  achievements: listAchievements.response,
  certificates: listCertificates.response,
  // A grading in progress is not worth keeping.
  results: z.object({ kind: z.literal('results'), newest: Result, earlier: z.array(Result) }),
}

const Pages = z.object({ pages: z.array(z.unknown()), pageParams: z.array(z.unknown()) })

/** The data as the contract parses them, page by page if they came in pages. Throws if it cannot. */
export function parseKept(name: KeptQuery['name'], data: unknown): unknown {
  const paged = Pages.safeParse(data)
  if (!paged.success) return shapes[name].parse(data)
  return { ...paged.data, pages: paged.data.pages.map((page) => shapes[name].parse(page)) }
}
