import { eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { users } from '../../db/schema/accounts.ts'
import type { Services } from '../../services.ts'
import { issueResetToken } from './reset-password.ts'
import { revokeFamilies } from './sessions.ts'
import { voidPasswordLetter } from './void-password-letter.ts'
import type { Account } from './open-account.ts'
import { letterText } from '../mail/letter-text.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { SignedInUser } from './authenticate.ts'
import { accountOfLink, linkInvalid, type MailedLink, mailLink } from './mail-link.ts'
import { consumeToken, issueToken } from './one-time-tokens.ts'

/** Days that a confirmation link works. */
const linkDays = 3

/** Writes the letter that asks whether this address is its owner's, in the caller's transaction. */
export async function sendVerification(
  tx: Queries,
  services: Services,
  account: { id: string; email: string },
): Promise<void> {
  const payload = { email: account.email.toLowerCase() }
  const token = await issueToken(tx, 'verify-email', account.id, linkDays * 24 * 60, payload)
  await queueMail(tx, services.jobs, {
    userId: account.id,
    to: account.email,
    subject: 'Підтвердьте адресу для «Тестування IQ»',
    text: letterText(
      'На цю адресу створено обліковий запис у «Тестуванні IQ». Щоб підтвердити, що вона ваша, відкрийте посилання:',
      mailLink(services, 'verify-email', account.id, token),
      `Воно працює один раз і протягом ${linkDays} днів. Якщо ви не реєструвалися, просто не відкривайте його.`,
    ),
  })
}

/** Where the letter was opened: `knowsPassword` says whether somebody has signed in there with the account's password. */
interface Opener {
  knowsPassword(account: Account): boolean
}

/**
 * Believes an address whose letter was opened. Anybody can register any address: where nobody has signed in with the
 * password, the mailbox's owner may not be who set it, so the password is void, every session ends, and the answer is
 * the link of a new one. Throws 400 `link_invalid`; also when the address has changed since.
 */
export async function verifyEmail(
  services: Services,
  { uid, token }: MailedLink,
  { knowsPassword }: Opener,
): Promise<MailedLink | null> {
  const userId = accountOfLink(uid)
  return services.db.transaction(async (tx) => {
    const [account] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    const used = await consumeToken(tx, 'verify-email', userId, token)
    if (account === undefined || account.email.toLowerCase() !== used?.payload.email) throw linkInvalid().about(userId)
    if (account.isVerified) return null
    await tx.update(users).set({ isVerified: true }).where(eq(users.id, userId))
    return knowsPassword(account) ? null : { uid, token: await voidPassword(tx, services, account) }
  })
}

/** Nobody gets in by the old password any more, nor by what was signed in with it. Gives the secret of the next one's link. */
async function voidPassword(tx: Queries, services: Services, account: Account): Promise<string> {
  const nothing = { passwordHash: '' }
  await tx.update(users).set(nothing).where(eq(users.id, account.id))
  await revokeFamilies(tx, account.id, 'address confirmed elsewhere')
  await queueMail(tx, services.jobs, voidPasswordLetter(services, account))
  return issueResetToken(tx, { ...account, ...nothing })
}

/** Sends the letter again; false when the address is confirmed already and there is nothing to send. */
export async function resendVerification(services: Services, user: SignedInUser): Promise<boolean> {
  if (user.isVerified) return false
  await services.db.transaction((tx) => sendVerification(tx, services, user))
  return true
}
