import { eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { users } from '../../db/schema/accounts.ts'
import type { Services } from '../../services.ts'
import { letterText } from '../mail/letter-text.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { SignedInUser } from './authenticate.ts'
import { accountOfLink, linkInvalid, mailLink } from './mail-link.ts'
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

/** Believes an address whose letter was opened. Throws 400 `link_invalid`; also when the address has changed since. */
export async function verifyEmail({ db }: Services, { uid, token }: { uid: string; token: string }): Promise<void> {
  const userId = accountOfLink(uid)
  await db.transaction(async (tx) => {
    const [account] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    const used = await consumeToken(tx, 'verify-email', userId, token)
    if (used === undefined || account?.email.toLowerCase() !== used.payload.email) throw linkInvalid().about(userId)
    await tx.update(users).set({ isVerified: true }).where(eq(users.id, userId))
  })
}

/** Sends the letter again; false when the address is confirmed already and there is nothing to send. */
export async function resendVerification(services: Services, user: SignedInUser): Promise<boolean> {
  if (user.isVerified) return false
  await services.db.transaction((tx) => sendVerification(tx, services, user))
  return true
}
