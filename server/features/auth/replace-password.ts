import { and, count, eq, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { users } from '../../db/schema/accounts.ts'
import { mails } from '../../db/schema/site.ts'
import type { Services } from '../../services.ts'
import { type Letter, queueMail } from '../mail/queue-mail.ts'
import { notifyOfPasswordChange } from '../notifications/notify-of-password.ts'
import { passwordChangedLetter } from './password-changed-letter.ts'

/** Letters of this a day to an address that nobody has confirmed: its mailbox may be somebody's who never asked for any. */
const mostUnasked = 3

/**
 * Writes the new hash and tells the owner by notification and letter, in the caller's transaction; by letter only so often
 * where the address may be somebody else's.
 */
export async function replacePassword(
  tx: Queries,
  services: Services,
  userId: string,
  passwordHash: string,
  proven: { isVerified?: true } = {},
): Promise<void> {
  const [account] = await tx
    .update(users)
    .set({ passwordHash, passwordChangedAt: sql`now()`, ...proven })
    .where(eq(users.id, userId))
    .returning()
  await notifyOfPasswordChange(tx, userId)
  const letter = passwordChangedLetter(services, account!)
  if (account!.isVerified || (await sentToday(tx, letter)) < mostUnasked) await queueMail(tx, services.jobs, letter)
}

/** The caller holds the account, so nobody else writes one at the same time. */
async function sentToday(tx: Queries, { userId, subject }: Letter): Promise<number> {
  const isSame = and(eq(mails.userId, userId!), eq(mails.subject, subject))
  const [sent] = await tx
    .select({ letters: count() })
    .from(mails)
    .where(and(isSame, sql`${mails.createdAt} > now() - interval '1 day'`))
  return sent!.letters
}
