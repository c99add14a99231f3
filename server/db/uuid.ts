const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether `text` has the form of a uuid. On any other text PostgreSQL fails the whole query. */
export function isUuid(text: string): boolean {
  return form.test(text)
}
