import { DrizzleQueryError } from 'drizzle-orm'

interface LoggedError {
  type: string
  message: string
  stack: string
  [more: string]: unknown
}

/**
 * An error as the log keeps it, with its causes. A failed query keeps only its text: drizzle writes the values (addresses,
 * hashes, letters with links) into message and stack, too. Addresses are removed, such as those in replies of mail servers.
 */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutAddresses(String(error)), stack: '' }
  const text = error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message
  const message = withoutAddresses(text)
  return {
    type: error.constructor.name,
    message,
    stack: withoutAddresses((error.stack ?? '').replace(error.message, () => text)),
    ...('code' in error && { code: error.code }),
    ...(error.cause !== undefined && { cause: loggedError(error.cause) }),
  }
}

/** UTF-16 units of a text that are logged. The rest may be a stranger's and says nothing of a fault. */
const mostLogged = 10_000

/** Removes also the name and password of an address like postgres://name:password@host. A folder like /@scope/ stays. */
function withoutAddresses(text: string): string {
  return text.slice(0, mostLogged).replaceAll(/[^\s<>"'()/]{1,255}@[^\s<>"'()/,;]{1,255}/g, '[address]')
}
