import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Consent, consentKinds } from '#contract/auth.ts'
import {
  disclaimer,
  type ExpiredPurchase,
  type LegalText,
  newsletterAgreement,
  offer,
  privacyPolicy,
} from '#contract/legal.ts'
import { failureSentence, messages } from '../messages/messages.ts'
import { sessionRequest } from '../session/session-request.ts'
import { sessionState } from '../session/session-state.ts'
import { purchaseQueries } from './purchase-queries.ts'
import { noteUnread, unreadQuery } from './unread-query.ts'

/** The version of a text on a server that numbers none. */
export const noVersion = 'unversioned'

export type LegalKind = 'privacyPolicy' | 'termsOfService' | 'newsletter' | 'offer'

/** The part of a legal reply that belongs to the person, not to the text. */
interface OwnNews {
  readonly notification_count?: number | null | undefined
  readonly expired?: readonly ExpiredPurchase[] | null | undefined
}

type Reading = readonly [text: LegalText | null | undefined, own: OwnNews]

const read: Record<LegalKind, (signal: AbortSignal) => Promise<Reading>> = {
  privacyPolicy: async (signal) => {
    const { privacy_policy: text, ...own } = await sessionRequest(privacyPolicy, {}, { signal })
    return [text, own]
  },
  termsOfService: async (signal) => {
    const { disclaimer: text, ...own } = await sessionRequest(disclaimer, {}, { signal })
    return [text, own]
  },
  newsletter: async (signal) => {
    const { agreement: text, ...own } = await sessionRequest(newsletterAgreement, {}, { signal })
    return [text, own]
  },
  offer: async (signal) => {
    const { offer: text, ...own } = await sessionRequest(offer, {}, { signal })
    return [text, own]
  },
}

/**
 * The legal texts: each is fetched once and kept while the page is open (S4.30). The unread count and the expired purchases
 * that travel with one go to the person's own queries and are never kept with a public text (S3.10).
 */
export const legalQueries = {
  text: (kind: LegalKind) =>
    queryOptions({
      queryKey: ['legal', kind],
      queryFn: async ({ client, signal }) => {
        const asked = sessionState().user?.id
        const [text, own] = await read[kind](signal).catch(keepSentence)
        // A reply for a person who has signed out meanwhile must not reach the next person.
        if (asked !== undefined && asked === sessionState().user?.id) keepOwn(client, own)
        return text ?? null
      },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
    }),
}

/** Rethrows a failure with the sentence to show: the server's own, or the specification's (S8.23). */
function keepSentence(failure: unknown): never {
  if (failure instanceof Error && !isAbort(failure)) failure.message = failureSentence(failure, messages.legalFailed)
  throw failure
}

const isAbort = ({ name }: Error) => name === 'AbortError'

/**
 * A guest also gets 0 and no expired purchases, like a person whose token has just expired: no text is withheld for that. So
 * such a reply changes nothing, and the unread count is requested by its own call, which renews tokens.
 */
function keepOwn(client: QueryClient, { notification_count: unread, expired }: OwnNews): void {
  if (unread === 0 && expired?.length === 0) {
    void client.invalidateQueries({ queryKey: unreadQuery.queryKey })
    return
  }
  if (unread != null) noteUnread(client, unread)
  if (expired == null) return
  const query = purchaseQueries.expired()
  client.setQueryData(query.queryKey, [...expired])
  // Invalidation stores it for the next page load, like any reply.
  void client.prefetchQuery({ ...query, staleTime: 0 })
}

const textOf = { offer: 'offer', privacy: 'privacyPolicy', newsletter: 'newsletter' } as const

/** The consents of a person who signs up, with the versions that this page shows. Throws ApiError if a text cannot be read. */
export function consentsTo(client: QueryClient, said: { readonly [Kind in Consent['kind']]: boolean }) {
  return Promise.all(
    consentKinds.map(async (kind): Promise<Consent> => {
      const text = await client.fetchQuery(legalQueries.text(textOf[kind]))
      return { kind, version: text?.version ?? noVersion, accepted: said[kind] }
    }),
  )
}
