import { counted } from './messages.ts'

/** Captions of a result's drawings: attempts over time, and time by question. */
export const resultDrawings = {
  attempts: 'Спроби одна за одною',
  attemptsAlt: (attempts: readonly string[]) =>
    `Оцінки за шкалою від 55 до 145, кожна зі своїм діапазоном. ${attempts.join(' ')}`,
  attempt: (number: number, day: string, score: string | null) =>
    `Спроба ${number}, ${day}: ${score ?? 'оцінки немає'}.`,
  differs: 'Принаймні від однієї з інших спроб ця відрізняється більше, ніж можна пояснити похибкою вимірювання.',
  differsFromNone: 'Різниця між цією спробою та іншими в межах похибки вимірювання, тож може бути випадковою.',
  legend: 'Риска — імовірний діапазон, точка — оцінка, стрілка — діапазон сягає й далі.',
  /** For scores by our present rules: earlier intervals did not contain the common uncertainty. */
  overlap:
    'Невизначеність, через яку діапазони широкі, спільна для всіх спроб, тому про зміну судимо за похибкою самих робіт, а не лише за тим, чи перекриваються риски.',
  withoutScore: 'Пунктирна лінія без точки — спроба, в якій оцінки IQ немає.',
  otherRules: 'Штрихова риска — оцінка за іншими правилами підрахунку; із цією її не порівнюємо.',
  attemptsTable: 'Усі ці спроби таблицею',
  estimate: 'Оцінка й діапазон',
  thisOne: (number: number) => `${number} (ця)`,
  noScore: 'оцінки немає',
  times: 'Час на запитання',
  timesAlt: (said: string) => `Стовпчики: скільки часу кожне запитання було на екрані. ${said}`,
  longest: (number: number, time: string, average: string) =>
    `Найдовше було відкрите запитання ${number}: ${time}. У середньому ${average}.`,
  timesNote:
    'Це час, протягом якого запитання було на екрані пристрою, з якого здано роботу. Оцінки він не змінює; про великий поспіх сказано поруч із нею або замість неї.',
  timesUnknown: 'Запитань без стовпчика на тому пристрої не відкривали.',
  timesTable: 'Час кожного запитання таблицею',
  /** A mark of the time scale. */
  mark: (seconds: number) => (seconds < 60 ? `${seconds}\u00a0с` : `${String(seconds / 60).replace('.', ',')}\u00a0хв`),
  question: 'Запитання',
  time: 'Час',
  unknown: 'невідомо',
} as const

interface Counts {
  right: number
  wrong: number
  unanswered: number
}

/** An exam question by question; loaded with that list. */
export const examReviewTexts = {
  title: 'Запитання за запитанням',
  mark: { right: 'правильно', wrong: 'неправильно', unanswered: 'без відповіді' },
  counts: ({ right, wrong, unanswered }: Counts) =>
    [`Правильно ${right}`, wrong > 0 && `неправильно ${wrong}`, unanswered > 0 && `без відповіді ${unanswered}`]
      .filter(Boolean)
      .join(', ') + '.',
  /** A cell for screen readers. */
  cell: (number: number, kind: string | null, mark: string, time: string | null) =>
    `Запитання ${number}${kind === null ? '' : `, ${kind}`}: ${[mark, time].filter(Boolean).join(', ')}`,
  noTime: '—',
  open: (count: number, kind: string) => `Розібрати ${counted(count, 'завдання', 'завдання', 'завдань')}: ${kind}`,
  openTitle: (kind: string) => `Розбір: ${kind}`,
  openNote:
    'Цей вид завдань дався цього разу найважче. Решта завдань екзамену лишається закритою, а ці не трапляться вам знову, поки є такі, яких ви ще не бачили.',
  /** A blind choice keeps each rule in every second matrix: the eight options are all the ways to keep or break three rules. */
  rules: (rules: readonly { title: string; kept: number; of: number }[]) =>
    `У матрицях враховано правила: ${rules.map(({ title, kept, of }) => `${title} — у ${kept} з ${of}`).join('; ')}. Навмання виходить половина.`,
  loadFailed: 'Не вдалося завантажити перелік запитань.',
} as const
