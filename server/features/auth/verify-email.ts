import { eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { users } from '../../db/schema/accounts.ts'
import { rateLimited } from '../../failure.ts'
import type { SignedInUser } from '../../http/signed-in-user.ts'
import { limits } from '../../load/rate-limits.ts'
import type { Services } from '../../services.ts'
import { issueResetToken } from './reset-password.ts'
import { voidPassword } from './void-password.ts'
import type { Opener } from './known-device.ts'
import { letterText } from '../mail/letter-text.ts'
import { queueUnproven } from '../mail/queue-unproven.ts'
import { accountOfLink, linkInvalid, type MailedLink, mailLink } from './mail-link.ts'
import { consumeToken, issueToken } from './one-time-tokens.ts'

/** Days that a confirmation link works. */
const linkDays = 3

/** Queues the confirmation letter in the caller's transaction. False: its mailbox has had too many; it can be requested later. */
export async function sendVerification(
  tx: Queries,
  services: Services,
  account: { id: string; email: string },
): Promise<boolean> {
  const payload = { email: account.email.toLowerCase() }
  const token = await issueToken(tx, 'verify-email', account.id, linkDays * 24 * 60, payload)
  return queueUnproven(
    tx,
    services,
    { isVerified: false },
    {
      userId: account.id,
      to: account.email,
      subject: 'Підтвердьте адресу для «Тестування IQ»',
      action: 'Підтвердити адресу',
      isConfirmation: true,
      text: letterText(
        'На цю адресу створено обліковий запис у «Тестуванні IQ». Щоб підтвердити, що вона ваша, відкрийте посилання:',
        mailLink(services, 'verify-email', account.id, token),
        `Скористатися ним можна один раз, протягом ${linkDays} днів. Якщо ви не реєструвалися, просто не відкривайте його.`,
      ),
    },
  )
}

/**
 * Confirms an address when its link is opened. Anybody can register any address. If the opening browser has not signed in, the
 * mailbox's owner may not be the person who set the password. (Only the password signs in to an unconfirmed account: no sign-in
 * link is mailed to it.) So the password becomes void, every session ends, and the answer is the link of a new password;
 * otherwise it is null. Throws 400 `link_invalid`, also if the address has changed since.
 */
export async function verifyEmail(
  services: Services,
  { uid, token }: MailedLink,
  { hasSignedIn }: Opener,
): Promise<MailedLink | null> {
  const userId = accountOfLink(uid)
  return services.db.transaction(async (tx) => {
    const [account] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    const used = await consumeToken(tx, 'verify-email', userId, token)
    if (account === undefined || account.email.toLowerCase() !== used?.payload.email) throw linkInvalid().about(userId)
    if (account.isVerified) return null
    await tx.update(users).set({ isVerified: true }).where(eq(users.id, userId))
    if (hasSignedIn(account)) return null
    const emptied = await voidPassword(tx, services, account, 'confirmed')
    return { uid, token: await issueResetToken(tx, emptied) }
  })
}

/** Sends the letter again; false: confirmed already. Throws 429 `rate_limited` if its mailbox has had too many of any account. */
export async function resendVerification(services: Services, user: SignedInUser): Promise<boolean> {
  if (user.isVerified) return false
  const isSent = await services.db.transaction((tx) => sendVerification(tx, services, user))
  if (!isSent) throw rateLimited(limits['unproven-letters'].seconds)
  return true
}
