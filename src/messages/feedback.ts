/** The feedback form. Its rules and failures are the specification's own (messages.ts). */
export const feedbackTexts = {
  title: 'Зворотний зв’язок',
  email: 'Електронна пошта',
  type: 'Тип звернення',
  types: {
    general: 'Загальне питання',
    authorized_user_appeal: 'Звернення користувача',
    unauthorized_user_appeal: 'Звернення без входу',
  },
  message: 'Повідомлення',
  messageHint: 'Щонайменше 10 символів. Відповімо на вказану адресу.',
  messageTooLong: 'Не більше 5000 символів',
  send: 'Надіслати',
  sent: 'Дякуємо! Ми отримали повідомлення й відповімо на вашу адресу.',
} as const
