import { requestPasswordReset } from '#contract/auth.ts'
import { request } from '../../http/request.ts'
import { failureSentence, messages } from '../../messages/messages.ts'
import { accountMessages } from '../../messages/account-messages.ts'

/** The address and the moment of a request for a mail (this device's clock, milliseconds), for the page «check your mail». */
export interface AskedReset {
  email: string
  askedAt: number
}

/** Asks for the mail. The reply is the same for known and unknown addresses (S2.04). Throws ApiError. */
export async function askReset(email: string): Promise<AskedReset> {
  await request(requestPasswordReset, { body: { email } })
  return { email, askedAt: Date.now() }
}

export const askResetSentence = (error: unknown) =>
  failureSentence(error, accountMessages.passwordResetRequestFailed, messages.networkRussian)

/** The request in an entry of the history. Null if the page was opened by its bare address. */
export function readAskedReset(state: unknown): AskedReset | null {
  const { email, askedAt } = (state ?? {}) as Partial<AskedReset>
  return typeof email === 'string' && typeof askedAt === 'number' ? { email, askedAt } : null
}
