import { messages } from '../../messages/messages.ts'
import { profileTexts } from '../../messages/profile.ts'
import { loadProfile } from '../../session/load-profile.ts'
import { resumeSession } from '../../session/start-session.ts'
import { useSession } from '../../session/use-session.ts'
import { Column } from '../../ui/column.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'
import { DeliveryNoticeSection } from './delivery-notice-section.tsx'
import { EmailSection } from './email-section.tsx'
import { NewsletterSection } from './newsletter-section.tsx'
import { OwnDataSection } from './own-data-section.tsx'
import { ProfileForm } from './profile-form.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SecuritySection } from './security-section.tsx'

/** The personal cabinet: who I am (S3.01), how I sign in, what is sent to me, and what is kept of me. */
export function ProfilePage() {
  const { user, profileStatus, profileError, authStatus, authError } = useSession()
  const hasFailed = profileStatus === 'error' && authStatus !== 'pending'
  return (
    <Column width="cabinet">
      <PageTitle>{profileTexts.title}</PageTitle>
      <Text variant="large" tone="soft">
        {profileTexts.lead}
      </Text>
      {hasFailed && (
        // Where already the renewal at the start failed, that is the reason, and what has to be tried again.
        <Failure onRetry={() => void (authError === null ? loadProfile() : resumeSession())}>
          {authError ?? profileError ?? messages.profileLoadFailed}
        </Failure>
      )}
      {user?.email === undefined ? (
        !hasFailed && <Loading />
      ) : (
        <>
          <ProfileSection title={profileTexts.aboutTitle}>
            <ProfileForm key={user.id} user={user} />
          </ProfileSection>
          <EmailSection user={user} />
          <SecuritySection />
          <NewsletterSection user={user} />
          <DeliveryNoticeSection />
          <OwnDataSection />
        </>
      )}
    </Column>
  )
}
