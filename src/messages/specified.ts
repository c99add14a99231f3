/**
 * The sentences that the specification gives, to the letter, in the language in which it gives them (its sections 5 and
 * 8), and those Russian ones whose text it leaves to us. `uk.ts` has the same keys; `messages.ts` chooses.
 */
export const specified = {
  loading: 'Завантаження...',

  loginFailed: 'Помилка авторизації',
  refreshFailed: 'Помилка оновлення токену',
  registrationFailed: 'Помилка реєстрації',
  emailTaken: 'Користувач з таким email вже існує',
  passwordCheckFailed: 'Помилка перевірки паролю',
  passwordChangeFailed: 'Помилка зміни паролю',
  network: 'Помилка мережі',
  networkRussian: 'Ошибка сети',

  passwordResetRequestFailed: 'Не удалось отправить письмо для сброса пароля',
  passwordResetConfirmFailed: 'Не удалось изменить пароль',
  profileLoadFailed: 'Не удалось загрузить профиль',
  profileSaveFailed: 'Не удалось сохранить профиль',
  availableTestsFailed: 'Не удалось загрузить доступные тесты',
  ownedTestsFailed: 'Не удалось загрузить купленные тесты',
  searchFailed: 'Не удалось выполнить поиск',

  testLoadFailed: 'Failed to load test data',
  testSubmitFailed: 'Failed to submit answers',
  testNetwork: 'Network error',

  examBuildingFailed: 'Exam building failed',
  examBuildingExpired: 'Exam building expired, please try again',
  examBuildingTimeout: (seconds: number) => `Exam building timeout after ${seconds} seconds. Please try again.`,
  resultsFailed: 'Results processing failed',
  resultsExpired: 'Results processing expired, please retake exam',
  resultsTimeout: (seconds: number) => `Results processing timeout after ${seconds} seconds`,

  /** How the day is written on which a purchase expired (S3.11). */
  expiryLocale: 'ru-RU',

  testInfoFailed: 'Не вдалося завантажити детальну інформацію про тест',
  testInfoMissing: 'Інформація про тест не знайдена',

  oldPasswordRequired: "Старий пароль обов'язковий",
  newPasswordRequired: "Новий пароль обов'язковий",
  passwordTooShort: 'Пароль повинен містити мінімум 8 символів',
  passwordConfirmationRequired: "Підтвердження паролю обов'язкове",
  passwordsDiffer: 'Паролі не співпадають',
  oldPasswordWrong: 'Невірний старий пароль',
  passwordChangeUnexpected: 'Сталася помилка під час зміни паролю',

  feedbackEmailRequired: 'Email обязателен',
  feedbackEmailInvalid: 'Пожалуйста, введите корректный email',
  feedbackMessageRequired: 'Сообщение обязательно',
  feedbackMessageTooShort: 'Сообщение должно содержать минимум 10 символов',
  feedbackServerFailed: 'Произошла ошибка сервера',
  feedbackNetwork: 'Ошибка соединения. Проверьте интернет-соединение.',
  feedbackFailed: 'Произошла ошибка при отправке формы',

  legalFailed: 'An unknown error occurred',
}

export type Catalogue = typeof specified
