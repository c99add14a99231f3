import { counted } from './plural.ts'

const typeNames: Record<string, string> = { verbal: 'Вербальний', math: 'Математичний', logic: 'Логічний' }

/** The list of tests, a test's card and its page. */
export const catalogTexts = {
  title: 'Тести',
  lead: 'Один платіж відкриває один тест. Скільки екзаменів, на скільки днів і за скільки гривень, видно одразу.',
  filterLabel: 'Вид тесту',
  all: 'Усі',
  /** The kind of a test; one that we do not know is shown as given, none as nothing. */
  typeName: (type: string | null | undefined) => typeNames[type ?? ''] ?? type ?? '',
  questions: (count: number) => counted(count, 'запитання', 'запитання', 'запитань'),
  minutes: (count: number) => counted(count, 'хвилина', 'хвилини', 'хвилин'),
  attempts: (count: number) => counted(count, 'екзамен', 'екзамени', 'екзаменів'),
  validity: (days: number) => `доступ ${counted(days, 'день', 'дні', 'днів')}`,
  details: 'Докладніше',
  detailsOf: (title: string) => `Докладніше про тест «${title}»`,
  open: 'Обрати',
  openFree: 'Спробувати',
  openOwned: 'До моїх тестів',
  owned: 'Куплено',
  empty: 'Тестів поки немає',
  emptyOfType: 'Тестів цього виду поки немає',
  emptyLead: 'Загляньте трохи згодом або оберіть інший вид.',
  showAll: 'Показати всі',
  backToTests: 'Усі тести',
  toCabinet: 'Мій кабінет',
} as const
