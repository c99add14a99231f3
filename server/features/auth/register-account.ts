import type { z } from 'zod/mini'
import type { RegisterBody } from '#contract/auth.ts'
import type { SessionReply } from '#contract/session.ts'
import { users } from '../../db/schema/accounts.ts'
import { Failure, validationFailed } from '../../failure.ts'
import type { Services } from '../../services.ts'
import { withEditions } from '../legal/consent-editions.ts'
import { recordConsents } from '../legal/consents.ts'
import { hashPassword } from './password-hash.ts'
import { requireFitPassword } from './require-fit-password.ts'
import { requireOneScript } from './require-one-script.ts'
import { openSession } from './sessions.ts'
import { sendVerification } from './verify-email.ts'

/** Names are empty if the form did not ask for them. */
export type Registration = z.output<typeof RegisterBody>

/**
 * Creates the account, its consents, its confirmation letter and its first session, all or nothing. Throws 400 with `fields`
 * (`unknown_edition` for a consent to an edition that was never published), or 409 `email_taken`. The specification names that
 * status, so an address can be probed; the rate limit is the answer.
 */
export async function registerAccount(
  services: Services,
  body: Registration,
  userAgent: string | undefined,
): Promise<SessionReply> {
  requireFitPassword(body.password1, body.password2, ['password1', 'password2'])
  requireOneScript(body.email, 'email')
  requireConsents(body)
  const passwordHash = await hashPassword(body.password1)

  return services.db.transaction(async (tx) => {
    const [account] = await tx
      .insert(users)
      .values({ email: body.email, passwordHash, firstName: body.first_name, lastName: body.last_name })
      .onConflictDoNothing()
      .returning()
    if (account === undefined) {
      const sentence = 'Користувач з таким email вже існує'
      throw new Failure(409, 'email_taken', sentence, { fields: { email: sentence } })
    }
    await recordConsents(tx, account.id, await withEditions(tx, body.consents))
    await sendVerification(tx, services, account)
    return openSession(tx, services.secrets, account, { rememberMe: false, userAgent })
  })
}

function requireConsents({ consents: given }: Registration): void {
  for (const kind of ['offer', 'privacy'] as const) {
    if (!given.some((consent) => consent.kind === kind && consent.accepted)) {
      throw validationFailed({
        consents: 'Щоб зареєструватися, погодьтеся з договором оферти та політикою конфіденційності.',
      })
    }
  }
}
