import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../http/api-error.ts'

/** Puts the server's sentences beside their fields; true when at least one of them found its field. */
export function showFieldErrors<Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const known = Object.entries(error.fields).filter(([field]) => field in form.getValues())
  for (const [index, [field, message]] of known.entries()) {
    form.setError(field as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 })
  }
  return known.length > 0
}
