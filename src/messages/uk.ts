import { type Catalogue, specified } from './specified.ts'

/** The same catalogue with Ukrainian in place of Russian and English, chosen by VITE_MESSAGES=uk. */
// Pure: a build that chose the other catalogue leaves this one out.
export const uk: Catalogue = /* @__PURE__ */ Object.assign({}, specified, {
  networkRussian: 'Помилка мережі',

  passwordResetRequestFailed: 'Не вдалося надіслати лист для відновлення паролю',
  passwordResetConfirmFailed: 'Не вдалося змінити пароль',
  profileLoadFailed: 'Не вдалося завантажити профіль',
  profileSaveFailed: 'Не вдалося зберегти профіль',
  availableTestsFailed: 'Не вдалося завантажити доступні тести',
  ownedTestsFailed: 'Не вдалося завантажити куплені тести',
  searchFailed: 'Не вдалося виконати пошук',

  expiryLocale: 'uk-UA',

  testLoadFailed: 'Не вдалося завантажити тест',
  testSubmitFailed: 'Не вдалося надіслати відповіді',
  testNetwork: 'Помилка мережі',

  examBuildingFailed: 'Не вдалося скласти екзамен',
  examBuildingExpired: 'Час на складання екзамену вийшов, спробуйте ще раз',
  examBuildingTimeout: (seconds: number) => `Екзамен не вдалося скласти за ${seconds} секунд. Спробуйте ще раз.`,
  resultsFailed: 'Не вдалося обробити результати',
  resultsExpired: 'Час на обробку результатів вийшов, складіть екзамен ще раз',
  resultsTimeout: (seconds: number) => `Результати не вдалося обробити за ${seconds} секунд`,

  feedbackEmailRequired: "Email обов'язковий",
  feedbackEmailInvalid: 'Введіть, будь ласка, правильний email',
  feedbackMessageRequired: "Повідомлення обов'язкове",
  feedbackMessageTooShort: 'Повідомлення повинно містити мінімум 10 символів',
  feedbackServerFailed: 'Сталася помилка сервера',
  feedbackNetwork: "Помилка з'єднання. Перевірте інтернет-з'єднання.",
  feedbackFailed: 'Сталася помилка під час надсилання форми',

  legalFailed: 'Сталася невідома помилка',
} satisfies Partial<Catalogue>)
