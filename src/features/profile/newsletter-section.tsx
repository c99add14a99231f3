import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeConsent } from '#contract/account.ts'
import { ApiError } from '../../http/api-error.ts'
import { newsletterTexts } from '../../messages/profile.ts'
import { callSentence } from './call-sentence.ts'
import { legalQueries, noVersion } from '../../queries/legal-queries.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { sessionState, updateSession, type User } from '../../session/session-state.ts'
import { loadProfile, noteProfileChange } from '../../session/start-session.ts'
import { InlineButton } from '../../ui/button/inline-button.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { openModal } from '../../ui/modal/modal-store.ts'
import { Text } from '../../ui/text.tsx'
import { ProfileSection } from './profile-section.tsx'

/** The consent to mails about new tests. A server without consents has no such section. */
export function NewsletterSection({ user }: { user: User }) {
  const client = useQueryClient()
  /** The requested value, until the server replies. */
  const [requested, setRequested] = useState<boolean | null>(null)
  const { mutate, isSuccess, error, variables } = useMutation({
    mutationFn: (accepted: boolean) => consentToLetters(client, accepted),
    // The calls run one after the other, so the last one decides.
    scope: { id: 'letters' },
    // Only the reply may be lost, so the box shows what the server has.
    onError: () => loadProfile(),
    onSettled: () => setRequested(null),
  })
  if (user.newsletter == null) return null
  const isTaken = isSuccess || (error !== null && variables === user.newsletter)
  const say = (accepted: boolean) => {
    setRequested(accepted)
    mutate(accepted)
  }
  return (
    <ProfileSection title={newsletterTexts.title}>
      <Checkbox checked={requested ?? user.newsletter} onChange={(event) => say(event.target.checked)}>
        {newsletterTexts.receive}{' '}
        <InlineButton onClick={() => openModal({ kind: 'newsletter' })}>{newsletterTexts.terms}</InlineButton>
      </Checkbox>
      <div role="status">
        {isTaken && <Text tone="success">{user.newsletter ? newsletterTexts.on : newsletterTexts.off}</Text>}
        {error && !isTaken && <Text tone="danger">{callSentence(error, newsletterTexts.failed)}</Text>}
      </div>
    </ProfileSection>
  )
}

/** Gives or takes back the consent to letters, with the version of the current text. Throws ApiError. */
async function consentToLetters(client: QueryClient, accepted: boolean): Promise<void> {
  const asked = sessionState().user?.id
  const text = await client.fetchQuery(legalQueries.text('newsletter'))
  const version = text?.version ?? noVersion
  // Another person may have signed in meanwhile. The consent is not theirs.
  if (sessionState().user?.id !== asked) {
    throw new ApiError({ kind: 'reply', status_code: 401, code: 'session_changed' })
  }
  await sessionRequest(changeConsent, { body: { kind: 'newsletter', version, accepted } })
  noteProfileChange()
  const { user } = sessionState()
  if (user !== null && user.id === asked) updateSession({ user: { ...user, newsletter: accepted } })
}
