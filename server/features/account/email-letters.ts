import type { Seller } from '../../config.ts'
import type { Account } from '../auth/open-account.ts'
import { letterText } from '../mail/letter-text.ts'
import type { Letter } from '../mail/queue-mail.ts'

/** Asks the address that the account has whether it may be replaced. */
export function oldAddressLetter(account: Account, newEmail: string, link: string, hours: number): Letter {
  return {
    userId: account.id,
    to: account.email,
    subject: 'Підтвердьте зміну адреси',
    text: letterText(
      `У вашому обліковому записі попросили змінити електронну адресу на ${newEmail}. Щоб погодитися, відкрийте посилання:`,
      link,
      `Воно працює один раз і протягом ${hours} годин. Адреса зміниться лише тоді, коли зміну підтвердять з обох скриньок: цієї та нової.`,
      'Якщо це були не ви, не відкривайте посилання: адреса лишиться тією самою. І змініть пароль, бо його хтось знає.',
    ),
  }
}

/** Asks the new address whether it is its owner's. */
export function newAddressLetter(account: Account, newEmail: string, link: string, hours: number): Letter {
  return {
    userId: account.id,
    to: newEmail,
    subject: 'Підтвердьте нову адресу для «Тестування IQ»',
    text: letterText(
      'Цю адресу вказали як нову для облікового запису в «Тестуванні IQ». Щоб підтвердити, що вона ваша, відкрийте посилання:',
      link,
      `Воно працює один раз і протягом ${hours} годин. Адреса зміниться, коли зміну підтвердять ще й зі старої скриньки.`,
      'Якщо ви нічого про це не знаєте, просто не відкривайте посилання.',
    ),
  }
}

/** Tells one of the two addresses that the change is done. */
export function changedLetter(account: Account, to: string, newEmail: string, seller: Seller): Letter {
  return {
    userId: account.id,
    to,
    subject: 'Адресу вашого облікового запису змінено',
    text: letterText(
      `Зміну підтверджено з обох скриньок. Тепер входьте з адресою ${newEmail}; пароль лишився тим самим.`,
      `Якщо ви цього не робили, негайно напишіть нам: ${seller.email}.`,
    ),
  }
}
