import type { Form } from '../../forms/form.ts'
import { registrationTexts } from '../../messages/registration.ts'
import { InlineButton } from '../../ui/button/inline-button.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { openModal } from '../../ui/modal/modal-store.ts'
import type { LegalKind } from '../../queries/legal-queries.ts'
import styles from './auth-form.module.css'
import type { RegisterValues } from './register-form.ts'

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

/** The consents: offer and privacy are required, mails are not; each opens its text without losing the form. */
export function ConsentFields({ form }: { form: Form<RegisterValues> }) {
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
