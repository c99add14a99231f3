import type { QueryClient } from '@tanstack/react-query'
import { changeConsent } from '#contract/account.ts'
import { legalQueries } from '../../queries/legal-queries.ts'
import { noteProfileChange } from '../../session/start-session.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { sessionState, updateSession } from '../../session/session-state.ts'

/** A server that numbers no versions of its texts gets this in their place. */
const noVersion = 'unversioned'

/** Gives or takes back the consent to letters, with the version of the text that holds now. Throws ApiError. */
export async function consentToLetters(client: QueryClient, accepted: boolean): Promise<void> {
  const text = await client.fetchQuery(legalQueries.text('newsletter'))
  const version = text?.version ?? noVersion
  await sessionRequest(changeConsent, { body: { kind: 'newsletter', version, accepted } })
  noteProfileChange()
  const { user } = sessionState()
  if (user !== null) updateSession({ user: { ...user, newsletter: accepted } })
}
