import { DrizzleQueryError } from 'drizzle-orm'

interface LoggedError {
  type: string
  message: string
  stack: string
  [more: string]: unknown
}

/**
 * An error as the log keeps it, causes included. Of a failed query only its text: drizzle writes the values into message
 * and stack as well, and they are addresses, hashes, and letters with their links. What a mail server says of a recipient
 * loses the address.
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

/** What of a text is logged: the rest of a longer one may be a stranger's, and says nothing of a fault. UTF-16 units. */
const mostLogged = 10_000

/** Also without the name and password of an address like postgres://name:password@host. A folder like /@scope/ stays. */
function withoutAddresses(text: string): string {
  return text.slice(0, mostLogged).replaceAll(/[^\s<>"'()/]{1,255}@[^\s<>"'()/,;]{1,255}/g, '[address]')
}
