/** Whether a field holds nothing that its schema would keep: schemas trim. */
export function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === ''
}
