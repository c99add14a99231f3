import { useEffect, useState } from 'react'
import { sendFeedback } from '#contract/feedback.ts'
import { showFieldErrors } from '../../forms/show-field-errors.ts'
import { useForm } from '../../forms/use-form.ts'
import { feedbackTexts } from '../../messages/feedback.ts'
import { sessionRequest } from '../../session/session-request.ts'
import type { User } from '../../session/session-state.ts'
import { Button } from '../../ui/button/button.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StatusNotice } from '../../ui/status-notice.tsx'
import styles from './feedback.module.css'
import { appealChoices, feedbackDefaults, feedbackResolver, type FeedbackValues } from './feedback-rules.ts'
import { feedbackSentence } from './feedback-sentence.ts'
import { forgetSent, keepUnsent, unsentFeedback } from './unsent-feedback.ts'

export type SubmitFeedback = (values: FeedbackValues) => Promise<unknown>

const toTheSeller: SubmitFeedback = (body) => sessionRequest(sendFeedback, { body })

interface FeedbackFormProps {
  user: User | null
  /** Takes the filled form in place of the default call (S7.42); what it throws is shown as a failure. */
  onSubmit?: SubmitFeedback | undefined
}

/**
 * E-mail, message, type of appeal. Errors show only after a try to send (S5.12); a sent form is empty again (S4.32), and
 * one that goes away unsent comes back as it was.
 */
export function FeedbackForm({ user, onSubmit = toTheSeller }: FeedbackFormProps) {
  const defaults = feedbackDefaults(user)
  const form = useForm<FeedbackValues>({ resolver: feedbackResolver, defaultValues: defaults, typed: unsentFeedback() })
  useEffect(() => form.subscribe(() => keepUnsent(form)), [form])
  // A profile that comes only now brings its own start; a message that is being written stays.
  useEffect(() => form.renew(feedbackDefaults(user)), [form, user])
  const { errors, isSubmitting } = form.formState
  const [isSent, setSent] = useState(false)

  const submit = form.handleSubmit(async (values) => {
    setSent(false)
    const written = form.getValue('message')
    try {
      await onSubmit(values)
      // The form may be gone from the page by now.
      forgetSent(written)
      // The next message may have been begun meanwhile.
      if (form.isAsSent('message')) form.reset()
      setSent(true)
    } catch (error) {
      if (!showFieldErrors(form, error)) form.setError('root', { message: feedbackSentence(error) })
    }
  })
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)} onInput={() => setSent(false)}>
      <div className={styles.pair}>
        <TextField
          label={feedbackTexts.email}
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <SelectField
          label={feedbackTexts.type}
          options={appealChoices(defaults)}
          error={errors.type_of_appeal?.message}
          {...form.register('type_of_appeal')}
        />
      </div>
      <TextField
        multiline
        rows={4}
        label={feedbackTexts.message}
        hint={errors.message ? undefined : feedbackTexts.messageHint}
        error={errors.message?.message}
        {...form.register('message')}
      />
      {errors.root && <Notice tone="danger">{errors.root.message}</Notice>}
      <StatusNotice>{isSent && feedbackTexts.sent}</StatusNotice>
      <div>
        <Button type="submit" pending={isSubmitting}>
          {feedbackTexts.send}
        </Button>
      </div>
    </form>
  )
}
