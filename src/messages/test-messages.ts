import { withUkrainianFirst } from './messages.ts'

/** Tests on sale and bought, exams and their results. See `messages.ts`. */
export const specified = {
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
}

/** The same catalogue with Ukrainian in place of Russian and English, chosen by VITE_MESSAGES=uk. */
// Pure: a build that chose the other catalogue leaves this one out.
export const uk: typeof specified = /* @__PURE__ */ Object.assign({}, specified, {
  ownedTestsFailed: 'Не вдалося завантажити куплені тести',
  searchFailed: 'Не вдалося виконати пошук',
  testLoadFailed: 'Не вдалося завантажити тест',
  testSubmitFailed: 'Не вдалося надіслати відповіді',
  testNetwork: 'Помилка мережі',
  examBuildingFailed: 'Не вдалося підготувати екзамен',
  examBuildingExpired: 'Час на підготовку екзамену минув, спробуйте ще раз',
  examBuildingTimeout: (seconds: number) => `Екзамен не вдалося підготувати за ${seconds}\u00a0с. Спробуйте ще раз.`,
  resultsFailed: 'Не вдалося порахувати результат',
  resultsExpired: 'Час на підрахунок результату минув, складіть екзамен ще раз',
  resultsTimeout: (seconds: number) => `Результат не вдалося порахувати за ${seconds}\u00a0с`,
  expiryLocale: 'uk-UA',
} satisfies Partial<typeof specified>)

export const testMessages = import.meta.env.VITE_MESSAGES === 'uk' ? uk : withUkrainianFirst(specified, uk)
