import * as z from 'zod/mini'
import { Id, IdParams, Kopiykas } from '../scalars.ts'
import { Act, Moment, Reason, staffEndpoint } from './staff-endpoint.ts'

export const listPromoCodes = staffEndpoint({
  name: 'listPromoCodes',
  method: 'GET',
  path: '/api/admin/promo/',
  access: 'shop.read',
  summary: 'Promo and gift codes, the newest first, with what they brought',
  response: z.object({
    results: z.array(
      z.object({
        id: Id,
        code: z.string(),
        percent: z.nullable(z.number()),
        sum: z.nullable(Kopiykas),
        test_ids: z.nullable(z.array(Id)),
        is_for_bundles: z.boolean(),
        begins_at: Moment,
        ends_at: z.nullable(Moment),
        uses_most: z.nullable(z.number()),
        once_a_person: z.boolean(),
        note: z.string(),
        ended_at: z.nullable(Moment),
        /** Orders that were paid, and their sum in kopiykas. */
        paid: z.number(),
        brought: z.number(),
      }),
    ),
  }),
})

export const createPromoCodes = staffEndpoint({
  name: 'createPromoCodes',
  method: 'POST',
  path: '/api/admin/promo/create/',
  access: 'shop.act',
  needsProof: true,
  summary: 'Make a promo code, or several by chance; a gift code is 100 % with one use',
  body: z.object({
    /** Null: made by chance. */
    code: z.nullable(z.string().check(z.trim(), z.minLength(3), z.maxLength(40))),
    count: z.number().check(z.int(), z.minimum(1), z.maximum(1000)),
    /** One of the two. */
    percent: z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(100))),
    sum: z.nullable(Kopiykas),
    test_ids: z.nullable(z.array(z.uuid()).check(z.minLength(1), z.maxLength(100))),
    is_for_bundles: z.boolean(),
    begins_at: z.nullable(Moment),
    ends_at: z.nullable(Moment),
    uses_most: z.nullable(z.number().check(z.int(), z.minimum(1))),
    once_a_person: z.boolean(),
    note: z.string().check(z.trim(), z.maxLength(200)),
    reason: Reason,
  }),
  response: z.object({ codes: z.array(z.string()), act: Act }),
})

export const endPromoCode = staffEndpoint({
  name: 'endPromoCode',
  method: 'POST',
  path: '/api/admin/promo/:id/end/',
  access: 'shop.act',
  needsProof: true,
  summary: 'End a code; orders that have its price keep it',
  params: IdParams,
  body: z.object({ reason: Reason }),
  response: z.object({ act: Act }),
})
