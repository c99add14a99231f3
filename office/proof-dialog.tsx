import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { proveByPasskey } from '#contract/staff/passkeys.ts'
import { proveAgain } from '#contract/staff/sign-in.ts'
import { Button } from '../src/ui/button/button.tsx'
import { TextField } from '../src/ui/field/text-field.tsx'
import { Modal } from '../src/ui/modal/modal.tsx'
import { Text } from '../src/ui/text.tsx'
import { askOffice, sentenceOf } from './ask-office.ts'
import styles from './office.module.css'
import { officeTexts } from './office-texts.ts'
import { answerByPasskey } from './passkey.ts'

interface ProofDialogProps {
  onProven: () => void
  onClose: () => void
}

/** Asks for the code of the authenticator app before an act that moves money, keys or roles. */
export function ProofDialog({ onProven, onClose }: ProofDialogProps) {
  const [code, setCode] = useState('')
  const proof = useMutation({ mutationFn: () => askOffice(proveAgain, { body: { code } }), onSuccess: onProven })
  const byPasskey = useMutation({
    mutationFn: async () => askOffice(proveByPasskey, { body: { response: await answerByPasskey() } }),
    onSuccess: onProven,
  })
  const error = proof.error ?? byPasskey.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    proof.mutate()
  }
  return (
    <Modal title={officeTexts.proofTitle} width="440px" onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <Text>{officeTexts.proofWhy}</Text>
        <CodeField value={code} onChange={setCode} error={error === null ? undefined : sentenceOf(error)} />
        <Button type="submit" pending={proof.isPending}>
          {officeTexts.confirm}
        </Button>
        <Button variant="border" pending={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
          {officeTexts.proveByPasskey}
        </Button>
      </form>
    </Modal>
  )
}

interface CodeFieldProps {
  value: string
  onChange: (code: string) => void
  error?: string | undefined
}

/** Six digits of an app, or a recovery code. */
export function CodeField({ value, onChange, error }: CodeFieldProps) {
  return (
    <TextField
      label={officeTexts.code}
      hint={officeTexts.codeHint}
      error={error}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      required
      minLength={6}
      maxLength={40}
    />
  )
}
