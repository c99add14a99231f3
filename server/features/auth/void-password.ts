import { eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { users } from '../../db/schema/accounts.ts'
import type { Services } from '../../services.ts'
import { letterText } from '../mail/letter-text.ts'
import { type Letter, queueMail } from '../mail/queue-mail.ts'
import type { Account } from './open-account.ts'
import { revokeFamilies } from './sessions.ts'

/** What was done to the account's address in a browser that had not signed in. */
type Cause = 'confirmed' | 'changed'

/**
 * Voids the password, ends the sessions and says why by letter. The caller has locked the account. Returns the changed account,
 * because the link of a new password is bound to it.
 */
export async function voidPassword(tx: Queries, services: Services, account: Account, cause: Cause): Promise<Account> {
  const nothing = { passwordHash: '' }
  await tx.update(users).set(nothing).where(eq(users.id, account.id))
  await revokeFamilies(services, tx, { userId: account.id, keepsTickets: true }, 'address confirmed elsewhere')
  await queueMail(tx, services.jobs, voidPasswordLetter(services, account, cause))
  return { ...account, ...nothing }
}

const letters: Record<Cause, { subject: string; why: string }> = {
  confirmed: {
    subject: 'Адресу підтверджено: задайте новий пароль',
    why: 'Вашу адресу підтверджено. Схоже, лист відкрили не в тому браузері, де реєструвалися, тому старий пароль більше не діє, а сеанси завершено. Якщо вашу адресу ввів хтось інший, доступу він не матиме. Покупки, відповіді й результати на місці.',
  },
  changed: {
    subject: 'Адресу змінено: задайте новий пароль',
    why: 'Зміну адреси підтверджено з обох скриньок: тепер входьте із цією. Схоже, лист сюди відкрили в браузері, де в обліковий запис не входили, тому старий пароль більше не діє, а сеанси завершено. Якщо вашу адресу вказав хтось інший, доступу він не матиме. Покупки, відповіді й результати на місці.',
  },
}

function voidPasswordLetter({ config, publicOrigin }: Services, { id, email }: Account, cause: Cause): Letter {
  const { subject, why } = letters[cause]
  return {
    userId: id,
    to: email,
    subject,
    action: 'Задати новий пароль',
    text: letterText(
      why,
      'Якщо ви ще не задали новий пароль, зробіть це тут:',
      `${publicOrigin()}/reset-password/email`,
      `Питання? Напишіть нам: ${config.seller.email}.`,
    ),
  }
}
