import { useState } from 'react'
import { addressAsRead } from '#contract/address-as-read.ts'
import { emailTexts } from '../../messages/profile.ts'
import type { User } from '../../session/session-state.ts'
import { Actions } from '../../ui/actions.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { takeFocus } from '../../ui/take-focus.ts'
import { Text } from '../../ui/text/text.tsx'
import { ChangeEmailForm } from './change-email-form.tsx'
import { ProfileSection } from './profile-section.tsx'
import styles from './profile-section.module.css'
import { SendVerification } from './send-verification.tsx'

/** The address that the person signs in with: whether it is confirmed, and another one in its place. */
export function EmailSection({ user }: { user: User }) {
  // Closed is not untouched: the button that opened the form takes back the focus that is gone with it.
  const [form, setForm] = useState<'untouched' | 'open' | 'closed'>('untouched')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const start = () => {
    setSentTo(null)
    setForm('open')
  }
  const finish = (newEmail: string) => {
    setSentTo(addressAsRead(newEmail))
    setForm('closed')
  }
  return (
    <ProfileSection title={emailTexts.title}>
      <p className={styles.address}>{user.email}</p>
      {user.is_verified === true && <Text tone="soft">{emailTexts.verified}</Text>}
      {user.is_verified === false && <Text tone="soft">{emailTexts.unverified}</Text>}
      {sentTo !== null && <Notice tone="success">{emailTexts.sent(sentTo)}</Notice>}
      {form === 'open' ? (
        <ChangeEmailForm onSent={finish} onCancel={() => setForm('closed')} />
      ) : (
        <Actions>
          <Button ref={form === 'closed' ? takeFocus : null} variant="border" onClick={start}>
            {emailTexts.change}
          </Button>
          {user.is_verified === false && <SendVerification label={emailTexts.sendLetter} variant="tertiary" />}
        </Actions>
      )}
    </ProfileSection>
  )
}
