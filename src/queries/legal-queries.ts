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

/** What stands for the version of a text on a server that numbers none. */
export const noVersion = 'unversioned'

export type LegalKind = 'privacyPolicy' | 'termsOfService' | 'newsletter' | 'offer'

/** What comes beside a text and belongs to the person who asked, not to the text. */
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
 * The legal texts: each is fetched once and kept for as long as the page is open (S4.30). The unread count and the expired
 * purchases that travel with one are moved into the person's own data and never kept with a public text (S3.10).
 */
export const legalQueries = {
  text: (kind: LegalKind) =>
    queryOptions({
      queryKey: ['legal', kind],
      queryFn: async ({ client, signal }) => {
        const asked = sessionState().user?.id
        const [text, own] = await read[kind](signal).catch(keepSentence)
        // A reply to somebody who has signed out by then tells the next person nothing.
        if (asked !== undefined && asked === sessionState().user?.id) keepOwn(client, own)
        return text ?? null
      },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
    }),
}

/** Rethrows a failure with the sentence that is stored for it: the server's own, or the specification's (S8.23). */
function keepSentence(failure: unknown): never {
  if (failure instanceof Error && !isAbort(failure)) failure.message = failureSentence(failure, messages.legalFailed)
  throw failure
}

const isAbort = ({ name }: Error) => name === 'AbortError'

/**
 * 0 and none is also what a guest gets, and with them a person whose token has just run out: the server keeps no text
 * back for that. So it changes nothing here, and the unread count is asked of the call that renews tokens.
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
  // Asked for once more, it answers what was just told, and is kept for the next page load as any reply is.
  void client.prefetchQuery({ ...query, staleTime: 0 })
}

const textOf = { offer: 'offer', privacy: 'privacyPolicy', newsletter: 'newsletter' } as const

/**
 * What a person who signs up agrees to or not, with the edition of each text that this page shows. Throws ApiError where a text cannot
 * be read.
 */
export function consentsTo(client: QueryClient, said: { readonly [Kind in Consent['kind']]: boolean }) {
  return Promise.all(
    consentKinds.map(async (kind): Promise<Consent> => {
      const text = await client.fetchQuery(legalQueries.text(textOf[kind]))
      return { kind, version: text?.version ?? noVersion, accepted: said[kind] }
    }),
  )
}
