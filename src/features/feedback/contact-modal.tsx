import { useEffect, useState } from 'react'
import { sendFeedback } from '#contract/feedback.ts'
import { feedbackTexts } from '../../messages/feedback.ts'
import { dropDraft, readDraft, useDraft } from '../../session/drafts.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { type User, useSession } from '../../session/session-state.ts'
import { Button } from '../../ui/button/button.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { showFieldErrors, useForm } from '../../ui/form.ts'
import { Modal } from '../../ui/modal/modal.tsx'
import { Notice, StatusNotice } from '../../ui/notice.tsx'
import {
  appealChoices,
  feedbackDefaults,
  feedbackResolver,
  feedbackSentence,
  type FeedbackValues,
} from './feedback-rules.ts'
import styles from './feedback.module.css'

/** The feedback form, 800 × 500 (S1.07, S2.22). */
export function ContactModal({ onClose }: { onClose: () => void }) {
  const { status, user } = useSession()
  const author = status === 'guest' ? null : user
  return (
    <Modal title={feedbackTexts.title} width="800px" height="500px" onClose={onClose}>
      <FeedbackForm user={author} />
    </Modal>
  )
}

const place = 'feedback'

export type SubmitFeedback = (values: FeedbackValues) => Promise<unknown>

const toTheSeller: SubmitFeedback = (body) => sessionRequest(sendFeedback, { body })

interface FeedbackFormProps {
  user: User | null
  /** Takes the filled form in place of the default call (S7.42). An error that it throws is shown as a failure. */
  onSubmit?: SubmitFeedback | undefined
}

/** Errors show only after a try to send (S5.12). A sent form is empty again (S4.32); an unsent one comes back as it was. */
export function FeedbackForm({ user, onSubmit = toTheSeller }: FeedbackFormProps) {
  const defaults = feedbackDefaults(user)
  const form = useForm<FeedbackValues>({ resolver: feedbackResolver, defaultValues: defaults, typed: readDraft(place) })
  useDraft(form, place)
  // A profile that comes later brings its own defaults. A message that is being written stays.
  useEffect(() => form.renew(feedbackDefaults(user)), [form, user])
  const { errors, isSubmitting } = form.formState
  const [isSent, setSent] = useState(false)

  const submit = form.handleSubmit(async (values) => {
    setSent(false)
    const written = form.getValue('message')
    try {
      await onSubmit(values)
      // The form may have left the page by now.
      dropDraft(place, { message: written })
      // The person may have begun the next message meanwhile.
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
