import { addressAsRead } from '#contract/address-as-read.ts'
import type { Seller } from '../../config/config.ts'
import type { Account } from '../auth/open-account.ts'
import { letterText } from '../mail/letter-text.ts'
import type { Letter } from '../mail/queue-mail.ts'

/** Asks the present address to agree. An unconfirmed address may be another person's, so its letter quotes no stranger's text. */
export function oldAddressLetter(account: Account, newEmail: string, link: string, hours: number): Letter {
  const next = account.isVerified ? addressAsRead(newEmail) : 'іншу'
  return {
    userId: account.id,
    to: account.email,
    subject: 'Підтвердьте зміну адреси',
    action: 'Погодитися на зміну',
    isConfirmation: true,
    text: letterText(
      `У вашому обліковому записі попросили змінити електронну адресу на ${next}. Щоб погодитися, відкрийте посилання:`,
      link,
      `Скористатися ним можна один раз, протягом ${hours} годин. Адреса зміниться лише тоді, коли зміну підтвердять з обох скриньок: цієї та нової.`,
      'Якщо це були не ви, не відкривайте посилання: адреса лишиться тією самою. І змініть пароль, бо його хтось знає.',
    ),
  }
}

export function newAddressLetter(account: Account, newEmail: string, link: string, hours: number): Letter {
  return {
    userId: account.id,
    to: newEmail,
    subject: 'Підтвердьте нову адресу для «Тестування IQ»',
    action: 'Підтвердити адресу',
    isConfirmation: true,
    text: letterText(
      'Цю адресу вказали як нову для облікового запису в «Тестуванні IQ». Щоб підтвердити, що вона ваша, відкрийте посилання:',
      link,
      `Скористатися ним можна один раз, протягом ${hours} годин. Адреса зміниться, коли зміну підтвердять ще й зі старої скриньки. Відкрийте його там, де ви ввійшли в обліковий запис: деінде доведеться задати новий пароль.`,
      'Якщо ви нічого про це не знаєте, просто не відкривайте посилання.',
    ),
  }
}

/** Tells one of the two addresses that the change is done, and what has become of the password. */
export function changedLetter({ id, email }: Account, to: string, seller: Seller, keepsPassword: boolean): Letter {
  const ofPassword = keepsPassword
    ? 'пароль лишився тим самим'
    : 'старий пароль більше не діє, новий задають із листа на цю адресу'
  return {
    userId: id,
    to,
    subject: 'Адресу вашого облікового запису змінено',
    text: letterText(
      `Зміну підтверджено з обох скриньок. Тепер входьте з адресою ${addressAsRead(email)}; ${ofPassword}.`,
      `Якщо ви цього не робили, негайно напишіть нам: ${seller.email}.`,
    ),
  }
}
