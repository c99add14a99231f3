import type { Services } from '../../services.ts'
import { letterText } from '../mail/letter-text.ts'
import type { Letter } from '../mail/queue-mail.ts'
import type { Account } from './open-account.ts'

/** Tells who had registered, and confirmed the address somewhere else, why the password works no more. */
export function voidPasswordLetter({ config, publicOrigin }: Services, account: Account): Letter {
  return {
    userId: account.id,
    to: account.email,
    subject: 'Адресу підтверджено: задайте новий пароль',
    text: letterText(
      'Вашу адресу підтверджено. Лист відкрили не в тому браузері, де реєструвалися, тому старий пароль більше не діє, а сеанси завершено: так ніхто, хто ввів би вашу адресу замість вас, не матиме доступу. Покупки, відповіді й результати на місці.',
      'Якщо ви ще не задали новий пароль, зробіть це тут:',
      `${publicOrigin()}/reset-password/email`,
      `Питання? Напишіть нам: ${config.seller.email}.`,
    ),
  }
}
