import { withUkrainianFirst } from './in-ukrainian.ts'

/** Writing to us. See `messages.ts`. */
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
  feedbackNetwork: 'Помилка з’єднання. Перевірте інтернет-з’єднання.',
  feedbackFailed: 'Сталася помилка під час надсилання форми',
} satisfies Partial<typeof specified>)

export const feedbackMessages = import.meta.env.VITE_MESSAGES === 'uk' ? uk : withUkrainianFirst(specified, uk)
