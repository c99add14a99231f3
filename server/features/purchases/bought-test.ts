import { eq, inArray } from 'drizzle-orm'
import type { Blueprint } from '#content/blueprint.ts'
import type { Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { purchases } from '../../db/schema/purchases.ts'
import { namedTest, type NamedTest } from '../catalog/joined-test.ts'
import { testNames, testNamesSql } from '../catalog/test-names.ts'

/**
 * SQL: what a purchase has bought, for a lateral join; `purchaseId` is SQL, too. `card_title`, `blueprint` and `question_count`
 * are frozen from the order. `type` and `test` (a NamedTest) are today's, by a left join: PostgreSQL drops it from a statement
 * that uses neither.
 */
export const boughtTest = (purchaseId: string) => `(
  select p.test_id, p.card_title, p.blueprint, p.question_count, t.type, ${namedTest} as test
  from purchases p left join ${testNamesSql} t on t.id = p.test_id where p.id = ${purchaseId})`

const readTest = prepared<{ test: NamedTest }>('test_of_purchase', `select test from ${boughtTest('$1')} bought`)

export async function findBoughtTest(queries: Queries, purchaseId: string): Promise<NamedTest> {
  const [bought] = await readTest(queries, purchaseId)
  return bought!.test
}

export async function findBoughtTitle(queries: Queries, purchaseId: string): Promise<string> {
  const { cardTitle } = purchases
  const [bought] = await queries.select({ cardTitle }).from(purchases).where(eq(purchases.id, purchaseId))
  return bought!.cardTitle
}

/** The blueprint that a purchase froze; a release may change what the shop sells, not what was bought. */
export async function findBlueprint(queries: Queries, purchaseId: string): Promise<Blueprint> {
  const { blueprint } = purchases
  const [bought] = await queries.select({ blueprint }).from(purchases).where(eq(purchases.id, purchaseId))
  return bought!.blueprint as Blueprint
}

export interface ExamTerms {
  /** The test's slug. */
  test: string
  blueprint: Blueprint
  extraTimeFactor: number
}

/** The terms of each purchase that exists, by its id. */
export async function findExamTerms(
  queries: Queries,
  purchaseIds: readonly string[],
): Promise<ReadonlyMap<string, ExamTerms>> {
  if (purchaseIds.length === 0) return new Map()
  const rows = await queries
    .select({
      id: purchases.id,
      test: testNames.slug,
      blueprint: purchases.blueprint,
      extraTimeFactor: purchases.extraTimeFactor,
    })
    .from(purchases)
    .innerJoin(testNames, eq(testNames.id, purchases.testId))
    .where(inArray(purchases.id, [...new Set(purchaseIds)]))
  return new Map(rows.map(({ id, blueprint, ...terms }) => [id, { ...terms, blueprint: blueprint as Blueprint }]))
}
