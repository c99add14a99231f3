import { useMutation, useQueryClient } from '@tanstack/react-query'
import { newsletterTexts } from '../../messages/profile.ts'
import type { User } from '../../session/session-state.ts'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { openModal } from '../../ui/modal/modal-store.ts'
import { Text } from '../../ui/text/text.tsx'
import { callSentence } from './call-sentence.ts'
import { consentToLetters } from './consent-to-letters.ts'
import { ProfileSection } from './profile-section.tsx'
import styles from './profile-section.module.css'

/** The consent to letters about new tests, given and taken back at will. A server that keeps none has no such section. */
export function NewsletterSection({ user }: { user: User }) {
  const client = useQueryClient()
  const { mutate, variables, isPending, isSuccess, error } = useMutation({
    mutationFn: (accepted: boolean) => consentToLetters(client, accepted),
  })
  if (user.newsletter == null) return null
  const isWanted = isPending ? variables : user.newsletter
  return (
    <ProfileSection title={newsletterTexts.title}>
      <Checkbox checked={isWanted} disabled={isPending} onChange={(event) => mutate(event.target.checked)}>
        {newsletterTexts.receive}{' '}
        <button type="button" className={styles.document} onClick={() => openModal({ kind: 'newsletter' })}>
          {newsletterTexts.terms}
        </button>
      </Checkbox>
      <div role="status">
        {isSuccess && <Text tone="success">{user.newsletter ? newsletterTexts.on : newsletterTexts.off}</Text>}
        {error && <Text tone="danger">{callSentence(error, newsletterTexts.failed)}</Text>}
      </div>
    </ProfileSection>
  )
}
