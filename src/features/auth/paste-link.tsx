import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { signInLinkTexts } from '../../messages/sign-in-link.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './auth-form.module.css'
import { finishSignIn } from './finish-sign-in.ts'
import { linkInText } from './sign-in-link.ts'

/**
 * The way in for whose mail program opens the link in a browser of its own, or who asked for it in the installed app: the
 * link, pasted where it was asked for. It lets nobody else in, for the verifier is in this browser (S2.03).
 */
export function PasteLink() {
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const navigate = useNavigate()
  const { mutate, data, isPending } = useMutation({
    mutationFn: (link: URLSearchParams) => finishSignIn(link, Date.now()),
    onSuccess: (finished) => {
      if ('goTo' in finished) void navigate(finished.goTo, { replace: true })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const link = linkInText(text)
    setWrong(link === null)
    if (link !== null) mutate(link)
  }
  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <TextField
        label={signInLinkTexts.pasteLabel}
        hint={signInLinkTexts.pasteHint}
        type="url"
        inputMode="url"
        autoComplete="off"
        value={text}
        error={isWrong ? signInLinkTexts.pasteWrong : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {data !== undefined && 'sentence' in data && <Notice tone="danger">{data.sentence}</Notice>}
      <Button type="submit" variant="border" fullWidth pending={isPending}>
        {signInLinkTexts.paste}
      </Button>
    </form>
  )
}
