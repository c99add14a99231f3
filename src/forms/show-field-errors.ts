import { ApiError } from '../http/api-error.ts'
import type { Form } from './form.ts'

/** Shows the server's sentences for single fields, as `showSentences` does; true when at least one is shown. */
export function showFieldErrors<Values extends object>(form: Form<Values>, error: unknown): boolean {
  return error instanceof ApiError && showSentences(form, error.fields)
}

/**
 * Puts each sentence beside its field and the focus on the first of these fields. A box has no place for a server's
 * sentence: it is of the whole form. A field that the form has not is passed over; true when any sentence is shown.
 */
export function showSentences<Values extends object>(
  form: Form<Values>,
  sentences: Readonly<Record<string, string>>,
): boolean {
  let isAny = false
  for (const [field, message] of Object.entries(sentences)) {
    if (!form.hasField(field)) continue
    form.setError(typeof form.getValue(field) === 'boolean' ? 'root' : field, { message })
    isAny = true
  }
  if (isAny) form.focusFirstFault()
  return isAny
}
