import type { QueryClient } from '@tanstack/react-query'
import type { Consent } from '#contract/auth.ts'
import { type LegalKind, legalQueries } from '../../queries/legal-queries.ts'
import type { RegisterValues } from './register-form.ts'

const documents = [
  { kind: 'offer', text: 'offer' },
  { kind: 'privacy', text: 'privacyPolicy' },
  { kind: 'newsletter', text: 'newsletter' },
] as const satisfies readonly { kind: Consent['kind']; text: LegalKind }[]

/** A server that numbers no versions of its texts gets this in their place. */
const noVersion = 'unversioned'

/** What was agreed to, with the version of each text that this page showed. Throws ApiError when a text cannot be read. */
export function readConsents(client: QueryClient, form: RegisterValues): Promise<Consent[]> {
  return Promise.all(
    documents.map(async ({ kind, text }) => {
      const document = await client.fetchQuery(legalQueries.text(text))
      return { kind, version: document?.version ?? noVersion, accepted: form[kind] }
    }),
  )
}
