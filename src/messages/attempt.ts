import { examTexts } from './exam.ts'
import { testMessages } from './test-messages.ts'

/** The sentences that differ between an exam and a training; all others are of examTexts. */
export interface AttemptTexts {
  readonly label: string
  /** What the button of the bar submits, on a wide screen. */
  readonly submitWhat: string
  readonly submitTitle: string
  readonly submitting: string
  /** Above the promise to try again; an exam's needs none. */
  readonly notSubmitted: (lastTry: {
    readonly isUnanswered: boolean
    readonly pace: 'slow' | 'first-try' | null
    readonly said: string
  }) => string | null
  readonly otherTabTitle: string
  readonly otherDeviceTitle: string
  readonly otherDevice: string
  readonly conflictReadOnly: string
  readonly contestedReadOnly: string
  readonly serverOnly: string
  readonly sessionEnded: string
}

export const examAttemptTexts: AttemptTexts = { ...examTexts, notSubmitted: () => null }

export const trainingAttemptTexts: AttemptTexts = {
  label: 'Тренування',
  submitWhat: 'тренування',
  submitTitle: 'Здати тренування?',
  submitting: 'Здаємо тренування',
  notSubmitted: ({ isUnanswered, pace, said }) => {
    if (isUnanswered) return testMessages.testNetwork
    return pace !== null ? null : said || testMessages.testSubmitFailed
  },
  otherTabTitle: 'Тренування відкрито в іншій вкладці',
  otherDeviceTitle: 'Тренування продовжено на іншому пристрої',
  otherDevice: 'Тут відповіді лише для перегляду. Можна повернути тренування сюди.',
  conflictReadOnly: 'Поки діє відповідь з іншого пристрою. Щоб обрати, спершу продовжте тренування тут.',
  contestedReadOnly:
    'Відповіді дано на двох пристроях, незалежно одна від одної. Поки діє та, що показана першою. Щоб обрати, спершу продовжте тренування тут.',
  serverOnly:
    'Їх має сервер, тож нічого не втрачено. Але без зв’язку ця сторінка єдина триматиме нові відповіді: не закривайте її, доки тренування не здано.',
  sessionEnded:
    'Ваш сеанс завершився, але тренування триває: відповіді надходять на сервер і далі. Увійдіть знову, щоб після здачі побачити результат.',
}
