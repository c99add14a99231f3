import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteAccount, DeleteAccountBody, exportMyData } from '#contract/account.ts'
import { ownDataTexts } from '../../messages/profile.ts'
import { changePasswordTexts } from '../../messages/reset.ts'
import { paths } from '../../paths.ts'
import { callSentence } from './call-sentence.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { useSession } from '../../session/session-state.ts'
import { leaveAccount } from '../../session/sign-out.ts'
import { Button } from '../../ui/button/button.tsx'
import { PasswordField } from '../../ui/field/password-field.tsx'
import { formResolver, showFieldErrors, useForm } from '../../ui/form.ts'
import { Actions, Modal } from '../../ui/modal/modal.tsx'
import { Notice, StatusNotice } from '../../ui/notice.tsx'
import { Link } from '../../ui/link.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Text } from '../../ui/text.tsx'
import styles from './dialog.module.css'
import { ProfileSection } from './profile-section.tsx'

export function OwnDataSection() {
  const [isDeleting, setDeleting] = useState(false)
  const { mutate, isPending, data: isSaved, error } = useMutation({ mutationFn: downloadMyData })
  return (
    <ProfileSection title={ownDataTexts.title}>
      <Text tone="soft">{ownDataTexts.lead}</Text>
      <StatusNotice>{isSaved === true && ownDataTexts.downloaded}</StatusNotice>
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

const resolver = formResolver<{ password: string }>(DeleteAccountBody, {
  password: () => ownDataTexts.passwordRequired,
})

/** Says what is deleted, what can be undone and until when. The password proves that the owner leaves. */
function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession()
  const form = useForm({ resolver, defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (body) => {
    try {
      await sessionRequest(deleteAccount, { body })
      await leaveAccount('deletion')
    } catch (error) {
      if (showFieldErrors(form, error)) return
      form.setError('root', { message: callSentence(error, ownDataTexts.deletionFailed) })
    }
  })
  return (
    <Modal title={ownDataTexts.deletionTitle} width="640px" height="fit-content" onClose={onClose}>
      <form noValidate className={styles.content} onSubmit={(event) => void submit(event)}>
        <ul className={styles.facts}>
          {ownDataTexts.deletionFacts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        <PasswordField
          label={ownDataTexts.password}
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
        <p>
          <Link to={paths.resetEmail} state={{ email: user?.email }}>
            {changePasswordTexts.unknown}
          </Link>
        </p>
        {errors.root && <Notice tone="danger">{errors.root.message}</Notice>}
        <Actions>
          <Button type="submit" variant="danger" pending={isSubmitting}>
            {ownDataTexts.deletionAct}
          </Button>
          <Button variant="tertiary" onClick={onClose}>
            {ownDataTexts.keep}
          </Button>
        </Actions>
      </form>
    </Modal>
  )
}

/** Saves all data of the person as one JSON file. False where the browser does not save it. Throws ApiError. */
async function downloadMyData(): Promise<boolean> {
  const data = await sessionRequest(exportMyData, {})
  const name = `${ownDataTexts.fileName}-${data.exported_at.slice(0, 10)}.json`
  return saveFile(new File([JSON.stringify(data, null, 2)], name, { type: 'application/json' }))
}
