import { eq, getTableColumns } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { tests } from '../../db/schema/catalog.ts'

/** A test as papers and results name it. */
export interface NamedTest {
  id: string
  slug: string
  type: string
  title: string
}

/** SQL: the row `t` of `testNamesSql` as a NamedTest. */
export const namedTest = `jsonb_build_object('id', t.id, 'slug', t.slug, 'type', t.type, 'title', t.title)`

/** Joins the test of a row that has its id, for `conditionsOf` and `sortOf` (test-filters.ts) and for `testColumns`. */
export const joinedTest = (testId: AnyPgColumn) => [tests, eq(tests.id, testId)] as const
export const testColumns = getTableColumns(tests)
