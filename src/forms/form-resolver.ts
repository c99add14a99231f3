import type * as z from 'zod/mini'
import type { FieldErrors, Resolver } from './form.ts'

interface Issue {
  code?: string | undefined
  path?: PropertyKey[] | undefined
}

/** For each field: the sentence for what is wrong with its value. */
export type FieldSentences<Values> = { [Field in keyof Values]?: (value: unknown, issue: Issue) => string }

/** Lets a form check itself by a schema; `sentences` turns each field's first issue into what the person reads. */
export function formResolver<Values extends object>(
  schema: z.ZodMiniType<Values, Values>,
  sentences: FieldSentences<Values>,
): Resolver<Values> {
  return (values) => {
    const parsed = schema.safeParse(values)
    if (parsed.success) return { values: parsed.data, errors: {} }
    const errors: Record<string, { message: string }> = {}
    for (const issue of parsed.error.issues) {
      const field = String(issue.path[0])
      const sentence = sentences[field as keyof Values]?.(values[field as keyof Values], issue)
      if (sentence !== undefined) errors[field] ??= { message: sentence }
    }
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}
