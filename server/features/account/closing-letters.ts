import type { Account } from '../auth/open-account.ts'
import { inKyiv, letterText } from '../mail/letter-text.ts'
import type { Letter } from '../mail/queue-mail.ts'

/** Says what happens to a closed account, what stays, and how to come back. */
export function closingLetter(account: Account, link: string): Letter {
  return {
    userId: account.id,
    to: account.email,
    subject: 'Ваш обліковий запис закрито',
    action: 'Повернути обліковий запис',
    text: letterText(
      `Ви попросили видалити обліковий запис. Його вже закрито: усі сеанси завершено, увійти не можна. ${inKyiv(account.eraseAfter!)} ми остаточно зітремо ваші дані: профіль, згоди, відповіді, результати, досягнення, сповіщення та звернення.`,
      'Записи про платежі (сума, дата, назва тесту, номер платежу) закон зобов’язує зберігати для податкового обліку. Вони лишаться, але без вашого імені й адреси.',
      'Передумали? До цього часу обліковий запис можна повернути за посиланням:',
      link,
      'Якщо ви нічого не видаляли, відкрийте це посилання й одразу змініть пароль.',
    ),
  }
}

/** Confirms that a closed account is open again. */
export function welcomeBackLetter(account: Account, loginPage: string): Letter {
  return {
    userId: account.id,
    to: account.email,
    subject: 'Ваш обліковий запис знову відкрито',
    action: 'Увійти',
    text: letterText('Нічого не видалено: тести, відповіді й результати на місці. Увійдіть як завжди:', loginPage),
  }
}
