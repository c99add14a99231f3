import { messages } from '../../messages/messages.ts'
import { profileTexts } from '../../messages/profile.ts'
import { loadProfile } from '../../session/load-profile.ts'
import { useSession } from '../../session/use-session.ts'
import { Column } from '../../ui/column.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'
import { ProfileForm } from './profile-form.tsx'

/** The personal cabinet: who I am, to read and to change (S3.01). */
export function ProfilePage() {
  const { user, profileStatus, profileError } = useSession()
  const isLoaded = user?.email !== undefined
  return (
    <Column width="text">
      <PageTitle>{profileTexts.title}</PageTitle>
      <Text variant="large" tone="soft">
        {profileTexts.lead}
      </Text>
      {profileStatus === 'error' && (
        <Failure onRetry={() => void loadProfile()}>{profileError ?? messages.profileLoadFailed}</Failure>
      )}
      {isLoaded ? <ProfileForm user={user} /> : profileStatus !== 'error' && <Loading />}
    </Column>
  )
}
