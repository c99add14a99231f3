import { isBlankText } from '#contract/pasted-text.ts'

/** Whether a field holds nothing that its schema would keep: schemas trim, and what cannot be seen is nothing. */
export function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || isBlankText(value)
}
