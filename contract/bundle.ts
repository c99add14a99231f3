import * as z from 'zod/mini'
import { Test } from './catalog.ts'
import { endpoint } from './endpoint.ts'
import { PromoCode } from './promo.ts'
import { Purchase, ShownPrice } from './purchase.ts'
import { Id, IdParams, Instant, Kopiykas, listOf } from './scalars.ts'

/** Several tests for one price. All amounts are in kopiykas. */
export const Bundle = z.object({
  id: Id,
  slug: z.string(),
  title: z.string(),
  price: Kopiykas,
  currency: z.string(),
  /** The sum of the prices of its single tests; always more than `price`. */
  full_price: Kopiykas,
  /** With the caller's purchases, as in the list of tests on sale. */
  tests: z.array(Test),
  /** Whether each of its tests is not owned or can be bought again; true for guests. */
  can_buy: z.boolean(),
  /** The tests that the caller has not bought, for the difference to the price; null without such an offer, as for guests. */
  rest: z.nullish(z.object({ price: Kopiykas, test_ids: z.array(Id), until: Instant })),
})
export type Bundle = z.output<typeof Bundle>

export const listBundles = endpoint({
  name: 'listBundles',
  method: 'GET',
  path: '/api/bundles/',
  auth: 'optional',
  summary: 'Several tests for one price',
  response: listOf(Bundle),
})

export const orderBundle = endpoint({
  name: 'orderBundle',
  method: 'POST',
  path: '/api/bundles/:id/purchases/',
  auth: 'bearer',
  summary:
    'Order all tests of a bundle at its price, a line each; one live order per person and bundle, a second call returns the open checkout',
  repeatable: true,
  params: IdParams,
  body: z.object({
    idempotency_key: z.string().check(z.minLength(8), z.maxLength(100)),
    /** Only the missing tests, for the difference. */
    rest: z.optional(z.boolean()),
    promo_code: z.optional(PromoCode),
    ...ShownPrice.shape,
  }),
  response: Purchase,
})
