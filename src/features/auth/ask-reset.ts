import { requestPasswordReset } from '#contract/auth.ts'
import { request } from '../../http/request.ts'
import { failureSentence, messages } from '../../messages/messages.ts'
import { accountMessages } from '../../messages/account-messages.ts'

/** Where the page «check your mail» knows from what was asked for, and when (this device's clock, milliseconds). */
export interface AskedReset {
  email: string
  askedAt: number
}

/** Asks for the mail; the reply is alike for known and unknown addresses (S2.04). Throws ApiError. */
export async function askReset(email: string): Promise<AskedReset> {
  await request(requestPasswordReset, { body: { email } })
  return { email, askedAt: Date.now() }
}

export const askResetSentence = (error: unknown) =>
  failureSentence(error, accountMessages.passwordResetRequestFailed, messages.networkRussian)

/** What an entry of the history remembers, or null: the page may be opened by its bare address. */
export function readAskedReset(state: unknown): AskedReset | null {
  const { email, askedAt } = (state ?? {}) as Partial<AskedReset>
  return typeof email === 'string' && typeof askedAt === 'number' ? { email, askedAt } : null
}
