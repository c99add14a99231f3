const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether `text` has the form of a uuid. PostgreSQL fails the whole query on one that has not, so this is asked first. */
export function isUuid(text: string): boolean {
  return form.test(text)
}
