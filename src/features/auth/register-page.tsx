import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { authTexts } from '../../messages/auth.ts'
import { failureSentence } from '../../messages/messages.ts'
import { registrationTexts } from '../../messages/registration.ts'
import { paths } from '../../paths.ts'
import { consentsTo, type LegalKind } from '../../queries/legal-queries.ts'
import { readDraft, useDraft } from '../../session/drafts.ts'
import { rememberLocation } from '../../session/return-location.ts'
import { sessionState } from '../../session/session-state.ts'
import { signUp } from '../../session/sign-up.ts'
import { Button } from '../../ui/button/button.tsx'
import { InlineButton } from '../../ui/button/inline-button.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { PasswordField } from '../../ui/field/password-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { type Form, showFieldErrors, useForm } from '../../ui/form.ts'
import { Link } from '../../ui/link.tsx'
import { openModal } from '../../ui/modal/modal-store.ts'
import { Notice } from '../../ui/notice.tsx'
import { Column, PageTitle } from '../../ui/page.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './auth-form.module.css'
import { ChosenTest } from './chosen-test.tsx'
import { emptyRegistration, registerResolver, type RegisterValues } from './register-form.ts'

const place = 'register'
/** Only words are kept as a draft: no password, and no consent, which is given again. */
const isWord = (field: string) => ['email', 'first_name', 'last_name'].includes(field)

/** Signing up. Success needs no step here: the guard of this page sends the person on (S2.07, S2.08), also to `?test=`. */
export function RegisterPage() {
  const [params] = useSearchParams()
  for (const kind of ['test', 'bundle'] as const) {
    const slug = params.get(kind)
    if (slug !== null) rememberLocation({ pathname: paths[kind](slug), search: '', hash: '' })
  }
  const client = useQueryClient()
  const form = useForm<RegisterValues>({
    resolver: registerResolver,
    defaultValues: emptyRegistration,
    typed: readDraft(place),
  })
  useDraft(form, place, isWord)
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (values) => {
    const consents = await consentsTo(client, values).catch((error: unknown) => {
      form.setError('root', { message: failureSentence(error, registrationTexts.documentsFailed) })
      return null
    })
    if (consents === null) return
    const { email, first_name, last_name, password1 } = values
    try {
      await signUp({ email, first_name, last_name, password1, password2: password1, consents })
    } catch (error) {
      if (!showFieldErrors(form, error)) form.setError('root', { message: sessionState().authError ?? '' })
    }
  })
  return (
    <Column width="form">
      <PageTitle>{registrationTexts.registerTitle}</PageTitle>
      <Text tone="soft">{registrationTexts.registerLead}</Text>
      <p>
        {registrationTexts.haveAccount} <Link to={paths.login}>{registrationTexts.toLogin}</Link>
      </p>
      <ChosenTest />
      <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <div className={styles.names}>
          <TextField
            label={registrationTexts.firstName}
            autoComplete="given-name"
            error={errors.first_name?.message}
            {...form.register('first_name')}
          />
          <TextField
            label={registrationTexts.lastName}
            autoComplete="family-name"
            error={errors.last_name?.message}
            {...form.register('last_name')}
          />
        </div>
        <TextField
          label={authTexts.email}
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField
          label={authTexts.password}
          autoComplete="new-password"
          hint={errors.password1 ? undefined : registrationTexts.passwordHint}
          error={errors.password1?.message}
          {...form.register('password1')}
        />
        <ConsentFields form={form} />
        {errors.root && <Notice tone="danger">{errors.root.message}</Notice>}
        <Button type="submit" size="large" fullWidth pending={isSubmitting}>
          {registrationTexts.register}
        </Button>
      </form>
    </Column>
  )
}

const consents = [
  { field: 'offer', kind: 'offer', accept: registrationTexts.acceptOffer, name: registrationTexts.offer },
  { field: 'privacy', kind: 'privacyPolicy', accept: registrationTexts.acceptPrivacy, name: registrationTexts.privacy },
  {
    field: 'newsletter',
    kind: 'newsletter',
    accept: registrationTexts.acceptNewsletter,
    name: registrationTexts.newsletter,
  },
] as const satisfies readonly { field: keyof RegisterValues; kind: LegalKind; accept: string; name: string }[]

/** Offer and privacy are required, mails are not. Each opens its text without losing the form. */
function ConsentFields({ form }: { form: Form<RegisterValues> }) {
  return (
    <div className={styles.consents}>
      {consents.map(({ field, kind, accept, name }) => (
        <Checkbox key={field} error={form.formState.errors[field]?.message} {...form.register(field)}>
          <span>{`${accept} `}</span>
          <InlineButton onClick={() => openModal({ kind })}>{name}</InlineButton>
          {field === 'newsletter' && <span className={styles.optional}> {registrationTexts.optional}</span>}
        </Checkbox>
      ))}
    </div>
  )
}
