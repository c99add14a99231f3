import { useEffect, useState } from 'react'
import { changePasswordTexts } from '../../messages/reset.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/session-state.ts'
import { Button } from '../../ui/button/button.tsx'
import { PasswordField } from '../../ui/field/password-field.tsx'
import { showSentences, useForm } from '../../ui/form.ts'
import { Link } from '../../ui/link.tsx'
import { Modal } from '../../ui/modal/modal.tsx'
import { Notice } from '../../ui/notice.tsx'
import { takeFocus } from '../../ui/page.tsx'
import styles from './auth-form.module.css'
import {
  changePassword,
  changePasswordResolver,
  type ChangePasswordValues,
  emptyPasswordChange,
} from './change-password.ts'
import { compareAgain, NewPasswordPair } from './new-password.tsx'

/** A new password for a signed-in person, 600 × 500 (S2.22, S2.26). */
export function ChangePasswordModal({ onClose }: { onClose: () => void }) {
  const [isChanged, setChanged] = useState(false)
  const close = (
    <Button ref={takeFocus} onClick={onClose}>
      {changePasswordTexts.close}
    </Button>
  )
  return (
    <Modal title={changePasswordTexts.title} width="600px" height="500px" onClose={onClose}>
      {isChanged ? (
        <Notice tone="success" actions={close}>
          {changePasswordTexts.changed}
        </Notice>
      ) : (
        <ChangePasswordForm onChanged={() => setChanged(true)} />
      )}
    </Modal>
  )
}

/** Old password, new password, the same again (S5). A field left empty says so; sending waits until all are filled. */
function ChangePasswordForm({ onChanged }: { onChanged: () => void }) {
  const { user, authStatus } = useSession()
  const [isOldRight, setOldRight] = useState(false)
  const form = useForm<ChangePasswordValues>({
    resolver: changePasswordResolver,
    mode: 'onTouched',
    defaultValues: emptyPasswordChange,
  })
  const { errors, isSubmitting, values } = form.formState
  const isFilled = Object.values(values).every((value) => value !== '')
  useEffect(() => form.setFocus('old_password'), [form])

  const submit = form.handleSubmit(async (given) => {
    const change = await changePassword(given, isOldRight)
    if (change.outcome === 'changed') return onChanged()
    // The person may have typed over the checked password meanwhile.
    setOldRight(change.isOldRight && form.getValue('old_password') === given.old_password)
    showSentences(form, change.fields)
    if (change.sentence !== undefined) form.setError('root', { message: change.sentence })
  })
  const compare = () => {
    if (form.getValue('new_password2') !== '') form.trigger('new_password2')
  }
  return (
    <form noValidate className={`${styles.form} ${styles.dense}`} onSubmit={(event) => void submit(event)}>
      {/* Tells password managers whose password it is. */}
      <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <PasswordField
        label={changePasswordTexts.old}
        autoComplete="current-password"
        error={errors.old_password?.message}
        isRight={isOldRight}
        {...form.register('old_password', { onChange: () => setOldRight(false) })}
      />
      <p>
        <Link to={paths.resetEmail} state={{ email: user?.email }}>
          {changePasswordTexts.unknown}
        </Link>
      </p>
      <NewPasswordPair
        first={form.register('new_password1', { onChange: compareAgain(form, 'new_password2'), onBlur: compare })}
        again={form.register('new_password2')}
        errors={errors}
      />
      {errors.root && <Notice tone="danger">{errors.root.message}</Notice>}
      <Button type="submit" disabled={!isFilled} pending={isSubmitting || authStatus === 'pending'}>
        {changePasswordTexts.save}
      </Button>
    </form>
  )
}
