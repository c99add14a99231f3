import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant, ours } from './scalars.ts'

export const LegalText = z.object({
  title: z.nullish(z.string()),
  content: z.nullish(z.string()),
  version: ours(z.string()),
  published_at: ours(Instant),
})
export type LegalText = z.output<typeof LegalText>

export const ExpiredPurchase = z.object({ id: Id, purchase_card_title: z.string(), expiration_date: ours(Instant) })
export type ExpiredPurchase = z.output<typeof ExpiredPurchase>

/** Filled only for a valid Bearer, else 0 and empty (S3.10). An unreadable part never costs the text. */
const own = { notification_count: ours(z.number()), expired: ours(z.array(ExpiredPurchase)) }

export const privacyPolicy = endpoint({
  name: 'privacyPolicy',
  method: 'GET',
  path: '/api/privacy-policy/',
  auth: 'optional',
  summary: 'Privacy policy',
  response: z.object({ ...own, privacy_policy: z.nullish(LegalText) }),
})

export const disclaimer = endpoint({
  name: 'disclaimer',
  method: 'GET',
  path: '/api/disclaimer/',
  auth: 'optional',
  summary: 'Disclaimer of liability (termsOfService)',
  response: z.object({ ...own, disclaimer: z.nullish(LegalText) }),
})

export const newsletterAgreement = endpoint({
  name: 'newsletterAgreement',
  method: 'GET',
  path: '/api/newsletter-agreement/',
  auth: 'optional',
  summary: 'Consent to letters (newsletter)',
  response: z.object({ ...own, agreement: z.nullish(LegalText) }),
})

export const offer = endpoint({
  name: 'offer',
  method: 'GET',
  path: '/api/offer/',
  auth: 'optional',
  summary: 'Offer agreement',
  response: z.object({ ...own, offer: z.nullish(LegalText) }),
})
