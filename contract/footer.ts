import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const FooterContact = z.object({ phone_number: z.nullish(z.string()), email: z.nullish(z.string()) })
export type FooterContact = z.output<typeof FooterContact>

export const readFooter = endpoint({
  name: 'readFooter',
  method: 'GET',
  path: '/api/footer/',
  auth: 'none',
  summary: 'Contacts shown in the footer',
  response: FooterContact,
})
