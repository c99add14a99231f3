import { eq, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { users } from '../../db/schema/accounts.ts'
import type { Services } from '../../services.ts'
import { inKyiv, letterText } from '../mail/letter-text.ts'
import type { Letter } from '../mail/queue-mail.ts'
import { queueUnproven } from '../mail/queue-unproven.ts'
import { sentToday } from '../mail/sent-today.ts'
import { notifyOfPasswordChange } from '../notifications/notify-of-password.ts'
import type { Account } from './open-account.ts'

/** Letters a day about new passwords to an unconfirmed address: its mailbox may belong to a person who asked for none. */
const mostUnasked = 3

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
  await notifyOfPasswordChange(tx, userId)
  const letter = passwordChangedLetter(services, account!)
  // This transaction has written the account's row, so no other one counts and queues a letter at the same time.
  if (account!.isVerified || (await sentToday(tx, letter)) < mostUnasked) {
    await queueUnproven(tx, services, account!, letter)
  }
}

/** Tells the owner, in case somebody else changed the password. */
function passwordChangedLetter({ config, publicOrigin }: Services, account: Account): Letter {
  return {
    userId: account.id,
    to: account.email,
    subject: 'Ваш пароль змінено',
    action: 'Задати новий пароль',
    text: letterText(
      `Пароль вашого облікового запису змінено ${inKyiv(new Date())}. Сеанси на інших пристроях завершено.`,
      'Якщо це зробили ви, більше нічого робити не треба. Якщо ні, негайно задайте новий пароль:',
      `${publicOrigin()}/reset-password/email`,
      `І напишіть нам: ${config.seller.email}.`,
    ),
  }
}
