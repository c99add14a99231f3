import { withUkrainianFirst } from './messages.ts'

/** The feedback form. Its rules and failures are the specification's (messages.ts). */
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

/** Feedback. See `messages.ts`. */
export const specified = {
  feedbackEmailRequired: 'Email обязателен',
  feedbackEmailInvalid: 'Пожалуйста, введите корректный email',
  feedbackMessageRequired: 'Сообщение обязательно',
  feedbackMessageTooShort: 'Сообщение должно содержать минимум 10 символов',
  feedbackServerFailed: 'Произошла ошибка сервера',
  feedbackNetwork: 'Ошибка соединения. Проверьте интернет-соединение.',
  feedbackFailed: 'Произошла ошибка при отправке формы',
}

/** The same catalogue with Ukrainian in place of Russian and English, chosen by VITE_MESSAGES=uk. */
// Pure: a build that chose the other catalogue leaves this one out.
export const uk: typeof specified = /* @__PURE__ */ Object.assign({}, specified, {
  feedbackEmailRequired: 'Електронна пошта обов’язкова',
  feedbackEmailInvalid: 'Введіть, будь ласка, правильну електронну адресу',
  feedbackMessageRequired: 'Повідомлення обов’язкове',
  feedbackMessageTooShort: 'Повідомлення має містити щонайменше 10 символів',
  feedbackServerFailed: 'Сталася помилка сервера',
  feedbackNetwork: 'Немає зв’язку із сервером. Перевірте інтернет.',
  feedbackFailed: 'Сталася помилка під час надсилання форми',
} satisfies Partial<typeof specified>)

export const feedbackMessages = import.meta.env.VITE_MESSAGES === 'uk' ? uk : withUkrainianFirst(specified, uk)
