import { eq, getTableColumns } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { tests } from '../../db/schema/catalog.ts'

/** A test as papers, results and operators name it. */
export interface NamedTest {
  id: string
  slug: string
  type: string
  title: string
}

/** SQL: the tests, by their `id`, each as a NamedTest (`named`) and its `type`. */
export const namedTests = `(
  select id, type, jsonb_build_object('id', id, 'slug', slug, 'type', type, 'title', title) as named from tests)`

/** Joins the test of a row that has its id: what `conditionsOf` and `sortOf` (test-filters.ts) speak of, and `testColumns` reads. */
export const joinedTest = (testId: AnyPgColumn) => [tests, eq(tests.id, testId)] as const
export const testColumns = getTableColumns(tests)
