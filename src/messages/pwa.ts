export const pwaTexts = {
  updateReady: 'Готова нова версія сайту.',
  updateNow: 'Оновити',
  updateLater: 'Пізніше',
  updateRefused: 'В іншій вкладці триває екзамен. Оновіть сайт, коли він завершиться.',

  installTitle: 'Встановіть «Тестування IQ»',
  install: 'Тести й результати відкриватимуться з головного екрана, навіть без мережі.',
  installByHand: 'Натисніть «Поділитися», потім «На початковий екран». Сайт відкриватиметься як застосунок.',
  installApp: 'Встановити застосунок',
  installNow: 'Встановити',
  notNow: 'Не зараз',

  linkWaits: 'Посилання чи сповіщення, яке ви відкрили під час роботи над тестом, чекає на вас.',
  openLink: 'Відкрити',
} as const

/** Data shown from this device while the server cannot be asked. */
export const cacheTexts = {
  /** `moment`: an hour of today, or a day. */
  savedAt: (moment: string, reason: 'network' | 'server') =>
    `${reason === 'network' ? 'Без мережі' : 'Сервер не відповідає'} · дані на ${moment}`,
  askAgain: 'Оновити',
} as const
