import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ours } from './scalars.ts'

/** `seller`: the seller, and the days in which a purchase without a begun exam is refunded (section 5 of the offer). */
export const FooterContact = z.object({
  phone_number: z.nullish(z.string()),
  email: z.nullish(z.string()),
  seller: ours(z.object({ name: z.string(), tax_number: z.string(), refund_days: z.number() })),
})
export type FooterContact = z.output<typeof FooterContact>

export const readFooter = endpoint({
  name: 'readFooter',
  method: 'GET',
  path: '/api/footer/',
  auth: 'none',
  summary: 'Contacts shown in the footer',
  response: FooterContact,
})
