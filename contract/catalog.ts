import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Kopiykas, listOf } from './scalars.ts'

export const testTypes = ['verbal', 'math', 'logic'] as const

/** A test on sale. `price` is in kopiykas; `validity_days` counts from payment. */
export const Test = z.object({
  id: Id,
  slug: z.string(),
  type: z.string(),
  title: z.string(),
  summary: z.nullish(z.string()),
  question_count: z.nullish(z.number()),
  duration_minutes: z.nullish(z.number()),
  price: Kopiykas,
  currency: z.nullish(z.string()),
  exam_attempts: z.nullish(z.number()),
  validity_days: z.nullish(z.number()),
  owned_purchase_id: z.nullish(Id),
})
export type Test = z.output<typeof Test>

const text = z.optional(z.string().check(z.maxLength(200)))
/** All are optional; unknown filters are ignored. Prices in kopiykas. */
export const TestFilters = z.object({
  type: text,
  slug: text,
  price_min: text,
  price_max: text,
  owned: text,
  ordering: text,
  cursor: text,
  limit: text,
})

export const availableTests = endpoint({
  name: 'availableTests',
  method: 'GET',
  path: '/api/available-tests/',
  auth: 'optional',
  summary: 'Tests on sale',
  query: TestFilters,
  response: listOf(Test),
})

export const searchTests = endpoint({
  name: 'searchTests',
  method: 'GET',
  path: '/api/search-tests/',
  auth: 'optional',
  summary: 'Tests found by words',
  query: z.extend(TestFilters, { search: text }),
  response: listOf(Test),
})
