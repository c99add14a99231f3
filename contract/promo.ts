import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Kopiykas } from './scalars.ts'

/** A promo code as people type it: letters, digits and dashes in any case. */
export const PromoCode = z.string().check(z.trim(), z.minLength(3), z.maxLength(40))

export const checkPromo = endpoint({
  name: 'checkPromo',
  method: 'POST',
  path: '/api/promo/',
  auth: 'optional',
  summary: 'What a promo code makes of the price of a test or a bundle; 409 `promo_invalid` says why it does not hold',
  repeatable: true,
  body: z.object({ code: PromoCode, test_id: z.optional(Id), bundle_id: z.optional(Id) }),
  response: z.object({ price: Kopiykas, full_price: Kopiykas, currency: z.string() }),
})
