import { counted } from './plural.ts'

/** The page of a result. */
export const resultTexts = {
  title: 'Результат екзамену',
  titleTraining: 'Результат тренування',
  iq: 'Оцінка IQ',
  interval: (low: number, high: number) => `Імовірний діапазон: від ${low} до ${high}`,
  intervalNote: 'З імовірністю 95 % справжнє значення лежить у цьому діапазоні.',
  percentile: (percentile: number) => `Перцентиль ${percentile}: вище, ніж у ${percentile} зі 100.`,
  population: (population: string) => `З ким порівняно: ${population}.`,
  calibration: (calibration: string) => `Точність: ${calibration}.`,
  curve: (iq: number, low: number, high: number) =>
    `Крива розподілу оцінок від 55 до 145. Ваша оцінка ${iq} позначена на ній, діапазон від ${low} до ${high} зафарбовано.`,
  average: 'середнє',
  withheldTitle: 'Оцінки IQ цього разу немає',
  correct: 'Правильних відповідей',
  correctOf: (correct: number, total: number) => `${correct} з ${total}`,
  time: 'Витрачено часу',
  handedIn: 'Здано',
  families: 'За видами завдань',
  familyResult: (correct: number, total: number) => `${correct} з ${total}`,
  lateTitle: 'Здано із запізненням',
  late: (inTime: number) =>
    `Вчасно сервер отримав ${counted(inTime, 'відповідь', 'відповіді', 'відповідей')}. Оцінено все, що надійшло, але цей результат не враховується у нормах.`,
  rescored: (version: number) => `Результат перераховано. Це версія ${version}.`,
  receiptTitle: 'Квитанція',
  receipt: 'Підписане підтвердження, що саме цю роботу прийнято й оцінено. Збережіть його на випадок запитань.',
  receiptCopy: 'Скопіювати квитанцію',
  receiptCopied: 'Скопійовано',
  receiptDownload: 'Завантажити файл',
  others: 'Інші спроби',
  attempt: (isTraining: boolean, moment: string | null) =>
    [isTraining ? 'Тренування' : 'Екзамен', moment].filter(Boolean).join(', '),
  processing: 'Рахуємо результат',
  processingHint: "Екзамен прийнято. Результат з'явиться тут, щойно буде готовий.",
  emptyTitle: 'Результату ще немає',
  empty: 'За цією покупкою ще немає зданого екзамену.',
  emptyWaiting: "Він з'явиться тут, щойно сервер прийме вашу роботу.",
  toExam: 'До екзамену',
  toPurchases: 'До моїх тестів',
  loadFailed: 'Не вдалося завантажити результат.',
  bareTitle: 'Екзамен здано, правильних відповідей:',
  bare: 'Екзамен здано. Докладного результату сервер не надав.',
  seconds: (seconds: number) => {
    const minutes = Math.floor(seconds / 60)
    return minutes === 0 ? `${seconds}\u00a0с` : `${minutes}\u00a0хв ${seconds % 60}\u00a0с`
  },
} as const
