import { ApiError } from '../http/api-error.ts'
import type { Form } from './form.ts'

/** Puts the server's sentences beside their fields; true when at least one of them found its field. */
export function showFieldErrors<Values extends object>(form: Form<Values>, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  let isFirst = true
  for (const [field, message] of Object.entries(error.fields)) {
    if (!form.hasField(field)) continue
    form.setError(field, { message }, { shouldFocus: isFirst })
    isFirst = false
  }
  return !isFirst
}
