import * as z from 'zod/mini'
import { listAchievements } from '#contract/achievement.ts'
import { availableTests } from '#contract/catalog.ts'
import { listCertificates } from '#contract/certificate.ts'
import { readFooter } from '#contract/footer.ts'
import { ExpiredPurchase, LegalText } from '#contract/legal.ts'
import { listNotifications } from '#contract/notification.ts'
import { ownedTests } from '#contract/purchase.ts'
import { listExamples, listFaq } from '#contract/reading.ts'
import { Result } from '#contract/result.ts'
import { TestInfoReply } from '#contract/test-info.ts'
import type { KeptQuery } from './kept-queries.ts'

/** What an entry must look like to be kept and to be shown again: another release may have written it. */
const shapes: Record<KeptQuery['name'], z.ZodMiniType> = {
  legal: z.nullable(LegalText),
  testInfo: TestInfoReply,
  examples: listExamples.response,
  footer: readFooter.response,
  faq: listFaq.response,
  catalogue: availableTests.response,
  purchases: ownedTests.response,
  expired: z.array(ExpiredPurchase),
  notifications: listNotifications.response,
  achievements: listAchievements.response,
  certificates: listCertificates.response,
  // A grading that goes on is no news worth keeping.
  results: z.object({ kind: z.literal('results'), newest: Result, earlier: z.array(Result) }),
}

const Pages = z.object({ pages: z.array(z.unknown()), pageParams: z.array(z.unknown()) })

/** The data as the contract reads it, page by page where it came in pages. Throws when the contract does not know it. */
export function parseKept(name: KeptQuery['name'], data: unknown): unknown {
  const paged = Pages.safeParse(data)
  if (!paged.success) return shapes[name].parse(data)
  return { ...paged.data, pages: paged.data.pages.map((page) => shapes[name].parse(page)) }
}
