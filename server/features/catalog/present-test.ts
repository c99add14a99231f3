import type { Test } from '#contract/catalog.ts'
import type { tests } from '../../db/schema/catalog.ts'

export type TestRow = typeof tests.$inferSelect

/** A test as the API sends it. `ownedPurchaseId` is the caller's purchase that opens it now. */
export function presentTest(row: TestRow, ownedPurchaseId: string | null = null): Test {
  return {
    id: row.id,
    slug: row.slug,
    type: row.type,
    title: row.title,
    summary: row.summary,
    question_count: row.questionCount,
    duration_minutes: row.durationMinutes,
    price: row.price,
    currency: row.currency,
    exam_attempts: row.examAttempts,
    validity_days: row.validityDays,
    owned_purchase_id: ownedPurchaseId,
  }
}
