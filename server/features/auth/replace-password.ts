import { eq, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { users } from '../../db/schema/accounts.ts'
import type { Services } from '../../services.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { tellOfPasswordChange } from '../news/tell-of-password.ts'
import { passwordChangedLetter } from './password-changed-letter.ts'

/** Writes the new hash and tells the owner by notification and letter, in the caller's transaction. */
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
  await tellOfPasswordChange(tx, userId)
  await queueMail(tx, services.jobs, passwordChangedLetter(services, account!))
}
