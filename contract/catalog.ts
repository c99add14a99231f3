import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Kopiykas, ours, specifiedListOf } from './scalars.ts'

export const testTypes = ['verbal', 'math', 'logic'] as const

/**
 * A test on sale. `price` is in kopiykas and always comes with its currency: a number without a currency is another server's,
 * and its unit is unknown. `validity_days` counts from payment. Another server is sure to send only id and title.
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
  /** Of an owned test: no exam is left, and none is in progress. */
  exams_used_up: ours(z.boolean()),
  /** Of an owned test: every exam is used up, and it can be bought once more before its time is over. */
  can_buy_again: ours(z.boolean()),
  /** Of an owned test: everything paid for it goes back, so it begins no more exams. */
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
