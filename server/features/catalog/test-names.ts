import { QueryBuilder } from 'drizzle-orm/pg-core'
import { tests } from '../../db/schema/catalog.ts'

const { id, slug, type, title } = tests
const names = new QueryBuilder().select({ id, slug, type, title }).from(tests)

/** The names and types of tests, on sale or not, for statements of features above to join. */
export const testNames = names.as('test_names')
/** `testNames` as SQL in brackets. */
export const testNamesSql = `(${names.toSQL().sql})`
