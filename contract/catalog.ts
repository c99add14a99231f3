import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Kopiykas, ours, specifiedListOf } from './scalars.ts'

export const testTypes = ['verbal', 'math', 'logic'] as const

/**
 * A test on sale. `price` is in kopiykas and always comes with its currency: a number without one is another server's,
 * and nobody can tell what it counts. `validity_days` counts from payment. Only id and title are certain elsewhere.
 */
export const Test = z.object({
  id: Id,
  slug: ours(z.string()),
  type: ours(z.string()),
  title: z.string(),
  summary: ours(z.string()),
  question_count: ours(z.number()),
  duration_minutes: ours(z.number()),
  price: ours(Kopiykas),
  currency: ours(z.string()),
  exam_attempts: ours(z.number()),
  validity_days: ours(z.number()),
  owned_purchase_id: ours(Id),
  /** Of an owned test: no exam is left, and none is under way. */
  exams_used_up: ours(z.boolean()),
  /** Of an owned test: every exam of it is used up, and it can be bought once more before its time is over. */
  can_buy_again: ours(z.boolean()),
  /** Of an owned test: all that was paid for it goes back, so no exam is begun of it any more. */
  refund_decided: ours(z.boolean()),
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
  response: specifiedListOf(Test),
})

export const searchTests = endpoint({
  name: 'searchTests',
  method: 'GET',
  path: '/api/search-tests/',
  auth: 'optional',
  summary: 'Tests found by words',
  query: z.extend(TestFilters, { search: text }),
  response: specifiedListOf(Test),
})
