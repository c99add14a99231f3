import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { OwnedTest } from '#contract/purchase.ts'
import { ownedTests } from '#contract/purchase.ts'
import type { Queries } from '../../../db/connect.ts'
import { cutPage, type SortKey, valuesOf, walkFrom } from '../../../db/keyset.ts'
import { purchases } from '../../../db/schema/purchases.ts'
import { pageOfList, readLimit } from '../../../http/page-of-list.ts'
import { joinedTest, testColumns } from '../../catalog/joined-test.ts'
import { presentTest, type TestRow } from '../../catalog/present-test.ts'
import { conditionsOf, type Filters, sortOf } from '../../catalog/test-filters.ts'
import { findExamAllowances, findGoingBack } from '../exam-allowance.ts'
import type { ExamUse } from '../exam-count.ts'
import { type PurchaseRow, type PurchaseNow, purchaseNowColumns } from '../purchase-now.ts'
import { findUsedUp } from '../used-up.ts'

export type ShelfExams = Pick<OwnedTest, 'active_attempt' | 'has_unsubmitted_exam' | 'last_result' | 'last_scored'>

export type FindShelfExams = (
  queries: Queries,
  purchaseIds: readonly string[],
) => Promise<ReadonlyMap<string, ShelfExams>>

/** Exams are a feature above this one. They pass in their SQL and their reader. */
export interface ExamsOfShelf {
  examUse: ExamUse
  findShelfExams: FindShelfExams
}

/** One page of a person's purchases: usable ones first, then expired ones, each the newest first. */
export async function listOwnedTests(queries: Queries, userId: string, query: Filters, ofExams: ExamsOfShelf) {
  const theirs = eq(purchases.userId, userId)
  const fits = and(theirs, eq(purchases.status, 'paid'), conditionsOf(query))
  const limit = readLimit(query.limit)
  const terms: SortKey[] = [
    { value: purchaseNowColumns.isOver, type: 'boolean' },
    ...(query.ordering ? sortOf(query.ordering) : []),
    { value: purchases.createdAt, type: 'timestamptz', isDescending: true },
    { value: purchases.id, type: 'uuid', isDescending: true },
  ]
  const walk = await walkFrom(query.cursor, terms, (id) =>
    queries
      .select(valuesOf(terms))
      .from(purchases)
      .innerJoin(...joinedTest(purchases.testId))
      .where(and(theirs, eq(purchases.id, id))),
  )
  const read = await queries
    .select({ ...purchaseNowColumns, test: testColumns })
    .from(purchases)
    .innerJoin(...joinedTest(purchases.testId))
    .where(and(fits, walk.where))
    .orderBy(...walk.order)
    .limit(limit + 1)
  const { page: rows, ...neighbours } = cutPage(read, limit, walk, ({ purchase }) => purchase.id)
  const [counted] = await queries
    .select({ all: count() })
    .from(purchases)
    .innerJoin(...joinedTest(purchases.testId))
    .where(fits)
  const results = await presentShelf(queries, rows, ofExams)
  return pageOfList(results, { path: ownedTests.path, query, count: counted?.all ?? 0, ...neighbours })
}

/** A person's expired purchases, newest first: at most 50. */
export async function listExpired(queries: Queries, userId: string) {
  const rows = await queries
    .select({ id: purchases.id, cardTitle: purchases.cardTitle, expiresAt: purchases.expiresAt })
    .from(purchases)
    .where(and(eq(purchases.userId, userId), eq(purchases.status, 'paid'), sql`${purchaseNowColumns.isOver}`))
    .orderBy(desc(purchases.expiresAt))
    .limit(50)
  return rows.map(({ id, cardTitle, expiresAt }) => ({
    id,
    purchase_card_title: cardTitle,
    expiration_date: expiresAt!.toISOString(),
  }))
}

async function presentShelf(
  queries: Queries,
  rows: (PurchaseNow & { test: TestRow })[],
  { examUse, findShelfExams }: ExamsOfShelf,
): Promise<OwnedTest[]> {
  const ids = rows.map(({ purchase }) => purchase.id)
  const allowances = await findExamAllowances(
    queries,
    rows.map(({ purchase }) => purchase),
    examUse,
  )
  const exams = await findShelfExams(queries, ids)
  const usedUp = await findUsedUp(queries, ids, examUse)
  const goingBack = await findGoingBack(queries, ids)
  return rows.map(({ purchase, isOver, test }) => ({
    id: purchase.id,
    purchase_card_title: purchase.cardTitle,
    test: presentBoughtTest(test, purchase, isOver),
    status: isOver ? 'expired' : purchase.status,
    price: purchase.price,
    exam_attempts_left: allowances.get(purchase.id)!.left,
    can_buy_again: !isOver && usedUp.get(purchase.id)?.canBuyAgain === true,
    refund_decided: goingBack.has(purchase.id),
    expiration_date: purchase.expiresAt?.toISOString() ?? null,
    extra_time_factor: purchase.extraTimeFactor,
    ...exams.get(purchase.id)!,
  }))
}

/** A test with the terms of its purchase: later changes of the shop do not touch them. */
function presentBoughtTest(test: TestRow, purchase: PurchaseRow, isOver: boolean) {
  const { questionCount, durationMinutes, examAttempts, validityDays } = purchase
  return presentTest(
    { ...test, questionCount, durationMinutes, examAttempts, validityDays },
    isOver ? null : purchase.id,
  )
}
