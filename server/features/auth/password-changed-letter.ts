import type { Services } from '../../services.ts'
import { inKyiv, letterText } from '../mail/letter-text.ts'
import type { Letter } from '../mail/queue-mail.ts'
import type { Account } from './open-account.ts'

/** Tells the owner of an account that its password was changed: if it was somebody else, they learn of it. */
export function passwordChangedLetter({ config, publicOrigin }: Services, account: Account): Letter {
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
