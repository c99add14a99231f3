import { counted } from './messages.ts'

/** Under a list that has more pages. */
export const listTexts = {
  more: 'Показати ще',
} as const

export const notificationTexts = {
  title: 'Сповіщення',
  readAll: 'Позначити все прочитаним',
  unread: 'нове',
  train: 'Пройти тестування',
  openResult: 'Переглянути результат',
  openTests: 'До моїх тестів',
  openAchievements: 'До досягнень',
  failed: 'Не вдалося завантажити сповіщення.',
  readFailed: 'Не вдалося позначити сповіщення прочитаними.',
  empty: 'Сповіщень поки немає',
  emptyLead: 'Тут буде все, що варто знати про ваші покупки й результати.',
} as const

export const achievementTexts = {
  title: 'Досягнення',
  lead: (earned: number, all: number) =>
    `Отримано ${earned} з ${all}. Кожне має просте правило, і видно, скільки лишилося.`,
  progress: (progress: number, goal: number) => `${progress} з ${goal}`,
  percent: (progress: number, goal: number) => `${progress}\u00a0% із ${goal}\u00a0%`,
  earned: (day: string) => `Отримано ${day}`,
  failed: 'Не вдалося завантажити досягнення.',
  empty: 'Досягнень поки немає',
  emptyLead: 'Вони з’являться після першого тренування чи екзамену.',
} as const

export const faqTexts = {
  title: 'Питання й відповіді',
  failed: 'Не вдалося завантажити питання й відповіді.',
  empty: 'Тут поки порожньо',
  search: 'Пошук у питаннях',
  found: (count: number) => `Знайдено: ${counted(count, 'питання', 'питання', 'питань')}`,
  nothing: 'Такого питання немає',
  nothingLead: 'Спробуйте інше слово або напишіть нам.',
  showAll: 'Показати всі питання',
  askTitle: 'Не знайшли відповіді?',
  askLead: 'Опишіть, що сталося: відповімо на вашу пошту.',
  ask: 'Написати нам',
} as const
