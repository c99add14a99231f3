// A lazy boundary: loaded when somebody asks for a link.
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { addressAsRead } from '#contract/address-as-read.ts'
import { requestSignInLink, SignInLinkBody } from '#contract/auth.ts'
import { isAbsent } from '../../http/api-error.ts'
import { request } from '../../http/request.ts'
import { authTexts, emailSentence } from '../../messages/auth.ts'
import { failureSentence } from '../../messages/messages.ts'
import { signInLinkTexts } from '../../messages/sign-in-link.ts'
import { rememberedLocation, rememberedOwner } from '../../session/return-location.ts'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { formResolver, showFieldErrors, useForm } from '../../ui/form.ts'
import { Notice, StatusNotice } from '../../ui/notice.tsx'
import styles from './auth-form.module.css'
import { beginSignIn, finishSignIn, hasBegunSignIn, linkInText } from './sign-in-link.ts'

/** Asks for a mail whose link signs in, in this browser alone. */
export function SignInLinkForm() {
  const form = useForm<LinkValues>({ resolver: linkResolver, defaultValues: { email: '', remember_me: false } })
  const { errors, isSubmitting } = form.formState
  const [sentTo, setSentTo] = useState<string | null>(null)
  // True also after the person closed the app to read the letter and opened it again.
  const [isAwaited, setAwaited] = useState(() => hasBegunSignIn(Date.now()))

  const submit = form.handleSubmit(async (values) => {
    setSentTo(null)
    try {
      const begun = await beginSignIn(rememberedLocation(), rememberedOwner())
      await request(requestSignInLink, { body: { ...values, ...begun } })
      setSentTo(addressAsRead(values.email))
      setAwaited(true)
    } catch (error) {
      if (showFieldErrors(form, error)) return
      const sentence = isAbsent(error) ? signInLinkTexts.absent : failureSentence(error, signInLinkTexts.failed)
      form.setError('root', { message: sentence })
    }
  })
  return (
    <>
      <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextField
          label={authTexts.email}
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <Checkbox {...form.register('remember_me')}>{authTexts.rememberMe}</Checkbox>
        {errors.root && <Notice tone="danger">{errors.root.message}</Notice>}
        <StatusNotice>{sentTo !== null && signInLinkTexts.sent(sentTo)}</StatusNotice>
        <Button type="submit" size="large" fullWidth pending={isSubmitting}>
          {signInLinkTexts.send}
        </Button>
      </form>
      {isAwaited && <PasteLink />}
    </>
  )
}

interface LinkValues {
  email: string
  remember_me: boolean
}

const { email, remember_me } = SignInLinkBody.shape

const linkResolver = formResolver<LinkValues>(
  z.object({ email, remember_me }) as z.ZodMiniType<LinkValues, LinkValues>,
  { email: emailSentence },
)

/**
 * Takes the pasted link, for a person whose mail program opens links in another browser, or who asked for it in the installed
 * app. It lets nobody else in, because the verifier is in this browser (S2.03).
 */
function PasteLink() {
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
