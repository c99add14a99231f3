// A lazy boundary: loaded when it is opened.
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { reportQuestion, QuestionReportBody } from '#contract/question-report.ts'
import { ApiError, isMissing } from '../../http/api-error.ts'
import { failureSentence } from '../../messages/messages.ts'
import { questionReportTexts as texts, reviewTexts } from '../../messages/review.ts'
import { dropDraft, readDraft, useDraft } from '../../session/drafts.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { Button } from '../../ui/button/button.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { formResolver, showFieldErrors, useForm } from '../../ui/form.ts'
import { Notice, StatusNotice } from '../../ui/notice.tsx'
import { takeFocus } from '../../ui/page.tsx'
import styles from './report-form.module.css'

/** A task by its id; an exam's task by its number, because most are not shown again. `kinds`: by place, null if unknown. */
export type ReportFormProps = { attemptId: string } & (
  | { questionId: string }
  | { total: number; kinds?: readonly (string | null)[] }
)

/** Asks what is wrong with a task. Words that were not sent stay in this tab, also if the person has to sign in again. */
export function ReportForm(props: ReportFormProps) {
  const { attemptId } = props
  const place = `report ${attemptId} ${'questionId' in props ? props.questionId : ''}`
  const form = useForm<ReportValues>({
    resolver: reportResolver,
    defaultValues: { number: '1', words: '' },
    typed: readDraft(place),
  })
  useDraft(form, place)
  const top = useRef<HTMLFormElement>(null)
  // The button that was pressed is gone, so the form takes the focus.
  useEffect(() => takeFocus(top.current?.querySelector<HTMLElement>('select, textarea') ?? null), [])
  const { errors, isSubmitting } = form.formState
  const [isSent, setSent] = useState(false)

  const submit = form.handleSubmit(async ({ number, words }) => {
    setSent(false)
    const written = form.getValue('words')
    const which = 'questionId' in props ? { question_id: props.questionId } : { number: Number(number) }
    try {
      await sessionRequest(reportQuestion, { params: { id: attemptId }, body: { ...which, words } })
      dropDraft(place, { words: written })
      // The person may have begun the next report before this reply.
      form.settle({ number, words: '' })
      setSent(true)
    } catch (error) {
      if (!showFieldErrors(form, error)) form.setError('root', { message: reportSentence(error) })
    }
  })
  return (
    <form
      ref={top}
      noValidate
      className={styles.form}
      onSubmit={(event) => void submit(event)}
      onInput={() => setSent(false)}
    >
      {'total' in props && (
        <SelectField
          label={texts.number}
          options={Array.from({ length: props.total }, (_, place) => ({
            value: String(place + 1),
            label: [reviewTexts.task(place + 1), props.kinds?.[place]].filter(Boolean).join(' · '),
          }))}
          error={errors.number?.message}
          {...form.register('number')}
        />
      )}
      <TextField
        multiline
        rows={3}
        label={'total' in props ? texts.wordsAfterExam : texts.words}
        hint={errors.words ? undefined : texts.hint}
        error={errors.words?.message}
        {...form.register('words')}
      />
      {errors.root && <Notice tone="danger">{errors.root.message}</Notice>}
      <StatusNotice>{isSent && texts.sent}</StatusNotice>
      <div>
        <Button type="submit" variant="border" pending={isSubmitting}>
          {texts.send}
        </Button>
      </div>
    </form>
  )
}

interface ReportValues {
  /** Number of an exam's task, as the select field's value. */
  number: string
  words: string
}

const reportResolver = formResolver<ReportValues>(
  z.object({ number: z.string(), words: QuestionReportBody.shape.words }),
  { words: (_value, { code }) => (code === 'too_big' ? texts.tooLong : texts.tooShort) },
)

/** The sentence for a report that was not sent: the server's own, else one for the kind of failure. */
function reportSentence(error: unknown): string {
  // A 404 without a sentence: the server does not know this call.
  if (isMissing(error) && error.detail === undefined) return texts.missing
  return error instanceof ApiError ? failureSentence(error, texts.failed, texts.network) : texts.failed
}
