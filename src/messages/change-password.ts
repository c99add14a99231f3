/** The dialog of a password change. Its rules and failures are the specification's own (messages.ts). */
export const changePasswordTexts = {
  title: 'Зміна пароля',
  old: 'Старий пароль',
  new: 'Новий пароль',
  newHint: 'Щонайменше 8 символів.',
  again: 'Новий пароль ще раз',
  save: 'Змінити пароль',
  changed: 'Пароль змінено. На інших пристроях треба буде увійти з новим паролем.',
  close: 'Закрити',
} as const
