import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { signInByPasskey } from '#contract/staff/passkeys.ts'
import { type Signed, signInToOffice } from '#contract/staff/sign-in.ts'
import { Button } from '../../src/ui/button/button.tsx'
import { PasswordField } from '../../src/ui/field/password-field.tsx'
import { TextField } from '../../src/ui/field/text-field.tsx'
import { Notice } from '../../src/ui/notice.tsx'
import { PageTitle } from '../../src/ui/page.tsx'
import { ApiError } from '../../src/http/api-error.ts'
import { askOffice, sentenceOf } from '../ask-office.ts'
import styles from '../office.module.css'
import { officeTexts } from '../office-texts.ts'
import { answerByPasskey } from '../passkey.ts'
import { CodeField } from '../proof-dialog.tsx'

export function SignInPage({ onSigned }: { onSigned: (signed: Signed) => void }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const signIn = useMutation({
    mutationFn: () => askOffice(signInToOffice, { body: { email, password, code } }),
    onSuccess: onSigned,
  })
  const byPasskey = useMutation({
    mutationFn: async () => askOffice(signInByPasskey, { body: { response: await answerByPasskey() } }),
    onSuccess: onSigned,
  })
  const error = signIn.error ?? byPasskey.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate()
  }
  const ofCode = signIn.error instanceof ApiError ? signIn.error.fields.code : undefined
  return (
    <main className={styles.narrow}>
      <form className={styles.form} onSubmit={submit}>
        <PageTitle>{officeTexts.signInTitle}</PageTitle>
        <TextField
          label={officeTexts.email}
          type="email"
          autoComplete="username"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          required
          maxLength={254}
        />
        <PasswordField
          label={officeTexts.password}
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          required
          maxLength={200}
        />
        <CodeField value={code} onChange={setCode} error={ofCode} />
        {error !== null && ofCode === undefined && <Notice tone="danger">{sentenceOf(error)}</Notice>}
        <Button type="submit" pending={signIn.isPending}>
          {officeTexts.signIn}
        </Button>
        <Button variant="border" pending={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
          {officeTexts.byPasskey}
        </Button>
      </form>
    </main>
  )
}
