/** A forgotten password: the request for the mail, and the page of its link. Its failures are in account-messages.ts. */
export const resetTexts = {
  emailTitle: 'Відновлення пароля',
  emailLead:
    'Введіть електронну адресу свого облікового запису. Надішлемо посилання, за яким можна задати новий пароль.',
  email: 'Електронна пошта',
  send: 'Надіслати лист',
  toLogin: 'Повернутися до входу',

  sentTitle: 'Перевірте пошту',
  sent: (email: string) => `Якщо для ${email} є обліковий запис, ми надіслали туди лист із посиланням.`,
  sentSomewhere: 'Якщо для вашої адреси є обліковий запис, ми надіслали туди лист із посиланням.',
  sentHint:
    'Посилання діє годину, скористатися ним можна один раз. Листа немає? Загляньте до спаму й перевірте, чи правильна адреса.',
  sendAgain: 'Надіслати ще раз',
  sendAgainIn: (seconds: number) => `Надіслати ще раз через ${seconds}\u00a0с`,
  sentAgain: 'Надіслали ще раз.',
  otherEmail: 'Ввести іншу адресу',

  newTitle: 'Новий пароль',
  newLead: 'Після зміни треба буде ввійти знову на всіх пристроях.',
  newPassword: 'Новий пароль',
  newPasswordHint: 'Щонайменше 8 символів.',
  newPasswordAgain: 'Новий пароль ще раз',
  save: 'Змінити пароль',
  deadLink: 'Це посилання вже не працює: його використали, воно застаріло, або його скопійовано не повністю.',
  perhapsChanged:
    'Відповідь на першу спробу загубилася, тож пароль, найпевніше, уже змінено. Увійдіть із новим паролем; якщо не вийде, попросіть новий лист.',
  askNew: 'Надіслати новий лист',
} as const

/** The dialog of a password change. Its rules and failures are the specification's (messages.ts). */
export const changePasswordTexts = {
  title: 'Зміна пароля',
  old: 'Старий пароль',
  /** Also for people who signed up by their address alone: the browser made their password, and they have never seen it. */
  unknown: 'Не знаєте? Задайте новий за листом',
  new: 'Новий пароль',
  newHint: 'Щонайменше 8 символів.',
  again: 'Новий пароль ще раз',
  save: 'Змінити пароль',
  changed: 'Пароль змінено. На інших пристроях треба буде ввійти з новим паролем.',
  close: 'Закрити',
} as const
