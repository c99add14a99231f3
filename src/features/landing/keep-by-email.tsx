import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { RegisterByEmailBody } from '#contract/auth.ts'
import { authTexts, emailSentence } from '../../messages/auth.ts'
import { guestTrialTexts } from '../../messages/guest-trial.ts'
import { failureSentence } from '../../messages/messages.ts'
import { paths } from '../../paths.ts'
import { consentsTo } from '../../queries/legal-queries.ts'
import { rememberLocation } from '../../session/return-location.ts'
import { sessionState } from '../../session/session-state.ts'
import { isTaken, signUpByEmail } from '../../session/sign-up.ts'
import { Button } from '../../ui/button/button.tsx'
import { InlineButton } from '../../ui/button/inline-button.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { formResolver, showFieldErrors, useForm } from '../../ui/form.ts'
import { Link } from '../../ui/link.tsx'
import { openModal } from '../../ui/modal/modal-store.ts'
import { Notice } from '../../ui/notice.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './guest-trial.module.css'

interface Values {
  email: string
}

const { email } = RegisterByEmailBody.shape
const resolver = formResolver<Values>(z.object({ email }) as z.ZodMiniType<Values, Values>, { email: emailSentence })

/** One field that makes an account (decision 0127). The trial is claimed as soon as somebody is signed in. */
export function KeepByEmail({ title }: { title: string }) {
  const client = useQueryClient()
  const form = useForm<Values>({ resolver, defaultValues: { email: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (values) => {
    const accepted = { offer: true, privacy: true, newsletter: false }
    const consents = await consentsTo(client, accepted).catch((error: unknown) => {
      form.setError('root', { message: failureSentence(error, guestTrialTexts.documentsFailed) })
      return null
    })
    if (consents === null) return
    try {
      await signUpByEmail({ ...values, consents })
    } catch (error) {
      if (isTaken(error)) form.setError('email', { message: guestTrialTexts.taken })
      else if (!showFieldErrors(form, error)) form.setError('root', { message: sessionState().authError ?? '' })
    }
  })
  return (
    <form noValidate className={styles.keep} onSubmit={(event) => void submit(event)} aria-labelledby="keep-trial">
      <Text as="h3" variant="subtitle2" id="keep-trial">
        {title}
      </Text>
      <TextField
        label={authTexts.email}
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        hint={guestTrialTexts.noPassword}
        {...form.register('email')}
      />
      {errors.root && <Notice tone="danger">{errors.root.message}</Notice>}
      <Button type="submit" size="large" fullWidth pending={isSubmitting}>
        {guestTrialTexts.keep}
      </Button>
      <Text variant="small" tone="soft">
        <span>{`${guestTrialTexts.accepts} `}</span>
        <InlineButton onClick={() => openModal({ kind: 'offer' })}>{guestTrialTexts.offer}</InlineButton>
        <span>{` ${guestTrialTexts.and} `}</span>
        <InlineButton onClick={() => openModal({ kind: 'privacyPolicy' })}>{guestTrialTexts.privacy}</InlineButton>.
      </Text>
      <Link to={paths.login} className={styles.other} onClick={comeBackHere}>
        {guestTrialTexts.logIn}
      </Link>
    </form>
  )
}

/** After a log-in the person comes back here, and is led to the review. */
const comeBackHere = () => rememberLocation({ pathname: paths.home, search: paths.trial.slice(1), hash: '' })
