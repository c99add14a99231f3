import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ownDataTexts } from '../../messages/profile.ts'
import { Actions } from '../../ui/actions.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StatusNotice } from '../../ui/status-notice.tsx'
import { Text } from '../../ui/text/text.tsx'
import { callSentence } from './call-sentence.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { downloadMyData } from './download-my-data.ts'
import { ProfileSection } from './profile-section.tsx'

/** What is kept of the person: to take along, or to have erased. */
export function OwnDataSection() {
  const [isDeleting, setDeleting] = useState(false)
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: downloadMyData })
  return (
    <ProfileSection title={ownDataTexts.title}>
      <Text tone="soft">{ownDataTexts.lead}</Text>
      <StatusNotice>{isSuccess && ownDataTexts.downloaded}</StatusNotice>
      {error && <Notice tone="danger">{callSentence(error, ownDataTexts.downloadFailed)}</Notice>}
      <Actions>
        <Button variant="border" pending={isPending} onClick={() => mutate()}>
          {ownDataTexts.download}
        </Button>
        <Button variant="link" onClick={() => setDeleting(true)}>
          {ownDataTexts.deletion}
        </Button>
      </Actions>
      {isDeleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </ProfileSection>
  )
}
