import * as z from 'zod/mini'
import { Id, IdParams, Kopiykas } from '../scalars.ts'
import { Act, Moment, Reason, staffEndpoint } from './staff-endpoint.ts'

export const soldKinds = ['test', 'bundle'] as const

export const listShop = staffEndpoint({
  name: 'listShop',
  method: 'GET',
  path: '/api/admin/shop/',
  access: 'shop.read',
  summary: 'Tests and bundles with their prices, and the prices to come',
  response: z.object({
    results: z.array(
      z.object({
        id: Id,
        sold: z.enum(soldKinds),
        slug: z.string(),
        title: z.string(),
        price: Kopiykas,
        currency: z.string(),
        is_published: z.boolean(),
        planned: z.array(z.object({ id: Id, price: Kopiykas, begins_at: Moment })),
      }),
    ),
  }),
})

export const changePrice = staffEndpoint({
  name: 'changePrice',
  method: 'POST',
  path: '/api/admin/shop/:id/price/',
  access: 'shop.act',
  needsProof: true,
  summary: 'Another price, now or from a moment on; orders keep the price of their own moment',
  params: IdParams,
  body: z.object({
    sold: z.enum(soldKinds),
    price: Kopiykas,
    /** ISO 8601 in UTC; null: now. */
    begins_at: z.nullable(Moment),
    reason: Reason,
  }),
  response: z.object({ act: Act }),
})

export const cancelPlannedPrice = staffEndpoint({
  name: 'cancelPlannedPrice',
  method: 'POST',
  path: '/api/admin/planned-prices/:id/cancel/',
  access: 'shop.act',
  needsProof: true,
  summary: 'Take a planned price back before its moment',
  params: IdParams,
  body: z.object({ reason: Reason }),
  response: z.object({ act: Act }),
})

export const changePublished = staffEndpoint({
  name: 'changePublished',
  method: 'POST',
  path: '/api/admin/shop/:id/published/',
  access: 'shop.act',
  needsProof: true,
  summary: 'Put a test or a bundle on sale, or take it off; people keep what they have bought',
  params: IdParams,
  body: z.object({ sold: z.enum(soldKinds), is_published: z.boolean(), reason: Reason }),
  response: z.object({ act: Act }),
})
