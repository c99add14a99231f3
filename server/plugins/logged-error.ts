import { DrizzleQueryError } from 'drizzle-orm'

interface LoggedError {
  type: string
  message: string
  stack: string
  [more: string]: unknown
}

/**
 * An error as the log keeps it, causes included. Of a failed query only its text: drizzle writes the values into message
 * and stack as well, and they are addresses, hashes, and letters with their links.
 */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const message = error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message
  return {
    type: error.constructor.name,
    message,
    stack: (error.stack ?? '').replace(error.message, () => message),
    ...('code' in error && { code: error.code }),
    ...(error.cause !== undefined && { cause: loggedError(error.cause) }),
  }
}
