import { queryOptions } from '@tanstack/react-query'
import { disclaimer, type LegalText, newsletterAgreement, offer, privacyPolicy } from '#contract/legal.ts'
import { sessionRequest } from '../session/session-request.ts'

export type LegalKind = 'privacyPolicy' | 'termsOfService' | 'newsletter' | 'offer'

/** Takes the text alone: the counts that travel with it belong to the person and are never kept with a public text (S3.10). */
const read: Record<LegalKind, (signal: AbortSignal) => Promise<LegalText | null | undefined>> = {
  privacyPolicy: async (signal) => (await sessionRequest(privacyPolicy, {}, { signal })).privacy_policy,
  termsOfService: async (signal) => (await sessionRequest(disclaimer, {}, { signal })).disclaimer,
  newsletter: async (signal) => (await sessionRequest(newsletterAgreement, {}, { signal })).agreement,
  offer: async (signal) => (await sessionRequest(offer, {}, { signal })).offer,
}

/** The legal texts: each is fetched once and kept for as long as the page is open (S4.30). */
export const legalQueries = {
  text: (kind: LegalKind) =>
    queryOptions({
      queryKey: ['legal', kind],
      queryFn: async ({ signal }) => (await read[kind](signal)) ?? null,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
    }),
}
